"""A contest as an environment: its seats act one after the other, each from what it sees, by legal answers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from agonist.kernel import (
    AgonistError,
    Answer,
    Ask,
    Asked,
    Pending,
    Policy,
    Referee,
    Seen,
    drive,
    game,
    seat_view,
)
from agonist.kernel.forms import in_words
from agonist.odds.candidates import candidates

from .observed import observed

ACTIONS = 64
"""How many answers an agent can choose from. Where a form takes more, they are a spread of them."""
SIZE = 512
"""How many numbers an observation has."""
STEPS = 2_000
"""After how many actions a contest is broken off."""
TRIES = 100
"""How many dice are tried for a contest in which there is something to decide."""

Observation = dict[str, Any]


class ContestEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A contest of a game, by the real rules, with dice that follow from the seed alone.

    Agents are ``seat_0``, ``seat_1`` and so on, in the order of `seats`, without those that `bots` play. Action `n` is
    the answer number `n` of `answers`, and the first is the usual one. What a seat can decide and need not is taken as
    the rules assume it, unless `windows` are asked for. When it is over each agent's reward is how well its seat did,
    from -1 to 1.
    """

    metadata = {"render_modes": ["ansi"], "name": "agonist_v0", "is_parallelizable": False}

    def __init__(
        self,
        game_name: str,
        type_name: str,
        *,
        preset: str = "",
        setup: Any = None,
        options: Any = None,
        bots: Mapping[str, str] = {},
        windows: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.kind = game(game_name), game(game_name).type(type_name)
        ready = self.kind.presets[preset or next(iter(self.kind.presets))]
        self._setup = ready.setup if setup is None else setup
        self._options = ready.options if setup is None else options
        self._windows = windows
        self.render_mode = render_mode
        known = {"gm": "Game master"} | self.kind.seats(
            self.kind.setup_from(self._setup, self._options).setup
        )
        self.bots = {seat: self._bot(name) for seat, name in bots.items()}
        self.seats = {f"seat_{n}": seat for n, seat in enumerate(s for s in known if s not in bots)}
        self.possible_agents = list(self.seats)
        self._agent_of = {seat: agent for agent, seat in self.seats.items()}
        self._actions = {agent: spaces.Discrete(ACTIONS) for agent in self.seats}
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (SIZE,), np.float32),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.seats
        }
        self.agents: list[str] = []
        self.referee: Referee[Any]
        self.due: Pending
        self.answers: list[Answer] = []

    def _bot(self, name: str) -> Policy:
        if name not in self.kind.bots:
            raise AgonistError(f"{self.kind.title} has no bot {name!r}.", accepted=", ".join(self.kind.bots))
        return self.kind.bots[name]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew. Equal seeds are equal dice, by which some agent has something to decide."""
        drawn = np.random.default_rng().bytes(32) if seed is None else str(seed).encode()
        for _ in range(TRIES):
            drawn = hashlib.sha256(drawn).digest()
            self._begin(drawn)
            if not self.referee.over:
                return
        raise AgonistError("In this contest nobody has anything to decide.", accepted="windows=True")

    def _begin(self, seed: bytes) -> None:
        """As far as the first decision, or to the end where the dice ask for none."""
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._left_alone: set[str] = set()
        self._steps = 0
        waited_for = frozenset(self.seats.values()) if self._windows else frozenset[str]()
        self.referee = Referee.start(
            self.game,
            self.kind.name,
            self._setup,
            self._options,
            seed=seed,
            usual="sealed",
            patient_with=lambda _: waited_for,
        )
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """The agent whose turn it is gives the answer of that number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self.answers):
            raise AgonistError(f"{action} is no answer.", accepted=f"0 to {len(self.answers) - 1}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._give(self.answers[int(action)])
        self._steps += 1
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What the agent's seat sees, and which actions are legal if it is its turn."""
        mask = np.zeros(ACTIONS, dtype=np.int8)
        mine = agent == self.agent_selection and not self.referee.over
        mask[: len(self.answers) if mine else 1] = 1
        seen: dict[str, Any] = {"state": self.view(agent)}
        if mine:
            seen["asked"] = {"what": self.due.request.what, "about": self.due.request.about}
        return {"observation": observed(seen, SIZE), "action_mask": mask}

    def view(self, agent: str) -> dict[str, Any]:
        """What the agent's seat sees of the state, as data."""
        seen: dict[str, Any] = msgspec.to_builtins(
            seat_view(self.referee, self.seats[agent], len(self.referee.log)).state
        )
        return seen

    def asked(self) -> Asked:
        """The question to the agent whose turn it is, as its seat sees it."""
        seat = self.due.seat
        view = seat_view(self.referee, seat, len(self.referee.log))
        return next(each for each in view.asked if each.id == self.due.id)

    def labels(self) -> list[str]:
        """The answers that can be given now, in words."""
        form = self.due.form()
        return [in_words(form, answer) for answer in self.answers]

    def answer_of(self, policy: Policy) -> Answer:
        """What a policy would answer now, from what the seat knows."""
        assert isinstance(self.due.request, Ask)
        place = (self.referee, self.due)
        return self.due.request.completed(
            policy(Seen(self.due.seat, self.referee.state, place), self.due.request)
        )

    def action_of(self, answer: Answer) -> int:
        """The number of an answer; one that is not in the list becomes its last."""
        checked = self.due.form().check(answer)
        if checked not in self.answers:
            self.answers = [*self.answers[: ACTIONS - 1], checked]
        return self.answers.index(checked)

    def render(self) -> str:
        """The story so far, as everybody may read it."""
        view = seat_view(self.referee, "onlooker")
        return "\n".join(line.text for line in view.lines)

    def close(self) -> None:
        """There is nothing to close."""

    def _give(self, answer: Answer) -> None:
        request = self.due.request
        assert isinstance(request, Ask)
        if self.due.window and answer == request.assumed():
            self._left_alone.add(self.due.id)
        else:
            self.referee.answer(self.due.id, answer)

    def _go_on(self) -> None:
        """To the next decision of an agent, or to the end."""
        while not self.referee.over:
            drive(self.referee, self.bots, left_alone=self._left_alone)
            due = self._next_due()
            if due is not None:
                self._ask(due)
                if self._steps >= STEPS:
                    self._finish(self.truncations)
                return
            self.referee.let_pass()
        self.answers = [None]
        self._finish(self.terminations)

    def _next_due(self) -> Pending | None:
        open_now = [
            each
            for each in self.referee.pending
            if each.seat in self._agent_of
            and isinstance(each.request, Ask)
            and each.id not in self._left_alone
        ]
        wanted = [each for each in open_now if self._windows or not each.window]
        return min(wanted, key=lambda each: not each.window, default=None)

    def _ask(self, due: Pending) -> None:
        self.due, self.agent_selection = due, self._agent_of[due.seat]
        request, form = due.request, due.form()
        assert isinstance(request, Ask)
        usual = form.check(request.assumed()) if due.window else form.check(form.fallback())
        found = [form.check(each) for each in candidates(form, ACTIONS, usual)]
        self.answers = [usual, *(each for each in found if each != usual)][:ACTIONS]

    def _finish(self, how: dict[str, bool]) -> None:
        for agent in self.agents:
            how[agent] = True
        if self.referee.result is not None:
            for agent in self.agents:
                done = self.kind.success(self.referee.state, self.referee.result, self.seats[agent])
                self.rewards[agent] = 2.0 * done - 1.0
        self.agent_selection = self.agents[0]


def contest_env(game_name: str, type_name: str, **how: Any) -> OrderEnforcingWrapper[str, Observation, int]:
    """A contest as an environment that tells who uses it in the wrong order."""
    return OrderEnforcingWrapper(ContestEnv(game_name, type_name, **how))
