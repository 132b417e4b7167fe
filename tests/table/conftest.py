"""An open service on an empty SQLite store, and a party at a table."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agonist.table import Service
from tests.support.stores import empty_store
from tests.support.tables import Party, opened


@pytest.fixture
def url(tmp_path: Path) -> str:
    return empty_store(tmp_path / "tables.db")


@pytest.fixture
async def service(url: str) -> AsyncIterator[Service]:
    async with opened(url) as service:
        yield service


@pytest.fixture
async def party(service: Service) -> Party:
    return await Party(service).gather()
