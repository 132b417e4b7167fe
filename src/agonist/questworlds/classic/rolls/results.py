"""Results of a die, levels of victory and defeat, and what the game's tables make of them."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal

import msgspec


class Result(IntEnum):
    """What a roll came to (QW-3)."""

    FUMBLE = 0
    FAILURE = 1
    SUCCESS = 2
    CRITICAL = 3

    @property
    def word(self) -> str:
        return _WORDS[self]


_WORDS = tuple(result.name.lower() for result in Result)


class Degree(IntEnum):
    """How large a victory or defeat is."""

    MARGINAL = 1
    MINOR = 2
    MAJOR = 3
    COMPLETE = 4

    @property
    def word(self) -> str:
        return self.name.lower()


class Level(IntEnum):
    """An outcome from one side's view: four victories, a tie, four defeats (QW-7)."""

    COMPLETE_DEFEAT = -4
    MAJOR_DEFEAT = -3
    MINOR_DEFEAT = -2
    MARGINAL_DEFEAT = -1
    TIE = 0
    MARGINAL_VICTORY = 1
    MINOR_VICTORY = 2
    MAJOR_VICTORY = 3
    COMPLETE_VICTORY = 4

    @classmethod
    def of(cls, degree: Degree, *, victory: bool) -> Level:
        return cls(degree if victory else -degree)

    @property
    def victory(self) -> bool:
        return self > 0

    @property
    def defeat(self) -> bool:
        return self < 0

    @property
    def degree(self) -> Degree:
        """How large it is; a tie has no degree."""
        return Degree(abs(self))

    @property
    def mirrored(self) -> Level:
        """The same outcome from the other side's view."""
        return Level(-self)

    @property
    def word(self) -> str:
        return self.name.lower().replace("_", " ")

    @property
    def key(self) -> str:
        """As programs write it: ``minor-victory``."""
        return self.name.lower().replace("_", "-")


def for_whom(level: str, name: str) -> str:
    """An outcome in words and for whom it is one; a tie is for nobody."""
    return level if level == "tie" else f"{level} for {name}"


C, S, F, X = Result.CRITICAL, Result.SUCCESS, Result.FAILURE, Result.FUMBLE


class Cell(msgspec.Struct, frozen=True):
    """What the worse side pays in an exchange: so many halves of the bid, lost or handed over."""

    halves: int
    transfer: bool = False

    @property
    def multiple(self) -> str:
        return "½" if self.halves == 1 else str(self.halves // 2)


EXCHANGE: Final[dict[tuple[Result, Result], Cell]] = {
    (C, C): Cell(1, transfer=True),
    (C, S): Cell(2, transfer=True),
    (C, F): Cell(4, transfer=True),
    (C, X): Cell(6, transfer=True),
    (S, S): Cell(1),
    (S, F): Cell(2),
    (S, X): Cell(4),
    (F, F): Cell(1),
    (F, X): Cell(2),
    (X, X): Cell(0),
}
"""QW-17: by the better result and the worse one."""

Effect = Literal["hurt", "impaired", "injured", "dying", "fresh", "pumped", "invigorated", "heroic"]


class Effects(msgspec.Struct, frozen=True):
    """What a defeat of some degree leaves the loser and the winner with."""

    consequence: Effect
    benefit: Effect


FATES: Final[dict[Degree, Effects]] = {
    Degree.MARGINAL: Effects("hurt", "fresh"),
    Degree.MINOR: Effects("impaired", "pumped"),
    Degree.MAJOR: Effects("injured", "invigorated"),
    Degree.COMPLETE: Effects("dying", "heroic"),
}
"""QW-22."""


EIGHTHS: Final[dict[Degree, int]] = {Degree.MARGINAL: 1, Degree.MINOR: 2, Degree.MAJOR: 4, Degree.COMPLETE: 8}
"""QW-28, QW-31: ⅛, ¼, ½ and all."""


class Moved(msgspec.Struct, frozen=True):
    """Halves of an amount that two totals change by."""

    target: int
    other: int


LENDING: Final[dict[Level, Moved]] = {
    Level.COMPLETE_VICTORY: Moved(2, 0),
    Level.MAJOR_VICTORY: Moved(2, -2),
    Level.MINOR_VICTORY: Moved(2, -2),
    Level.MARGINAL_VICTORY: Moved(1, -1),
    Level.TIE: Moved(0, 0),
    Level.MARGINAL_DEFEAT: Moved(0, -1),
    Level.MINOR_DEFEAT: Moved(0, -2),
    Level.MAJOR_DEFEAT: Moved(0, -2),
    Level.COMPLETE_DEFEAT: Moved(-2, -2),
}
"""QW-32: what the target and the lender gain."""

GIFTING: Final[dict[Level, Moved]] = {
    Level.COMPLETE_VICTORY: Moved(4, 0),
    Level.MAJOR_VICTORY: Moved(2, 0),
    Level.MINOR_VICTORY: Moved(2, 0),
    Level.MARGINAL_VICTORY: Moved(1, 0),
    Level.TIE: Moved(0, 0),
    Level.MARGINAL_DEFEAT: Moved(0, 1),
    Level.MINOR_DEFEAT: Moved(0, 2),
    Level.MAJOR_DEFEAT: Moved(0, 2),
    Level.COMPLETE_DEFEAT: Moved(0, 4),
}
"""QW-33: what the recipient and the recipient's opponent gain."""


def degree_of_difference(points: int) -> Degree:
    """QW-40: the degree of a group's victory, from the difference of outcome points (at least 1)."""
    if points >= 5:
        return Degree.COMPLETE
    if points >= 3:
        return Degree.MAJOR
    return Degree.MINOR if points == 2 else Degree.MARGINAL


def portion(whole: int, parts: int, of: int) -> int:
    """So many parts of a number, to the nearest whole number, halves up (QW-19).

    >>> portion(14, 1, 4), portion(3, 1, 2), portion(3, 4, 2)
    (4, 2, 6)
    """
    return (2 * whole * parts + of) // (2 * of)
