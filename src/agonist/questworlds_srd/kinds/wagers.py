"""Wagers: what both have stated for a round, within which limits, and what becomes of it (QS-53, QS-56)."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import msgspec

from agonist.kernel import (
    Ask,
    Choice,
    Contest,
    Field,
    Fields,
    Number,
    Option,
    Procedure,
)

from ..approach.stating import Aside, Stake, thrown
from ..approach.tactics import Tactic, ability_form
from ..people.contestants import Contestant
from ..rolls.rollers import Roller, using
from ..rolls.rolls import Clash
from ..sequence.kind import Kind
from ..sequence.round_tactics import their_tactic

Sequence = Contest[Any]


USUAL: Final = 3
"""QS-53: a wager that is offered where none is stated."""


class Plans(msgspec.Struct):
    """What both have stated for a round; the opposition's part is in the game master's word until it is said."""

    kind: Kind
    one: Contestant
    two: Contestant
    stakes: list[Stake]
    stated: dict[str, Tactic]

    def tactic(self, who: Contestant) -> Tactic:
        for stake in self.stakes:
            if stake.who is who:
                return stake.tactic
        if who.name in self.stated:
            return self.stated[who.name]
        return their_tactic(self.kind, who, self.stakes[0].ruling)

    def change(self, who: Contestant, ability: str, *, answers: bool = False) -> None:
        """QS-53, QS-56: another ability to act or to answer with, the same wager."""
        changed = {"answer": ability} if answers else {"ability": ability, "answer": self.answer(who)}
        for stake in (each for each in self.stakes if each.who is who):
            stake.tactic = msgspec.structs.replace(stake.tactic, **changed)

    def answer(self, who: Contestant) -> str:
        """QS-53: the ability that one answers with."""
        return self.tactic(who).answer or self.tactic(who).ability

    def answers(self, actor: Contestant) -> list[Aside]:
        """QS-53: the other may still say how they answer; in their first round it is the first ability (QS-52)."""
        other = self.two if actor is self.one else self.one
        if other.opposition or not other.acted or len(other.usable()) < 2:
            return []
        return [(_answering(other, self), partial(self.change, other, answers=True))]

    def first(self) -> Contestant:
        """QS-53: the higher wager first; equal, who stated first."""
        wagers = self.tactic(self.one).wager, self.tactic(self.two).wager
        if wagers[0] != wagers[1]:
            return self.one if wagers[0] > wagers[1] else self.two
        return self.one if next(iter(self.stated)) == self.one.name else self.two

    def rollers(self, actor: Contestant) -> tuple[Roller, Roller]:
        """The actor with the tactic's ability, the other with what they answer with."""
        return self._roller(self.one, actor), self._roller(self.two, actor)

    def _roller(self, who: Contestant, actor: Contestant) -> Roller:
        return using(who, self.tactic(who).ability if who is actor else self.answer(who))


def proposal(who: Contestant) -> Field:
    other = Option("propose", "Propose another", rule="QS-53", then=wager_form(who))
    return Field(
        "propose", f"{who.name}'s wager", Choice((Option("as-stated", "As stated"), other), "as-stated")
    )


def most_to_wager(opposition: bool, ap: int, starting_ap: int) -> int:
    """QS-56: the opposition never wagers more than it has, a character may in desperation."""
    return max(1, ap) if opposition else max(1, ap, starting_ap)


def wager_form(who: Contestant) -> Number:
    """QS-53, QS-56."""
    most = most_to_wager(who.opposition, who.ap, who.starting_ap)
    desperate = f"above {max(1, who.ap)} in desperation"
    why = "the opposition never wagers more than it has" if who.opposition else desperate
    return Number(1, most, min(USUAL, most), f"QS-56: {why}")


def restated(who: Contestant, other: str) -> Ask:
    return Ask(
        who.seat,
        "exchange",
        lambda: Fields(
            (
                Field("ability", "With", ability_form(who, default=who.hand)),
                Field("wager", "Wager", wager_form(who)),
            )
        ),
        "QS-60",
        f"You are back in. {who.name}, what do you do against {other}, and how much do you wager?",
        f"{who.name} is back in and acts.",
        who.name,
    )


def anew(contest: Sequence, plans: Plans, actor: Contestant) -> Procedure[Clash | None]:
    """QS-56: before the second exchange its actor may change tactic and ability, the wager not."""

    def asides() -> list[Aside]:
        mine: list[Aside] = (
            [] if actor.opposition else [(_other_tactic(actor, plans), partial(plans.change, actor))]
        )
        return [*mine, *plans.answers(actor)]

    return (yield from thrown(contest, (), lambda: plans.rollers(actor), asides=asides))


def _other_tactic(who: Contestant, plans: Plans) -> Ask:
    return Ask(
        who.seat,
        "other tactic",
        lambda: ability_form(who),
        "QS-56",
        f"{who.name}, has your tactic become pointless? You may use another ability; the wager stands.",
        f"{who.name} may change the tactic.",
        who.name,
        assume=plans.tactic(who).ability,
        interrupts=True,
    )


def _answering(who: Contestant, plans: Plans) -> Ask:
    """QS-53: how one answers is said when the other's tactic and wager are known."""
    other = plans.two if who is plans.one else plans.one
    return Ask(
        who.seat,
        "answer",
        lambda: ability_form(who),
        "QS-53",
        f"{other.name} acts and wagers {plans.tactic(other).wager}. {who.name}, what do you answer with?",
        f"{who.name} may answer with something else.",
        who.name,
        assume=plans.answer(who),
        interrupts=True,
    )


def desperate(who: Contestant, tactic: Tactic) -> bool:
    return not who.opposition and tactic.wager > who.ap


def falls_short(who: Contestant, wager: int) -> Procedure[bool]:
    """QS-56: a player chooses that the wager falls, or stands as stated."""
    answer = yield Ask(
        who.seat,
        "cut short",
        lambda: Choice(
            (
                Option("fall", f"It falls to {max(1, who.ap)}"),
                Option("stand", f"It stands at {wager}", help="In desperation."),
            ),
            "fall",
        ),
        "QS-56",
        f"You have {who.ap} AP left and wagered {wager}. {who.name}, does your wager fall or stand?",
        f"{who.name} decides about a wager.",
        who.name,
    )
    return bool(answer == "fall")
