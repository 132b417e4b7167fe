"""What can be asked of a server, each as data: where, with what, and of which type the answer is."""

from __future__ import annotations

from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

from agonist.kernel import DiceRecord, Transcript, WrittenLine
from agonist.table import (
    Acted,
    ContestInfo,
    ContestView,
    CoursePoint,
    NewContest,
    Page,
    Reviewed,
    TableView,
    Tools,
)

from .documents import GameDocument, GameSummary, Invited, Me, NewTable, Question

T = TypeVar("T")


class Call(msgspec.Struct, Generic[T], frozen=True):
    """A request to the API. With `keyed` it carries an idempotency key, so that it can be repeated without fear."""

    method: str
    path: str
    kind: type[T]
    body: Any = None
    query: dict[str, Any] = {}
    keyed: bool = False

    @property
    def repeatable(self) -> bool:
        """Whether it may come twice and is done once."""
        return self.keyed or self.method != "POST"

    def read(self, content: bytes) -> T:
        """What was answered."""
        return msgspec.json.decode(content or b"null", type=self.kind)


def _get(path: str, kind: type[T], **query: Any) -> Call[T]:
    return Call("GET", path, kind, query={key: each for key, each in query.items() if each not in ("", None)})


def _act(contest: str, what: str, **body: Any) -> Call[Acted]:
    return Call("POST", f"/contests/{_named(contest)}/{what}", Acted, body, keyed=True)


def _named(name: str) -> str:
    return quote(name, safe="")


def games() -> Call[list[GameSummary]]:
    """All games that the server plays."""
    return _get("/games", list[GameSummary])


def game(name: str) -> Call[GameDocument]:
    """All that a game declares."""
    return _get(f"/games/{_named(name)}", GameDocument)


def make_table(name: str) -> Call[NewTable]:
    return Call("POST", "/tables", NewTable, {"name": name}, keyed=True)


def join(token: str) -> Call[NewTable]:
    return Call("POST", "/join", NewTable, {"token": token})


def me() -> Call[Me]:
    return _get("/me", Me)


def table(id: str) -> Call[TableView]:
    return _get(f"/tables/{_named(id)}", TableView)


def add_seat(table: str, name: str, role: str, contestants: list[str]) -> Call[Invited]:
    body = {"name": name, "role": role, "contestants": contestants}
    return Call("POST", f"/tables/{_named(table)}/seats", Invited, body, keyed=True)


def contests(table: str, status: str, after: str, limit: int) -> Call[Page]:
    return _get(f"/tables/{_named(table)}/contests", Page, status=status, after=after, limit=limit)


def start(table: str, new: NewContest) -> Call[ContestInfo]:
    return Call("POST", f"/tables/{_named(table)}/contests", ContestInfo, new, keyed=True)


def see(contest: str, seat: str, after: str) -> Call[ContestView]:
    return _get(f"/contests/{_named(contest)}", ContestView, seat=seat, after=after)


def question(contest: str, request: str) -> Call[Question]:
    return _get(f"/contests/{_named(contest)}/requests/{_named(request)}", Question)


def odds(contest: str, request: str) -> Call[dict[str, Any]]:
    return _get(f"/contests/{_named(contest)}/odds/{_named(request)}", dict[str, Any])


def answer(contest: str, request: str, value: Any, reason: str) -> Call[Acted]:
    return _act(contest, "answers", request=request, value=value, reason=reason)


def answer_by_bot(contest: str, request: str, bot: str) -> Call[Acted]:
    return _act(contest, "bot-answers", request=request, bot=bot)


def let_pass(contest: str, seat: str) -> Call[Acted]:
    return _act(contest, "pass", seat=seat)


def ask_to_wait(contest: str) -> Call[Acted]:
    return _act(contest, "wait")


def set_bot(contest: str, seat: str, bot: str | None) -> Call[Acted]:
    return _act(contest, "bots", seat=seat, bot=bot)


def undo(contest: str, to: int, reason: str) -> Call[Acted]:
    return _act(contest, "undo", to=to, reason=reason)


def take_back(contest: str) -> Call[Acted]:
    return _act(contest, "take-back")


def pause(contest: str, paused: bool) -> Call[Acted]:
    return _act(contest, "pause", paused=paused)


def end(contest: str, reason: str) -> Call[Acted]:
    return _act(contest, "end", reason=reason)


def tools(contest: str) -> Call[Tools]:
    return _get(f"/contests/{_named(contest)}/tools", Tools)


def log(contest: str, seat: str, since: int) -> Call[list[WrittenLine]]:
    return _get(f"/contests/{_named(contest)}/log", list[WrittenLine], seat=seat, since=since)


def course(contest: str, seat: str) -> Call[list[CoursePoint]]:
    return _get(f"/contests/{_named(contest)}/course", list[CoursePoint], seat=seat)


def review(contest: str, seat: str) -> Call[Reviewed]:
    return _get(f"/contests/{_named(contest)}/review", Reviewed, seat=seat)


def transcript(contest: str) -> Call[Transcript]:
    return _get(f"/contests/{_named(contest)}/transcript", Transcript)


def dice(contest: str) -> Call[DiceRecord]:
    return _get(f"/contests/{_named(contest)}/dice", DiceRecord)
