"""Clerks answer what is asked in time, and are ended where the question is too large; nobody else waits for that."""

import asyncio
import os
import time
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from agonist.kernel import SetupRefused
from agonist.odds.clerks import Clerks
from agonist.odds.turns import Busy, CalledOff, TooLarge
from tests.support.tables import until as eventually

HERE = "tests.odds.test_clerks"
ASK = "agonist.odds.clerk_work:answer_question"


def for_ever() -> None:
    """A question that nobody lives to hear the answer of."""
    while True:
        sum(range(1_000))


def until(file: str) -> bool:
    """A question that takes as long as somebody wants it to."""
    while not Path(file).exists():
        time.sleep(0.01)
    return True


def all_memory() -> int:
    """A question that takes more memory than there is for it."""
    return len(bytearray(2**31))


def own_name(letters: int = 0) -> tuple[int, str]:
    return os.getpid(), "x" * letters


@pytest.fixture
async def clerks() -> AsyncIterator[Clerks]:
    open_now = Clerks(60)
    yield open_now
    await asyncio.to_thread(open_now.close)


async def test_a_question_is_answered_as_if_it_were_asked_here(clerks: Clerks) -> None:
    from agonist.odds import question

    values = {"dice": 5, "training": 5}
    found = await clerks.ask("me", ASK, "forge", "challenge", values)
    assert found.numbers == question("forge", "challenge").ask(**values).numbers
    with pytest.raises(SetupRefused) as refused:
        await clerks.ask("me", ASK, "forge", "challenge", values | {"dice": -5})
    assert refused.value.place == "dice"
    assert refused.value.accepted


async def test_what_takes_too_long_is_refused_and_its_process_ended(clerks: Clerks) -> None:
    pid, _ = await clerks.ask("me", f"{HERE}:own_name")
    clerks.seconds = 0.2
    with pytest.raises(TooLarge, match="too large to answer here") as refused:
        await clerks.ask("me", f"{HERE}:for_ever")
    assert "the command" in refused.value.accepted
    assert not psutil.pid_exists(pid)
    clerks.seconds = 60
    other, _ = await clerks.ask("me", f"{HERE}:own_name")
    assert other != pid


async def test_what_takes_too_much_memory_or_says_too_much_is_refused(clerks: Clerks) -> None:
    with pytest.raises(TooLarge):
        await clerks.ask("me", f"{HERE}:all_memory")
    with pytest.raises(TooLarge):
        await clerks.ask("me", f"{HERE}:own_name", 2_000_000)
    assert await clerks.ask("me", f"{HERE}:own_name", 3)


async def test_one_asker_does_not_keep_all_clerks_and_is_refused_with_too_much(
    clerks: Clerks, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    greedy = [asyncio.create_task(clerks.ask("greedy", f"{HERE}:until", str(go))) for _ in range(6)]
    await asyncio.sleep(0.05)
    with pytest.raises(Busy):
        await clerks.ask("greedy", f"{HERE}:own_name")
    assert await clerks.ask("other", f"{HERE}:own_name")
    assert not any(each.done() for each in greedy), "the other one waited for the greedy one"
    go.touch()
    assert await asyncio.gather(*greedy) == [True] * 6


async def test_what_nobody_waits_for_any_more_is_not_worked_out(clerks: Clerks, tmp_path: Path) -> None:
    go, open_questions = tmp_path / "go", {"now", "soon"}
    now = asyncio.create_task(clerks.ask("table", f"{HERE}:until", str(go)))
    stale = asyncio.create_task(
        clerks.ask("table", f"{HERE}:for_ever", wanted=lambda: "soon" in open_questions)
    )
    await asyncio.sleep(0.05)
    open_questions.remove("soon")
    go.touch()
    assert await now
    with pytest.raises(Busy, match="too late"):
        await stale


async def test_closing_leaves_no_clerk_behind() -> None:
    clerks = Clerks(60)
    pids = [(await clerks.ask("me", f"{HERE}:own_name"))[0] for _ in range(2)]
    await asyncio.to_thread(clerks.close)
    deadline = time.monotonic() + 10
    while any(map(psutil.pid_exists, pids)) and time.monotonic() < deadline:  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    assert not any(map(psutil.pid_exists, pids))


async def test_closing_does_not_wait_for_what_a_clerk_is_at() -> None:
    """An hour would be a long stop."""
    open_now = Clerks(3_600)
    asked = asyncio.create_task(open_now.ask("somebody", f"{HERE}:for_ever"))
    await eventually(lambda: open_now._jobs, seconds=60)
    await asyncio.to_thread(open_now.close)
    with pytest.raises((TooLarge, Busy)):
        await asked


async def test_people_come_before_what_can_be_done_later(clerks: Clerks, tmp_path: Path) -> None:
    """Sixty bots think, and a person is answered at once; bots never have all places."""
    go = tmp_path / "go"
    bots = [
        asyncio.create_task(
            clerks.ask(f"bots {n}", f"{HERE}:until", str(go), later=True, most=100, about="bots")
        )
        for n in range(60)
    ]
    await asyncio.sleep(0.05)
    async with asyncio.timeout(60):
        assert await clerks.ask("me", f"{HERE}:own_name")
        assert await clerks.ask("you", f"{HERE}:own_name")
    assert not any(each.done() for each in bots)
    clerks.call_off("bots")
    found = await asyncio.gather(*bots, return_exceptions=True)
    assert all(isinstance(each, CalledOff) for each in found)


async def test_what_is_large_makes_way_for_who_waits(clerks: Clerks, tmp_path: Path) -> None:
    """Many addresses ask what takes long: who asks something short does not wait for them to end."""
    go = tmp_path / "go"
    many = [asyncio.create_task(clerks.ask(f"{n}", f"{HERE}:until", str(go))) for n in range(8)]
    await eventually(lambda: len(clerks._jobs) == clerks.turns.places, seconds=60)
    async with asyncio.timeout(60):
        assert await clerks.ask("me", f"{HERE}:own_name")
    go.touch()
    found = await asyncio.gather(*many, return_exceptions=True)
    assert any(isinstance(each, Busy) for each in found)
    assert True in found


async def test_who_does_not_wait_any_more_has_nothing_worked_out(clerks: Clerks) -> None:
    asked = asyncio.create_task(clerks.ask("me", f"{HERE}:for_ever"))
    await eventually(lambda: any(job._clerk for job in clerks._jobs), seconds=60)
    [job] = clerks._jobs
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert (job.over, len(clerks._jobs), len(clerks.turns)) == (True, 0, 0)
    assert await clerks.ask("me", f"{HERE}:own_name")
