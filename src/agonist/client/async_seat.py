"""A seat at a table, held by a program: each call is awaited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Self, TypeVar
from uuid import uuid4

import httpx
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
    Role,
    Status,
    TableView,
    Tools,
)

from . import calls
from .calls import Call
from .documents import GameDocument, GameSummary, Invited, Question
from .speaking import DEFAULTS, Lines, NoServer, Refused, invitation, pause_before, refusal

T = TypeVar("T")


class AsyncSeat:
    """A seat of one table. Every call is repeated, under one key, until it is answered, at most `tries` times.

    `table` is the table's id, `token` what the seat is held by: whoever has it can sit down again.
    """

    def __init__(
        self,
        server: str,
        token: str = "",
        table: str = "",
        *,
        tries: int = 6,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.server, self.token, self.table, self.tries = server.rstrip("/"), token, table, tries
        self._http = http or httpx.AsyncClient(**DEFAULTS)

    @classmethod
    async def join(cls, link: str, **more: Any) -> Self:
        """Take the seat that an invitation's link opens."""
        server, token = invitation(link)
        seat = cls(server, **more)
        joined = await seat.do(calls.join(token))
        seat.token, seat.table = joined.token, joined.table.id
        return seat

    @classmethod
    async def host(cls, server: str, name: str = "Table", **more: Any) -> Self:
        """Make a table, and sit there as its game master."""
        seat = cls(server, **more)
        made = await seat.do(calls.make_table(name))
        seat.token, seat.table = made.token, made.table.id
        return seat

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of the connections; the seat stays taken."""
        await self._http.aclose()

    async def do(self, call: Call[T]) -> T:
        """Ask the server, again if need be, and read its answer; `Refused` or `NoServer` if it comes to nothing."""
        head = self._head() | ({"idempotency-key": str(uuid4())} if call.keyed else {})
        content = None if call.body is None else msgspec.json.encode(call.body)
        tried = 0
        while True:
            try:
                answer = await self._http.request(
                    call.method,
                    f"{self.server}/api{call.path}",
                    params=call.query,
                    content=content,
                    headers=head,
                )
                if refused := refusal(answer):
                    raise refused
                return call.read(answer.content)
            except (Refused, httpx.TransportError) as problem:
                tried += 1
                wait = pause_before(tried, problem, repeatable=call.repeatable)
                if wait is None or tried >= self.tries:
                    if isinstance(problem, Refused):
                        raise
                    raise NoServer(f"{self.server} does not answer: {problem}") from problem
                await asyncio.sleep(wait)

    def _head(self) -> dict[str, str]:
        known = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return known | {"content-type": "application/json"}

    async def follow(self, contest: str = "", *, seat: str = "") -> AsyncIterator[ContestView]:
        """What this seat sees of a contest whenever it changes, until it is over; a stream that breaks goes on.

        Without a contest the one that runs here, and if none does the next that begins.
        """
        contest = contest or await self._running()
        async for kind, data in self._events(f"/contests/{contest}/stream", seat):
            if kind == "view":
                seen = msgspec.json.decode(data, type=ContestView)
                yield seen
                if seen.contest.status != "running":
                    return

    async def follow_table(self) -> AsyncIterator[TableView]:
        """The table as this seat sees it, whenever it changes."""
        async for kind, data in self._events(f"/tables/{self.table}/stream"):
            if kind == "table":
                yield msgspec.json.decode(data, type=TableView)

    async def _running(self) -> str:
        async for seen in self.follow_table():
            if seen.running:
                return seen.running[0].id
        raise NoServer("The table is gone.")

    async def _events(self, path: str, seat: str = "") -> AsyncIterator[tuple[str, str]]:
        """Events of a stream; it is opened again where it broke as long as anything comes."""
        last, tried, query = "", 0, {"seat": seat} if seat else {}
        while True:
            lines = Lines()
            head = self._head() | ({"last-event-id": last} if last else {})
            try:
                async with self._http.stream(
                    "GET", f"{self.server}/api{path}", params=query, headers=head
                ) as stream:
                    if stream.status_code >= 400:
                        await stream.aread()
                    if refused := refusal(stream):
                        raise refused
                    async for line in stream.aiter_lines():
                        if event := lines.take(line):
                            last, tried = event.id or last, 0
                            yield event.kind, event.data
                problem: Exception = httpx.ReadError("the stream ended")
            except (Refused, httpx.TransportError) as broken:
                problem = broken
            tried += 1
            wait = pause_before(tried, problem, repeatable=True)
            if wait is None or tried >= self.tries:
                if isinstance(problem, Refused):
                    raise problem
                raise NoServer(f"{self.server} does not answer: {problem}") from problem
            await asyncio.sleep(wait)

    async def games(self) -> list[GameSummary]:
        """All games that the server plays."""
        return await self.do(calls.games())

    async def game(self, name: str) -> GameDocument:
        """All that a game declares: kinds of contest, presets, bots, rules."""
        return await self.do(calls.game(name))

    async def see_table(self) -> TableView:
        """Who is here, and what is played."""
        return await self.do(calls.table(self.table))

    async def add_seat(
        self, name: str, *, role: Role = "player", contestants: list[str] | None = None
    ) -> Invited:
        """A new seat of the table, with its invitation."""
        return await self.do(calls.add_seat(self.table, name, role, contestants or []))

    async def contests(self, *, status: Status | None = None, after: str = "", limit: int = 50) -> Page:
        """The contests of the table, the newest first."""
        return await self.do(calls.contests(self.table, status or "", after, limit))

    async def start(self, game: str, **more: Any) -> ContestInfo:
        """Begin a contest; what more can be said stands in `NewContest`: type, preset, setup, options, bots, …"""
        return await self.do(calls.start(self.table, NewContest(game, **more)))

    async def see(self, contest: str, *, seat: str = "", after: str = "") -> ContestView:
        """A contest as this seat sees it; with the `position` of an earlier view only what is new in the log."""
        return await self.do(calls.see(contest, seat, after))

    async def question(self, contest: str, request: str) -> Question:
        """A request with the JSON schema of its answers."""
        return await self.do(calls.question(contest, request))

    async def odds(self, contest: str, request: str) -> dict[str, Any]:
        """What the answers to a request would do to this seat's chances."""
        return await self.do(calls.odds(contest, request))

    async def answer(self, contest: str, request: str, value: Any, *, reason: str = "") -> Acted:
        """Answer a request by its id; `asked.form` checks, lists and samples answers."""
        return await self.do(calls.answer(contest, request, value, reason))

    async def answer_by_bot(self, contest: str, request: str, bot: str = "first choice") -> Acted:
        """Let a bot of the server answer this one request."""
        return await self.do(calls.answer_by_bot(contest, request, bot))

    async def let_pass(self, contest: str, seat: str) -> Acted:
        """Say nothing to all that a seat of the contest can decide and need not."""
        return await self.do(calls.let_pass(contest, seat))

    async def ask_to_wait(self, contest: str) -> Acted:
        """Have dice held until this seat has spoken."""
        return await self.do(calls.ask_to_wait(contest))

    async def set_bot(self, contest: str, seat: str, bot: str | None) -> Acted:
        """Let a bot play a seat from now on, or nobody's."""
        return await self.do(calls.set_bot(contest, seat, bot))

    async def undo(self, contest: str, to: int, *, reason: str = "") -> Acted:
        """Back to a point that `tools` lists."""
        return await self.do(calls.undo(contest, to, reason))

    async def take_back(self, contest: str) -> Acted:
        """Take back this seat's last answer, as long as nothing came of it."""
        return await self.do(calls.take_back(contest))

    async def pause(self, contest: str, paused: bool) -> Acted:
        """Let a contest stand still, or go on."""
        return await self.do(calls.pause(contest, paused))

    async def end(self, contest: str, *, reason: str = "") -> Acted:
        """End a contest early."""
        return await self.do(calls.end(contest, reason))

    async def tools(self, contest: str) -> Tools:
        """What the game master can undo and correct."""
        return await self.do(calls.tools(contest))

    async def log(self, contest: str, *, seat: str = "", since: int = 0) -> list[WrittenLine]:
        """The lines of a contest's log that this seat may read."""
        return await self.do(calls.log(contest, seat, since))

    async def course(self, contest: str, *, seat: str = "") -> list[CoursePoint]:
        """The numbers worth a chart, moment by moment."""
        return await self.do(calls.course(contest, seat))

    async def review(self, contest: str, *, seat: str = "") -> Reviewed:
        """Luck and skill, as far as the server has reckoned."""
        return await self.do(calls.review(contest, seat))

    async def transcript(self, contest: str) -> Transcript:
        """All of a contest that is over, for its game master."""
        return await self.do(calls.transcript(contest))

    async def dice(self, contest: str) -> DiceRecord:
        """What the dice of a contest that is over are checked by."""
        return await self.do(calls.dice(contest))
