"""Clerks: processes that answer questions about odds, each within so many seconds, and are ended if they do not.

A question may be so large that nobody can wait for its answer, and a thread cannot be stopped. So whoever serves
strangers lets clerks answer: a bounded number of them, few for one asker, each with bounded memory and with less of
the processor than whoever waits for it. They are forked from a process that has everything loaded, which is quick.

What can be done later, as a bot's thinking, has some of the places only and waits for what people ask. What is large
makes way: after a while it has less of the processor, and where somebody else waits for its place it is ended.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager, nullcontext, suppress
from multiprocessing import get_all_start_methods, get_context, resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from agonist.kernel import AgonistError, UnknownGame

from .turns import Busy, CalledOff, TooLarge, Turns

_PLACES, _LATER, _MOST_OF_ONE = 4, 2, 1
"""How many questions are answered at once, how many of these can be done later, and how many are of one asker."""

_MOST_WAITING = 5
"""How many questions of one asker may wait."""

_PROMPT, _MODEST = 2, 7
"""How nice a clerk is to the server and to others: who answers people, and who does what can be done later."""

_SHORT = 1.0
"""After how many seconds a clerk who answers people becomes modest."""

_WAITS, _HAS_HAD = 0.2, 0.5
"""After how many seconds somebody who waits gets the place of somebody who has had it for so many seconds."""

_MOST_MEMORY = 256 * 2**20
"""How many bytes an answer may take besides what is loaded."""

_MOST_BYTES = 2**20
"""How large an answer may be."""


class Clerks:
    """Answers questions for askers; one that takes more than `seconds` is refused as too large.

    There are so many `places`, `later` of them for what can be done later, `each` for one asker. With `way` who waits
    for long gets the place of what is large.
    """

    def __init__(
        self,
        seconds: float,
        *,
        places: int = _PLACES,
        later: int = _LATER,
        each: int = _MOST_OF_ONE,
        way: bool = True,
    ) -> None:
        self.seconds = seconds
        self.turns = Turns(places, heavy=later, each=each)
        self._way = way
        self._threads = ThreadPoolExecutor(places, "agonist-clerks")
        self._idle: dict[int, list[_Clerk]] = {_PROMPT: [], _MODEST: []}
        self._jobs: set[_Job] = set()
        self._closed = False

    async def ask(
        self,
        asker: str,
        function: str,
        *arguments: Any,
        wanted: Callable[[], bool] = lambda: True,
        later: bool = False,
        most: int = _MOST_WAITING,
        about: str = "",
    ) -> Any:
        """What a function, named as ``module:function``, answers for an asker; what it refuses is raised here.

        If the answer is not `wanted` any more when its turn comes, nobody works it out, and `Busy` is raised. Who is
        cancelled, or asks `about` what is called off, has it worked out no further. `most` of an asker may wait.
        """
        job = _Job(asker, function, arguments, about, later=later)
        turn = self.turns.turn(asker, rank=int(later), heavy=later, about=about, most=most)
        async with AsyncExitStack() as held:
            with self._making_way(asker) if self._way and not later and self._full else nullcontext():
                await held.enter_async_context(turn)
            if not wanted():
                raise Busy("The answer would come too late.", accepted="what is asked now")
            return await self._worked_out(job)

    async def perhaps(
        self, asker: str, function: str, *arguments: Any, otherwise: Any = None, **how: Any
    ) -> Any:
        """The same, or `otherwise` where it comes too late, or about a game that only the asking process knows."""
        try:
            return await self.ask(asker, function, *arguments, **how)
        except (Busy, CalledOff, TooLarge, UnknownGame):
            return otherwise

    def call_off(self, about: str) -> None:
        """What it is about is gone: what is asked about it is not worked out any further."""
        self.turns.call_off(about)
        for job in self._jobs:
            if job.about == about:
                job.end(CalledOff("What this was about is gone.", accepted="what is still there"))

    async def warm(self) -> None:
        """Have a clerk ready before the first question."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._ready)

    def close(self) -> None:
        """Send all clerks home; nobody waits any more for what they are at."""
        self._closed = True
        for job in list(self._jobs):
            job.end(Busy("The server is about to stop.", accepted="the same again later"))
        self._threads.shutdown(cancel_futures=True)
        for clerk in (*self._idle[_PROMPT], *self._idle[_MODEST]):
            clerk.end()

    @property
    def _full(self) -> bool:
        return len(self._jobs) >= self.turns.places

    @contextmanager
    def _making_way(self, asker: str) -> Iterator[None]:
        """While somebody waits inside, what is large has to make way for them."""

        async def again() -> None:
            while True:
                await asyncio.sleep(_WAITS)
                self._make_way(asker)

        waiter = asyncio.create_task(again())
        try:
            yield
        finally:
            waiter.cancel()

    def _make_way(self, asker: str) -> None:
        """End what can be done later, or what is of who has had the most, where all places are taken."""
        if not self._full:
            return
        now = asyncio.get_running_loop().time()
        large = [job for job in self._jobs if job.asker != asker and now - job.begun > _HAS_HAD]
        if large:
            most = max(large, key=lambda job: (job.later, self.turns.lately(job.asker), now - job.begun))
            most.end(Busy("Others wait for this place.", accepted="a smaller question, or the same later"))

    async def _worked_out(self, job: _Job) -> Any:
        """The answer; the place is free again when the clerk is."""
        loop = asyncio.get_running_loop()
        job.begun = loop.time()
        self._jobs.add(job)
        try:
            work = loop.run_in_executor(self._threads, self._answered, job)
            try:
                return await asyncio.shield(work)
            except asyncio.CancelledError:
                job.end(Busy("Nobody waits for this any more."))
                await asyncio.wait({work})
                work.exception()
                raise
        finally:
            self._jobs.discard(job)

    def _ready(self) -> None:
        self._idle[_PROMPT].append(_Clerk(_PROMPT))

    def _answered(self, job: _Job) -> Any:
        nice = _MODEST if job.later else _PROMPT
        clerk = self._idle[nice].pop() if self._idle[nice] else _Clerk(nice)
        if self._closed:
            job.end(Busy("The server is about to stop.", accepted="the same again later"))
        try:
            job.begin(clerk)
            good, result = clerk.answer(job.function, job.arguments, self.seconds)
        except AgonistError as problem:
            job.finish()
            clerk.end()
            raise job.ended or problem from None
        job.finish()
        if clerk.nice == nice:
            self._idle[nice].append(clerk)
        else:
            clerk.end()
        if not good:
            raise result
        return result


