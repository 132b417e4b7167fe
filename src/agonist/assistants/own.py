"""A house of one's own: a whole server within this process, with a table for one assistant, gone afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2

from agonist.kernel import GM
from agonist.table import Limits
from agonist.web import Settings, create_app

from .desk import PATIENCE, Desk

ALONE = Limits(
    acts=(1e9, 1e9), reads=(1e9, 1e9), makes=(1e9, 1e9), writes=(1e9, 1e9), running=10_000, contests=10_000
)
"""Nobody else is kept from anything by haste here."""


@asynccontextmanager
async def own_house(plays: str = GM, database: str = "") -> AsyncIterator[Desk]:
    """The desk of the game master of a table of one's own, or of a player who plays this seat of contests there."""
    with tempfile.TemporaryDirectory(prefix="agonist-") as folder:
        kept = database or f"sqlite:///{Path(folder, 'own.db')}"
        app = create_app(Settings(database=kept, limits=ALONE, log_level="error"))
        way = httpx2.ASGITransport(app=app)  # type: ignore[arg-type]  # Litestar says more precisely what it takes
        async with (
            app.lifespan(),
            httpx2.AsyncClient(transport=way, base_url="http://127.0.0.1", timeout=PATIENCE) as client,
        ):
            made = (await client.post("/api/tables", json={"name": "A table of one's own"})).json()
            host = await Desk(client, made["token"]).sit_down()
            if plays == GM:
                host.host, host.plays = host, GM
                yield host
                return
            seat = await host.post(f"/tables/{host.table}/seats", {"name": plays[:80], "role": "player"})
            desk = await Desk(client, seat["token"]).sit_down()
            desk.host, desk.plays = host, plays
            yield desk
