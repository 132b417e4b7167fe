"""Ratings are those of both editions; without a relevant ability one rolls against 6 (QW-1)."""

from ...chassis.ratings import ACCEPTED, MOST, TIER, Rating

__all__ = ["ACCEPTED", "MOST", "NO_ABILITY", "TIER", "Rating"]

NO_ABILITY = Rating(6)
"""QW-1: what one rolls against without a relevant ability."""
