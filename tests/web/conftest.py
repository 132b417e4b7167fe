"""A client of the whole application on an empty store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.web import Settings, create_app
from tests.support.tables import UNHURRIED


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'tables.db'}", limits=UNHURRIED))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client
