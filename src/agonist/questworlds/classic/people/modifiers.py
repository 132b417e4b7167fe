"""Modifiers: a label and a value (QW-9)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from agonist.kernel import Correctable, Number, State

from ...chassis.ratings import TIER
from ..rolls.knobs import BOOK, QuestKnobs
from .knowledge import KNOWN

Kind = Literal["stretch", "situational", "augment", "consequence", "benefit", "other"]

ALLOWED: Final[dict[str, tuple[int, ...]]] = {"stretch": (-3, -6, -9), "situational": (-6, -3, 3, 6)}
"""QW-9: kinds whose values are given."""

STRETCH = -6
LARGEST: Final = 200
"""Larger modifiers are taken for typing errors."""
PLOT: Final = (3, 6, 9, TIER)
"""QW-9: the sizes of a plot augment."""


class Modifier(State):
    """A bonus or penalty on one ability, or on all if none is named; `own` marks an augment from an own ability."""

    whose: str
    label: Annotated[str, KNOWN]
    kind: Annotated[Kind, KNOWN]
    value: Annotated[int, KNOWN, Correctable(Number(-LARGEST, LARGEST), "modifier")]
    ability: Annotated[str, KNOWN] = ""
    own: bool = False

    @property
    def name(self) -> str:
        """Whose it is and what for: what a correction calls it."""
        return f"{self.whose}, {self.label}"

    def touches(self, ability: str) -> bool:
        return self.ability in ("", ability)

    def __str__(self) -> str:
        return f"{signed(self.value)} {self.label}"


def signed(value: int) -> str:
    """A number with its sign, a mastery as M.

    >>> signed(-6), signed(20), signed(3)
    ('−6', '+M', '+3')
    """
    sign = "+" if value >= 0 else "−"
    return f"{sign}{'M' if abs(value) == TIER else abs(value)}"


def value_from(text: str | int) -> int:
    """A modifier's value from a number, or from ``+M``, ``-M``, ``+M2``; raise ValueError otherwise."""
    if not isinstance(text, str):
        return int(text)
    bare = text.strip().replace("−", "-").upper().replace("W", "M")
    sign = -1 if bare.startswith("-") else 1
    number, mastery, count = bare.lstrip("+-").partition("M")
    if not mastery:
        return sign * int(number)
    return sign * ((int(number) if number else 0) + TIER * (int(count) if count else 1))


def quick_augment(whole: int, knobs: QuestKnobs = BOOK) -> int:
    """QW-9: a fifth of the augmenting rating, rounded down."""
    return whole // knobs.quick_augment
