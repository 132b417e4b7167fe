"""Enumeration: a contest type's real rules run through every chance outcome, with exact weights.

A turn is run again and again from a copy of the state at its start, each time with another prefix of results, and
states with equal keys at turn starts are merged. This is the oracle that every faster algorithm is tested against.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from .chance import outcomes, total_weight
from .course import UNANSWERED, cut_off, cuts_short, decisions_first
from .errors import GameBroken
from .forms import Answer
from .game import Contest, ContestType, Outcome, Policy, Seen
from .requests import Ask, Procedure
from .state import State

S = TypeVar("S", bound=State)
T = TypeVar("T")


class Mixed(msgspec.Struct, frozen=True):
    """Several answers with integer weights, for a policy that does not always do the same."""

    answers: tuple[tuple[Answer, int], ...]


def every_answer(_: Seen, ask: Ask) -> Mixed:
    """A policy that gives every legal answer equal weight: for exploring, not for odds."""
    return Mixed(tuple((answer, 1) for answer in ask.legal().answers()))


class Chances(Generic[T]):
    """Exact chances: a result with its probability each, and what was left undecided when the search stopped."""

    def __init__(self) -> None:
        self.of: dict[T, Fraction] = defaultdict(Fraction)
        self.undecided = Fraction(0)

    def __getitem__(self, result: T) -> Fraction:
        return self.of.get(result, Fraction(0))

    def __repr__(self) -> str:
        lines = [f"{result}: {chance} ≈ {float(chance):.6f}" for result, chance in self.of.items()]
        if self.undecided:
            lines.append(f"undecided: ≈ {float(self.undecided):.3g}")
        return "\n".join(lines)


def enumerate_procedure(
    state: S, procedure: Callable[[Contest[S]], Procedure[T]], policy: Policy | Mapping[str, Policy]
) -> Iterator[tuple[S, T, Fraction]]:
    """Every way in which a procedure can go from a state: the state after it, what it returned, its chance."""
    unfinished: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while unfinished:
        prefix, chance = unfinished.pop()
        contest: Contest[S] = Contest(state.copy())
        walk = procedure(contest)
        try:
            request = next(walk)
            given = iter(prefix)
            done: list[Any] = []
            while True:
                slots = request if isinstance(request, tuple) else (request,)
                answers: list[Any] = [UNANSWERED] * len(slots)
                for slot in decisions_first(slots):
                    value = next(given, _NOTHING)
                    if value is _NOTHING:
                        ways = _ways(slots[slot], contest.state, policy)
                        total = sum(weight for _, weight in ways)
                        for other, weight in ways[1:]:
                            unfinished.append(((*done, other), chance * Fraction(weight, total)))
                        value, weight = ways[0]
                        chance *= Fraction(weight, total)
                    answers[slot] = value
                    done.append(value)
                    if cuts_short(slots[slot], value):
                        break
                together = cut_off(slots, answers)
                request = walk.send(together if isinstance(request, tuple) else answers[0])
        except StopIteration as end:
            yield contest.state, end.value, chance


def enumerate_turn(
    kind: ContestType[S], state: S, policy: Policy | Mapping[str, Policy]
) -> dict[Hashable, tuple[S, Fraction]]:
    """The states that one turn can lead to, equal ones merged, with their chances."""
    merged: dict[Hashable, tuple[S, Fraction]] = {}
    for after, _, chance in enumerate_procedure(state, kind.turn, policy):
        key = after.key()
        merged[key] = (after, chance + (merged[key][1] if key in merged else 0))
    return merged


def enumerate_contest(
    kind: ContestType[S],
    state: S,
    policy: Policy | Mapping[str, Policy],
    result: Callable[[S, Outcome], T],
    *,
    turns: int = 1_000,
    enough: Fraction | float = 0,
) -> Chances[T]:
    """The exact chance of every result of a contest.

    A contest that can go on for ever is followed for at most `turns` turns, or until at most `enough` of the
    chance is undecided; what is undecided then is reported, not shared out.
    """
    chances: Chances[T] = Chances()
    known: dict[Hashable, list[tuple[Hashable, S, Fraction]]] = {}
    alive: dict[Hashable, tuple[S, Fraction]] = {state.key(): (state, Fraction(1))}
    for _ in range(turns):
        following: dict[Hashable, tuple[S, Fraction]] = {}
        for key, (here, chance) in alive.items():
            ended = kind.outcome(here)
            if ended is not None:
                chances.of[result(here, ended)] += chance
                continue
            if key not in known:
                known[key] = [(k, s, c) for k, (s, c) in enumerate_turn(kind, here, policy).items()]
            for after_key, after, share in known[key]:
                before = following[after_key][1] if after_key in following else Fraction(0)
                following[after_key] = (after, before + chance * share)
        alive = following
        if not alive or sum(chance for _, chance in alive.values()) <= enough:
            break
    for here, chance in alive.values():
        ended = kind.outcome(here)
        if ended is not None:
            chances.of[result(here, ended)] += chance
        else:
            chances.undecided += chance
    return chances


_NOTHING: Any = object()


def _ways(request: Any, state: State, policy: Policy | Mapping[str, Policy]) -> list[tuple[Any, int]]:
    if not isinstance(request, Ask):
        ways: list[tuple[Any, int]] = list(outcomes(request))
        assert sum(weight for _, weight in ways) == total_weight(request)
        return ways
    decide = policy[request.seat] if isinstance(policy, Mapping) else policy
    answer = decide(Seen(request.seat, state), request)
    if isinstance(answer, Mixed):
        if not answer.answers:
            raise GameBroken(f"There is no answer to {request.what!r}.")
        return list(answer.answers)
    return [(answer, 1)]
