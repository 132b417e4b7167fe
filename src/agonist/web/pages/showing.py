"""What the table page shows of a contest, made from one seat's view of it and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
from markupsafe import Markup

from agonist.kernel import GM, ONLOOKER, Asked, ContestType, SeatView, WrittenLine, game
from agonist.table import ContestSeat, ContestView, Steps, TableView

from .curves import Chart, chart_of, coloured
from .drawing import draw, own_file
from .parts import Part, known_part, part
from .staging import beats_of, held_of, materials_of, purpose_of, throwing
from .visit import Links, Visit

__all__ = [
    "MOVED",
    "PARTS",
    "Shown",
    "contest_context",
    "in_place",
    "lines_part",
    "moving",
    "page_parts",
    "shown_part",
    "stage_event",
    "waiting_rows",
]

_FEW = 6
"""How many lines a chart shows whether they move or not."""


class Shown(msgspec.Struct):
    """All that the parts of a page are drawn from."""

    links: Links
    view: ContestView
    table: TableView
    steps: Steps
    recent: list[WrittenLine] = []
    sheets: list[str] = []
    kept: list[str] = []

    @property
    def over(self) -> bool:
        return self.view.contest.status != "running"

    @property
    def gm(self) -> bool:
        return self.view.role == "gm"


def shown_part(name: str, shown: Shown) -> Part:
    """A part of the page as it is now."""
    known = _KNOWN[name](shown) if name in _KNOWN else None
    if known is None:
        return part(name, PARTS[name](shown))
    return known_part(name, known, lambda: PARTS[name](shown))


def page_parts(shown: Shown) -> dict[str, Part]:
    """All parts as they stand in a page, where nothing has to be fetched to be seen: there may be no script."""
    parts = {name: shown_part(name, shown) for name in PARTS}
    place = parts["place"]
    html = draw("contest/place.html", **in_place(shown), unfolded=True, key=place.key)
    return parts | {"place": msgspec.structs.replace(place, html=Markup(html))}  # noqa: S704  a template's own output


def _bar(shown: Shown) -> dict[str, Any]:
    state = shown.view.view.state
    return {
        "title": shown.view.contest.title,
        "round": state.get("round"),
        "stake": str(state.get(_kind(shown.view).stake) or ""),
        "paused": shown.view.paused,
    }


def _presence(shown: Shown) -> dict[str, Any]:
    return {"seat_marks": _seat_marks(shown.view, shown.table)}


def _tabs(shown: Shown) -> dict[str, Any]:
    view = shown.view
    holds = _holds(view)
    tabs = {
        "visit": shown.links,
        "contest": view.contest.id,
        "asked_of": [seat for seat in view.asked_of if seat in holds],
        "seen_as": view.seen_as,
        "names": {seat: view.view.seats[seat] for seat in holds},
    }
    return (tabs if len(holds) > 1 else {}) | {"holds": holds, "paused": view.paused}


def _told(shown: Shown) -> dict[str, Any]:
    kept = [f"{name} is kept among the table’s characters." for name in shown.kept]
    return {"told": [*shown.view.told, *kept]}


def _board(shown: Shown) -> dict[str, Any]:
    view, inner = shown.view, shown.view.view
    seen = {
        "game": view.contest.game,
        "state": own_first(inner.state, view.seen_as),
        "seats": inner.seats,
        "asked_seats": asked_seats(inner),
        "recent": shown.recent,
        "over": shown.over,
    }
    return seen | _end(shown) if shown.over else seen


def _board_known(shown: Shown) -> Any:
    """What a board is drawn from, the last lines by their numbers: every seat that may read a line reads the same."""
    view, inner = shown.view, shown.view.view
    if shown.over:
        return None
    state, lines = own_first(inner.state, view.seen_as), [line.n for line in shown.recent]
    return view.contest.id, state, asked_seats(inner), lines


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


def _end(shown: Shown) -> dict[str, Any]:
    return {
        "visit": shown.links,
        "contest": shown.view.contest,
        "outcome": shown.view.view.outcome,
        "reason": shown.view.reason,
        "headline": _kind(shown.view).headline,
        "gm": shown.gm,
        "sheets": shown.sheets,
        "own_end": _own(shown.view.contest.game, "end.html"),
    }


def _now(shown: Shown) -> dict[str, Any]:
    """What this seat must and can do now."""
    view = shown.view
    yours = [] if shown.over else [each for each in view.view.asked if each.seat == view.seen_as]
    seen: dict[str, Any] = {
        "yours": sorted(yours, key=lambda each: each.window),
        "over": shown.over,
        "standing": view.view.orders,
    }
    if not (yours or shown.over or view.view.orders):
        return seen
    return seen | _asking(shown) | {"gm": shown.gm, "seat": view.seen_as, "odds": view.odds}


def _asking(shown: Shown) -> dict[str, Any]:
    contest = shown.view.contest
    return {
        "visit": shown.links,
        "base": shown.links.base,
        "contest": contest,
        "own_option": _own(contest.game, "option.html"),
    }


def _next(shown: Shown) -> dict[str, Any]:
    """Where the table plays on once this contest is over."""
    this = shown.view.contest
    later = [each for each in shown.table.running if each.id != this.id and each.created >= this.created]
    if not (shown.over and later):
        return {"next": "", "title": ""}
    to, tv = later[-1], "yes" if shown.links.seat == ONLOOKER else ""
    return {"next": shown.links.link(f"/contests/{to.id}", seat="", tv=tv), "title": to.title}


def _held(shown: Shown) -> dict[str, Any]:
    """The dice that wait for somebody."""
    return {"held": [], "yours": []} if shown.over else held_of(shown.view.view, _bots(shown.view))


def _held_known(shown: Shown) -> Any:
    """Mostly no dice wait."""
    inner = shown.view.view
    wait = any(each.throws for each in inner.asked) or any(each.throws for each in inner.waiting)
    return None if wait and not shown.over else ()


def _meanwhile(shown: Shown) -> dict[str, Any]:
    """Whom the contest waits for, and who can still speak up; since when is no part of what it is known by."""
    view, inner = shown.view, shown.view.view
    if shown.over:
        return {"waiting": [], "elsewhere": [], "could": [], "yours": True, "gm": False}
    rows = waiting_rows(inner, view.seats)
    seen = {
        "waiting": [row for row in rows if not row["window"]],
        "could": list(dict.fromkeys(row["name"] for row in rows if row["window"])),
        "yours": _asked_here(view),
        "elsewhere": _elsewhere(view),
        "gm": shown.gm,
        "now": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return seen | {"visit": shown.links, "contest": view.contest.id, "seats": inner.seats}


def _meanwhile_known(shown: Shown) -> Any:
    if shown.over:
        return ()
    view, elsewhere = shown.view, _elsewhere(shown.view)
    seen = (_asked_here(view), shown.gm)
    if not (view.view.waiting or elsewhere):
        return seen
    waits = (seen, view.contest.id, view.view.waiting, sorted(_bots(view)))
    return (waits, elsewhere, shown.links) if elsewhere else waits


def _bots(view: ContestView) -> set[str]:
    return {each.seat for each in view.seats if each.bot}


def _elsewhere(view: ContestView) -> list[str]:
    """The other seats of this screen that are asked."""
    asked = [seat for seat in view.asked_of if seat != view.seen_as]
    return [seat for seat in asked if seat not in _bots(view)] if asked else asked


def _asked_here(view: ContestView) -> bool:
    return any(each.seat == view.seen_as and not each.window for each in view.view.asked)


def in_place(shown: Shown) -> dict[str, Any]:
    """What a game master can decide in the place of others."""
    view = shown.view
    asked = [] if shown.over else [each for each in view.view.asked if each.seat not in view.holds]
    others: list[Asked] = [each for each in asked if each.seat not in _bots(view)]
    last = -1 if shown.over or not shown.gm else _last_act(shown.recent)
    if not others and last < 0:
        return {"in_place": [], "last": -1}
    asked = sorted(others, key=lambda each: each.window)
    return {"in_place": asked, "last": last, "seats": view.view.seats} | _asking(shown)


def _last_act(lines: list[WrittenLine]) -> int:
    """The decision from which the last line of the story came that a game master can take back."""
    return next((line.at for line in reversed(lines) if line.rule and not line.undone), -1)


def _course(shown: Shown) -> dict[str, Any]:
    stands = _kind(shown.view).stands(shown.view.view.state)
    return {"chart": coloured(moving(chart_of(shown.steps)), stands)}


def _course_known(shown: Shown) -> Any:
    return shown.steps.n, _kind(shown.view).stands(shown.view.view.state)


PARTS: dict[str, Callable[[Shown], dict[str, Any]]] = {
    "board": _board,
    "bar": _bar,
    "course": _course,
    "presence": _presence,
    "tabs": _tabs,
    "told": _told,
    "next": _next,
    "held": _held,
    "now": _now,
    "meanwhile": _meanwhile,
    "place": in_place,
}
"""The parts of the table page that are sent anew when they change, and what goes into each: what moved comes first."""

_KNOWN: dict[str, Callable[[Shown], Any]] = {
    "board": _board_known,
    "course": _course_known,
    "held": _held_known,
    "meanwhile": _meanwhile_known,
}
"""By what these parts are known, which is less than goes into them; None: by all of that."""

MOVED = ("board", "bar", "course")
"""The parts that show what an act costs or brings."""


def stage_event(shown: Shown, lines: list[WrittenLine]) -> list[bytes]:
    """What the new lines bring on stage, if anything."""
    if not any(line.staged and not line.undone for line in lines):
        return []

    def seen() -> dict[str, Any]:
        own_card = _own(shown.view.contest.game, "card.html")
        return {"beats": beats_of(lines), "own_card": own_card, "materials": materials_of(shown.view.view)}

    return [known_part("stage", (shown.view.contest.id, _numbers(lines)), seen).event]


def lines_part(shown: Shown, lines: list[WrittenLine], *, fresh: bool) -> Part:
    """New lines of the story."""
    links, view = shown.links, shown.view
    known = (view.contest.id, _numbers(lines), fresh, links if shown.gm else links.base, shown.gm, shown.over)
    return known_part("lines", known, lambda: story(links, view, lines) | {"fresh": fresh})


def _numbers(lines: list[WrittenLine]) -> list[tuple[int, bool]]:
    """By which lines of a contest's story are known."""
    return [(line.n, line.undone) for line in lines]


