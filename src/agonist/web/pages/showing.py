"""What the table page shows of a contest, made from one seat's view of it and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec
from markupsafe import Markup

from agonist.kernel import ONLOOKER, Asked, Choice, ContestType, Waiting, WrittenLine, game
from agonist.table import ContestView, Steps, TableView
from agonist.tabletop import Board, board_of
from agonist.tabletop.beat import Beat, bars_of, beats_of, lying_of, most_of, sides_of, with_prices

from .calling import called_to
from .curves import chart_of, coloured, moving
from .drawing import draw, own_file
from .endings import Ending, ending_of
from .own_first import own_first
from .parts import Part, known_part, part
from .people import asked_elsewhere, asked_here, asked_seats, bots_of, screen_seats, seat_marks, waiting_rows
from .room import composed
from .staging import held_of
from .visit import Links, Visit


class Shown(msgspec.Struct, dict=True):
    """All that the parts of a page are drawn from; what several of them need is worked out once."""

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

    @cached_property
    def sides(self) -> dict[str, int]:
        """On which side everybody stands, that of who looks first."""
        return sides_of(self.standing)

    @cached_property
    def lying(self) -> Beat | None:
        """The dice that have just fallen, while somebody can still change what they come to."""
        inner = self.view.view
        open_to: list[Asked | Waiting] = [*inner.asked, *inner.waiting]
        if self.over or not open_to or any(each.throws for each in open_to):
            return None
        lying = lying_of(self.recent, self.sides)
        if lying is None or lying.last != inner.at - 1:
            return None
        threw = {each.who.casefold() for each in lying.figures}
        still = _closing(self.view) or all(each.about.casefold() in threw for each in open_to)
        return lying if still else None

    @cached_property
    def state(self) -> dict[str, Any]:
        """What the seat sees, its own side first."""
        return own_first(self.view.view.state, self.view.seen_as)

    @cached_property
    def standing(self) -> Board:
        """Who stands against whom, and what they have left."""
        return board_of(_kind(self.view), self.state, self.view.seen_as)

    @cached_property
    def ending(self) -> Ending:
        """How it ended, as a picture."""
        outcome = self.view.view.outcome
        return ending_of(_kind(self.view), outcome, self.state, self.standing, self.view.seen_as)

    @property
    def tv(self) -> bool:
        """Whether it is for a screen that the whole room watches."""
        return self.links.seat == ONLOOKER

    @property
    def gm(self) -> bool:
        return self.view.role == "gm"


def shown_part(name: str, shown: Shown) -> Part:
    """A part of the page as it is now."""
    known = _KNOWN[name](shown) if name in _KNOWN else None
    if known is None:
        return part(shown.table.table.id, name, PARTS[name](shown))
    return known_part(shown.table.table.id, name, known, lambda: PARTS[name](shown))


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
    return {"seat_marks": seat_marks(shown.view, shown.table)}


def _tabs(shown: Shown) -> dict[str, Any]:
    view = shown.view
    holds = screen_seats(view)
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
    if shown.tv and not shown.over:
        return {"room": composed(_kind(view), view, shown.state, shown.standing)}
    seen = {
        "game": view.contest.game,
        "state": shown.state,
        "standing_board": shown.standing,
        "seats": inner.seats,
        "asked_seats": asked_seats(inner),
        "recent": shown.recent,
        "over": shown.over,
    }
    return seen | _end(shown) if shown.over else seen


def _board_known(shown: Shown) -> Any:
    """What a board is drawn from, the last lines by their numbers: every seat that may read a line reads the same."""
    view, inner = shown.view, shown.view.view
    if shown.over or shown.tv:
        return None
    state, lines = shown.state, [line.n for line in shown.recent]
    return view.contest.id, state, shown.standing.ahead, asked_seats(inner), lines


def _end(shown: Shown) -> dict[str, Any]:
    return {
        "visit": shown.links,
        "contest": shown.view.contest,
        "outcome": shown.view.view.outcome,
        "reason": shown.view.reason,
        "headline": _kind(shown.view).headline,
        "gm": shown.gm,
        "sheets": shown.sheets,
        "ending": shown.ending,
        "tv": shown.tv,
        "own_end": _own(shown.view.contest.game, "end.html"),
    }


def _now(shown: Shown) -> dict[str, Any]:
    """What this seat must and can do now."""
    view = shown.view
    kept = {each.request for each in view.kept}
    mine = [each for each in view.view.asked if each.seat == view.seen_as and each.id not in kept]
    yours = [] if shown.over else mine
    seen: dict[str, Any] = {
        "yours": sorted(yours, key=lambda each: each.window),
        "over": shown.over,
        "standing": view.view.orders,
    }
    if not (yours or shown.over or view.view.orders):
        return seen
    moment = {"shaken": bool(kept), "closing": _closing(view), "patience": view.patience}
    moment["chips"] = shown.lying is not None and all(_as_chip(each) for each in mine)
    return seen | _asking(shown) | {"gm": shown.gm, "seat": view.seen_as, "odds": view.odds} | moment


def _as_chip(asked: Asked) -> bool:
    """Whether one tap answers it."""
    return isinstance(asked.form, Choice) and not any(each.then for each in asked.form.options)


def _closing(view: ContestView) -> bool:
    """Whether all that is open closes by itself in a moment."""
    inner = view.view
    return all(each.window for each in inner.asked) and all(each.window for each in inner.waiting)


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
    this, television = shown.view.contest, shown.links.tv
    others = [
        each for each in shown.table.running if each.id != this.id and not (shown.tv and each.forked_from)
    ]
    later = [each for each in others if television or each.created >= this.created]
    if not (shown.over and later):
        lobby = f"{shown.links.base}/tv" if shown.over and television else ""
        return {"next": "", "title": "", "lobby": lobby, "call": ""}
    call = None if shown.tv else called_to(shown.table, shown.table.you)
    to, tv = call if call in later else later[-1], "yes" if shown.tv else ""
    place = shown.links.link(f"/contests/{to.id}", seat="", tv=tv)
    return {"next": place, "title": to.title, "lobby": "", "call": to.id if to == call else ""}


def _held(shown: Shown) -> dict[str, Any]:
    """The dice that wait for somebody."""
    view = shown.view
    if shown.over:
        return {"held": [], "yours": []}
    kept, names, sides = view.kept, view.view.seats, shown.sides
    speakers = dict.fromkeys(names.get(seat, seat) for each in kept for seat in each.waits_for)
    seen = held_of(view.view, bots_of(view), {each.seat for each in kept}, sides)
    speaks = any(each.window and each.seat == view.seen_as for each in view.view.asked)
    place = {"visit": shown.links, "contest": view.contest.id, "at": view.view.at, "odds": view.odds}
    seen |= {"speakers": list(speakers), "speaks": speaks, "tv": shown.tv} | place
    course = shown.steps.course
    now = course[-1][1] if course else {}
    lying = None if seen["held"] else shown.lying
    figures = lying.figures if lying else seen["held"]
    others = [each.text for each in view.view.waiting if each.window] if lying else []
    seen |= {"lying": lying, "others": list(dict.fromkeys(others)), "patience": view.patience}
    seen |= {"own_card": _own(view.contest.game, "card.html")}
    met = [name for each in figures for name in _kind(view).facing(shown.state, each.who)]
    board = shown.standing
    bars = bars_of(figures, board, (now, now, most_of(board)), met)
    return seen | {"bars": bars, "unit": board.unit, "ahead": board.ahead}


def _held_known(shown: Shown) -> Any:
    """Mostly no dice wait."""
    inner = shown.view.view
    wait = any(each.throws for each in inner.asked) or any(each.throws for each in inner.waiting)
    return None if (wait or shown.lying) and not shown.over else ()


def _meanwhile(shown: Shown) -> dict[str, Any]:
    """Whom the contest waits for and since when, and who can still speak up."""
    view, inner = shown.view, shown.view.view
    if shown.over:
        return {"waiting": [], "elsewhere": [], "could": [], "yours": True, "gm": False}
    rows = waiting_rows(inner, view.seats, view.kept)
    seen = {
        "waiting": [row for row in rows if not row["window"]],
        "could": list(dict.fromkeys(row["name"] for row in rows if row["window"])),
        "yours": asked_here(view),
        "elsewhere": asked_elsewhere(view),
        "gm": shown.gm,
        "out": shown.standing.out(view.seen_as),
        "shaken": [inner.seats.get(each.seat, each.seat) for each in view.kept],
        "since": view.since,
    }
    return seen | {"visit": shown.links, "contest": view.contest.id, "seats": inner.seats}


def _slip(shown: Shown) -> dict[str, Any]:
    """What can be done about an answer that somebody would rather not have given."""
    view = shown.view
    can = "" if shown.over else view.take_back
    asks = () if shown.over else view.asks_back
    place = {"visit": shown.links, "contest": view.contest.id} if can or asks else {}
    return {"can": can, "asks": asks} | place


def _meanwhile_known(shown: Shown) -> Any:
    if shown.over:
        return ()
    view, elsewhere = shown.view, asked_elsewhere(shown.view)
    seen = (asked_here(view), shown.gm, shown.standing.out(view.seen_as))
    if not (view.view.waiting or elsewhere):
        return seen
    waits = (seen, view.contest.id, view.view.waiting, sorted(bots_of(view)), view.kept, view.since)
    return (waits, elsewhere, shown.links) if elsewhere else waits


def in_place(shown: Shown) -> dict[str, Any]:
    """What a game master can decide in the place of others."""
    view = shown.view
    asked = [] if shown.over else [each for each in view.view.asked if each.seat not in view.holds]
    others: list[Asked] = [each for each in asked if each.seat not in bots_of(view)]
    last = -1 if shown.over or not shown.gm else _last_act(shown.recent)
    if not others and last < 0:
        return {"in_place": [], "last": -1}
    asked = sorted(others, key=lambda each: each.window)
    return {"in_place": asked, "last": last, "seats": view.view.seats} | _asking(shown)


def _last_act(lines: list[WrittenLine]) -> int:
    """The decision from which the last line of the story came that a game master can take back."""
    return next((line.at for line in reversed(lines) if line.rule and not line.undone), -1)


def _course(shown: Shown) -> dict[str, Any]:
    stands = _kind(shown.view).stands(shown.state)
    return {"chart": coloured(moving(chart_of(shown.steps)), stands)}


def _course_known(shown: Shown) -> Any:
    return shown.steps.n, _kind(shown.view).stands(shown.state)


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
    "slip": _slip,
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
        fresh = {line.n for line in lines}
        beats = beats_of(lines, shown.sides, [line for line in shown.recent if line.n not in fresh])
        with_prices(beats, shown.standing, shown.steps.course)
        own_card = _own(shown.view.contest.game, "card.html")
        return {
            "beats": beats,
            "own_card": own_card,
            "unit": shown.standing.unit,
            "ahead": shown.standing.ahead,
        }

    known = (
        shown.view.contest.id,
        _numbers(lines),
        shown.steps.n,
        shown.standing.ahead,
        sorted(shown.sides.items()),
    )
    return [known_part(shown.table.table.id, "stage", known, seen).event]


def lines_part(shown: Shown, lines: list[WrittenLine], *, fresh: bool) -> Part:
    """New lines of the story."""
    links, view = shown.links, shown.view
    known = (view.contest.id, _numbers(lines), fresh, links if shown.gm else links.base, shown.gm, shown.over)
    seen = lambda: story(links, view, lines) | {"fresh": fresh}  # noqa: E731
    return known_part(shown.table.table.id, "lines", known, seen)


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
        "state": (state := own_first(inner.state, view.seen_as)),
        "standing_board": (board := board_of(_kind(view), state, view.seen_as)),
        "ending": ending_of(_kind(view), inner.outcome, state, board, view.seen_as),
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
        "explained": _kind(view).lessons,
        "earlier": 0,
    }


def _kind(view: ContestView) -> ContestType[Any]:
    return game(view.contest.game).type(view.contest.type)


def _own(name: str, file: str) -> str:
    return f"games/{name}/{file}" if own_file(name, file) else ""
