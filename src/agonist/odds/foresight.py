"""Foresight: what may come of a roll, or of a deed, told by the rules themselves.

The real rules run on from what a seat knows to the end of the exchange, through every face where those are few, else
through some hundreds of throws. Others do as they are taken to, windows stay as they are. The ends are put together by
how they leave the seat: ahead, level or behind; each with its chance, what it was called, and what has changed of what
everybody has left. Nothing is written by hand: a game names its numbers (`gauges`) and its verdicts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec

from agonist.kernel import GM, Answer, Ask, Chance, Course, Staged, Viewer, look
from agonist.kernel.lanes import Lane

from .even import EvenDice
from .every_way import TooMuchError, Walk, ways
from .situations import Position, Situation

_REQUESTS, _WAYS = 1_300, 450
"""How many requests and ways every way is gone through with."""
_THROWS, _LEAST, _PLAYED = 240, 60, 600
"""Else so many throws are played at the most and at the least, and about so many requests."""
_LONGEST, _IDLE = 60, 12
"""What is under way is over after so many requests at the most; what was announced and did not come to dice so many
times is not looked into any further."""

Leaves = Literal["ahead", "level", "behind"]


class Shift(msgspec.Struct, frozen=True):
    """What somebody has left before and may have after, the likeliest first, each with its share; where what they have
    is hidden (None), by how much it changes. `ours` are those on the seat's own side; who only looks on is on the
    players'."""

    name: str
    before: float | None
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
    why: str = ""
    """What decides it where that is always the same."""
    term: str = ""
    """And what the rules call it then."""
    changes: tuple[Shift, ...] = ()
    over: float = 0.0
    """Which share of it ends the whole contest."""


class Foresight(msgspec.Struct, frozen=True):
    """What may come of it. `error` is how far chances may be off, 19 times in 20; `guessed` says that something which
    matters is hidden from the seat and was made up; `needs` is what the seat's own first dice have to show."""

    ends: tuple[End, ...]
    error: float = 0.0
    guessed: bool = False
    needs: str = ""

    def chance(self, leaves: Leaves) -> float:
        """The chance to be left so."""
        return sum(end.chance for end in self.ends if end.leaves == leaves)


def foreseen(situation: Situation, answer: Answer = None) -> Foresight | None:
    """What may come of what is open in a situation, the seat answering so if it is asked; None where the game hides
    something and does not say what it might be."""
    position = Position(situation)
    return foresee(position, answer) if position.imaginable else None


def foreseen_each(situation: Situation, answers: Sequence[Answer]) -> list[Foresight] | None:
    """The same for several answers to one question, one after another."""
    position = Position(situation)
    return [foresee(position, answer) for answer in answers] if position.imaginable else None


def foresee(position: Position, answer: Answer = None) -> Foresight:
    """The same from a position."""
    given = {} if answer is None else {position.slot: answer}
    whose = position.announces() if given else frozenset()
    found: list[_Found] = []
    error = 0.0
    if not (position.hides or whose):
        with suppress(TooMuchError):
            found = list(_all_ways(position, given))
    if not found:
        found = _some_ways(position, given, whose)
        error = _off(len(found), guessed=position.hides or bool(whose))
    return Foresight(tuple(_ends(position, found)), error, position.hides, _needs(position, given))


def _needs(position: Position, given: Mapping[int, Answer]) -> str:
    """What the seat's own first dice have to show after this answer, as far as it may know."""
    if not given:
        return ""
    walk, found = Walk(position, 0, EvenDice(0), aloud=True), list[str]()
    ended = _Over(walk.course)

    def over(course: Course[Any]) -> bool:
        viewer = Viewer(position.seat, course.contest.state)
        own = [each for each in course.slots if isinstance(each, Chance) and each.seat == position.seat]
        found.extend(each.needs(viewer) for each in own if each.needs)
        return bool(own) or ended(course)

    with suppress(TooMuchError):
        walk.on(given, [_LONGEST], over)
    return found[0] if found else ""


def _off(throws: int, *, guessed: bool) -> float:
    """How far chances may be off after so many throws: even ones come close by their number, made-up worlds only by
    its root."""
    return 0.98 / throws**0.5 if guessed else 7 / throws


