"""DK-15, DK-16: taking Harm and Wound tokens."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Contest, Draw, Procedure, Text

from .cards import NAMES, is_wound
from .events import HarmBecomesWound, HarmTaken, WoundTaken, WoundTold
from .piles import take_from_supply
from .scene import MOST_TOKENS, Character, Hit, S
from .shield import absorbed
from .stamina import collapse_if_spent, incapacitate, lose_stamina


def take_harm(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-15: absorb it; or with two already take a Wound instead; or lose a Stamina point and place the token."""
    stopped = yield from absorbed(contest, character, "harm", hit)
    if stopped or not character.up:
        return
    if character.harm >= MOST_TOKENS:
        contest.report(HarmBecomesWound(character.name))
        yield from take_wound(contest, character, hit)
        return
    yield from lose_stamina(
        contest, character, hit.against, because="The Harm costs a Stamina point.", hit=hit
    )
    character.harm = min(character.harm + 1, MOST_TOKENS)
    contest.report(HarmTaken(character.name, character.harm))
    yield from collapse_if_spent(contest, character)


def take_wound(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-16: absorb it; or be incapacitated by a third; or be told how, lose Stamina, place token and card."""
    stopped = yield from absorbed(contest, character, "wound", hit)
    if stopped or not character.up:
        return
    if character.wounds >= MOST_TOKENS:
        yield from incapacitate(contest, character, "DK-16")
        return
    yield from _told(contest, character, hit)
    yield from lose_stamina(
        contest, character, hit.against, because="The Wound costs a Stamina point.", hit=hit
    )
    character.wounds = min(character.wounds + 1, MOST_TOKENS)
    card = yield from _wound_card(contest, character)
    contest.report(WoundTaken(character.name, character.wounds, card))
    yield from collapse_if_spent(contest, character)


def _told(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    words = yield Ask(
        GM,
        "wound told",
        Text(most=400),
        "DK-16",
        f"{hit.source}: {character.name} is wounded. How?",
        waiting=f"The game master describes {character.name}'s wound.",
        about=character.name,
    )
    if words:
        contest.report(WoundTold(character.name, words))


def _wound_card(contest: Contest[S], character: Character) -> Procedure[str]:
    """One of the supply's two wound cards for this character goes into the discard pile, whichever comes up."""
    there = tuple(sorted({card for card in contest.state.supply if is_wound(card)} - {*character.added}))
    if not there:
        return ""
    card = there[0]
    if len(there) > 1:
        (card,) = yield Draw(
            there,
            names=NAMES,
            seat=character.seat,
            what="a wound card from the supply",
            rule="DK-16",
            about=character.name,
        )
    return take_from_supply(contest, character, card)
