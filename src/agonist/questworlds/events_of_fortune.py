"""What the log tells of advantage points, defeats, and what a contest leaves behind."""

from __future__ import annotations

from agonist.kernel import Event
from agonist.questworlds_common.words import begun, listed

from .modifiers import signed


def total(ap: int) -> str:
    """A total with a proper minus sign."""
    return str(ap).replace("-", "−")


class Changed(Event, frozen=True):
    """Advantage points won or lost, and the total after it."""

    rule = "QW-18"
    name: str
    by: int
    before: int
    after: int

    def text(self) -> str:
        verb = "gains" if self.by > 0 else "loses"
        return f"{self.name} {verb} {abs(self.by)} AP: {total(self.before)} → {total(self.after)}."


class InTheOpen(Event, frozen=True):
    """A total becomes known, with what was hidden because of it."""

    rule = "QW-13"
    name: str
    starting: int
    ability: str
    rating: str

    def text(self) -> str:
        start = f"{self.starting} AP at the start, {self.ability} {self.rating}"
        return f"{self.name}'s advantage is in the open now: {start}."


class Defeated(Event, frozen=True):
    rule = "QW-22"
    name: str
    ap: int
    degree: str

    def text(self) -> str:
        return f"{self.name} is defeated at {total(self.ap)} AP: a {self.degree} defeat."


class Suffers(Event, frozen=True):
    """What a defeat leaves the loser with."""

    rule = "QW-23"
    name: str
    effect: str
    abilities: tuple[str, ...] = ()
    value: int = 0

    def text(self) -> str:
        size = f" ({signed(self.value)})" if self.value else ""
        where = f" on {listed(self.abilities)}" if self.abilities else ""
        return f"{self.name} is {self.effect}{size}{where}."


class Benefits(Event, frozen=True):
    """What a victory leaves the winner with, or why with nothing."""

    rule = "QW-23"
    name: str
    effect: str = ""
    abilities: tuple[str, ...] = ()
    value: int = 0

    def text(self) -> str:
        if not self.effect:
            return f"{self.name} had so much the better ability that the victory brings no benefit."
        size = f" ({signed(self.value)})" if self.value else ""
        where = f" on {listed(self.abilities)}" if self.abilities else ""
        return f"{self.name} is {self.effect}{size}{where}."


class Fate(Event, frozen=True):
    """The game master says what becomes of a resistance."""

    rule = "QW-22"
    name: str
    fate: str

    def text(self) -> str:
        return f"What becomes of {self.name}: {self.fate}."


class PrizeGoes(Event, frozen=True):
    rule = "QW-38"
    winners: tuple[str, ...]
    prize: str
    degree: str = ""

    def text(self) -> str:
        if not self.winners:
            return f"Nobody gains the prize: {self.prize or 'it stays where it was'}."
        many = "wins" if len(self.winners) == 1 else "win"
        how = f" with a {self.degree}" if self.degree else ""
        return begun(f"{listed(self.winners)} {many} the prize{how}: {self.prize or 'what was at stake'}.")
