"""Clerks: processes that answer questions about odds, each within so many seconds, and are ended if they do not.

A question may be so large that nobody can wait for its answer, and a thread cannot be stopped. So whoever serves
strangers lets clerks answer: a bounded number of them, few for one asker, each with bounded memory and with less of
the processor than whoever waits for it. They are forked from a process that has everything loaded, which is quick.
"""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_all_start_methods, get_context, resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from agonist.kernel import AgonistError, UnknownGame

__all__ = ["Busy", "Clerks", "TooLarge"]

_MOST_CLERKS, _MOST_OF_ONE = 3, 1
"""How many questions are answered at once, and how many of one asker."""

_MOST_WAITING = 5
"""How many questions of one asker may wait."""

_MOST_MEMORY = 256 * 2**20
"""How many bytes an answer may take besides what is loaded."""

_MOST_BYTES = 2**20
"""How large an answer may be."""


class TooLarge(AgonistError):
    """A question takes longer, or more memory, than there is for it here."""

    default_code = "odds.too-large"


class Busy(AgonistError):
    """Too many questions of the same asker wait."""

    default_code = "limit.busy"


class Clerks:
    """Answers questions for askers; one that takes more than `seconds` is refused as too large."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._threads = ThreadPoolExecutor(_MOST_CLERKS, "agonist-clerks")
        self._idle: list[_Clerk] = []
        self._busy: set[_Clerk] = set()
        self._closed = False
        self._room = asyncio.Semaphore(_MOST_CLERKS)
        self._askers: dict[str, asyncio.Semaphore] = {}
        self._asked: Counter[str] = Counter()

    async def ask(
        self, asker: str, function: str, *arguments: Any, wanted: Callable[[], bool] = lambda: True
    ) -> Any:
        """What a function, named as ``module:function``, answers for an asker; what it refuses is raised here.

        If the answer is not `wanted` any more when its turn comes, nobody works it out, and `Busy` is raised.
        """
        if self._asked[asker] >= _MOST_OF_ONE + _MOST_WAITING:
            raise Busy("You have asked much at once.", accepted="the same again in a moment")
        self._asked[asker] += 1
        own = self._askers.setdefault(asker, asyncio.Semaphore(_MOST_OF_ONE))
        try:
            async with own, self._room:
                if not wanted():
                    raise Busy("The answer would come too late.", accepted="what is asked now")
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._threads, self._answered, function, arguments)
        finally:
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker], self._askers[asker]

    async def perhaps(
        self, asker: str, function: str, *arguments: Any, otherwise: Any = None, **how: Any
    ) -> Any:
        """The same, or `otherwise` where it comes too late, or about a game that only the asking process knows."""
        try:
            return await self.ask(asker, function, *arguments, **how)
        except (Busy, TooLarge, UnknownGame):
            return otherwise

    async def warm(self) -> None:
        """Have a clerk ready before the first question."""
        await asyncio.get_running_loop().run_in_executor(self._threads, self._ready)

    def close(self) -> None:
        """Send all clerks home; nobody waits any more for what they are at."""
        self._closed = True
        for clerk in list(self._busy):
            clerk.process.kill()
        self._threads.shutdown(cancel_futures=True)
        for clerk in self._idle:
            clerk.end()

    def _ready(self) -> None:
        self._idle.append(_Clerk())

    def _answered(self, function: str, arguments: tuple[Any, ...]) -> Any:
        clerk = self._idle.pop() if self._idle else _Clerk()
        self._busy.add(clerk)
        try:
            if self._closed:
                raise Busy("The server is about to stop.", accepted="the same again later")
            good, result = clerk.answer(function, arguments, self.seconds)
        except BaseException:
            clerk.end()
            raise
        finally:
            self._busy.discard(clerk)
        self._idle.append(clerk)
        if not good:
            raise result
        return result


class _Clerk:
    """A process that answers one question after the other."""

    def __init__(self) -> None:
        way: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
        way.set_forkserver_preload(["agonist.odds.clerk_work"])
        self.line, theirs = way.Pipe()
        self.process = way.Process(target=_work, args=(theirs,), daemon=True)
        with _undisturbed():
            self.process.start()
        theirs.close()
        self._heard(60.0)  # it says when it is ready: loading does not count

    def answer(self, function: str, arguments: tuple[Any, ...], seconds: float) -> tuple[bool, Any]:
        self.line.send((seconds, function, arguments))
        return self._heard(seconds)  # type: ignore[no-any-return]

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


def _work(line: Connection) -> None:
    from .clerk_work import serve

    serve(line, _MOST_MEMORY, _MOST_BYTES)
