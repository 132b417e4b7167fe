"""What a balance report is made of: many small measurements, each for a share of the time, on all cores."""

from __future__ import annotations

import itertools
import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any, NamedTuple

import msgspec

from agonist.kernel import GM, Answer, Ask, Course, Policy, SameDice, Seen, answer_all, game, run

from ..best import BEST
from ..declared import known
from ..jobs import Job, make_job, play_piece, ready
from ..simulation import start_of
from ..workers import as_done
from .numbers import Leaf, leaves_of, moved

STAGES = 6
"""At so many places of a contest it is looked how it stands."""
_LOOKS = 16
"""In so many contests it is looked where they are decided."""
_TIMES = 24
"""So often it is played on from each."""
_LEAST = 16
"""So many contests are played for a number, however long they take."""
_BATCH = 8
"""So many contests are played between two looks at the clock; few, as some are long."""
_MOST_NUMBERS, _MOST_DECISIONS = 10, 6
_BEST_WEIGHT = 6
"""So many times as much time has what is played by the bot that thinks."""


class Played(msgspec.Struct, frozen=True):
    """How contests went for the first side: how many, how many points (1 a win, ½ a tie), and how spread."""

    contests: int = 0
    points: float = 0.0
    squares: float = 0.0

    @property
    def mean(self) -> float:
        return self.points / self.contests if self.contests else math.nan

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval."""
        if self.contests < 2:
            return 1.0
        spread = max(0.0, self.squares / self.contests - self.mean**2)
        return 1.96 * math.sqrt(max(spread, 0.25 / self.contests) / self.contests)


class Decision(msgspec.Struct, frozen=True):
    """A kind of question of a side, and what it costs the side to leave it to chance."""

    what: str
    by_players: bool
    costs: Played


class Moved(msgspec.Struct, frozen=True):
    """A number of the set-up, and what so much less and more of it changes."""

    label: str
    value: int | str
    by: int
    less: Played | None
    more: Played | None


class Balance(msgspec.Struct, kw_only=True):
    """The whole report as data. `stages` are how often, at each place of a contest, its winner was as good as known."""

    title: str
    first: str
    second: str
    usual: Played
    by_bots: dict[tuple[str, str], Played]
    stages: list[float]
    decisions: list[Decision]
    numbers: list[Moved]
    knobs: dict[str, Any]
    left_out: list[str]


class Task(NamedTuple):
    """One measurement: the function that makes it, what it is told, and how large a share of the time it has."""

    key: tuple[Any, ...]
    function: Callable[..., Any]
    given: tuple[Any, ...]
    weight: int = 1


def balance(
    game_name: str,
    type_name: str,
    *,
    preset: str = "",
    setup: Any = None,
    options: Any = None,
    knobs: dict[str, Any] | None = None,
    seconds: float = 50.0,
    contests: int = 2_000,
    seed: int = 0,
    processes: int | None = None,
    title: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Balance:
    """Measure a contest for some seconds on all cores. No number comes from more than so many `contests`."""
    kind = game(game_name).type(type_name)
    chosen, others = start_of(game_name, type_name, preset, setup, options, knobs)
    checked, taken = kind.setup_from(chosen, others)
    names, told = [*kind.bots], kind.seats(checked)

    def job(start: Any = checked, bots: dict[str, str] | None = None) -> Job:
        return make_job(game_name, type_name, setup=start, options=taken, bots=bots, seed=seed, piece=1)

    usual = job()
    asked = questions_in(usual)
    two = any(not mine for mine, _ in asked)
    tasks = [
        Task(("bots", *pair), best_played, (job(bots={"": pair[0], GM: pair[1]}),), _BEST_WEIGHT)
        for pair in ((BEST, names[0]), *([(names[0], BEST)] if two else []))
    ]
    tasks += [
        Task(("bots", one, other), played, (job(bots={"": one, GM: other}),))
        for one in names
        for other in (names if two else names[:1])
    ]
    tasks += [Task(("stage", n), standing, (usual, n)) for n in range(_LOOKS)]
    kinds = [each for each, _ in asked.most_common(_MOST_DECISIONS)]
    tasks += [Task(("leave", *each), left_to_chance, (usual, *each)) for each in kinds]
    raised = known(game_name, "raised") or (lambda _text, _by: None)
    leaves = leaves_of(kind, checked, raised)[:_MOST_NUMBERS]
    for n, leaf in enumerate(leaves):
        for sign in (-1, 1):
            if (start := moved(kind, checked, taken, leaf, sign, raised)) is not None:
                tasks.append(Task(("number", n, sign), differing, (usual, job(start))))
    tasks.sort(key=lambda each: each.key != ("bots", names[0], names[0]))
    found, late = _measured(_in_turn(tasks), seconds, contests, processes, progress)
    left_out = [f"There was no time for {_said(key, leaves)}" for key in late]
    return Balance(
        title=title or kind.title,
        first=_players(told),
        second=told.get(GM, "Game master"),
        usual=found.get(("bots", names[0], names[0]), Played()),
        by_bots={(key[1], key[2]): each for key, each in found.items() if key[0] == "bots"},
        stages=_stages([each for key, each in found.items() if key[0] == "stage"]),
        decisions=sorted(
            [Decision(key[2], key[1], each) for key, each in found.items() if key[0] == "leave"],
            key=lambda each: -each.costs.mean,
        ),
        numbers=_numbers(leaves, found),
        knobs=knobs or {},
        left_out=left_out,
    )


def _players(seats: dict[str, str]) -> str:
    return " and ".join(name for seat, name in seats.items() if seat != GM) or "The first side"


def _in_turn(tasks: list[Task]) -> list[Task]:
    """One of each kind after the other, so that where time is short there is something of every kind."""
    seen: Counter[str] = Counter()
    order: dict[int, tuple[int, int]] = {}
    for n, task in enumerate(tasks):
        order[n] = (seen[task.key[0]], n)
        seen[task.key[0]] += 1
    return [tasks[n] for n in sorted(order, key=lambda n: order[n])]


def _said(key: tuple[Any, ...], leaves: list[Leaf]) -> str:
    match key:
        case ("bots", one, other):
            return f"{one} against {other}"
        case ("number", n, sign):
            return f"{leaves[n].label} {'less' if sign < 0 else 'more'}"
        case ("leave", _, what):
            return f"the decision {what}"
    return f"look {key[1] + 1} at where it is decided"


class _Late(Exception):
    """The time is up, and something is still at work."""


def _measured(
    tasks: list[Task],
    seconds: float,
    contests: int,
    processes: int | None,
    progress: Callable[[int, int], None] | None,
) -> tuple[dict[tuple[Any, ...], Any], list[tuple[Any, ...]]]:
    """All results by key, and what was not done when the time was up."""
    cores = processes or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else processes or 1
    share = 0.9 * seconds * cores / sum(each.weight for each in tasks)
    deadline = time.monotonic() + seconds
    found: dict[tuple[Any, ...], Any] = {}

    def meanwhile() -> None:
        if time.monotonic() > deadline:
            raise _Late

    given = [(each.function, *each.given, share * each.weight, contests) for each in tasks]
    try:
        for number, result in as_done(processes, "", _call, given, meanwhile):
            found[tasks[number].key] = result
            if progress:
                progress(len(found), len(tasks))
    except _Late:
        pass
    return found, [each.key for each in tasks if each.key not in found]


def _call(function: Callable[..., Any], *given: Any) -> Any:
    return function(*given)


# Measurements, each for a share of the time


def _until(share: float, contests: int) -> Iterator[int]:
    """The numbers of contests to be played."""
    end, number = time.monotonic() + share, 0
    while number < contests and (number < _LEAST or time.monotonic() < end):
        yield from range(number, number + _BATCH)
        number += _BATCH


def _points(verdict: str) -> float:
    return {"win": 1.0, "tie": 0.5}.get(verdict, 0.0)


def _sum(points: list[float]) -> Played:
    return Played(len(points), sum(points), sum(each * each for each in points))


def _contest(job: Job, number: int, policy: Any = None) -> float:
    """One contest; the same number has the same dice."""
    kind, state, usual, read = ready(job)
    ended = run(kind, state, usual if policy is None else policy, SameDice(f"{job.seed}:{number}"))
    return _points(read(ended)[0])


def played(job: Job, share: float, contests: int) -> Played:
    """How often the first side wins."""
    return _sum([_contest(job, number) for number in _until(share, contests)])


def best_played(job: Job, share: float, contests: int) -> Played:
    """The same with the bot that plays on from everywhere, of which few contests can be played."""
    end, points, number = time.monotonic() + share, list[float](), 0
    while number == 0 or (time.monotonic() < end and len(points) < contests):
        tally = play_piece(job, number)
        for verdict, times in tally.verdicts.items():
            points += [_points(verdict)] * times
        number += 1
    return _sum(points)


def differing(usual: Job, other: Job, share: float, contests: int) -> Played:
    """What another set-up gives the first side beyond the usual one, with the same dice."""
    return _sum([_contest(other, n) - _contest(usual, n) for n in _until(share / 2, contests)])


def left_to_chance(job: Job, by_players: bool, what: str, share: float, contests: int) -> Played:
    """What it costs a side to give any legal answer to one kind of question."""
    policy = ready(job)[2]
    sign = 1 if by_players else -1

    def any_answer(number: int) -> Policy:
        random = Random(number)

        def decide(seen: Seen, ask: Ask) -> Answer:
            if ask.what == what and (ask.seat != GM) == by_players:
                return ask.legal().sample(random)
            return (policy if callable(policy) else policy[ask.seat])(seen, ask)

        if (uses := getattr(policy, "uses", None)) is not None:
            decide.uses = uses  # type: ignore[attr-defined]
        return decide

    return _sum(
        [sign * (_contest(job, n) - _contest(job, n, any_answer(n))) for n in _until(share / 2, contests)]
    )


def standing(job: Job, number: int, share: float, contests: int) -> list[float]:
    """The chance of the first side at several places of one contest, by playing on from there."""
    del contests
    kind, state, policy, read = ready(job)
    states, random = [state], Random(f"{job.seed}:stage:{number}")
    course = Course(kind, state.copy(), log=False)
    turns = 0
    while course.result is None:
        if course.turns != turns:
            turns = course.turns
        answer_all(course, policy, random)
        if course.turns != turns and course.result is None:
            states.append(course.contest.state.copy())
    assert course.result is not None
    ended = _points(read(course.result)[0])
    places = [states[len(states) * n // STAGES] for n in range(STAGES)]
    end, chances = time.monotonic() + share, list[float]()
    for here in places:
        points = []
        for again in range(_TIMES):
            points.append(_points(read(run(kind, here, policy, Random(f"{number}:{again}")))[0]))
            if len(points) >= _BATCH and time.monotonic() > end:
                break
        chances.append(sum(points) / len(points))
    return [len(states), *chances, ended]


def questions_in(job: Job, contests: int = 4) -> Counter[tuple[bool, str]]:
    """The kinds of questions that are asked of the players and of the game master, and how often."""
    kind, state, policy, _ = ready(job)
    found: Counter[tuple[bool, str]] = Counter()

    def decide(seen: Seen, ask: Ask) -> Answer:
        if not ask.window and ask.legal().several():
            found[ask.seat != GM, ask.what] += 1
        return (policy if callable(policy) else policy[ask.seat])(seen, ask)

    if (uses := getattr(policy, "uses", None)) is not None:
        decide.uses = uses  # type: ignore[attr-defined]
    for number in range(contests):
        run(kind, state, decide, Random(number))
    return found


# Put together


def _stages(found: list[list[float]]) -> list[float]:
    """How much of all that is ever decided is decided within each stage of a contest, of which there are no more than
    most contests have turns.

    >>> _stages([[1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.0]])
    [1.0]
    >>> _stages([[2, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0], [2, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.0]])
    [0.5, 0.5]
    """
    if not found:
        return []
    sums = [0.0] * min(STAGES, int(median(turns for turns, *_ in found)))
    for _, *chances in found:
        for n, (before, after) in enumerate(itertools.pairwise(chances)):
            sums[n * len(sums) // STAGES] += (after - before) ** 2
    return [each / (sum(sums) or 1.0) for each in sums]


def _numbers(leaves: list[Leaf], found: dict[tuple[Any, ...], Any]) -> list[Moved]:
    rows = [
        Moved(leaf.label, leaf.value, leaf.by, found.get(("number", n, -1)), found.get(("number", n, 1)))
        for n, leaf in enumerate(leaves)
    ]
    there = [each for each in rows if each.less or each.more]
    return sorted(there, key=lambda row: -max(abs(e.mean) for e in (row.less, row.more) if e))
