"""Evenings that can be replayed: a seed decides everything, and what fails comes back whenever the seed does."""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import SystemRandom
from typing import Any

import pytest

from agonist.kernel import GM, AgonistError
from agonist.table import Seat, once
from agonist.table.hall import Hall
from agonist.table.hub import Hub
from agonist.table.live import Live
from agonist.table.writer import Job, Writer
from tests.simulation.evening import LONG, evening

EVENINGS, AT_ONCE = 200, 10
"""How many evenings, and how many in one test, so that several workers share them."""


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """What goes wrong on command is no news for the log."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def play(folder: Path, seeds: range) -> list[list[str]]:
    found = []
    for seed in seeds:
        place = folder / str(seed)
        place.mkdir()
        found.append(evening(seed, place))
        for file in place.iterdir():
            file.unlink()
    return found


@pytest.mark.parametrize("first", range(0, EVENINGS, AT_ONCE))
def test_whatever_goes_wrong_nothing_acknowledged_is_lost_and_nobody_sees_too_much(
    first: int, tmp_path: Path
) -> None:
    """Promises 3 and 6, with servers that die, databases that fail, and people who come and go."""
    told = play(tmp_path, range(first, first + AT_ONCE))
    assert any("acts" in each[-1] and not each[-1].endswith(" 0 acts") for each in told)


def test_the_same_seed_is_the_same_evening_in_another_process_too(tmp_path: Path) -> None:
    """To the last event, whatever order that process keeps its sets in."""
    here = play(tmp_path, range(3, 4))[0]
    code = (
        "import logging, sys; from pathlib import Path; from tests.simulation.evening import evening;"
        "logging.disable(50); print(chr(10).join(evening(3, Path(sys.argv[1]))))"
    )
    other = tmp_path / "other"
    other.mkdir()
    root = Path(__file__).resolve().parents[2]
    path = os.pathsep.join([str(root / "src"), str(root)])
    there = subprocess.run(
        [sys.executable, "-c", code, str(other)],
        env=os.environ | {"PYTHONHASHSEED": "12345", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.splitlines() == here


# Faults put in by hand


def acknowledged_too_soon(patch: pytest.MonkeyPatch) -> None:
    """What is to be written is acknowledged before it is committed."""
    _too_soon(patch, lambda job: job.work is None)


def decided_too_soon(patch: pytest.MonkeyPatch) -> None:
    """How a contest is run from now on is acknowledged before it is committed."""
    _too_soon(patch, lambda job: not job.rows and any(" c:" in each for each in job.notices))


def _too_soon(patch: pytest.MonkeyPatch, which: Callable[[Job], bool]) -> None:
    whole = Writer.done

    async def done(self: Writer, job: Job) -> Any:
        if not which(job):
            return await whole(self, job)
        job.done = asyncio.get_running_loop().create_future()
        job.done.add_done_callback(lambda each: each.exception())
        self._waiting.append(job)
        self._wake.set()
        return None

    patch.setattr(Writer, "done", done)


def missed_wake_up(patch: pytest.MonkeyPatch) -> None:
    """Now and then nobody is told of a change."""
    whole, told = Hub.tell, [0]

    def tell(self: Hub, topic: str) -> None:
        told[0] += 1
        if told[0] % 9:
            whole(self, topic)

    patch.setattr(Hub, "tell", tell)


def lock_not_given_back(patch: pytest.MonkeyPatch) -> None:
    """After a refusal a contest stays locked."""
    whole: Callable[[Hall, str], Any] = Hall.hold

    @asynccontextmanager
    async def hold(self: Hall, id: str) -> AsyncIterator[Live]:
        try:
            async with whole(self, id) as live:
                yield live
        except AgonistError as problem:
            if problem.code == "act.already-answered" and (known := self.known(id)):
                await known.lock.acquire()
            raise

    patch.setattr(Hall, "hold", hold)


def anothers_seat(patch: pytest.MonkeyPatch) -> None:
    """Now and then somebody is shown what the game master sees."""
    whole, looks = Live.seen_as, [0]

    def seen_as(self: Live, who: Seat, seat: str = "") -> str:
        looks[0] += 1
        return whole(self, who, seat) if looks[0] % 50 else GM

    patch.setattr(Live, "seen_as", seen_as)


def no_receipt(patch: pytest.MonkeyPatch) -> None:
    """Nobody knows what was done already."""
    patch.setattr(once, "keep", lambda *_: None)


FAULTS = (
    acknowledged_too_soon,
    decided_too_soon,
    missed_wake_up,
    lock_not_given_back,
    anothers_seat,
    no_receipt,
)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_is_put_in_is_found(
    fault: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within 200 evenings, and the failure names its seed."""
    fault(monkeypatch)
    with pytest.raises(AssertionError, match=r"Seed \d+: "):
        play(tmp_path, range(EVENINGS))


@pytest.mark.soak
def test_a_million_acts(tmp_path: Path) -> None:
    """Evenings of any seed, until a million acts were acknowledged."""
    acts, random = 0, SystemRandom()
    while acts < 1_000_000:
        seed = LONG + random.randrange(2**40)
        told = play(tmp_path, range(seed, seed + 1))
        acts += int(told[0][-1].split()[1])
        (tmp_path / str(seed)).rmdir()
