"""Answers from programs: policies that decide for seats, scripts, random play, and bare runs without a referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, TypeVar

from msgspec import UNSET

from .chance import SameDice, drawn, realise, thrown
from .course import UNANSWERED, Course, decisions_first
from .errors import ActRefused, GameBroken
from .forms import Answer
from .game import ContestType, Outcome, Policy, Seen
from .referee import Referee
from .requests import Ask, Chance, Draw, Roll
from .state import State

S = TypeVar("S", bound=State)


def speaks_at(*what: str) -> Callable[[Policy], Policy]:
    """Mark a policy that leaves every window as it is but those of these kinds, and decides without chance: for it no
    other need be opened."""

    def marked(policy: Policy) -> Policy:
        policy.uses = frozenset(what)  # type: ignore[attr-defined]
        return policy

    return marked


quiet = speaks_at()
"""Mark a policy that leaves every window as it is."""


@quiet
def defaults(_: Seen, ask: Ask) -> Answer:
    """A policy that takes what is assumed, or offered first or by default."""
    return ask.assumed() if ask.window else ask.legal().fallback()


def random_policy(random: Random) -> Policy:
    """A policy that takes any legal answer."""
    return lambda _, ask: ask.legal().sample(random)


def script(answers: Iterable[Answer]) -> Policy:
    """A policy that gives prepared answers, one after the other."""
    left = iter(answers)

    def next_answer(_: Seen, ask: Ask) -> Answer:
        for answer in left:
            return answer
        raise ActRefused(
            f"The script has no answer to {ask.what!r} of {ask.seat}.", accepted=ask.legal().legal()
        )

    return next_answer


def drive(
    referee: Referee[Any],
    policies: Mapping[str, Policy],
    *,
    left_alone: set[str] | None = None,
    most: int = 100_000,
) -> Referee[Any]:
    """Let policies answer and roll for their seats until the contest is over or waits for a seat without one.

    Windows come first, as the last thing that must be decided may close them, and those of its seats are waited for. It
    also waits before a roll while a seat without a policy can still speak up, unless that window is among those that
    were `left_alone`; and where nothing but windows is open, for the seats with which the referee is patient.
    """
    left_alone = set() if left_alone is None else left_alone
    waited_for = referee.patient_with
    referee.patient_with = waited_for.union(policies)
    try:
        for _ in range(most):
            if not _drive_on(referee, policies, left_alone, waited_for):
                return referee
    finally:
        referee.patient_with = waited_for
    raise GameBroken(f"{referee.kind.title} was not over after {most} answers.")


def _drive_on(
    referee: Referee[Any], policies: Mapping[str, Policy], left_alone: set[str], waited_for: frozenset[str]
) -> bool:
    """One answer, roll, or window that is let pass; False if there is nothing to do for these policies."""
    pending = referee.pending
    open_now = [p for p in pending if p.id not in left_alone]
    mine = [p for p in open_now if p.seat in policies]
    due = min((p for p in mine if isinstance(p.request, Ask)), key=lambda p: not p.window, default=None)
    if due is None:
        if pending and all(p.window for p in pending):
            awaited = any(p.seat in waited_for for p in open_now)
            return not awaited and bool(referee.let_pass())
        speaks_up = any(p.window for p in open_now)
        due = next((p for p in mine if p.dice == "tap" and not speaks_up), None)
        if due is not None:
            referee.answer(due.id, "sealed")
        return due is not None
    assert isinstance(due.request, Ask)
    answer = policies[due.seat](Seen(due.seat, referee.state, (referee, due)), due.request)
    if due.window and answer == due.request.assumed():
        left_alone.add(due.id)
    else:
        referee.answer(due.id, answer)
    return True


def run(
    kind: ContestType[S],
    state: S,
    policy: Policy | Mapping[str, Policy],
    random: Random,
    *,
    most: int = 100_000,
) -> Outcome:
    """Play a copy of a state to its end with policies and random dice: no checks, no log, as quick as it gets."""
    course = Course(kind, state.copy(), log=False, uses=_uses(policy))
    return play_on(course, policy, random, most=most)


def play_on(
    course: Course[S], policy: Policy | Mapping[str, Policy], random: Random, *, most: int = 100_000
) -> Outcome:
    """Play a contest from where it is to its end, in the same way."""
    if (uses := _uses(policy)) is not None:
        _play_quietly(course, policy, uses, random, most, most)
    for _ in range(most):
        if course.result is not None:
            return course.result
        answer_all(course, policy, random)
    raise GameBroken(f"{course.kind.title} was not over after {most} requests.")


def play_some(
    course: Course[S], policy: Policy | Mapping[str, Policy], random: Random, requests: int
) -> Outcome | None:
    """Play a contest on in the same way until a turn begins after so many requests; how it ended if it did."""
    if (uses := _uses(policy)) is not None:
        _play_quietly(course, policy, uses, random, requests)
        return course.result
    until = course.at + requests
    while course.result is None:
        turn = course.turns
        while course.turns == turn and course.result is None:
            answer_all(course, policy, random)
        if course.at >= until:
            break
    return course.result


def _uses(policy: Policy | Mapping[str, Policy]) -> frozenset[str] | None:
    """The kinds of windows at which somebody may speak up; None where that is not known."""
    if callable(policy):
        return getattr(policy, "uses", None)
    found = [_uses(each) for each in policy.values()]
    known = [each for each in found if each is not None]
    return frozenset().union(*known) if len(known) == len(found) else None


def _play_quietly(
    course: Course[S],
    policy: Policy | Mapping[str, Policy],
    uses: frozenset[str],
    random: Random,
    until: int,
    most: int = 100_000,
) -> None:
    """The same where few windows are used or none: no other is opened unless the rules insist."""
    if course.open < len(course.slots):
        answer_all(course, policy, random)
    if course.result is not None:
        return
    contest, number = course.contest, random.random
    contest.open_only(uses)
    known: dict[str, tuple[Policy, Seen]] = {}

    def below(_: int, n: int) -> int:
        return int(number() * n)

    def answer(request: Ask | Chance) -> Any:
        if type(request) is Draw:
            return drawn(request, below)
        if type(request) is Roll:
            sides = request.sides
            if len(sides) == 1:
                return (int(number() * sides[0]) + 1,)
            return tuple([int(number() * n) + 1 for n in sides])
        if not isinstance(request, Ask):
            return realise(request, below)
        if request.assume is not UNSET and request.what not in uses:
            return request.assumed()
        seat = request.seat
        if seat not in known:
            known[seat] = (policy if callable(policy) else policy[seat], Seen(seat, contest.state))
        decide, seen = known[seat]
        return decide(seen.anew(), request)

    def alike(request: Ask | Chance) -> Any:
        return thrown(request, random) if isinstance(request, Chance) else answer(request)

    course.run_on(alike if isinstance(random, SameDice) else answer, until=until, most=most)


def answer_all(
    course: Course[S],
    policy: Policy | Mapping[str, Policy],
    random: Random,
    given: Mapping[int, Answer] = {},
) -> None:
    """Answer what is open of a request: parts that are given as they are, decisions by policy, then the dice."""
    at, slots, answers = course.at, course.slots, course.answers
    for slot in decisions_first(slots) if len(slots) > 1 else (0,):
        request = slots[slot]
        if answers[slot] is not UNANSWERED:
            continue
        if slot in given:
            value = given[slot]
        elif isinstance(request, Ask):
            decide = policy if callable(policy) else policy[request.seat]
            value = decide(Seen(request.seat, course.contest.state), request)
        else:
            value = thrown(request, random)
        course.fill(slot, value)
        if course.at != at:
            return