class _Found(msgspec.Struct, frozen=True):
    """One way it went: its chance, what it leaves to whom, what it was called, and the result if it was the end."""

    weight: float
    left: dict[str, float]
    moved: dict[str, float]
    """By how much what anybody has left has changed, in this way's world, in which nothing is hidden."""
    verdict: Staged
    worth: float | None


def _all_ways(position: Position, given: Mapping[int, Answer]) -> Iterator[_Found]:
    over = _Over(position.course(0))
    before = _all_gauges(position, position.now)
    for course, weight in ways(position, 0, given, [_REQUESTS], over, most=_WAYS, aloud=True):
        yield _found(position, course, weight, before)


def _some_ways(position: Position, given: Mapping[int, Answer], whose: frozenset[str]) -> list[_Found]:
    """Throws that lie evenly, what is hidden made up anew for each; the longer one takes the fewer there are. Where an
    announced deed hardly ever comes to dice nothing is said of it, else only of when it does."""
    left, found, idle = [_PLAYED], list[_Found](), 0
    while len(found) < _THROWS and (left[0] > 0 or len(found) + idle < _LEAST):
        n = len(found) + idle
        walk = Walk(position, n, EvenDice(n), aloud=True)
        budget, before = [_LONGEST], _all_gauges(position, walk.course.contest.state)
        if not whose:
            walk.on(given, budget, _Over(walk.course))
            found.append(_found(position, walk.course, 1.0, before))
        elif way := _done_later(
            position, walk, given, budget, _Announced(walk.course, position, whose, before)
        ):
            found.append(way)
        else:
            idle += 1
        left[0] -= _LONGEST - budget[0]
        if idle >= _IDLE and idle > 2 * len(found):
            return [_Found(1.0, _gauges(position, position.now), {}, Staged(), None)]
    share = 1 / len(found)
    return [msgspec.structs.replace(each, weight=share) for each in found]


def _done_later(
    position: Position, walk: Walk, given: Mapping[int, Answer], budget: list[int], over: _Announced
) -> _Found | None:
    """What comes of what was announced, as if nothing else had happened; None if it does not come to it."""
    with suppress(TooMuchError):
        walk.on(given, budget, over)
    if not over.done:
        return None
    way = _found(position, walk.course, 1.0, over.before)
    left = {name: value + way.moved.get(name, 0.0) for name, value in over.now.items()}
    return msgspec.structs.replace(way, left=left)


class _Over:
    """Whether what was under way is over: another turn began, or what goes on beside it has its turn."""

    def __init__(self, course: Course[Any]) -> None:
        lane = course.lane
        self.turn, self.until = course.turns, course.at + _LONGEST * lane.step - 1
        self.place = _place(lane)
        self.way, self.latest = course, self.turn

    def __call__(self, course: Course[Any]) -> bool:
        return self.left(course) or course.at >= self.until

    def left(self, course: Course[Any]) -> bool:
        """Whether another turn began that is more than the rest of this one."""
        if course is not self.way:
            self.way, self.latest = course, self.turn
        if self.latest != course.turns and course.kind.settling(course.contest.state):
            self.latest = course.turns
        return course.turns != self.latest or _place(course.lane)[: len(self.place)] != self.place


class _Announced(_Over):
    """The same of what is only announced now: over when its own dice have fallen, and what they come to is said. What
    others do before that is not its doing, so `before` is what everybody had left when it began."""

    def __init__(
        self, course: Course[Any], position: Position, whose: frozenset[str], before: Mapping[str, float]
    ) -> None:
        super().__init__(course)
        self.position, self.whose, self.before = position, whose, before
        self.now, self.asked = _gauges(position, position.now), position.announced
        self.read = len(course.contest.events or ())
        self.acts, self.done = "", False

    def __call__(self, course: Course[Any]) -> bool:
        self.listen(course)
        if self.done or course.at >= self.until or self.asks_again(course):
            return True
        if not self.acts and any(isinstance(each, Chance) for each in course.slots):
            self.before = _all_gauges(self.position, course.contest.state)
        return False

    def listen(self, course: Course[Any]) -> None:
        """Who has thrown first, and of whose throw something was said."""
        events, fresh = course.contest.events or [], True
        for staged in (event.staged() for event in events[self.read :]):
            if staged is not None and (staged.dice or staged.cards):
                self.acts, fresh = staged.who.casefold() if fresh else self.acts, False
            elif staged is not None and _said(staged):
                self.done, self.acts = self.done or self.acts in self.whose, ""
        self.read = len(events)

    def asks_again(self, course: Course[Any]) -> bool:
        """Whether what was announced came to nothing: the same is asked again."""
        return self.left(course) and any(
            isinstance(each, Ask) and each.what == self.asked and each.about.casefold() in self.whose
            for each in course.slots
        )