def story(links: Links, view: ContestView, lines: list[WrittenLine]) -> dict[str, Any]:
    """What lines of the story are drawn from."""
    gm, over = view.role == "gm", view.contest.status != "running"
    seen = {
        "lines": lines,
        "base": links.base,
        "contest": view.contest,
        "gm": gm,
        "over": over,
        "own_line": _own(view.contest.game, "line.html"),
    }
    return seen | {"visit": links} if gm else seen


def contest_context(visit: Visit, view: ContestView, table: TableView) -> dict[str, Any]:
    """What the frame of a contest's page uses, and a moment of a contest that is over."""
    inner, contest = view.view, view.contest
    return story(visit.links, view, inner.lines) | {
        "visit": visit.links,
        "table": table,
        "seats": inner.seats,
        "state": inner.state,
        "view": inner,
        "asked_seats": asked_seats(inner),
        "recent": [line for line in inner.lines[-24:] if not line.undone],
        "paused": view.paused,
        "shows_odds": view.odds,
        "outcome": inner.outcome,
        "reason": view.reason,
        "own_end": _own(contest.game, "end.html"),
        "headline": _kind(view).headline,
        "primer": _kind(view).primer,
        "earlier": 0,
    }


def asked_seats(view: SeatView) -> list[str]:
    """The seats that the contest waits for."""
    asked = {each.seat for each in view.asked if not each.window}
    return sorted(asked | {each.seat for each in view.waiting if not each.window})


