"""Turns: many askers, few places; fair by address, light before heavy, and what is gone waits no longer."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.odds.turns import Busy, CalledOff, Turns
from tests.simulation.loop import simulated


async def asked(turns: Turns, done: list[str], name: str, *, held: float = 0.0, **how) -> None:
    async with turns.turn(name.split(maxsplit=1)[0], **how):
        done.append(name)
        await asyncio.sleep(held)


async def begun(*asks) -> list[asyncio.Task[None]]:
    tasks = [asyncio.ensure_future(each) for each in asks]
    await asyncio.sleep(0)
    return tasks


async def test_who_had_the_least_time_is_next_however_much_the_other_asks() -> None:
    turns, done = Turns(1), list[str]()
    await asked(turns, [], "greedy", held=0.02)
    tasks = await begun(
        asked(turns, done, "greedy first", held=0.01), *(asked(turns, done, f"greedy {n}") for n in range(50))
    )
    tasks += await begun(asked(turns, done, "modest"))
    await asyncio.gather(*tasks)
    assert done[:2] == ["greedy first", "modest"]


async def test_a_lower_rank_comes_first() -> None:
    turns, done = Turns(1), list[str]()
    await asyncio.gather(
        *await begun(
            asked(turns, done, "a now", held=0.01),
            asked(turns, done, "b bot", rank=1),
            asked(turns, done, "a person", rank=0),
        )
    )
    assert done == ["a now", "a person", "b bot"]


async def test_what_is_light_never_waits_behind_what_is_heavy() -> None:
    turns, done, end = Turns(2, heavy=1), list[str](), asyncio.Event()

    async def dear(name: str) -> None:
        async with turns.turn(name, heavy=True):
            await end.wait()

    heavy = await begun(*(dear(f"a{n}") for n in range(20)))
    async with asyncio.timeout(5):
        await asked(turns, done, "b light")
    assert done == ["b light"]
    assert len(turns) == 19
    end.set()
    await asyncio.gather(*heavy)
    assert len(turns) == 0


async def test_an_address_has_so_many_places_and_so_many_waiting() -> None:
    turns, done = Turns(3, each=1, most=2), list[str]()
    tasks = await begun(*(asked(turns, done, f"a {n}", held=0.01) for n in range(3)))
    assert done == ["a 0"]
    with pytest.raises(Busy):
        await asked(turns, done, "a too much")
    await asked(turns, done, "b 0")
    await asyncio.gather(*tasks)
    assert done == ["a 0", "b 0", "a 1", "a 2"]


async def test_what_it_was_about_is_gone_and_nobody_waits_for_it() -> None:
    turns, done = Turns(1), list[str]()
    tasks = await begun(
        asked(turns, done, "a 0", held=0.01),
        asked(turns, done, "a 1", about="table"),
        asked(turns, done, "a 2", about="another"),
    )
    turns.call_off("table")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert isinstance(tasks[1].exception(), CalledOff)
    assert len(turns) == 1
    await asyncio.gather(tasks[0], tasks[2])
    assert done == ["a 0", "a 2"]


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.integers(0, 6)), max_size=30))
def test_places_are_given_back_whoever_leaves_when(asks: list[tuple[str, bool, int]]) -> None:
    async def all_of_them() -> None:
        turns, at_it = Turns(2, heavy=1, each=1, most=5), 0

        async def one(address: str, heavy: bool) -> None:
            nonlocal at_it
            async with turns.turn(address, heavy=heavy):
                at_it += 1
                assert at_it <= 2
                try:
                    await asyncio.sleep(0)
                finally:
                    at_it -= 1

        tasks = []
        for address, heavy, leaves in asks:
            tasks.append(asyncio.ensure_future(one(address, heavy)))
            for _ in range(leaves % 3):
                await asyncio.sleep(0)
            if leaves > 3:
                tasks[-leaves % len(tasks)].cancel()
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(each is None or isinstance(each, Busy | asyncio.CancelledError) for each in found)
        assert (len(turns), at_it, dict(turns._at_it), dict(turns._counts)) == (0, 0, {}, {})

    asyncio.run(all_of_them())


async def test_heavy_work_rests_as_long_as_it_took_and_light_work_goes_on_meanwhile() -> None:
    """So it never has more than half of a processor, whoever asks for it."""
    turns, done, clock = Turns(2, heavy=1, rest=1.0), list[str](), asyncio.get_running_loop().time
    begun_at = clock()
    await asked(turns, done, "a first", held=0.05, heavy=True)
    took = clock() - begun_at
    waiting = await begun(asked(turns, done, "b second", heavy=True))
    assert turns.waiting("b") == 1
    await asked(turns, done, "c light")
    await asyncio.gather(*waiting)
    assert done == ["a first", "c light", "b second"]
    assert clock() - begun_at >= 2 * took - 0.005


@pytest.mark.parametrize("seed", range(3))
def test_heavy_work_goes_on_after_its_rest_whatever_the_clock_of_the_loop_shows(seed: int) -> None:
    """uvloop counts milliseconds: a timer rings when its clock shows a little less than the moment it was set for."""

    async def works(turns: Turns, seconds: float) -> None:
        async with turns.turn("a", heavy=True):
            await asyncio.sleep(seconds)

    with simulated(seed) as loop:
        loop.time = lambda: round(loop.now, 3)  # type: ignore[method-assign]
        turns = Turns(2, heavy=1, rest=1.0)
        pieces = [works(turns, loop.random.uniform(0.001, 0.1)) for _ in range(20)]
        loop.run_until_complete(asyncio.wait_for(_all(pieces), 100))
        assert len(turns) == 0


async def _all(pieces: list[Coroutine[Any, Any, None]]) -> None:
    await asyncio.gather(*pieces)