def _place(lane: Lane) -> list[tuple[int, int]]:
    return [(each.after, each.place) for each in lane.where]


def _found(position: Position, course: Course[Any], weight: float, before: Mapping[str, float]) -> _Found:
    state, kind = course.contest.state, course.kind
    worth = None if course.result is None else kind.success(state, course.result, _judges(position))
    left = _gauges(position, state)
    after = _all_gauges(position, state) if position.hides else left
    moved = {name: value - before[name] for name, value in after.items() if name in before}
    return _Found(weight, left, moved, _verdict(course, position.seat), worth)


def _judges(position: Position) -> str:
    """Whose win it is: the seat's own, or for who plays nobody, as the game master, that of the players' side."""
    if position.seat != GM and position.kind.played_by(position.now, position.seat):
        return position.seat
    everybody = position.kind.combatants(position.seen)
    players = [each.seat for each in everybody if not each.side and each.seat not in ("", GM)]
    return players[0] if players else position.seat


def _all_gauges(position: Position, state: Any) -> dict[str, float]:
    """What everybody has left, hidden or not."""
    return position.kind.gauges(look(state, Viewer(GM, state)))


def _gauges(position: Position, state: Any) -> dict[str, float]:
    return position.kind.gauges(look(state, Viewer(position.seat, state)))


def _verdict(course: Course[Any], seat: str) -> Staged:
    """What the rules say has come of the dice: the last word on stage."""
    staged = [event.staged() for event in reversed(course.contest.events or ()) if event.seen_by(seat)]
    return next((each for each in staged if each is not None and _said(each)), Staged())


def _ends(position: Position, found: list[_Found]) -> Iterator[End]:
    before = _gauges(position, position.now)
    sides = position.kind.stands(position.seen)
    mine = () if position.seat == GM else position.kind.played_by(position.now, position.seat)
    own: set[int | None] = {sides.get(name) for name in mine} if mine else {0}
    everybody = dict.fromkeys((*before, *(name for way in found for name in way.moved)))
    ours = {name for name in everybody if sides.get(name) in own}

    def leaves(way: _Found) -> Leaves:
        worth = _sign(way, ours)
        return "ahead" if worth > 0 else "behind" if worth < 0 else "level"

    for how, group in itertools.groupby(sorted(found, key=leaves), key=leaves):
        yield _end(how, list(group), before, tuple(everybody), ours)


def _sign(way: _Found, ours: set[str]) -> float:
    """Whether it went well for the seat: won or lost, else what its own side has left against the others."""
    if way.worth is not None and way.worth != 0.5:
        return way.worth - 0.5
    return sum(change if name in ours else -change for name, change in way.moved.items())


def _end(
    how: Leaves, group: list[_Found], before: dict[str, float], everybody: tuple[str, ...], ours: set[str]
) -> End:
    chance = sum(way.weight for way in group)
    said = _shares((_said(way.verdict), way.weight) for way in group if _said(way.verdict))
    first = next((way.verdict for way in group), Staged()) if len(said) == 1 else Staged()
    changes = []
    for name in everybody:
        was = before.get(name)
        if was is None:
            shares = _shares((way.moved.get(name, 0.0), way.weight) for way in group)
        else:
            shares = _shares((way.left.get(name, was), way.weight) for way in group)
        if set(shares) != {was or 0.0}:
            after = tuple((value, share / chance) for value, share in shares.items())
            changes.append(Shift(name, was, after, name in ours))
    over = sum(way.weight for way in group if way.worth is not None) / chance
    return End(how, chance, tuple(said), first.why, first.word, tuple(changes), over)


def _said(verdict: Staged) -> str:
    return verdict.says or ("" if verdict.dice else verdict.word)


def _shares(found: Iterator[tuple[Any, float]]) -> dict[Any, float]:
    """How much of each there is, the most first."""
    sums: dict[Any, float] = {}
    for what, weight in found:
        sums[what] = sums.get(what, 0.0) + weight
    return dict(sorted(sums.items(), key=lambda item: -item[1]))
