"""The big screen, composed: the pair that acts, a ring of all others, what is asked, who is ahead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.kernel import GM, ContestType
from agonist.table import ContestView
from agonist.tabletop import Board, Stand, listed

from .people import waiting_rows

_LANES, _FEW = 3, 3
"""From so many sides on all have one line each; up to so many names are said when several are asked."""


def composed(
    kind: ContestType[Any], view: ContestView, state: Mapping[str, Any], board: Board
) -> dict[str, Any]:
    """What the room's screen is drawn from while a contest runs."""
    acting = _acting(view, board)
    pair = _pair(kind, state, board, acting)
    named = {each.who.name for each in pair}
    return {
        "board": board,
        "acting": acting,
        "pair": pair,
        "rings": [[each for each in flank.stands if each.who.name not in named] for flank in board.flanks],
        "teams": any(each.people for each in board.stands),
        "lanes": len(board.flanks) >= _LANES,
        "question": _question(view, board, acting),
        "title": kind.at_stake(state) or str(state.get("place") or view.contest.title),
        "round": state.get("round") or 0,
    }


def _acting(view: ContestView, board: Board) -> list[str]:
    """Those who are asked or whose dice are held, by their names on the board."""
    inner, found = view.view, list[str]()
    for each in [one for one in inner.waiting if not one.window] or inner.waiting:
        named = [name for name in (each.about, inner.seats.get(each.seat, "")) if name and board.of(name)]
        played = [one.who.name for one in board.stands if one.who.seat == each.seat and each.seat != GM]
        found += (named or played)[:1]
    return list(dict.fromkeys(found))


def _pair(kind: ContestType[Any], state: Mapping[str, Any], board: Board, acting: list[str]) -> list[Stand]:
    """Who acts and whom they meet, the own side's first; the first of each side where nobody acts."""
    if len(board.flanks) != 2 or any(each.people for each in board.stands):
        return []
    first = acting[0] if acting else ""
    at = max(0, board.flank_of(first))
    met = (
        [name for name in kind.facing(state, first) if board.flank_of(name) not in (at, -1)] if first else []
    )
    found = [_shown(board, at, first), _shown(board, 1 - at, met[0] if met else "")]
    return [each for each in (found if at == 0 else found[::-1]) if each is not None]


def _shown(board: Board, flank: int, name: str) -> Stand | None:
    """Who is called so, else the first on that side who still stands."""
    here = board.flanks[flank].stands
    up = [each for each in here if each.who.fate == "stands"] or list(here)
    return next((each for each in here if each.who.name == name), up[0] if up else None)


def _question(view: ContestView, board: Board, acting: list[str]) -> dict[str, Any]:
    """What is asked, as a sentence that begins with whose turn it is, and the side it has."""
    rows = waiting_rows(view.view, view.seats, view.kept)
    asked = [row for row in rows if not row["window"]]
    names = list(dict.fromkeys(row["name"] for row in asked))
    if asked and all(row["held"] for row in asked) and len(acting) == 1:
        turns = "turn a card" if "card" in asked[0]["text"] else "the roll is yours"
        return {"who": acting[0], "text": f", {turns}.", "side": board.flank_of(acting[0])}
    if len(names) == 1 and asked[0]["text"][:1].isupper():
        return {"who": "", "text": asked[0]["text"], "side": -1}
    if len(names) == 1:
        return {"who": names[0], "text": f" {asked[0]['text']}", "side": board.flank_of(names[0])}
    if names:
        return {"who": "", "text": f"{_named(names)} decide.", "side": -1}
    can = list(dict.fromkeys(row["name"] for row in rows))
    return {"who": "", "text": f"{_named(can)} can still speak." if can else "", "side": -1}


def _named(names: list[str]) -> str:
    return (
        listed(names)
        if len(names) <= _FEW
        else f"{listed([*names[: _FEW - 1], f'{len(names) - _FEW + 1} more'])}"
    )
