"""The courier: takes what is due out of the outbox, sends it, and tries again after growing pauses until it gives up.

It works beside all else: no act waits for it. Whoever runs several processes has several; a message is taken by one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select, update

from agonist.kernel import AgonistError

from .calling import TURN, open_questions
from .errors import StoreUnavailable
from .house import House
from .outward import Reach, Unreached, post
from .schema import hooks, outbox, tables
from .shapes import message

PAUSES = (5.0, 60.0, 300.0, 1_800.0, 7_200.0, 28_800.0, 86_400.0)
"""After how many seconds a message is tried again; then its address is given up."""
_DAY = 86_400.0
_LEASE = 60.0
"""For how many seconds a message is one process's to send."""
_AT_ONCE = 8
_LOOK = 15.0

_log = logging.getLogger("agonist.hooks")

_due = (
    select(outbox, hooks.c.url, hooks.c.shape, hooks.c.secret, hooks.c.base, hooks.c.again, tables.c.name)
    .join(hooks, hooks.c.id == outbox.c.hook_id)
    .join(tables, tables.c.id == hooks.c.table_id)
    .order_by(outbox.c.due)
)


class Courier:
    """Sends messages as far as they may go."""

    def __init__(self, house: House, reach: Reach) -> None:
        self.house = house
        self.reach: Reach = reach
        self._wake = asyncio.Event()
        self._running = False
        self._busy: set[str] = set()
        house.calling = self.begin

    async def begin_if_needed(self) -> None:
        """Work if any table has an address: else nothing of this runs."""
        if await self.house.store.read(
            lambda connection: connection.execute(select(hooks.c.id).limit(1)).first()
        ):
            self.begin()

    def begin(self) -> None:
        """Work from now on, or look again at once."""
        self._wake.set()
        if not self._running:
            self._running = True
            self.house.begin(self._work())

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            pause = _LOOK
            with suppress(StoreUnavailable):
                taken, following = await self.house.store.write(self._take)
                for row in taken:
                    self._busy.add(row.hook_id)
                    self.house.begin(self._deliver(row))
                pause = min(_LOOK, max(0.05, following - time.time()))
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()

    def _take(self, connection: Connection) -> tuple[list[Any], float]:
        """What is due, one message an address, taken by this process; and when the next is."""
        now, taken, busy = time.time(), list[Any](), set(self._busy)
        waiting = connection.execute(_due.limit(100)).all()
        following = now + _LOOK
        for row in waiting:
            if row.due > now:
                following = min(following, row.due)
            elif row.hook_id not in busy and len(busy) < _AT_ONCE:
                mine = update(outbox).where(*_is(row), outbox.c.due == row.due)
                if connection.execute(mine.values(due=now + _LEASE)).rowcount == 1:
                    taken.append(row)
                    busy.add(row.hook_id)
        return taken, following

    async def _deliver(self, row: Any) -> None:
        try:
            told = msgspec.json.decode(row.data)
            if told["type"] == TURN and not await self._still_asked(told):
                await self._write(delete(outbox).where(*_is(row)))
            elif row.sent and not row.again:
                await self._write(update(outbox).where(*_is(row)).values(due=time.time() + _DAY))
            else:
                await self._send(row, told)
        except StoreUnavailable:
            pass  # the lease runs out, and it is tried again
        except Exception:  # noqa: BLE001  a message's defect must not end the courier
            _log.exception("A message could not be made")
        finally:
            self._busy.discard(row.hook_id)
            self._wake.set()

    async def _still_asked(self, told: dict[str, Any]) -> bool:
        try:
            async with self.house.hall.hold(told["contest"]) as live:
                return told["request"] in open_questions(live)
        except StoreUnavailable:
            raise
        except AgonistError:
            return False

    async def _send(self, row: Any, told: dict[str, Any]) -> None:
        name = f"msg_{row.hook_id}_{row.what.replace(' ', '_')}_{row.sent}"
        link = f"{row.base}/contests/{row.contest_id}" if row.base and row.contest_id else ""
        whole = told | {"table": row.name} | ({"link": link} if link else {})
        head, body = message(row.shape, row.secret, name, whole, time.time())
        wait = 0.0
        try:
            status, wait = await post(row.url, self.reach, head, body)
            if not 200 <= status < 300:
                raise Unreached(_said(status), final=status == 410)
        except Unreached as problem:
            await self._failed(row, problem, wait)
            return
        if told["type"] == TURN:
            after = update(outbox).where(*_is(row)).values(due=time.time() + _DAY, tries=0, sent=row.sent + 1)
            await self._write(after)
        else:
            await self._write(delete(outbox).where(*_is(row)))

    async def _failed(self, row: Any, problem: Unreached, wait: float) -> None:
        tries = row.tries + 1
        if not problem.final and tries <= len(PAUSES):
            due = time.time() + max(PAUSES[tries - 1], wait)
            await self._write(update(outbox).where(*_is(row)).values(due=due, tries=tries))
            return
        _log.warning("An address of a table is given up: %s", problem.why)

        def work(connection: Connection) -> None:
            connection.execute(
                update(hooks).where(hooks.c.id == row.hook_id).values(gave_up=problem.why[:200])
            )
            connection.execute(delete(outbox).where(outbox.c.hook_id == row.hook_id))

        await self.house.store.write(work)

    async def _write(self, statement: Any) -> None:
        await self.house.store.write(lambda connection: connection.execute(statement))


def _is(row: Any) -> tuple[Any, ...]:
    return outbox.c.hook_id == row.hook_id, outbox.c.what == row.what


def _said(status: int) -> str:
    if 300 <= status < 400:
        return f"it leads elsewhere ({status}), and nothing is followed"
    return "it says that it is gone (410)" if status == 410 else f"it answers {status}"
