"""People of an evening: each has a screen that is open most of the time, and hands that do anything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from agonist.kernel import AgonistError, Overridden, Rewound
from agonist.table import Acted, ContestView, NotAllowed, NotFound, Seat, Service
from agonist.table.once import Once
from tests.simulation.world import Gone, Worker

if TYPE_CHECKING:
    from tests.simulation.evening import Evening


class Person:
    """Somebody with a seat of a table: a screen that is open most of the time, and hands that do things."""

    def __init__(self, evening: Evening, name: str, seat: Seat, token: str) -> None:
        self.evening, self.name, self.seat, self.token = evening, name, seat, token
        self.world, self.random = evening.world, evening.world.random
        self.worker: Worker = self.random.choice(self.world.workers)
        self.contest = ""
        self.after = ""
        self.shows: str = ""
        """The position that the screen shows, of the contest that it is open at."""
        self.screen: asyncio.Task[None] | None = None

    def note(self, what: str) -> None:
        self.world.note(f"{self.name} {what}")

    async def ask(self, what: Callable[[Service], Any]) -> Any:
        """Ask a server, usually always the same one."""
        if self.random.random() < 0.1:
            self.worker = self.random.choice(self.world.workers)
        return await self.worker.call(what)

    # The screen

    def sit_down(self, contest: str) -> None:
        if self.screen is not None:
            self.screen.cancel()
        self.contest, self.after, self.shows = contest, "", ""
        self.screen = asyncio.ensure_future(self._look())

    async def leave(self) -> None:
        if self.screen is not None:
            self.screen.cancel()
            await asyncio.gather(self.screen, return_exceptions=True)
        self.screen, self.shows = None, ""

    async def _look(self) -> None:
        """Follow the contest; a line that breaks is opened again from where it was, or from the beginning."""
        while True:
            with suppress(Gone, OSError):
                try:
                    await self.worker.call(self._follow)
                except NotFound:
                    self.shows = ""
                    return
                except AgonistError as problem:
                    self.note(f"sees nothing: {problem.code}")
            self.shows = ""
            await asyncio.sleep(self.random.uniform(0.1, 1))
            if self.random.random() < 0.3:
                self.after = ""
            self.worker = self.random.choice(self.world.workers)

    async def _follow(self, service: Service) -> None:
        stream = service.streams.follow(self.seat, self.token, self.contest, after=self.after)
        try:
            async for change in stream:
                if change.view is not None:
                    self.evening.saw(self, change.view)
                self.shows = self.after = change.id
                if not self.world.calm and self.random.random() < 0.05:
                    return
                if not self.world.calm and self.random.random() < 0.03:
                    await asyncio.sleep(self.random.uniform(0, 20))  # the line is open, and nobody reads
        finally:
            await stream.aclose()  # type: ignore[attr-defined]

    # The hands

    async def play(self, until: float) -> None:
        while self.world.loop.now < until:
            await asyncio.sleep(self.random.expovariate(2.0))
            try:
                await self._do_something()
            except (Gone, OSError):
                self.note("hears nothing")
            except AgonistError as problem:
                self.note(f"is refused: {problem.code}")

    async def _do_something(self) -> None:
        dice = self.random.random()
        if dice < 0.04:
            await self.leave()
            await asyncio.sleep(self.random.uniform(0, 6))
            self.sit_down(self.contest)
        elif dice < 0.08:
            await self._hang_up()
        elif dice < 0.14:
            await self._all_at_once()
        elif self.seat.gm and dice < 0.25:
            await self._manage()
        else:
            await self._act()

    async def _hang_up(self) -> None:
        """Ask for something and go before the answer comes."""
        task = asyncio.ensure_future(self._act())
        await asyncio.sleep(self.random.uniform(0, 0.02))
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    async def _all_at_once(self) -> None:
        """Ask for several things, of which what was meant first may come last, or long after it was looked at."""
        acts = [asyncio.ensure_future(self._act(self.random.choice((0, 0.01, 3)))) for _ in range(3)]
        found = await asyncio.gather(*acts, return_exceptions=True)
        for problem in found:
            if isinstance(problem, Exception) and not isinstance(problem, (AgonistError, Gone, OSError)):
                raise problem

    async def sees(self) -> ContestView:
        """The contest as it is now."""
        view: ContestView = await self.ask(lambda service: service.contests.view(self.seat, self.contest))
        self.evening.saw(self, view)
        return view

    async def _act(self, late: float = 0.0) -> None:
        """Answer something, or wait or let pass; `late` so many seconds after looking."""
        contest, view = self.contest, await self.sees()
        await asyncio.sleep(late)
        mine = [each for each in view.view.asked if each.seat in view.holds or self.random.random() < 0.1]
        if not mine:
            return
        if any(each.window for each in mine) and self.random.random() < 0.2:
            await self._wait_or_pass(view)
            return
        asked = self.random.choice(mine)
        await self.answer(contest, asked.id, asked.form.sample(self.random))

    async def answer(self, contest: str, request: str, value: Any) -> None:
        """Answer; who hears nothing asks again, with or without a key that says that it is the same."""
        key = f"{self.random.getrandbits(64)}" if self.random.random() < 0.5 else ""
        once = (
            Once.of(self.seat.id, key, self.token, request.encode(), msgspec.json.encode(value))
            if key
            else None
        )
        first = None
        for _ in range(self.random.choice((1, 1, 2, 3))):
            try:
                done = await self.ask(
                    lambda service: service.acts.answer(self.seat, contest, request, value, once=once)
                )
            except (Gone, OSError):
                continue
            except AgonistError as problem:
                if problem.code not in ("store.unavailable", "store.conflict"):
                    gone = isinstance(problem, NotFound | NotAllowed)
                    assert gone or once is None or first is None, (
                        f"{request} of {contest} was refused after it was done"
                    )
                    raise
                continue
            self.note(f"answers {request}: {done.entries}{' kept' if done.kept else ''}")
            self.evening.acknowledged(contest, request, value, done)
            first = first or done
            assert once is None or done == first, f"{request} of {contest} was done twice"
            if self.random.random() < 0.7:
                return

    async def _wait_or_pass(self, view: ContestView) -> None:
        contest = view.contest.id
        if self.random.random() < 0.5:
            await self.ask(lambda service: service.acts.wait(self.seat, contest))
        else:
            seat = self.random.choice([each.seat for each in view.view.asked if each.window])
            await self.ask(lambda service: service.acts.let_pass(self.seat, contest, seat))
        self.evening.acts += 1

    async def _manage(self) -> None:
        """What only a game master does."""
        contest, random = self.contest, self.random
        tools = await self.ask(lambda service: service.contests.tools(self.seat, contest))
        doing = random.choice(
            ("undo", "correct", "pause", "bot", "cast", "again", "fork", "end", "heed", "delete")
        )
        if doing == "undo" and tools.points:
            at = random.choice(tools.points).at
            done = await self.ask(lambda service: service.acts.undo(self.seat, contest, at, reason="why not"))
            self.evening.decided(contest, "an undo", lambda rows, *_: _last(rows, done) is Rewound)
        elif doing == "correct" and tools.corrections:
            one = random.choice(tools.corrections)
            value = one.form.sample(random)
            done = await self.ask(
                lambda service: service.acts.override(self.seat, contest, one.path, value, reason="so it is")
            )
            self.evening.decided(contest, "a correction", lambda rows, *_: _last(rows, done) is Overridden)
        elif doing == "pause":
            for paused in (True, False):
                await self.ask(lambda service: service.acts.pause(self.seat, contest, paused))  # noqa: B023
                self.evening.decided(contest, "a pause", lambda _, run, __: run.paused is paused)  # noqa: B023
        elif doing == "bot":
            view = await self.ask(lambda service: service.contests.view(self.seat, contest))
            seat, bot = random.choice(view.seats[1:]).seat, random.choice((None, "first choice"))
            await self.ask(lambda service: service.acts.set_bot(self.seat, contest, seat, bot))
            self.evening.decided(contest, "a bot", lambda _, run, __: run.bots.get(seat) == bot)
        elif doing == "cast":
            await self._cast(contest)
        elif doing == "heed":
            seconds, how = random.choice((0, 2, 8)), random.choice(("breath", "wait", "trust"))
            await self.ask(
                lambda service: service.people.change_table(self.seat, patience=seconds, heeds_gm=how)
            )
            self.evening.agreed(self.seat.table, seconds, how)  # type: ignore[arg-type]
        elif doing == "fork" and tools.points:
            info = await self.ask(lambda service: service.contests.fork(self.seat, contest))
            self.evening.decided(info.id, "a fork", lambda *_: True)
            await self.evening.everybody_to(self, info.id)
        elif doing in ("end", "again"):
            if doing == "end":
                await self.ask(lambda service: service.acts.end(self.seat, contest, reason="it is late"))
                self.evening.decided(contest, "an end", lambda _, __, status: status == "ended")
            await self.evening.another(self)
        elif doing == "delete" and random.random() < 0.1:
            await self.ask(lambda service: service.people.delete_table(self.seat))
            self.evening.dropped(self.seat.table)
        self.note(f"did {doing}")

    async def _cast(self, contest: str) -> None:
        """Give a seat of the contest to somebody else at the table, or to nobody."""
        view = await self.ask(lambda service: service.contests.view(self.seat, contest))
        seat = self.random.choice(view.seats[1:]).seat
        holder = self.random.choice([None, *(each.seat.id for each in self.evening.tables[self.seat.table])])
        await self.ask(lambda service: service.acts.cast(self.seat, contest, seat, holder))
        self.evening.decided(contest, "a cast", lambda _, run, __: run.casting.get(seat) == holder)


def _last(rows: list[Any], done: Acted) -> type | None:
    """What the last entry of an act is."""
    return type(rows[done.entries - 1]) if done.entries <= len(rows) else None
