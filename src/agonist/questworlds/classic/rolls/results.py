"""Results of a die, and levels of victory and defeat."""

from __future__ import annotations

from enum import IntEnum


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
