"""The store: how it is made and kept up to date, how writes share a commit, and what becomes of failures."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, select, text, update

from agonist.table import (
    ContestView,
    Refused,
    StoreTooNew,
    StoreUnavailable,
    Update,
    open_store,
    schema,
)
from agonist.table.store import Store
from agonist.table.upgrade import HEAD
from tests.support.postgres import Postgres
from tests.support.tables import Party, opened


def test_the_newest_migration_is_the_one_that_the_store_expects() -> None:
    config = Config()
    config.set_main_option("script_location", "src/agonist/table/migrations")
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


async def test_the_migrations_make_the_tables_that_the_code_uses(url: str) -> None:
    async with open_store(url):
        pass
    made = inspect(create_engine(url))
    for table in schema.metadata.sorted_tables:
        assert {column["name"] for column in made.get_columns(table.name)} == set(table.columns.keys())
        assert set(made.get_pk_constraint(table.name)["constrained_columns"]) == set(
            table.primary_key.columns.keys()
        )


async def test_an_older_store_is_brought_up_to_date_with_what_is_in_it(url: str) -> None:
    row = {"id": "old", "name": "Old", "odds": True, "revision": 3, "created": 1.0}
    async with open_store(url) as store:
        await store.write(lambda c: c.execute(schema.tables.insert(), row))
        for newer in ("outbox", "hooks", "televisions", "doors", "shares", "reviews", "records"):
            await store.write(lambda c, newer=newer: c.execute(text(f"DROP TABLE {newer}")))  # type: ignore[misc]
        columns = (
            ("seats", "origin"),
            ("tables", "patience"),
            ("tables", "heeds_gm"),
            ("contests", "owes"),
            ("tables", "screens"),
        )
        for table, newer in columns:
            drop = f"ALTER TABLE {table} DROP COLUMN {newer}"
            await store.write(lambda c, drop=drop: c.execute(text(drop)))  # type: ignore[misc]
        await store.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '0001'")))
    async with open_store(url) as store:
        found = await store.read(lambda c: dict(c.execute(select(schema.tables)).mappings().one()))
        assert await store.read(
            lambda c: {"records", "reviews", "shares", "televisions"} <= set(inspect(c).get_table_names())
        )
    assert found == row | {"patience": 8, "heeds_gm": "breath", "screens": "gm"}


@pytest.mark.postgres
async def test_several_processes_may_start_on_an_empty_database_at_once(postgres_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(postgres_url) for _ in range(4)))
    for store in stores:
        await store.close()


async def test_a_store_of_a_newer_version_is_left_alone(url: str) -> None:
    async with open_store(url) as store:
        await store.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(StoreTooNew):
        async with opened(url):
            pass


async def test_a_store_that_cannot_be_reached_says_so() -> None:
    for url in ("sqlite:////nowhere/at/all.db", "postgresql://nobody@127.0.0.1:1/none"):
        with pytest.raises(StoreUnavailable, match="does not answer"):
            await Store.open(url, patience=2)


async def test_sqlite_waits_for_the_disk(url: str) -> None:
    async with open_store(url) as store:
        modes = await store.read(
            lambda c: [c.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]
        )
    assert modes == ["wal", 2]


async def test_waiting_jobs_share_a_commit_and_one_that_fails_spoils_no_other(url: str) -> None:
    def table(name: str) -> Any:
        row = {"id": name, "name": name, "odds": True, "revision": 0, "created": 0.0}
        return lambda connection: connection.execute(schema.tables.insert(), row)

    def refuse(_: Connection) -> None:
        raise Refused("No.")

    def fail(_: Connection) -> None:
        raise ZeroDivisionError

    batches: list[int] = []
    async with open_store(url) as store:
        store.writer.observe = lambda jobs, _: batches.append(jobs)
        await store.write(table("first"))
        jobs = [store.write(job) for job in (table("a"), refuse, table("a"), fail, table("b"))]
        done = await asyncio.gather(*jobs, return_exceptions=True)
        kinds = [type(each).__name__ for each in done if isinstance(each, BaseException)]
        assert kinds == ["Refused", "StoreConflict", "ZeroDivisionError"]
        names = await store.read(lambda c: set(c.execute(select(schema.tables.c.id)).scalars()))
    assert names == {"first", "a", "b"}
    assert max(batches) > 1


async def test_nothing_is_taken_after_the_store_is_closed(url: str) -> None:
    async with open_store(url) as store:
        pass
    with pytest.raises(StoreUnavailable, match="stopping"):
        await store.write(lambda _: None)


@pytest.mark.postgres
async def test_a_backup_moves_tables_from_sqlite_to_postgresql(
    url: str, tmp_path: Path, postgres: Postgres
) -> None:
    from agonist.table import backup, restore
    from tests.support.tables import Party

    async with opened(url) as service:
        party = await Party(service).gather()
        await party.start()
        await party.answer("Ash", "wait")
        before = await party.view("Birch")
        await backup(service.house.store, tmp_path / "all")
    async with opened(postgres.new_database()) as service:
        assert await restore(service.house.store, tmp_path / "all") == (1, 0)
        (seat,) = await service.people.holder(party.tokens["Birch"])
        assert (await service.contests.view(seat, party.contest)).view == before.view


def give_all_doors(connection: Connection, code: str) -> None:
    connection.execute(update(schema.doors).values(code=code))


async def test_the_code_of_the_room_opens_after_a_backup_too(url: str, tmp_path: Path) -> None:
    """Unless another table has come to have it meanwhile; then the game master makes a new one."""
    from agonist.table import backup, restore

    async with opened(url) as service:
        party = await Party(service).gather()
        door = await service.doors.open(party.gm, knock=True)
        await backup(service.house.store, tmp_path / "all")
    for name, taken in (("free", False), ("taken", True)):
        async with opened(f"sqlite:///{tmp_path / name}.db") as service:
            if taken:
                other = await Party(service).gather()
                await service.doors.open(other.gm)
                await service.house.store.write(partial(give_all_doors, code=door.code))
            assert await restore(service.house.store, tmp_path / "all") == (1, 0)
            (gm,) = await service.people.holder(party.tokens["gm"])
            assert await service.doors.of(gm) == (None if taken else door)


async def test_what_is_stored_after_nobody_waited_for_it_any_more_is_seen(party: Party) -> None:
    """A disk can be so slow that an act is refused, and stored all the same."""
    await party.start()
    streams, store = party.service.streams, party.service.house.store
    quick, gate = store.database.write, asyncio.Event()

    async def slow(work: Any) -> Any:
        await gate.wait()
        return await quick(work)

    store.database.write = slow  # type: ignore[method-assign]
    store.writer.patience = 0.01
    with pytest.raises(StoreUnavailable):
        await party.answer("Ash", "strike")
    stream = streams.follow(party.seats["Ash"], party.tokens["Ash"], party.contest)
    assert [len(view.view.asked) async for view in views(stream, 1)] == [1]
    store.writer.patience = 10
    gate.set()
    async with asyncio.timeout(60):
        assert [len(view.view.asked) async for view in views(stream, 1)] == [0]
    await party.answer("Birch", "strike")


async def views(stream: AsyncIterator[Update], count: int) -> AsyncIterator[ContestView]:
    """So many views of the contest that a stream brings."""
    async for change in stream:
        if change.view is not None:
            yield change.view
            count -= 1
        if not count:
            return


async def test_the_files_of_a_database_are_their_owners_alone(tmp_path: Path) -> None:
    """They hold the seeds of running contests; those of an older server are put right."""
    file = tmp_path / "tables.db"
    for _ in range(2):
        async with open_store(f"sqlite:///{file}") as store:
            await store.write(lambda connection: connection.exec_driver_sql("DELETE FROM receipts"))
            modes = {each.name: each.stat().st_mode & 0o777 for each in list(tmp_path.iterdir())}  # noqa: ASYNC240
        assert modes == {"tables.db": 0o600, "tables.db-wal": 0o600, "tables.db-shm": 0o600}
        file.chmod(0o644)
