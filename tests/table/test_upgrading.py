"""Databases of earlier versions, with contests in the middle: every later version opens them, and says what becomes
of each contest."""

import json
import lzma
import sqlite3
from pathlib import Path
from random import Random

import pytest

from agonist.table import Service
from agonist.table.database import database_of
from agonist.table.examining import Examined, examined
from agonist.table.steward import gm_of, holdings
from tests.cli.terminals import called
from tests.support.installed import installed_games
from tests.support.tables import UNHURRIED

KEPT = sorted((Path(__file__).parent / "databases").glob("*.db.xz"))


@pytest.fixture(params=KEPT, ids=lambda file: file.name.removesuffix(".db.xz"))
def old(request, tmp_path):
    """A copy of a database that an earlier version left behind."""
    file = tmp_path / "tables.db"
    file.write_bytes(lzma.decompress(request.param.read_bytes()))
    return file


async def looked_at(file: Path) -> list[Examined]:
    database = database_of(f"sqlite:///{file}", 10)
    try:
        return await database.read(lambda connection: list(examined(connection)))
    finally:
        await database.close()


def test_the_first_version_is_kept_with_contests_of_every_game(tmp_path):
    """0.0.9 stands for what was played before anything was released."""
    assert [file.name for file in KEPT[:2]] == ["0.0.9.db.xz", "0.1.0.db.xz"]
    file = tmp_path / "first.db"
    file.write_bytes(lzma.decompress(KEPT[1].read_bytes()))
    with sqlite3.connect(file) as database:
        found = database.execute("SELECT status, header FROM contests").fetchall()
    database.close()
    running = {json.loads(header)["game"] for status, header in found if status == "running"}
    assert running == {game.name for game in installed_games()}
    assert {status for status, _ in found} >= {"running", "over", "ended"}


async def test_every_contest_holds_or_says_in_a_line_why_not(old):
    """A contest of rules that changed since is outdated, and says so; none is broken."""
    for each in await looked_at(old):
        if each.problem:
            assert each.outdated, f"{each.title}: {each.problem}"
            assert "\n" not in each.problem
            assert "version" in each.problem


def test_what_will_happen_is_said_and_nothing_done(old):
    before = old.read_bytes()
    told = called("upgrade", "--check", "--database", f"sqlite:///{old}")
    assert "running contests go on." in told.stdout
    assert told.returncode == (" does not: " in told.stdout)
    assert old.read_bytes() == before


async def test_contests_that_run_are_played_on_and_ended(old):
    """Whatever goes on is played on from where it was, by the rules of now."""
    going = [each.id for each in await looked_at(old) if each.running and not each.problem]
    random = Random(1)
    async with Service.open(f"sqlite:///{old}", limits=UNHURRIED) as service:
        [table] = await service.house.store.read(holdings)
        gm = await service.house.store.read(lambda connection: gm_of(connection, table.id))
        for contest in going:
            for _ in range(5):
                if not (asked := (await service.contests.view(gm, contest)).view.asked):
                    break
                await service.acts.answer(gm, contest, asked[0].id, asked[0].form.sample(random))
            if (await service.contests.view(gm, contest)).view.asked:
                await service.acts.end(gm, contest)
    assert [each for each in await looked_at(old) if each.problem and not each.outdated] == []