class _Job:
    """A question that is being answered, and why it is not answered any further, if so."""

    def __init__(
        self, asker: str, function: str, arguments: tuple[Any, ...], about: str, *, later: bool
    ) -> None:
        self.asker, self.about, self.later = asker, about, later
        self.function, self.arguments = function, arguments
        self.begun = 0.0
        self.ended: AgonistError | None = None
        self.over = False
        self._clerk: _Clerk | None = None
        self._lock = threading.Lock()

    def begin(self, clerk: _Clerk) -> None:
        """A clerk has time for it now."""
        with self._lock:
            if self.ended is not None:
                raise self.ended
            self._clerk = clerk

    def finish(self) -> None:
        """The clerk has answered, or is gone."""
        with self._lock:
            self.over, self._clerk = True, None

    def end(self, why: AgonistError) -> None:
        """Let nobody work on it any more."""
        with self._lock:
            if self.over or self.ended is not None:
                return
            self.ended = why
            if self._clerk is not None:
                self._clerk.process.kill()


class _Clerk:
    """A process that answers one question after the other."""

    def __init__(self, nice: int) -> None:
        self.nice = nice
        way: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
        way.set_forkserver_preload(["agonist.odds.clerk_work"])
        self.line, theirs = way.Pipe()
        self.process = way.Process(target=_work, args=(theirs, nice), daemon=True)
        with _undisturbed():
            self.process.start()
        theirs.close()
        self._heard(60.0)  # it says when it is ready: loading does not count

    def answer(self, function: str, arguments: tuple[Any, ...], seconds: float) -> tuple[bool, Any]:
        with suppress(OSError):  # it was ended just now, which is heard
            self.line.send((seconds, function, arguments))
        if self.nice < _MODEST and seconds > _SHORT and not self._says(_SHORT):
            self._be_modest()
            seconds -= _SHORT
        return self._heard(seconds)  # type: ignore[no-any-return]

    def _says(self, seconds: float) -> bool:
        try:
            return bool(self.line.poll(seconds))
        except OSError:
            return True

    def _be_modest(self) -> None:
        """It takes long: others come before it from now on."""
        self.nice = _MODEST
        pid = self.process.pid
        if pid is not None and hasattr(os, "setpriority"):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, pid, _MODEST)

    def _heard(self, seconds: float) -> Any:
        try:
            if self.line.poll(seconds):
                return self.line.recv()
        except (EOFError, OSError):
            pass  # it ran out of memory, or out of time by its own clock
        raise TooLarge(
            "This is too large to answer here.",
            accepted="a smaller question, or the command, which has all the time it needs",
        )

    def end(self) -> None:
        with suppress(OSError):
            self.line.close()
        self.process.kill()
        self.process.join()
        self.process.close()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What is started meanwhile is not reached by a control-C that is meant for the server, which ends it itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it lets signals through again when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(line: Connection, nice: int) -> None:
    from .clerk_work import serve

    serve(line, _MOST_MEMORY, _MOST_BYTES, nice)
