"""A board as one seat likes to see it: with its own people first."""

from __future__ import annotations

from typing import Any

from agonist.kernel import GM, ONLOOKER

__all__ = ["own_first"]


def own_first(state: dict[str, Any], seat: str) -> dict[str, Any]:
    """What a seat sees, with whom it plays before the others of the same side; the sides stay where they are."""
    if seat in (GM, ONLOOKER):
        return state
    return {key: _own_first(rows, seat) if isinstance(rows, list) else rows for key, rows in state.items()}


def _own_first(rows: list[Any], seat: str) -> list[Any]:
    if not any(isinstance(row, dict) and row.get("seat") == seat for row in rows):
        return rows
    sides: dict[Any, list[Any]] = {}
    for row in sorted(rows, key=lambda row: row.get("seat") != seat):
        sides.setdefault(_side(row), []).append(row)
    return [sides[_side(row)].pop(0) for row in rows]


def _side(row: dict[str, Any]) -> Any:
    return row.get("side") or row.get("team")
