"""The tests' own PostgreSQL can be started, stopped, killed and started again, and keeps what was committed."""

import asyncio
import importlib
from typing import Any

import pytest

from tests.support.postgres import Postgres

pytestmark = pytest.mark.postgres


def ask(url: str, query: str) -> Any:
    asyncpg = importlib.import_module("asyncpg")

    async def asking() -> Any:
        connection = await asyncpg.connect(url.replace("postgresql+asyncpg", "postgresql"))
        try:
            return await connection.fetchval(query)
        finally:
            await connection.close()

    return asyncio.run(asking())


def test_every_test_gets_an_empty_database_of_its_own(postgres: Postgres, postgres_url: str) -> None:
    ask(postgres_url, "create table thing (id int)")
    assert ask(postgres.new_database(), "select count(*) from pg_tables where tablename = 'thing'") == 0


def test_a_killed_server_comes_back_with_what_was_committed() -> None:
    with Postgres.started(durable=True) as server:
        url = server.new_database()
        ask(url, "create table thing (id int)")
        ask(url, "insert into thing values (7)")
        server.kill()
        with pytest.raises(OSError, match=r"No such file|refused|reset"):
            ask(url, "select 1")
        server.start()
        assert ask(url, "select id from thing") == 7
        server.stop()
        server.start()
        assert ask(url, "select id from thing") == 7
