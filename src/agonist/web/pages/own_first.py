"""A board as one seat likes to see it: its own side first, and there its own people."""

from __future__ import annotations

from typing import Any

from agonist.kernel import GM, ONLOOKER


def own_first(state: dict[str, Any], seat: str) -> dict[str, Any]:
    """What a seat sees, with its own side before the others, and whom it plays before the rest of that side. The game
    master and onlookers look with the players."""
    rows = [row for part in state.values() if isinstance(part, list) for row in part if isinstance(row, dict)]
    own = _own_side(rows, seat)
    if not own:
        return state
    return {
        key: _own_first(part, own, seat) if isinstance(part, list) else part for key, part in state.items()
    }


def _own_side(rows: list[dict[str, Any]], seat: str) -> Any:
    played = [row for row in rows if row.get("seat") and _side(row)]
    mine = [] if seat in (GM, ONLOOKER) else [row for row in played if row["seat"] == seat]
    first = next(iter([*mine, *(row for row in played if row["seat"] != GM)]), None)
    return first and _side(first)


def _own_first(rows: list[Any], own: Any, seat: str) -> list[Any]:
    """Rows that stand on sides, and the sides themselves; all else stays in its order."""
    if any(isinstance(row, dict) and row.get("name") and _side(row) for row in rows):
        return sorted(rows, key=lambda row: (_side(row) != own, seat == GM or row.get("seat") != seat))
    if any(isinstance(row, dict) and row.get("name") == own and "members" in row for row in rows):
        return sorted(rows, key=lambda row: row["name"] != own)
    return rows


def _side(row: dict[str, Any]) -> Any:
    return row.get("side") or row.get("team") or None
