"""Making reviews: piece by piece by clerks. Each piece once a contest, fair by address, resumed where it was left, and
dropped with its table.

Of a contest there are up to three: the game master's, what others at the table are shown, and that of its public page.
Each is made when somebody wants it, one after the other, and what one has come to is there for the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec

from agonist.kernel import AgonistError, Transcript
from agonist.odds.turns import Busy, CalledOff, Turns
from agonist.review import Piece, Pieces, Review, made_of

from .errors import NotFound, StoreUnavailable
from .house import House
from .live_curves import LiveCurve
from .visitors import address

_log = logging.getLogger("agonist.reviews")

_WORK = "agonist.review.working:do"

_AT_ONCE = 2
"""How many reviews of one address are made at once; others wait, and hold nothing meanwhile."""
_MOST_WAITING = 20
"""How many of one address wait; who asks for more has to ask again later, as pages do."""
_MOST_KEPT = 50
"""How many reviews that were made or begun stay in memory."""


class Reviewed(msgspec.Struct, frozen=True):
    """A contest's review, or how far it is: `done` of `of` pieces of the work that is known of so far.

    While the contest runs, `curve` is what the seat that asks can know of everybody's chances.
    """

    status: Literal["running", "working", "ready", "none"]
    done: int = 0
    of: int = 0
    why: str = ""
    review: Review | None = None
    curve: LiveCurve | None = None


class Known:
    """What the pieces of a contest's reviews have come to so far, and that one of them is being made."""

    def __init__(self) -> None:
        self.pieces = Pieces()
        self.lock = asyncio.Lock()


class Making:
    """A review that is made, was made, or was left, and how far it is."""

    def __init__(self, table: str, shared: Known) -> None:
        self.table, self.shared = table, shared
        self.known = Reviewed("working", 0, 1)
        self.task: asyncio.Task[None] | None = None
        self.wanted = True
        self.review: Review | None = None

    def stop(self) -> None:
        """Let nobody be at it, unless somebody wants it again."""
        if not self.wanted and self.task is not None:
            self.task.cancel()
            self.task = None

    def rest(self, task: object) -> None:
        """Whoever was at it has stopped."""
        if self.task is task:
            self.task = None


Key = tuple[str, str, bool]
"""Of which contest, for whose knowledge, and whether others than the game master want theirs too."""
Read = Callable[[], Awaitable[Transcript]]
Keep = Callable[[Review | None], Awaitable[None]]


class Makers:
    """Makes reviews of contests. `scale` is how much is played for estimates."""

    scale = 1.0
    grace = 10.0
    """After how many seconds a review is left that nobody wants any more."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._makings: OrderedDict[Key, Making] = OrderedDict()
        self._reviews = Turns(1_000, each=_AT_ONCE, most=_MOST_WAITING)
        house.dropping.append(self.drop)

    def begin(
        self,
        contest: str,
        table: str,
        read: Read,
        keep: Keep,
        *,
        knowledge: str = "",
        lookers: bool = True,
    ) -> Reviewed:
        """Have a review made and kept, unless it is being made, or go on where it was left; tells how far it is.

        Nothing is kept of one that cannot be made.
        """
        key = (contest, knowledge, lookers)
        making = self._makings.setdefault(key, Making(table, self._shared(contest)))
        self._makings.move_to_end(key)
        making.wanted = True
        if making.task is None and making.known.status != "none":
            making.task = asyncio.create_task(self._make(key, making, read, keep), name=f"review {contest}")
            self.house.tasks.add(making.task)
            making.task.add_done_callback(self.house.tasks.discard)
            making.task.add_done_callback(making.rest)
        self._make_room()
        return making.known

    def leave(self, contest: str, knowledge: str) -> None:
        """Nobody wants a public page's review any more: it is left in a while; what there is of it stays for who wants
        it later."""
        making = self._makings.get((contest, knowledge, False))
        if making is not None:
            making.wanted = False
            asyncio.get_running_loop().call_later(self.grace, making.stop)

    def drop(self, table: str) -> None:
        """A table is gone, and all reviews of its contests with it."""
        for key, making in list(self._makings.items()):
            if making.table == table:
                making.wanted = False
                making.stop()
                del self._makings[key]

    def _shared(self, contest: str) -> Known:
        """What is known of a contest's reviews."""
        others = (making.shared for key, making in self._makings.items() if key[0] == contest)
        return next(others, None) or Known()

    def _make_room(self) -> None:
        idle = [key for key, making in self._makings.items() if making.task is None]
        for key in idle[: max(0, len(self._makings) - _MOST_KEPT)]:
            del self._makings[key]

    async def _make(self, key: Key, making: Making, read: Read, keep: Keep) -> None:
        try:
            async with making.shared.lock:
                if making.review is None:
                    async with self._reviews.turn(address(), about=making.table):
                        making.review = await self._made((await read()).to_json(), key, making)
            await keep(making.review)
        except (StoreUnavailable, Busy):
            pass  # who asks next has it resumed
        except (CalledOff, NotFound):
            self._makings.pop(key, None)
        except AgonistError as problem:
            await self._give_up(making, keep, problem.message)
        except RuntimeError:
            _log.exception("A review could not be made.", extra={"contest": key[0]})
            await self._give_up(making, keep, "It could not be made.")

    async def _give_up(self, making: Making, keep: Keep, why: str) -> None:
        making.known = Reviewed("none", why=why)
        making.shared.pieces.clear()
        try:
            await keep(None)
        except StoreUnavailable:
            making.known = Reviewed("working", 0, 1)

    async def _made(self, data: bytes, key: Key, making: Making) -> Review:
        """A review from its pieces, wave by wave; those that are known are not worked out again."""
        _, knowledge, lookers = key
        waves = made_of(knowledge, self.scale, lookers=lookers)
        answers: list[Any] | None = None
        while True:
            try:
                wave: list[Piece] = waves.send(answers) if answers is not None else next(waves)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            await self._work_out(wave, data, making)
            answers = [making.shared.pieces[piece] for piece in wave]

    async def _work_out(self, wave: list[Piece], data: bytes, making: Making) -> None:
        """Have the pieces of a wave worked out; what is but one is short, and does not wait behind many."""
        pieces = making.shared.pieces

        async def one(piece: Piece) -> None:
            how: dict[str, Any] = {"later": len(wave) > 1, "most": len(wave) * _MOST_WAITING}
            found = await self.house.reviewers.ask(address(), _WORK, data, piece, about=making.table, **how)
            pieces.put(piece, found)
            making.known = Reviewed("working", sum(each in pieces for each in wave), len(wave))

        tasks = [asyncio.create_task(one(piece)) for piece in wave if piece not in pieces]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
