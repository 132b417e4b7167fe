"""Agents made of policies: the bots of a game, and whole contests played by agents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from agonist.kernel import Policy

from .contest import ContestEnv

Agent = Callable[[ContestEnv], int]
"""Chooses an action where it is its turn."""


def policy_agent(policy: Policy) -> Agent:
    """An agent that answers as a bot does, from what its seat knows."""
    return lambda env: env.action_of(env.answer_of(policy))


def random_agent(seed: int) -> Agent:
    """An agent that takes any of the answers."""
    random = np.random.default_rng(seed)
    return lambda env: int(random.integers(len(env.answers)))


def play(
    env: Any, agents: dict[str, Agent], seed: int, watch: Callable[[ContestEnv, int], None] | None = None
) -> dict[str, float]:
    """Play a contest to its end; what each agent got. `watch` is told of every action before it is taken."""
    inner: ContestEnv = env.unwrapped
    env.reset(seed=seed)
    got = dict.fromkeys(inner.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last()
        got[agent] += float(reward)
        if terminated or truncated:
            env.step(None)
            continue
        action = agents[agent](inner)
        if watch is not None:
            watch(inner, action)
        env.step(action)
    return got
