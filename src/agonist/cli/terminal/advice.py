"""Odds beside the answers, from what the asked seat knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.kernel import Pending, Referee

__all__ = ["beside", "explained"]


def beside(referee: Referee[Any], pending: Pending) -> Mapping[str, str]:
    """A few words for each answer of which something is known."""
    return {}


def explained(referee: Referee[Any], pending: Pending) -> str:
    """What is known about the chances here, in sentences."""
    return "Nothing is known about the chances here."
