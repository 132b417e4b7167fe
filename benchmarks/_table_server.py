"""The servers that `benchmarks.table` measures: Agonist itself, and a bare append to the same store."""

import sys
import time
from contextlib import asynccontextmanager

import msgspec
import uvicorn
from litestar import Litestar, post
from litestar.datastructures import State
from litestar.params import JSONBody
from sqlalchemy import insert

from agonist.kernel import register
from agonist.table import schema
from agonist.table.store import Store
from agonist.table.writer import Job
from agonist.web.app import served_app
from agonist.web.settings import Settings
from benchmarks._relay import GAME


class Bare(msgspec.Struct):
    entry: str


def bare_app(settings: Settings) -> Litestar:
    """One durable append a request, in shared transactions: what the database and the web server can do at best."""
    counter = iter(range(1, 1_000_000_000))

    @asynccontextmanager
    async def lifespan(app: Litestar):
        app.state.store = await Store.open(settings.database)
        now = time.time()

        def prepare(connection) -> None:
            table = {"id": "bare", "name": "bare", "odds": True, "revision": 0, "created": now}
            connection.execute(insert(schema.tables), table)
            rest = {
                "header": b"",
                "controls": b"",
                "revision": 0,
                "status": "running",
                "summary": "",
                "created": now,
            }
            named = {"id": "bare", "table_id": "bare", "title": "", "game": "", "type": ""}
            connection.execute(insert(schema.contests), named | rest)

        await app.state.store.write(prepare)
        yield
        await app.state.store.close()

    @post("/bare", status_code=200)
    async def bare(data: JSONBody[Bare], state: State) -> dict[str, int]:
        n = next(counter)
        row = {
            "contest_id": "bare",
            "n": n,
            "entry": data.entry.encode(),
            "seat_id": "",
            "written": time.time(),
        }
        await state.store.writer.done(Job(rows=[row]))
        return {"n": n}

    return Litestar(route_handlers=[bare], lifespan=[lifespan], openapi_config=None, logging_config=None)


if __name__ == "__main__":
    register(GAME)
    settings = Settings.from_environment()
    made = bare_app(settings) if "bare" in sys.argv else served_app()
    uvicorn.run(
        made,
        host="127.0.0.1",
        port=settings.port,
        http="agonist.web.wire:Wire",
        log_level="warning",
        access_log=False,
        backlog=2048,
    )
