"""DK-15, DK-16: taking Harm and Wound tokens."""

from __future__ import annotations

from agonist.kernel import Contest, Draw, Event, Procedure

from .cards import NAMES, is_wound, signs
from .piles import take_from_supply
from .scene import MOST_TOKENS, Character, Hit, S
from .shield import absorbed
from .stamina import collapse_if_spent, incapacitate, lose_stamina
from .tellings import to_tell


class HarmTaken(Event, frozen=True):
    rule = "DK-15"
    who: str
    harm: int

    def text(self) -> str:
        return f"{self.who} takes a Harm token, {self.harm} now."


class HarmBecomesWound(Event, frozen=True):
    rule = "DK-15"
    who: str

    def text(self) -> str:
        return f"{self.who} has two Harm tokens already: this one becomes a Wound."


class WoundTaken(Event, frozen=True):
    rule = "DK-16"
    who: str
    wounds: int
    card: str = ""

    def text(self) -> str:
        card = f" A wound card, {signs(self.card)}, goes to the discard pile." if self.card else ""
        return f"{self.who} takes a Wound token, {self.wounds} now.{card}"


def take_harm(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-15: absorb it; or with two already take a Wound instead; or lose a Stamina point and place the token."""
    stopped = yield from absorbed(contest, character, "harm", hit)
    if stopped or not character.up:
        return
    if character.harm >= MOST_TOKENS:
        contest.report(HarmBecomesWound, character.name)
        yield from take_wound(contest, character, hit)
        return
    yield from lose_stamina(
        contest, character, hit.against, because="The Harm costs a Stamina point.", hit=hit
    )
    character.harm = min(character.harm + 1, MOST_TOKENS)
    contest.report(HarmTaken, character.name, character.harm)
    collapse_if_spent(contest, character)


def take_wound(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-16: absorb it; or be incapacitated by a third; or be told how, lose Stamina, place token and card."""
    stopped = yield from absorbed(contest, character, "wound", hit)
    if stopped or not character.up:
        return
    if character.wounds >= MOST_TOKENS:
        incapacitate(contest, character, "DK-16")
        return
    to_tell(contest, "wound told", character, hit.source)
    yield from lose_stamina(
        contest, character, hit.against, because="The Wound costs a Stamina point.", hit=hit
    )
    character.wounds = min(character.wounds + 1, MOST_TOKENS)
    card = yield from _wound_card(contest, character)
    contest.report(WoundTaken, character.name, character.wounds, card)
    collapse_if_spent(contest, character)


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
            follows=True,
        )
    return take_from_supply(contest, character, card)
