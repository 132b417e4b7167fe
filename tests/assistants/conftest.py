"""A server within the test, and desks at it for assistants."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from litestar import Litestar

from agonist.assistants import Desk
from agonist.kernel import GM
from agonist.web import Settings, create_app
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED


@pytest.fixture(scope="session")
def app() -> Litestar:
    return create_app(Settings(database="sqlite://", limits=UNHURRIED))


class House:
    """A server that desks can be had at, each with a token of its own."""

    def __init__(self, client: httpx2.AsyncClient) -> None:
        self.client = client

    async def host(self, name: str = "Thursday") -> Desk:
        """The game master of a new table, whose contests are the assistant's own."""
        made = (await self.client.post("/api/tables", json={"name": name})).json()
        desk = await Desk(self.client, made["token"]).sit_down()
        desk.host, desk.plays = desk, GM
        return desk

    async def player(self, host: Desk, name: str, role: str = "player") -> Desk:
        """Somebody else at that table."""
        seat = await host.post(f"/tables/{host.table}/seats", {"name": name, "role": role})
        return await Desk(self.client, seat["token"]).sit_down()


@pytest.fixture
async def house(app: Litestar, tmp_path: Path) -> AsyncIterator[House]:
    app.state.settings = Settings(database=empty_store(tmp_path / "tables.db"), limits=UNHURRIED)
    transport = httpx2.ASGITransport(app=app)  # type: ignore[arg-type]
    async with (
        app.lifespan(),
        httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as client,
    ):
        yield House(client)
