"""What all contests of this edition have in common: their set-up, who takes part, what can be imagined."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from agonist.kernel import Policy

from ...chassis.combatants import AP_LEFT, Left, QuestContest, Row, ap_left
from ..bots import BOTS, ORDERS, as_before, imagine
from ..people.checks import check_characters, check_options
from ..people.contestants import Arena
from ..people.options import SimpleOptions
from ..people.setup import Character, contestant_from, count_ap, preparations, willing_followers_serve
from ..people.states import ExtendedState, outlook
from .outcomes import QuestOutcome, extended_outcome

A = TypeVar("A", bound=Arena)
E = TypeVar("E", bound=ExtendedState)


class ClassicContest(QuestContest[A]):
    """Contestants without advantage points have nothing to hide; for all others these are counted at the start."""

    bots, orders, character = BOTS, ORDERS, Character

    def check(self, setup: Any, options: SimpleOptions) -> None:
        check_options(options)
        check_characters(setup.contestants, options, getattr(setup, "outsiders", ()))

    def begin(self, setup: Any, options: Any) -> A:
        outside = getattr(setup, "outsiders", ())
        made: Any = self.state_type(
            prize=setup.prize,
            contestants=[contestant_from(each, options) for each in setup.contestants],
            outsiders=[contestant_from(each, options, outside=True) for each in outside],
            options=options,
            preparations=preparations((*setup.contestants, *outside), options),
        )
        state: A = made
        for each in state.contestants:
            each.known = not state.counts_ap
        willing_followers_serve(state)
        if state.counts_ap:
            count_ap(state)
        return state

    def imagine(self, state: A, seat: str, random: Random) -> None:
        imagine(state, seat, random)


class LongContest(ClassicContest[E]):
    """A contest of exchanges, in which advantage points are staked."""

    left_is = AP_LEFT

    def left(self, seen: Row, row: Row) -> Left:
        return ap_left(row)

    def outcome(self, state: E) -> QuestOutcome | None:
        return extended_outcome(state)

    def plays_on(self, state: E, seat: str, random: Random) -> Policy:
        return as_before(state, seat, random)

    def outlook(self, state: E, seat: str) -> float | None:
        return outlook(state, seat)
