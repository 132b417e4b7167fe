"""What all contests of this game have in common: seats, characters of a table, what can be imagined."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, TypeVar

from agonist.kernel import ContestType

from .contestants import Arena
from .imagining import imagine
from .orders import ORDERS
from .outcomes import sheets_of
from .reconciling import reconciled
from .setup import SceneT, enlisted, seats_of
from .sheets import Sheet

A = TypeVar("A", bound=Arena)


class SrdContest(ContestType[A]):
    """The pool and resources belong to the table (QS-17, QS-30); fallen opposition stays away in its scene (QS-69)."""

    stake, headline = "prize", "degree"
    stays: ClassVar[tuple[str, ...]] = ("story_points", "resources")
    headcount: ClassVar[str] = "party"
    orders = ORDERS

    def seats(self, setup: Any) -> dict[str, str]:
        return seats_of(setup.contestants, setup.helpers)

    def imagine(self, state: A, seat: str, random: Random) -> None:
        imagine(state, seat, random)

    def enlist(self, setup: SceneT, name: str, sheet: Sheet, seat: str) -> SceneT:
        return enlisted(setup, name, sheet, seat)

    def sheets(self, state: A) -> dict[str, Sheet]:
        return sheets_of(state)

    def reconciled(self, began: Sheet, kept: Sheet, ended: Sheet) -> Sheet:
        return reconciled(began, kept, ended)
