"""A review as a seat may read it: in words only what that seat decided itself, and what everybody was told."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from .model import Moment, Review

__all__ = ["shown_to"]


def shown_to(seats: Collection[str], found: Review) -> Review:
    """Without what others chose, drew and were told for themselves; what it did to the chances is told to all."""
    return replace(found, moments=tuple(_shown(seats, each) for each in found.moments))


def _shown(seats: Collection[str], moment: Moment) -> Moment:
    if moment.seat in seats and moment.kind != "dice":
        return replace(moment, told=moment.public)
    judged = moment.judged and replace(moment.judged, best="", answer=None)
    return replace(moment, what="", said="", told=moment.public, dice=(), judged=judged)
