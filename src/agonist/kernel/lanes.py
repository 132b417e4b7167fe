"""Lanes: procedures that go on side by side, each a generator as any other, and how what they ask for is numbered.

A procedure sends others off with `together`. Each gets numbers of its own for its requests and rolls, the same whoever
is quicker: of three, the first has every third, beginning with the next. So a sealed die belongs to which roll it is,
and an answer to which question, not to when it was tapped. What follows when all are over comes after their numbers.

They go on as if one had been played after the other. So they may only touch what is their own; before one touches
what others may, it waits `in_turn`, until all that were sent off before it are over. Where nobody watches, in
simulations and in enumeration, they are played one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar, cast

from .game import Contest
from .requests import Ask, Chance, InTurn, Procedure, Request, Together
from .state import State

S = TypeVar("S", bound=State)
T = TypeVar("T")


def together(contest: Contest[S], *procedures: Procedure[T]) -> Procedure[tuple[T, ...]]:
    """Play procedures that do not touch, side by side; what each returned, in their order."""
    if contest.bare or len(procedures) < 2:
        results = []
        for each in procedures:
            results.append((yield from each))  # noqa: PERF401  no comprehension can yield
        return tuple(results)
    every: tuple[T, ...] = yield cast(Request, Together(procedures))
    return every


def in_turn(contest: Contest[S]) -> Procedure[None]:
    """Wait until all that were sent off before this one are over: what follows may touch what is theirs too."""
    if not contest.bare:
        yield cast(Request, InTurn())


class Where(NamedTuple):
    """In which lane of several, sent off together after a request, something happened; and whether `in_turn`."""

    after: int
    place: int
    in_turn: bool


class Lane:
    """One procedure under way, its open request, and the numbers of this and of its next roll, which come in steps."""

    __slots__ = (
        "answers", "arrived", "at", "chances", "held", "joint", "lanes", "open", "over", "parent", "place",
        "result", "rolls", "sent", "slots", "step", "touches", "turn",
    )  # fmt: skip

    def __init__(self, turn: Procedure[Any], at: int, rolls: int, step: int = 1) -> None:
        self.turn, self.at, self.rolls, self.step = turn, at, rolls, step
        self.slots: tuple[Ask | Chance, ...] = ()
        self.answers: list[Any] = []
        self.open = self.chances = 0
        self.joint = False
        self.arrived: Sequence[int] = ()
        self.parent: Lane | None = None
        self.place = 0
        self.lanes: list[Lane] = []
        self.sent = False
        """Whether all its lanes have begun."""
        self.held = False
        """Whether it waits for those before it."""
        self.touches = False
        """Whether it has waited for those before it, or did not need to."""
        self.over = False
        self.result: Any = None

    def part(self, procedures: Sequence[Procedure[Any]]) -> None:
        """Send these off: each has its share of the numbers to come."""
        step = self.step * len(procedures)
        for place, each in enumerate(procedures):
            begin = self.step * place
            lane = Lane(each, self.at + self.step + begin - step, self.rolls + begin, step)
            lane.parent, lane.place = self, place
            self.lanes.append(lane)

    def join(self) -> tuple[Any, ...]:
        """What they have returned, all being over; the next number comes after all of theirs."""
        lanes, self.lanes, self.sent = self.lanes, [], False
        self.at = max(self.at, *(each.at for each in lanes))
        self.rolls = max(self.rolls, *(each.rolls - each.step + self.step for each in lanes))
        return tuple([each.result for each in lanes])

    @property
    def joins(self) -> bool:
        """Whether all that it has sent off are over."""
        return self.sent and all(each.over for each in self.lanes)

    @property
    def asks(self) -> bool:
        """Whether something is open in this very lane."""
        return not (self.lanes or self.held or self.over)

    @property
    def clear(self) -> bool:
        """Whether nothing goes on any more that was to come before this."""
        if self.parent is None:
            return True
        return all(each.over for each in self.parent.lanes[: self.place]) and self.parent.clear

    @property
    def where(self) -> tuple[Where, ...]:
        """Its place among those that go on side by side, the outermost first."""
        if self.parent is None:
            return ()
        return (*self.parent.where, Where(self.parent.at, self.place, self.touches))

    def touch(self) -> None:
        """From here on it may touch what those before it may."""
        self.touches = True
        if self.parent is not None:
            self.parent.touch()

    def every(self) -> Iterator[Lane]:
        """This one and all that it has sent off, in their order."""
        yield self
        for lane in self.lanes:
            yield from lane.every()

    def roll_number(self, slot: int) -> int:
        """Which roll of the contest this part of the open request is, counted from 0."""
        return self.rolls + self.step * sum(isinstance(each, Chance) for each in self.slots[:slot])


def apart(one: tuple[Where, ...], other: tuple[Where, ...]) -> bool:
    """Whether what happened at one place would have happened without what had happened at the other before.

    >>> apart((Where(4, 0, False),), (Where(4, 1, False),)), apart((Where(4, 1, True),), (Where(4, 0, False),))
    (True, False)
    """
    for mine, theirs in zip(one, other, strict=False):
        if mine.after != theirs.after:
            return False
        if mine.place != theirs.place:
            return mine.place < theirs.place or not mine.in_turn
    return False
