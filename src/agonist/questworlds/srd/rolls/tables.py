"""Numbers by degree (QS-13, QS-14, QS-21, QS-22)."""

from __future__ import annotations

from typing import Final

from .results import Result

STEP: Final = 5
"""QS-8: modifiers come in steps of five."""


PRICES: Final[dict[int, tuple[int, ...]]] = {0: (-5, -10), 1: (-5,)}
"""QS-22: what a victory of degree 0 or 1 may cost."""
BOONS: Final[dict[int, tuple[int, ...]]] = {0: (5, 10), 1: (10,)}
"""QS-22: what a defeat of degree 0 or 1 may bring."""


def beside(result: Result) -> tuple[int, ...]:
    """QS-22: the prices of a victory or the boons of a defeat."""
    if not result.sign:
        return ()
    return (PRICES if result.victory else BOONS).get(result.degree, ())