def moving(chart: Chart | None) -> Chart | None:
    """Of many lines those that have moved; a few can all be told apart."""
    if chart is None or len(chart.lines) <= _FEW:
        return chart
    moved = [
        line for line in chart.lines if len({each.partition(",")[2] for each in line.points.split()}) > 1
    ]
    return msgspec.structs.replace(chart, lines=moved)


def waiting_rows(view: SeatView, seats: list[ContestSeat]) -> list[dict[str, Any]]:
    """Whom the table waits for, and for what; and who can still speak up."""
    bots = {each.seat for each in seats if each.bot}
    rows = []
    for each in view.waiting:
        called = view.seats.get(each.seat, each.seat)
        acts = each.about if each.about and each.text.startswith(f"{each.about} ") else called
        text = each.text.removeprefix(acts).strip() if each.text else f"decides: {each.what}."
        if each.chance:
            text, acts = f"{throwing(each.throws, purpose_of(each.what, called))}.", called
        rows.append(
            {
                "seat": each.seat,
                "name": acts,
                "text": text,
                "bot": each.seat in bots,
                "window": each.window,
                "held": bool(each.throws),
            }
        )
    return list({(row["seat"], row["text"]): row for row in rows}.values())


def _kind(view: ContestView) -> ContestType[Any]:
    return game(view.contest.game).type(view.contest.type)


def _holds(view: ContestView) -> list[str]:
    bots = {each.seat for each in view.seats if each.bot}
    return [seat for seat in view.holds if seat == view.seen_as or seat not in bots]


def _own(name: str, file: str) -> str:
    return f"games/{name}/{file}" if own_file(name, file) else ""


def _seat_marks(view: ContestView, table: TableView) -> list[dict[str, str]]:
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
