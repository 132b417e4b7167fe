"""Foresight: what may come of a roll, or of a deed, told by the rules themselves.

The real rules run on from what a seat knows to the end of the exchange, through every face where those are few, else
through some hundreds of throws. Others do as they are taken to, windows stay as they are. The ends are put together by
how they leave the seat: ahead, level or behind; each with its chance, what it was called, and what has changed of what
everybody has left. Nothing is written by hand: a game names its numbers (`gauges`) and its verdicts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from agonist.kernel import GM, Answer, Course, Viewer, see

from .even import EvenDice
from .every_way import TooMuchError, Walk, ways
from .situations import Position, Situation

__all__ = ["Change", "End", "Foresight", "foresee", "foreseen"]

_REQUESTS, _WAYS = 4_000, 450
"""How many requests and ways every way is gone through with."""
_THROWS, _LEAST, _PLAYED = 240, 90, 900
"""Else so many throws are played at the most and at the least, and about so many requests."""
_LONGEST = 60
"""What is under way is over after so many requests at the most."""

Leaves = Literal["ahead", "level", "behind"]


class Change(msgspec.Struct, frozen=True):
    """What somebody has left before and may have after, the likeliest first, each with its share. `ours` are those on
    the seat's own side; who only looks on is on the players'."""

    name: str
    before: float
    after: tuple[tuple[float, float], ...]
    ours: bool = False

    @property
    def usual(self) -> float:
        """What is left most often."""
        return self.after[0][0]


class End(msgspec.Struct, frozen=True):
    """How it may end for the seat: the chance, what the rules call it, the likeliest first, and what changes."""

    leaves: Leaves
    chance: float
    verdicts: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    over: float = 0.0
    """Which share of it ends the whole contest."""


class Foresight(msgspec.Struct, frozen=True):
    """What may come of it. `error` is how far chances may be off, 19 times in 20; `guessed` says that something which
    matters is hidden from the seat and was made up."""

    ends: tuple[End, ...]
    error: float = 0.0
    guessed: bool = False

    def chance(self, leaves: Leaves) -> float:
        """The chance to be left so."""
        return sum(end.chance for end in self.ends if end.leaves == leaves)


def foreseen(situation: Situation, answer: Answer = None) -> Foresight | None:
    """What may come of what is open in a situation, the seat answering so if it is asked; None where the game hides
    something and does not say what it might be."""
    position = Position(situation)
    return foresee(position, answer) if position.imaginable else None


def foresee(position: Position, answer: Answer = None) -> Foresight:
    """The same from a position."""
    given = {} if answer is None else {position.slot: answer}
    try:
        found = list(_all_ways(position, given))
        error = 0.0
    except TooMuchError:
        found = _some_ways(position, given)
        error = _off(len(found), guessed=position.hides)
    return Foresight(tuple(_ends(position, found)), error, position.hides)


def _off(throws: int, *, guessed: bool) -> float:
    """How far chances may be off after so many throws: even ones come close by their number, made-up worlds only by
    its root."""
    return 0.98 / throws**0.5 if guessed else 7 / throws


class _Found(msgspec.Struct, frozen=True):
    """One way it went: its chance, what it leaves to whom, what it was called, and the result if it was the end."""

    weight: float
    left: dict[str, float]
    verdict: str
    worth: float | None


def _all_ways(position: Position, given: Mapping[int, Answer]) -> Iterator[_Found]:
    if position.hides:
        raise TooMuchError
    over = _Over(position.course(0))
    for course, weight in ways(position, 0, given, [_REQUESTS], over, most=_WAYS, aloud=True):
        yield _found(position, course, weight)


def _some_ways(position: Position, given: Mapping[int, Answer]) -> list[_Found]:
    """Throws that lie evenly, what is hidden made up anew for each; the longer one takes the fewer there are."""
    over, left, found = _Over(position.course(0)), [_PLAYED], list[_Found]()
    while len(found) < _THROWS and (left[0] > 0 or len(found) < _LEAST):
        walk = Walk(position, len(found), EvenDice(len(found)), aloud=True)
        budget = [_LONGEST]
        walk.on(given, budget, over)
        left[0] -= _LONGEST - budget[0]
        found.append(_found(position, walk.course, 1.0))
    share = 1 / len(found)
    return [msgspec.structs.replace(each, weight=share) for each in found]


class _Over:
    """Whether what was under way is over: another turn began."""

    def __init__(self, course: Course[Any]) -> None:
        self.turn, self.until = course.turns, course.at + _LONGEST - 1

    def __call__(self, course: Course[Any]) -> bool:
        return course.turns != self.turn or course.at >= self.until


def _found(position: Position, course: Course[Any], weight: float) -> _Found:
    state, kind = course.contest.state, course.kind
    worth = None if course.result is None else kind.success(state, course.result, position.seat)
    return _Found(weight, _gauges(position, state), _verdict(course, position.seat), worth)


def _gauges(position: Position, state: Any) -> dict[str, float]:
    return position.kind.gauges(see(state, Viewer(position.seat, state)))


def _verdict(course: Course[Any], seat: str) -> str:
    """What the rules call what has come of the dice: the last word on stage."""
    staged = [event.staged() for event in reversed(course.contest.events or ()) if event.seen_by(seat)]
    return next(
        (each.says or each.word for each in staged if each is not None and (each.says or each.word)), ""
    )


def _ends(position: Position, found: list[_Found]) -> Iterator[End]:
    before = _gauges(position, position.now)
    sides = position.kind.stands(position.seen)
    mine = () if position.seat == GM else position.kind.played_by(position.now, position.seat)
    own: set[int | None] = {sides.get(name) for name in mine} if mine else {0}
    ours = {name for name in before if sides.get(name) in own}

    def leaves(way: _Found) -> Leaves:
        worth = _sign(way, before, ours)
        return "ahead" if worth > 0 else "behind" if worth < 0 else "level"

    for how, group in itertools.groupby(sorted(found, key=leaves), key=leaves):
        yield _end(how, list(group), before, ours)


def _sign(way: _Found, before: dict[str, float], ours: set[str]) -> float:
    """Whether it went well for the seat: won or lost, else what its own side has left against the others."""
    if way.worth is not None and way.worth != 0.5:
        return way.worth - 0.5
    changes = {name: way.left.get(name, was) - was for name, was in before.items()}
    return sum(change if name in ours else -change for name, change in changes.items())


def _end(how: Leaves, group: list[_Found], before: dict[str, float], ours: set[str]) -> End:
    chance = sum(way.weight for way in group)
    verdicts = _shares((way.verdict, way.weight) for way in group if way.verdict)
    changes = []
    for name, was in before.items():
        shares = _shares((way.left.get(name, was), way.weight) for way in group)
        if set(shares) != {was}:
            after = tuple((value, share / chance) for value, share in shares.items())
            changes.append(Change(name, was, after, name in ours))
    over = sum(way.weight for way in group if way.worth is not None) / chance
    return End(how, chance, tuple(verdicts), tuple(changes), over)


def _shares(found: Iterator[tuple[Any, float]]) -> dict[Any, float]:
    """How much of each there is, the most first."""
    sums: dict[Any, float] = {}
    for what, weight in found:
        sums[what] = sums.get(what, 0.0) + weight
    return dict(sorted(sums.items(), key=lambda item: -item[1]))
