"""Outcomes: a victory, a defeat or a tie, and by how much (QS-6)."""

from __future__ import annotations

import msgspec


class Result(msgspec.Struct, frozen=True):
    """An outcome from one side's view. `sign` is 1 for a victory, −1 for a defeat, 0 for a tie.

    >>> Result(1, 2).key, Result(-1).word, Result(1, 2).mirrored.key, TIE.key
    ('victory-2', 'defeat of degree 0', 'defeat-2', 'tie')
    """

    sign: int
    degree: int = 0

    @property
    def victory(self) -> bool:
        return self.sign > 0

    @property
    def defeat(self) -> bool:
        return self.sign < 0

    @property
    def mirrored(self) -> Result:
        """The same outcome from the other side's view."""
        return Result(-self.sign, self.degree)

    @property
    def word(self) -> str:
        if not self.sign:
            return "tie"
        return f"{'victory' if self.victory else 'defeat'} of degree {self.degree}"

    @property
    def key(self) -> str:
        """As programs write it: ``victory-2``."""
        return f"{'victory' if self.victory else 'defeat'}-{self.degree}" if self.sign else "tie"


TIE = Result(0)


def victory(degree: int) -> Result:
    return Result(1, degree)


def defeat(degree: int) -> Result:
    return Result(-1, degree)


def result_from(key: str) -> Result:
    """The outcome that a key names."""
    word, _, degree = key.partition("-")
    return TIE if word == "tie" else Result(1 if word == "victory" else -1, int(degree))


MOST_DEGREE = 4
"""QS-45, QS-57, QS-65: the outcome of a sequence goes no higher."""

OUTCOMES: tuple[str, ...] = (
    *(f"victory-{degree}" for degree in range(MOST_DEGREE, -1, -1)),
    "tie",
    *(f"defeat-{degree}" for degree in range(MOST_DEGREE + 1)),
)
"""The outcomes that a game master can set, from best to worst."""
