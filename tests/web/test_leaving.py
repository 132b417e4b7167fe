"""Clients that leave: nothing is done for them any more, and it is nobody's mistake."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from agonist.table import Service
from agonist.web import Settings, create_app
from agonist.web.wire import Wire
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED, until


@asynccontextmanager
async def serving(folder: Path) -> AsyncIterator[tuple[int, Service]]:
    """The whole application behind its wire, in this process."""
    app = create_app(Settings(database=empty_store(folder / "x.db"), limits=UNHURRIED))
    quiet: Any = {"ws": "none", "log_level": "critical", "proxy_headers": False}
    server = uvicorn.Server(uvicorn.Config(app, port=0, http=Wire, lifespan="on", **quiet))
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1], app.state.service
    finally:
        server.should_exit = True
        await running


async def begin(port: int, request: bytes) -> asyncio.StreamWriter:
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    await writer.drain()
    return writer


async def test_who_leaves_in_mid_import_is_no_mistake_of_ours(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving(tmp_path) as (port, service):
        made = await service.people.create_table("x", "y")
        path, head = f"/api/tables/{made.seat.table}/contests/import", f"authorization: Bearer {made.token}"
        request = f"POST {path} HTTP/1.1\r\nhost: x\r\n{head}\r\ncontent-length: 500000\r\n\r\n"
        with caplog.at_level(logging.INFO):
            writer = await begin(port, request.encode() + b'{"game":' + b" " * 100_000)
            await asyncio.sleep(0.1)
            writer.transport.abort()
            await until(lambda: any(r.name == "agonist.access" for r in caplog.records))
    access = next(r for r in caplog.records if r.name == "agonist.access")
    assert (access.route, access.status) == ("/api/tables/{table_id}/contests/import", 499)  # type: ignore[attr-defined]
    assert not [r for r in caplog.records if r.levelno >= logging.WARNING]


async def test_a_question_of_who_has_left_is_not_worked_out_any_further(tmp_path: Path) -> None:
    async with serving(tmp_path) as (port, service):
        large = "/odds/questworlds/extended?first=20M9&second=20M9&policy=best&against=best"
        writer = await begin(port, f"GET {large} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        await until(lambda: any(job._clerk for job in service.house.clerks._jobs))
        writer.transport.abort()
        await until(lambda: not service.house.clerks._jobs, seconds=20)
        assert len(service.house.clerks.turns) == 0
