"""Promises 1 and 2 under chaos: whatever people do, in whatever order, no contest breaks, and each is what it tells."""

import os
import time

import pytest

from tests.support.chaos import SCENES, Chaos

CONTESTS = 8
SOAK_CONTESTS = int(os.environ.get("SOAK_CONTESTS", "500"))
SOAK_SEED = int(os.environ.get("SOAK_SEED", time.time()))
"""Other contests every time; what breaks tells its seed."""


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", SCENES)
def test_nothing_that_people_do_breaks_a_contest(name: str) -> None:
    """Random answers, corrections, undos, forks, restores, orders, dice, and seats that are left and taken again."""
    for seed in range(CONTESTS):
        Chaos(SCENES[name], seed).run(25)


@pytest.mark.soak
@pytest.mark.parametrize("name", SCENES)
def test_nothing_that_people_do_for_hours_breaks_a_contest(name: str) -> None:
    """The same for longer, and with contests that nobody has seen before."""
    for seed in range(SOAK_SEED, SOAK_SEED + SOAK_CONTESTS):
        Chaos(SCENES[name], seed).run(200)
