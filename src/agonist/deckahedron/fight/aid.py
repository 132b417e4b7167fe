"""DK-34: flips for a move, alone or with helpers, and who has to bear what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from agonist.kernel import Answer, Ask, Contest, Option, Procedure, yes_or_no
from agonist.tabletop import Told, Window, ask_of, deeds

from ..cards import CARD_WAYS, SIGNS, named
from ..damage.stamina import pay_for_wound_card
from ..deck.flips import Flip, brings, effect, resolve, reveal
from ..deck.moment import Windows, nothing_else
from ..people.scene import ATTRIBUTES, Attribute, Character
from .foes import Fight, Foe


class Aids(Told, frozen=True):
    rule, says = "DK-34", "{who} aids {other}."
    who: str
    other: str


class JointResult(Told, frozen=True):
    rule, says, ways = "DK-34", "The best card of all is {whose}'s: {result:sign} for {who}.", CARD_WAYS
    who: str
    whose: str
    card: str
    result: int


class Effort(msgspec.Struct, frozen=True):
    """A move's flip: the result that counts, and the flip of everyone who took part."""

    result: int
    flips: tuple[tuple[Character, Flip], ...]

    @property
    def everyone(self) -> list[Character]:
        return [character for character, _ in self.flips]


def make_effort(
    contest: Contest[Fight],
    character: Character,
    attribute: Attribute,
    foe: Foe | None,
    more: int = 0,
    others: Windows = nothing_else,
    decides: str = "",
) -> Procedure[Effort]:
    """Flip for a move; each helper adds one card with the Anvil suit, and the best single card of all resolves."""
    net = more + character.advantage - (foe.edge if foe else 0)
    character.advantage = 0
    if foe:
        foe.edge = 0
    helpers: list[str] = []

    def windows() -> Iterator[Window]:
        for each in who_may_aid(contest.state, character):
            joins = partial(_joins, helpers, each.name)
            yield Window("aid", partial(_offer, character, each), joins, each.name)
        yield from others()

    suit, what = character.suits[attribute], ATTRIBUTES[attribute]
    own = yield from reveal(contest, character, suit, net, what, windows, decides)
    owner, best, flips = character, own, [(character, own)]
    if helpers:
        yield from _chime_in(contest, character, flips, helpers)
    if len(flips) > 1:
        owner, best = yield from _best(character, flips)
        contest.report(JointResult, character.name, owner.name, best.card, best.result)
    if effect(best.card):
        yield from resolve(contest, owner, best.card)
    return Effort(best.result, tuple(flips))


def _joins(helpers: list[str], name: str, _: Answer) -> None:
    helpers.append(name)


def _chime_in(
    contest: Contest[Fight], character: Character, flips: list[tuple[Character, Flip]], helpers: list[str]
) -> Procedure[None]:
    """Everybody flips who wanted to help and still can."""
    for helper in [each for each in contest.state.standing_characters if each.name in helpers]:
        contest.state.helped.append(helper.name)
        contest.report(Aids, helper.name, character.name)
        flips.append((helper, (yield from reveal(contest, helper, "anvil", 0, f"{character.name}'s aid"))))


def who_may_aid(state: Fight, character: Character) -> list[Character]:
    """DK-34: before another's flip everyone who has not helped yet this round may; it costs no act."""
    others = [each for each in state.standing_characters if each is not character]
    return [each for each in others if each.name not in state.helped]


def _offer(character: Character, helper: Character) -> Ask:
    form = yes_or_no(f"Aid {character.name}", "Stay out of it", help=_AID)
    text = f"{character.name} is about to flip. {{who}}, do you chime in?"
    return ask_of(helper, "aid", form, "DK-34", text, f"{{who}} may aid {character.name}.", assume="no")


_AID = "One card of yours, on Anvil: the best card of all counts, and you share what is bad. Once a round."


def pay_for_wound_cards(contest: Contest[Fight], effort: Effort) -> Procedure[None]:
    """DK-4: everyone whose flip a wound card ended loses a Stamina point, after the move."""
    for character, made in effort.flips:
        if made.wounded:
            yield from pay_for_wound_card(contest, character, made)


def _best(character: Character, flips: list[tuple[Character, Flip]]) -> Procedure[tuple[Character, Flip]]:
    """The best card of all; a tie is for the player of the move to break, if it matters."""
    result = max(made.result for _, made in flips)
    tied = {owner.name: (owner, made) for owner, made in flips if made.result == result}
    if len({effect(made.card) for _, made in tied.values()}) == 1:
        return next(iter(tied.values()))
    form = deeds(
        [
            Option(name, f"{name}'s {named(made.card)}", help=brings(made.card))
            for name, (_, made) in tied.items()
        ]
    )
    text, waiting = f"{{who}}, whose {SIGNS[result]} do you use?", "{who} picks the card that counts."
    return tied[(yield ask_of(character, "tie", form, "DK-34", text, waiting))]
