"""DK-34: flips for a move, alone or with helpers, and who has to bear what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from agonist.kernel import Ask, Choice, Contest, Event, Option, Procedure, yes_or_no

from .cards import SIGNS, named
from .fight_state import Fight
from .flips import Flip, brings, effect, pay_for_wound_card, resolve, reveal
from .foes import Foe
from .scene import ATTRIBUTES, Attribute, Character


class Aids(Event, frozen=True):
    rule = "DK-34"
    who: str
    other: str

    def text(self) -> str:
        return f"{self.who} aids {self.other}."


class JointResult(Event, frozen=True):
    rule = "DK-34"
    who: str
    whose: str
    card: str
    result: int

    def text(self) -> str:
        return f"The best card of all is {self.whose}'s: {SIGNS[self.result]} for {self.who}."


class Effort(msgspec.Struct, frozen=True):
    """A move's flip: the result that counts, and the flip of everyone who took part."""

    result: int
    flips: tuple[tuple[Character, Flip], ...]
    said: tuple[Any, ...] = ()
    """What was answered in further windows before it."""

    @property
    def everyone(self) -> list[Character]:
        return [character for character, _ in self.flips]


def make_effort(
    contest: Contest[Fight],
    character: Character,
    attribute: Attribute,
    foe: Foe | None,
    more: int = 0,
    windows: tuple[Ask, ...] = (),
) -> Procedure[Effort]:
    """Flip for a move; each helper adds one card with the Anvil suit, and the best single card of all resolves."""
    net = more + character.advantage - (foe.edge if foe else 0)
    character.advantage = 0
    if foe:
        foe.edge = 0
    able = [] if contest.quiet else who_may_aid(contest.state, character)
    if able:
        windows = (*[_offer(character, each) for each in able], *windows)
    suit, what = character.suits[attribute], ATTRIBUTES[attribute]
    own, said = yield from reveal(contest, character, suit, net, what, windows)
    owner, best, flips = character, own, [(character, own)]
    if able:
        yield from _chime_in(contest, character, flips, zip(able, said, strict=False))
    if len(flips) > 1:
        owner, best = yield from _best(character, flips)
        contest.report(JointResult, character.name, owner.name, best.card, best.result)
    if effect(best.card):
        yield from resolve(contest, owner, best.card)
    return Effort(best.result, tuple(flips), tuple(said[len(able) :]) if said else ())


def _chime_in(
    contest: Contest[Fight],
    character: Character,
    flips: list[tuple[Character, Flip]],
    answers: Iterable[tuple[Character, str]],
) -> Procedure[None]:
    """Everybody flips who wanted to help and still can."""
    for helper in [each for each, answer in answers if answer == "yes" and each.up]:
        contest.state.helped.append(helper.name)
        contest.report(Aids, helper.name, character.name)
        helping, _ = yield from reveal(contest, helper, "anvil", 0, f"{character.name}'s aid")
        flips.append((helper, helping))


def who_may_aid(state: Fight, character: Character) -> list[Character]:
    """DK-34: before another's flip everyone who has not helped yet this round may; it costs no act."""
    return [
        each for each in state.standing_characters if each is not character and each.name not in state.helped
    ]


def _offer(character: Character, helper: Character) -> Ask:
    return Ask(
        helper.seat,
        "aid",
        yes_or_no(f"Aid {character.name}", "Stay out of it", help=_AID),
        "DK-34",
        f"{character.name} is about to flip. {helper.name}, do you chime in?",
        waiting=f"{helper.name} may aid {character.name}.",
        about=helper.name,
        assume="no",
    )


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
    answer = yield Ask(
        character.seat,
        "tie",
        Choice(
            options=tuple(
                Option(name, f"{name}'s {named(made.card)}", help=brings(made.card))
                for name, (_, made) in tied.items()
            )
        ),
        "DK-34",
        f"{character.name}, whose {SIGNS[result]} do you use?",
        waiting=f"{character.name} picks the card that counts.",
        about=character.name,
    )
    return tied[answer]
