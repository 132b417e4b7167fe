"""Resistance classes on a base (QW-8), and the form in which the game master names a resistance."""

from __future__ import annotations

from typing import Final

from ...chassis.ratings import TIER, Rating
from ...chassis.resistances import Resistances

NO_ABILITY = Rating(6)
"""QW-1: what one rolls against without a relevant ability."""

CLASSES: Final[dict[str, int]] = {
    "nearly-impossible": 2 * TIER,
    "very-high": TIER,
    "elevated": 9,
    "high": 6,
    "raised": 3,
    "moderate": 0,
    "little": -3,
    "low": -6,
    "small": -9,
    "very-low": -TIER,
}


_RESISTANCES = Resistances(
    CLASSES, "moderate", "QW-8", lambda name, whole: min(whole, 6) if name == "very-low" else whole
)
"""QW-8: very low is never more than 6."""

resistance, resistance_form = _RESISTANCES.rating, _RESISTANCES.form
resistance_from, resistance_named = _RESISTANCES.read, _RESISTANCES.named
is_class = _RESISTANCES.known
