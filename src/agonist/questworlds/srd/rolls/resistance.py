"""Resistance: classes on a base (QS-9)."""

from __future__ import annotations

from typing import Final

from ...chassis.resistances import Resistances

CLASSES: Final[dict[str, int]] = {
    "simple": -20,
    "easy": -15,
    "routine": -10,
    "straightforward": -5,
    "base": 0,
    "challenging": 5,
    "hard": 10,
    "punishing": 15,
    "exceptional": 20,
}


_RESISTANCES = Resistances(
    CLASSES, "base", "QS-9", lambda _, whole: max(0, whole), {"moderate": "base", "default": "base"}
)
"""QS-9: never below 0; and other words for the base."""

resistance, resistance_form = _RESISTANCES.rating, _RESISTANCES.form
resistance_from, resistance_named = _RESISTANCES.read, _RESISTANCES.named
is_class = _RESISTANCES.known
