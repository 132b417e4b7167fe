"""Any contest exactly, by running its real rules through every roll: for contests that are small enough."""

from __future__ import annotations

import time
from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from agonist.kernel import ContestType, State, enumerate_turn

from .answer import Odds
from .jobs import make_job, ready
from .refusal import refuse
from .simulation import start_of

__all__ = ["enumerate_odds"]

Alive = dict[Hashable, tuple[State, Fraction]]


def enumerate_odds(
    game: str,
    type: str,
    *,
    preset: str = "",
    setup: Any = None,
    options: Any = None,
    bots: dict[str, str] | None = None,
    enough: float = 1e-9,
    seconds: float = 60.0,
) -> Odds:
    """The exact chances of a contest played by bots.

    Turn by turn every state that can be reached is followed, equal ones as one. It ends when no more than
    `enough` of the chance is undecided, which is then told as the error; a contest that takes longer than `seconds` is
    refused, and can be simulated instead.
    """
    chosen, chosen_options = start_of(game, type, preset, setup, options)
    kind, state, policy, read = ready(make_job(game, type, setup=chosen, options=chosen_options, bots=bots))
    search = _Search(kind, policy, time.monotonic() + seconds)
    verdicts: dict[str, Fraction] = {}
    outcomes: dict[str, Fraction] = {}
    alive: Alive = {state.key(): (state, Fraction(1))}
    undecided = Fraction(1)
    while undecided > enough:
        following: Alive = {}
        for key, (here, chance) in alive.items():
            ended = kind.outcome(here)
            if ended is None:
                search.follow(key, here, chance, following)
                continue
            verdict, outcome, _ = read(ended)
            verdicts[verdict] = verdicts.get(verdict, Fraction(0)) + chance
            outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + chance
            undecided -= chance
        alive = following
    return _told(f"{game} {type}, every way it can go", verdicts, outcomes, undecided)


class _Search:
    """Where each state leads in one turn, worked out once."""

    def __init__(self, kind: ContestType[Any], policy: Any, deadline: float) -> None:
        self.kind = kind
        self.policy = policy
        self.deadline = deadline
        self.known: dict[Hashable, list[tuple[Hashable, State, Fraction]]] = {}

    def follow(self, key: Hashable, here: State, chance: Fraction, into: Alive) -> None:
        if key not in self.known:
            if time.monotonic() > self.deadline:
                refuse(
                    "This contest is too large to go through every roll of it.",
                    "a smaller one, or a simulation",
                )
            try:
                turn = enumerate_turn(self.kind, here, self.policy)
            except RecursionError:
                refuse("A turn of this contest can go on for ever.", "another contest, or a simulation")
            self.known[key] = [(after, state, share) for after, (state, share) in turn.items()]
        for after, state, share in self.known[key]:
            before = into[after][1] if after in into else Fraction(0)
            into[after] = (state, before + chance * share)


def _told(
    question: str, verdicts: dict[str, Fraction], outcomes: dict[str, Fraction], undecided: Fraction
) -> Odds:
    numbers: dict[str, Any] = {name: verdicts.get(name, Fraction(0)) for name in ("win", "tie", "lose")}
    numbers["outcomes"] = dict(sorted(outcomes.items(), key=lambda item: -item[1]))
    if not undecided:
        return Odds(question, numbers)
    return Odds(question, numbers, method="solved", error=float(undecided))
