"""A client of the whole application on an empty store."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.web import Settings, create_app
from tests.support.described import held_against_the_document
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED


@pytest.fixture(scope="session")
def app() -> Litestar:
    """Its routes are the same in all tests, and to make them takes longer than most tests do."""
    return create_app(Settings(database="sqlite://", limits=UNHURRIED))


@pytest.fixture
def client(app: Litestar, tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    app.state.settings = Settings(database=empty_store(tmp_path / "tables.db"), limits=UNHURRIED)
    with TestClient(app, raise_server_exceptions=False) as client:
        client.event_hooks["response"].append(_described)
        yield client


def _described(response: httpx.Response) -> None:
    """Whatever is asked, the answer is as the API's document says."""
    if not response.headers.get("content-type", "").startswith("text/event-stream"):
        response.read()
        held_against_the_document(response)
