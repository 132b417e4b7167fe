"""Promises 1 and 2 in scenes with everything that set-ups and options may hold, whatever people do (QS-1 to QS-71)."""

import os
import time
from random import Random

import pytest

from agonist.kernel import Preset, Referee, drive
from agonist.questworlds.srd import GAME
from tests.questworlds_srd.anything import options, scene
from tests.questworlds_srd.scenes import foe, hero
from tests.support.chaos import Chaos, Scene

KINDS = [each.name for each in GAME.types]
SOAK_CONTESTS = int(os.environ.get("SOAK_CONTESTS", "500"))
SOAK_SEED = int(os.environ.get("SOAK_SEED", time.time()))


def anything(kind: str, seed: int) -> Scene:
    """Any scene of a kind."""
    random = Random(seed)
    found = GAME.type(kind)
    setup, chosen = found.setup_from(scene(random, kind), options(random, kind))
    return Scene(f"anything {kind} {seed}", GAME, found, Preset("Anything", "", setup, chosen))


@pytest.mark.unmeasured
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_people_do_breaks_any_scene(kind: str) -> None:
    """Random answers, corrections, undos, forks, restores, orders, dice, and seats that are left and taken again."""
    for seed in range(3):
        Chaos(anything(kind, seed), seed).run(60)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_people_do_for_hours_breaks_any_scene(kind: str) -> None:
    """The same for longer, and with scenes that nobody has seen before."""
    for seed in range(SOAK_SEED, SOAK_SEED + SOAK_CONTESTS):
        Chaos(anything(kind, seed), seed).run(200)


@pytest.mark.parametrize("kind", ["scored", "wagered", "chained"])
def test_a_bot_leads_a_mass_effort(kind: str) -> None:
    """QS-26: who rolls after others have contributed in a sequence is not in it, and has no tally."""
    found = GAME.type(kind)
    led = {"effort": "contributing", "leader": "Bo", "helpers": (hero("Bo"),)}
    setup = found.setup_type(contestants=(hero(ability="Wits"), foe()), **led)
    for policy in found.bots.values():
        referee = Referee.start(GAME, kind, setup, seed=bytes(32))
        drive(referee, dict.fromkeys(referee.seats, policy))
        assert referee.over
        assert referee.state.find("Bo").result is not None
