"""Contests as PettingZoo environments: its own tests for every type, equal seeds, secrets, and exact regret."""

import warnings
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.env_registry.registration import make
from pettingzoo.test import api_test, seed_test

from agonist import envs
from agonist.kernel import AgonistError, Transcript, game, verify
from agonist.odds.best import best_bot
from tests.assistants.test_secrets import SECRETS, quarrel

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "regret.ipynb"
IDS = [each for each in envs.ids() if "standoff" not in each]
SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 21))]


def test_every_kind_of_contest_is_registered() -> None:
    from tests.support.installed import installed_games

    assert len(IDS) == sum(len(each.types) for each in installed_games())


def shifted(name: str, seed: int) -> Any:
    """An environment whose seeds are others than those of the test that it is given to."""
    env = make("aec", name)
    plain = env.reset
    env.reset = lambda seed=seed, options=None, by=1000 * seed: plain(seed=seed + by, options=options)
    return env


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", IDS)
def test_pettingzoos_own_tests_pass(name: str, seed: int) -> None:
    """`api_test` and `seed_test`; what they warn of is that observations have a mask beside them, as they must."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        api_test(shifted(name, seed), num_cycles=60)
        seed_test(lambda: shifted(name, seed), num_cycles=60)


def test_whatever_the_seed_somebody_has_something_to_decide() -> None:
    env = make("aec", "agonist/questworlds-simple_v0")
    for seed in range(20):
        env.reset(seed=seed)
        assert not any(env.terminations.values())
        assert env.unwrapped.answers


def course(name: str, seed: int, **how: Any) -> list[Any]:
    """A contest played at random: every observation, mask, reward and choice."""
    env, random, seen = make("aec", name, **how), Random(seed), list[Any]()
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        action = None if terminated or truncated else int(random.choice(legal))
        assert env.observation_space(agent).contains(observation)
        assert action is None or len(legal) == len(env.unwrapped.answers)
        seen.append((agent, observation["observation"].tobytes(), legal.tolist(), reward, action))
        env.step(action)
    assert not env.agents
    referee = env.unwrapped.referee
    if referee.over:
        assert verify(referee.game, Transcript.from_json(referee.transcript.to_json())).typed == ()
    return seen


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", IDS)
def test_equal_seeds_are_equal_contests_and_every_mask_is_legal(name: str, seed: int) -> None:
    """To the last bit; every die follows from the seal."""
    assert course(name, seed) == course(name, seed)


def test_other_seeds_are_other_contests() -> None:
    assert course(IDS[0], 1) != course(IDS[0], 2)


def test_windows_are_asked_for_where_they_are_wanted() -> None:
    name = "agonist/questworlds-srd-scored_v0"
    assert len(course(name, 3, windows=True)) > len(course(name, 3))


def test_an_agent_observes_what_its_seat_may_know() -> None:
    """Promise 3: twins whose only difference is a secret give the same numbers, actions and words."""
    found = []
    for secret in SECRETS:
        env = envs.ContestEnv("forge", "contest", setup=quarrel(secret))
        env.reset(seed=5)
        ash = next(agent for agent, seat in env.seats.items() if seat == "ash")
        while env.agent_selection != ash:
            env.step(0)
        gm = next(agent for agent, seat in env.seats.items() if seat == "gm")
        mine, theirs = env.observe(ash), env.observe(gm)
        found.append(
            (mine["observation"].tobytes(), env.labels(), env.view(ash), theirs["observation"].tobytes())
        )
    assert found[0][:3] == found[1][:3]
    assert found[0][3] != found[1][3]


def test_an_action_that_is_no_answer_is_refused_and_changes_nothing() -> None:
    env = envs.ContestEnv("questworlds-srd", "scored")
    env.reset(seed=1)
    before = len(env.referee.transcript.entries)
    for action in (len(env.answers), -1, None):
        with pytest.raises(AgonistError, match="0 to"):
            env.step(action)
    assert len(env.referee.transcript.entries) == before
    with pytest.raises(AgonistError, match="has no bot"):
        envs.ContestEnv("questworlds-srd", "scored", bots={"gm": "nobody"})


PLAIN: dict[str, Any] = {
    "contestants": [
        {"name": "One", "seat": "one", "abilities": [{"name": "Wits", "rating": 17}]},
        {"name": "Two", "resistance": True, "abilities": [{"name": "Wiles", "rating": 14}]},
    ],
    "first": "One",
}
"""A duel without hero points and followers, which is solved."""


def mean_regret(agent: Any, seeds: range) -> float:
    duel = make("aec", "agonist/questworlds-extended_v0", setup=PLAIN, bots={"gm": "cautious"})
    known: list[float] = []

    def watch(env: envs.ContestEnv, action: int) -> None:
        given = envs.exact_regret(env, action)
        if given is not None:
            assert given >= 0
            known.append(given)

    for seed in seeds:
        envs.play(duel, {"seat_0": agent}, seed, watch)
    assert len(known) > 3
    return sum(known) / len(known)


def test_the_best_bot_gives_nothing_away_where_the_solver_knows_and_others_do() -> None:
    bots = game("questworlds").type("extended").bots
    assert mean_regret(envs.policy_agent(best_bot(500)), range(2)) < 1e-9
    assert mean_regret(envs.policy_agent(bots["bold"]), range(4)) > 0.005
    assert mean_regret(envs.random_agent(1), range(6)) > 0.005


@pytest.mark.soak
def test_the_notebook_runs_and_is_kept_without_outputs() -> None:
    nbformat, client = import_module("nbformat"), import_module("nbclient")  # a second: not for `make test`
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == "code")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        client.NotebookClient(
            notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}}
        ).execute()
    told = "".join(
        output.get("text", "")
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    )
    assert "best" in told
    assert "gives away" in told
