"""Any contest exactly, by running its real rules through every roll: for contests that are small enough."""

from __future__ import annotations

import time
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from agonist.kernel import Ask, Contest, ContestType, Seen, State
from agonist.kernel import outcomes as rolls

from .answer import Odds
from .jobs import make_job, ready
from .refusal import refuse
from .simulation import start_of

Alive = dict[Hashable, tuple[State, Fraction]]


def enumerate_odds(
    game: str,
    type: str,
    *,
    preset: str = "",
    setup: Any = None,
    options: Any = None,
    knobs: Mapping[str, Any] | None = None,
    bots: dict[str, str] | None = None,
    enough: float = 1e-9,
    seconds: float = 60.0,
) -> Odds:
    """The exact chances of a contest played by bots.

    Turn by turn every state that can be reached is followed, equal ones as one. It ends when no more than
    `enough` of the chance is undecided, or only what was too unlikely to follow; that is told as the error. A contest
    that takes longer than `seconds` is refused, and can be simulated instead.
    """
    chosen, chosen_options = start_of(game, type, preset, setup, options, knobs)
    kind, state, policy, read = ready(make_job(game, type, setup=chosen, options=chosen_options, bots=bots))
    search = _Search(kind, policy, time.monotonic() + seconds, enough / 1_000)
    verdicts: dict[str, Fraction] = {}
    outcomes: dict[str, Fraction] = {}
    alive: Alive = {state.key(): (state, Fraction(1))}
    undecided = Fraction(1)
    while undecided > enough and alive:
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
    """Where each state leads in one turn, worked out once.

    A way through a turn is followed only while it is likelier than `least`: some turns, with dice that go on adding
    dice or ties that are rolled off again, could go on for ever. What is left out stays undecided.
    """

    def __init__(self, kind: ContestType[Any], policy: Any, deadline: float, least: float) -> None:
        self.kind = kind
        self.policy = policy
        self.deadline = deadline
        self.least = least
        self.known: dict[Hashable, list[tuple[Hashable, State, Fraction]]] = {}

    def follow(self, key: Hashable, here: State, chance: Fraction, into: Alive) -> None:
        """Let a state's chance go where its next turn leads."""
        if key not in self.known:
            self.known[key] = [(after, state, share) for after, (state, share) in self._turn(here).items()]
        for after, state, share in self.known[key]:
            before = into[after][1] if after in into else Fraction(0)
            into[after] = (state, before + chance * share)

    def _turn(self, here: State) -> Alive:
        merged: Alive = {}
        unfinished: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
        while unfinished:
            if time.monotonic() > self.deadline:
                refuse(
                    "This contest is too large to go through every roll of it.",
                    "a smaller one, or a simulation",
                )
            found = self._way(here, *unfinished.pop(), unfinished)
            if found is not None:
                state, share = found
                key = state.key()
                merged[key] = (state, share + (merged[key][1] if key in merged else 0))
        return merged

    def _way(
        self,
        here: State,
        prefix: tuple[Any, ...],
        chance: Fraction,
        unfinished: list[tuple[tuple[Any, ...], Fraction]],
    ) -> tuple[State, Fraction] | None:
        """Play a turn with a prefix of answers, then the first possible ones; the others are left for later."""
        contest = Contest(here.copy())
        walk = self.kind.turn(contest)
        given = iter(prefix)
        done: list[Any] = []
        try:
            request = next(walk)
            while True:
                answers: list[Any] = []
                for slot in request if isinstance(request, tuple) else (request,):
                    value = next(given, _NOTHING)
                    if value is _NOTHING:
                        ways = self._ways(slot, contest.state)
                        total = sum(weight for _, weight in ways)
                        for other, weight in ways[1:]:
                            share = chance * Fraction(weight, total)
                            if share > self.least:
                                unfinished.append(((*done, *answers, other), share))
                        value, weight = ways[0]
                        chance *= Fraction(weight, total)
                        if chance <= self.least:
                            return None
                    answers.append(value)
                done += answers
                request = walk.send(tuple(answers) if isinstance(request, tuple) else answers[0])
        except StopIteration:
            return contest.state, chance

    def _ways(self, request: Any, state: State) -> list[tuple[Any, int]]:
        if not isinstance(request, Ask):
            return list(rolls(request))
        decide = self.policy[request.seat] if isinstance(self.policy, Mapping) else self.policy
        return [(decide(Seen(request.seat, state), request), 1)]


_NOTHING: Any = object()


def _told(
    question: str, verdicts: dict[str, Fraction], outcomes: dict[str, Fraction], undecided: Fraction
) -> Odds:
    numbers: dict[str, Any] = {name: verdicts.get(name, Fraction(0)) for name in ("win", "tie", "lose")}
    numbers["outcomes"] = dict(sorted(outcomes.items(), key=lambda item: -item[1]))
    if not undecided:
        return Odds(question, numbers)
    return Odds(question, numbers, method="solved", error=float(undecided))
