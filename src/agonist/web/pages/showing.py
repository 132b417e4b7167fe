"""What the table page shows of a contest, made from one seat's view of it and nothing else."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from typing import Any

import msgspec

from agonist.kernel import GM, SeatView, game
from agonist.table import ContestSeat, ContestView, TableView

from .boards import board
from .course import Chart
from .drawing import draw, own_file, plain, words
from .visit import Visit

__all__ = ["PARTS", "contest_context", "keyed_parts", "moving", "seat_marks", "waiting_rows"]

PARTS = ("bar", "presence", "tabs", "told", "board", "now", "course")
"""The parts of the table page that are sent anew when they change; the story is sent line by line."""

_FEW = 6
"""How many lines a chart shows whether they move or not."""


def contest_context(visit: Visit, view: ContestView, table: TableView, chart: Chart | None) -> dict[str, Any]:
    """Everything that the templates of a contest use."""
    inner = view.view
    over = view.contest.status != "running"
    name = view.contest.game
    kind = game(name).type(view.contest.type)
    return {
        "visit": visit,
        "contest": view.contest,
        "table": table,
        "gm": view.role == "gm",
        "seen_as": view.seen_as,
        "holds": [seat for seat in view.holds if seat == view.seen_as or not _bot(view, seat)],
        "asked_of": view.asked_of,
        "asked_seats": {each.seat for each in inner.asked} | {each.seat for each in inner.waiting},
        "seats": inner.seats,
        "state": inner.state,
        "view": inner,
        "stake": str(inner.state.get(kind.stake) or ""),
        "headline": kind.headline,
        "paused": view.paused,
        "told": view.told,
        "over": over,
        "outcome": inner.outcome,
        "sheets": [],
        "reason": view.reason,
        "odds": view.odds,
        "lines": inner.lines,
        "earlier": 0,
        "out_of_band": False,
        "recent": [line for line in inner.lines[-24:] if not line.undone],
        "chart": moving(chart),
        "seat_marks": seat_marks(view, table),
        "board_of": board,
        "primer": kind.primer,
        "own_option": f"games/{name}/option.html" if own_file(name, "option.html") else "",
        "own_end": f"games/{name}/end.html" if own_file(name, "end.html") else "",
        "own_line": f"games/{name}/line.html" if own_file(name, "line.html") else "",
        "now": datetime.now(UTC).isoformat(timespec="seconds"),
        "frozen": False,
        "fresh": False,
        "news": [],
        "tv": False,
        **_asked(view),
    }


def moving(chart: Chart | None) -> Chart | None:
    """Of many lines those that have moved; a few can all be told apart."""
    if chart is None or len(chart.lines) <= _FEW:
        return chart
    moved = [
        line for line in chart.lines if len({each.partition(",")[2] for each in line.points.split()}) > 1
    ]
    return msgspec.structs.replace(chart, lines=moved)


def _bot(view: ContestView, seat: str) -> bool:
    return any(each.seat == seat and each.bot for each in view.seats)


def _asked(view: ContestView) -> dict[str, Any]:
    """Who is asked what, as seen from the seat: one's own questions, and those a game master may answer for others."""
    inner = view.view
    if view.contest.status != "running":
        return {"yours": [], "elsewhere": [], "in_place": [], "waiting": []}
    yours = [each for each in inner.asked if each.seat == view.seen_as]
    bots = {each.seat for each in view.seats if each.bot}
    others = [each for each in inner.asked if each.seat != view.seen_as and each.seat not in bots]
    elsewhere = [seat for seat in view.asked_of if seat != view.seen_as and seat not in bots]
    in_place = [each for each in others if each.seat not in view.holds]
    return {
        "yours": yours,
        "elsewhere": elsewhere,
        "in_place": in_place,
        "waiting": waiting_rows(inner, view.seats),
    }


def waiting_rows(view: SeatView, seats: list[ContestSeat]) -> list[dict[str, Any]]:
    """Whom the table waits for, and for what."""
    bots = {each.seat for each in seats if each.bot}
    rows = []
    for each in view.waiting:
        called = view.seats.get(each.seat, each.seat)
        text = each.text.removeprefix(called).strip() if each.text else f"decides: {each.what}."
        rows.append({"seat": each.seat, "name": called, "text": text, "bot": each.seat in bots})
    return list({(row["seat"], row["text"]): row for row in rows}.values())


def seat_marks(view: ContestView, table: TableView) -> list[dict[str, str]]:
    """Who plays each seat of the contest, and whether they are there."""
    here = {seat.id: seat.present for seat in table.seats}
    gms = any(seat.present for seat in table.seats if seat.role == "gm")
    marks = []
    for seat in view.seats:
        present = gms if seat.seat == GM else here.get(seat.holder or "", 0)
        mark, word = ("bot", "a bot") if seat.bot else ("here", "here") if present else ("away", "not here")
        if not seat.bot and seat.holder is None and seat.seat != GM:
            mark, word = ("away", "played by the game master")
        marks.append({"name": seat.name, "initial": seat.name[:1].upper(), "mark": mark, "word": word})
    return marks


def keyed_parts(
    frame: dict[str, Any], context: dict[str, Any], names: tuple[str, ...] = PARTS
) -> dict[str, tuple[str, str]]:
    """Parts of the page, each with a key of its content: the same key, nothing new to see."""
    found = {}
    for part in names:
        bare = draw(f"contest/{part}.html", **frame, **context, keys=dict.fromkeys(PARTS, ""))
        steady = bare.replace(context.get("now", "-"), "").replace("falls", "")
        key = hashlib.sha256(steady.encode()).hexdigest()[:16]
        found[part] = (key, bare.replace('data-key=""', f'data-key="{key}"', 1))
    return found


def consequences(outcome: dict[str, Any], headline: str) -> list[tuple[str, str]]:
    """What an outcome says beyond its summary and its headline, in rows."""
    rows: list[tuple[str, str]] = []
    for key, value in outcome.items():
        if key in ("summary", "rule", "winners", headline) or value in _NOTHING:
            continue
        if isinstance(value, dict):
            rows += [(words(str(name)), _in_words(each)) for name, each in value.items()]
        elif isinstance(value, list | tuple) and isinstance(value[0], dict):
            rows += [(str(each.get("name", words(key))), _in_words(each)) for each in value]
        else:
            rows.append((words(key), _in_words(value)))
    known = {name for name, _ in rows}
    return [row for n, row in enumerate(rows) if row[0] not in {name for name, _ in rows[n + 1 :]} & known]


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        rest = {k: v for k, v in value.items() if k not in ("name", "side") and v not in _NOTHING}
        return ", ".join(
            f"{words(k).lower()} {_in_words(v)}" if not isinstance(v, str) else _in_words(v)
            for k, v in rest.items()
        )
    return value.replace("-", " ") if isinstance(value, str) and _SLUG.fullmatch(value) else plain(value)


_NOTHING: tuple[Any, ...] = (None, "", [], {}, ())
_SLUG = re.compile(r"[a-z]+(-[a-z]+)+")
