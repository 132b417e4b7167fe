"""Keep a database as this version leaves it behind, for the tests of all later versions.

`.venv/bin/python scripts/keep_database.py` writes tests/table/databases/VERSION.db.xz: a table with a contest of every
kind that there is, each in the middle of it, one that is over and one that was ended. Run it when a version is cut, and
never again for that version.
"""

from __future__ import annotations

import asyncio
import lzma
import sqlite3
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from random import Random

from agonist.kernel import games
from agonist.table import Limits, NewContest, Seat, Service

PLACE = Path(__file__).resolve().parents[1] / "tests" / "table" / "databases"
ANSWERS = (20, 7, 2, 0)
"""How far contests are played: one that is over by then is kept too, and another begun."""
LIMITS = Limits(running=1_000, acts=(1e9, 1e9), makes=(1e9, 1e9), reads=(1e9, 1e9), writes=(1e9, 1e9))


def main() -> int:
    """Write the file of this version, once."""
    file = PLACE / f"{version('agonist')}.db.xz"
    if file.exists():
        print(f"{file.name} is there: what that version left behind is never changed.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        asyncio.run(_play(f"sqlite:///{database}"))
        with sqlite3.connect(database) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(lzma.compress(database.read_bytes(), preset=9))
    print(f"{file}: {file.stat().st_size} bytes")
    return 0


async def _play(url: str) -> None:
    random = Random(1)
    async with Service.open(url, limits=LIMITS) as service:
        gm = (await service.people.create_table("The club", "Mia")).seat
        await service.people.add_seat(gm, "Finn")
        for game in games():
            for kind in game.types:
                for preset in list(kind.presets)[:2]:
                    new = NewContest(game=game.name, type=kind.name, preset=preset, usual_dice="sealed")
                    for most in ANSWERS:
                        contest = (await service.contests.start(gm, new)).id
                        if await _answered(service, gm, contest, random, most):
                            break
        running = [each for each in (await service.contests.page(gm)).contests if each.status == "running"]
        await service.acts.end(gm, running[0].id, reason="It was late.")


async def _answered(service: Service, gm: Seat, contest: str, random: Random, most: int) -> bool:
    """Answer at random; says whether the contest still runs then."""
    for _ in range(most):
        asked = (await service.contests.view(gm, contest)).view.asked
        if not asked:
            return False
        one = random.choice(asked)
        await service.acts.answer(gm, contest, one.id, one.form.sample(random))
    return bool((await service.contests.view(gm, contest)).view.asked)


if __name__ == "__main__":
    sys.exit(main())
