"""Hearing of what other processes on the same PostgreSQL do, through its notifications."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import URL

from .database import CHANNEL

_log = logging.getLogger("agonist.listener")

CHECKED_EVERY = 5.0
NAME = "agonist listener"
"""How the connection is called in PostgreSQL's own lists."""


class Listener:
    """Keeps a connection that listens. `heard` gets every notice; `sure` is told when notices may have been missed."""

    def __init__(self, url: URL, heard: Callable[[str], None], sure: Callable[[bool], None]) -> None:
        self.url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.heard = heard
        self.sure = sure
        self._task: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()

    async def start(self) -> None:
        """Listen; returns when that has begun."""
        self._task = asyncio.create_task(self._keep_listening(), name="agonist listener")
        await self._ready.wait()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_listening(self) -> None:
        import asyncpg

        while True:
            try:
                connection = await asyncpg.connect(
                    self.url, timeout=5, server_settings={"application_name": NAME}
                )
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as problem:
                _log.warning("Cannot listen to PostgreSQL: %s", type(problem).__name__)
                self._ready.set()
                await asyncio.sleep(0.2)
                continue
            try:
                await self._listen(connection)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as problem:
                _log.warning("Listening to PostgreSQL was interrupted: %s", type(problem).__name__)
            finally:
                self.sure(False)
                connection.terminate()

    async def _listen(self, connection: Any) -> None:
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        await connection.add_listener(CHANNEL, lambda *notice: self.heard(notice[3]))
        self.sure(True)
        self._ready.set()
        while not lost.is_set():
            try:
                async with asyncio.timeout(CHECKED_EVERY):
                    await lost.wait()
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=CHECKED_EVERY)
