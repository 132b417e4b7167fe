"""What all contests of this game have in common: seats, characters of a table, what can be imagined."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, TypeVar

from agonist.kernel import Combatant, ContestType, Outcome
from agonist.tabletop import HouseRuled

from ...chassis.combatants import combatants, facing
from ..aftermath.reconciling import reconciled
from ..bots.imagining import imagine
from ..bots.orders import ORDERS
from ..people.contestants import Arena
from ..people.setup import SceneT, enlisted, seats_of
from ..people.sheets import Sheet
from .outcomes import sheets_of

A = TypeVar("A", bound=Arena)


class SrdContest(HouseRuled, ContestType[A]):
    """The pool, resources and the kind of sequences belong to the table (QS-17, QS-30, QS-33); fallen opposition stays
    away in its scene (QS-69)."""

    stake, headline = "prize", "degree"
    stays: ClassVar[tuple[str, ...]] = ("story_points", "resources", "sequences")
    pool: ClassVar[str] = "story_points"
    headcount: ClassVar[str] = "party"
    orders = ORDERS

    def seats(self, setup: Any) -> dict[str, str]:
        return seats_of(setup.contestants, setup.helpers)

    def imagine(self, state: A, seat: str, random: Random) -> None:
        imagine(state, seat, random)

    def success(self, state: A, outcome: Outcome, seat: str) -> float:
        """QS-12: who helps does well where somebody does who plays and helps nobody."""
        helps = any(each.seat == seat for each in state.helpers)
        own = {each.seat for each in state.contestants if each.character}
        seats = own if helps and seat not in own else {seat}
        return max(super(SrdContest, self).success(state, outcome, each) for each in seats)

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        return combatants(seen)

    def facing(self, seen: Mapping[str, Any], acting: str) -> tuple[str, ...]:
        return facing(seen, acting)

    def enlist(self, setup: SceneT, name: str, sheet: Sheet, seat: str) -> SceneT:
        return enlisted(setup, name, sheet, seat)

    def sheets(self, state: A) -> dict[str, Sheet]:
        return sheets_of(state)

    def reconciled(self, began: Sheet, kept: Sheet, ended: Sheet) -> Sheet:
        return reconciled(began, kept, ended)
