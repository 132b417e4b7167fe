"""What happens around a single challenge or contest."""

from __future__ import annotations

from ..kernel import Event
from .events import listed

__all__ = [
    "CannotTry",
    "Decided",
    "GauntletCalled",
    "Grouped",
    "HarmAgreed",
    "KindSettled",
    "OutsiderWins",
    "SituationChanged",
]


class KindSettled(Event, frozen=True):
    rule = "FG-21"
    kind: str

    def text(self) -> str:
        return f"This is a {self.kind}."


class SituationChanged(Event, frozen=True):
    rule = "FG-13"
    goal: str

    def text(self) -> str:
        return f"The situation has changed, and what failed may be tried again: {self.goal}"


class CannotTry(Event, frozen=True):
    rule = "FG-13"
    name: str
    goal: str

    def text(self) -> str:
        return f"{self.name} has failed at this in every way that is open: {self.goal}"


class Grouped(Event, frozen=True):
    rule = "FG-20"
    name: str
    main: str

    def text(self) -> str:
        return f"{self.name} does the same as {self.main}: they test as a group."


class GauntletCalled(Event, frozen=True):
    rule = "FG-11"
    difficulty: int

    def text(self) -> str:
        return f"A difficulty of {self.difficulty} is too much for one roll: this calls for a gauntlet."


class HarmAgreed(Event, frozen=True):
    rule = "FG-21"
    agreed: bool

    def text(self) -> str:
        return "Harm is part of this contest." if self.agreed else "Harm is no part of this contest."


class OutsiderWins(Event, frozen=True):
    """Of a tie without a clear defender the game master names somebody who was not in it."""

    rule = "FG-25"
    name: str

    def text(self) -> str:
        return f"It is a tie, and somebody else wins it: {self.name}."


class Decided(Event, frozen=True):
    """Who wins a contest of sides; nobody if `winner` is empty."""

    rule = "FG-21"
    winner: str
    losers: tuple[str, ...]
    efforts: dict[str, int]

    def text(self) -> str:
        counts = ", ".join(f"{team} {effort:d}".replace(" -", " −") for team, effort in self.efforts.items())
        if not self.winner:
            return f"Nobody wins ({counts})."
        return f"Victory for {self.winner} over {listed(self.losers)} ({counts})."
