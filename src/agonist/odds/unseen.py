"""What others have answered this turn, and a seat has seen nothing of yet.

A rule may keep an answer in mind for a while before anything comes of it: a plan while others still plan, what is to
follow when the dice lie. A seat that is asked meanwhile cannot know it. So each such answer is taken for what would be
said by who plays on, as far as the seat would still see the same; part by part where some of it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from random import Random
from typing import Any

import msgspec

from agonist.kernel import (
    GM,
    Answer,
    Answered,
    Ask,
    Chanced,
    Choice,
    ContestType,
    Course,
    Fields,
    Form,
    Overridden,
    Seen,
    State,
    Viewer,
    defaults,
    see,
)
from agonist.kernel.corrections import correct
from agonist.kernel.forms import follow, picked

Entries = tuple[Answered | Chanced | Overridden, ...]
"""What was entered since a turn began, its requests counted from there."""


def replayed(kind: ContestType[Any], start: State, entries: Entries, *, log: bool = False) -> Course[Any]:
    """The contest after what was entered since the start of a turn: with somebody listening, as it was."""
    course: Course[Any] = Course(kind, start.copy(), starts=log)
    for entry in entries:
        if isinstance(entry, Overridden):
            correct(course.contest.state, entry.path, entry.value)
        else:
            course.turn_to(entry.at).fill(
                entry.slot, tuple(entry.value) if isinstance(entry, Chanced) else entry.value
            )
    if not log:
        course.unheard()
    return course


def supposed(kind: ContestType[Any], start: State, entries: Entries, seat: str) -> Entries:
    """The same with all that the seat has seen nothing of taken for what is usual."""
    eyes = _Eyes(kind, start, entries, seat)
    for place, entry in enumerate(entries):
        if not isinstance(entry, Answered):
            continue
        course = replayed(kind, start, entries[:place])
        request = course.turn_to(entry.at).slots[entry.slot]
        if isinstance(request, Ask) and request.seat != seat:
            unseen = partial(eyes.same, entries, place)
            usual = next((each for each in _usual(course, request, seat) if unseen(each)), None)
            entries = _with(entries, place, eyes.by_part(entries, place) if usual is None else usual)
    return entries


class _Eyes:
    """What a seat has seen since a turn began."""

    def __init__(self, kind: ContestType[Any], start: State, entries: Entries, seat: str) -> None:
        self.kind, self.start, self.entries, self.seat = kind, start, entries, seat

    def same(self, entries: Entries, place: int, other: Answer) -> bool:
        """Whether the seat would have seen the same, had this been answered instead."""
        return bool(other == entries[place].value or self._seen(_with(entries, place, other)) == self._shown)

    def by_part(self, entries: Entries, place: int) -> Answer:
        """An answer whose parts are as they are by default, but for those that have shown."""
        entry: Any = entries[place]
        value = entry.value
        course = replayed(self.kind, self.start, entries[:place]).turn_to(entry.at)
        request: Any = course.slots[entry.slot]
        for part in _parts(request.legal(), value):
            other = part(value)
            value = other if self.same(entries, place, other) else value
        return value

    @cached_property
    def _shown(self) -> Any:
        return self._seen(self.entries)

    def _seen(self, entries: Entries) -> Any:
        try:
            course = replayed(self.kind, self.start, entries, log=True)
        except Exception:  # noqa: BLE001  whatever a rule makes of an answer that it did not offer
            return None
        state = course.contest.state
        slots = [part for lane in course.open_lanes() for part in lane.slots]
        own = [each.legal() for each in slots if isinstance(each, Ask) and each.seat == self.seat]
        told = [event for event in course.contest.events or () if event.seen_by(self.seat)]
        asked = [(each.seat, each.what, each.about) for each in slots]
        return see(state, Viewer(self.seat, state)), asked, own, told


def _usual(course: Course[Any], request: Ask, seat: str) -> Iterator[Answer]:
    """What who plays on would answer for another, and what is offered first, as far as the seat can imagine."""
    state = course.contest.state
    if seat != GM:
        course.kind.imagine(state, seat, Random(0))
    policy = course.kind.plays_on(state, seat, Random(0)) or defaults
    yield request.completed(policy(Seen(request.seat, state), request))
    yield request.legal().fallback()


Variation = Callable[[Any], Answer]
"""What makes another answer of one."""


def _parts(form: Form | None, value: Any) -> Iterator[Variation]:
    """What puts each part of an answer to what it is by default, small ones first."""
    if isinstance(form, Choice) and isinstance(value, dict):
        chosen = picked(value)
        then = next((each.then for each in form.options if each.key == chosen.key), None)
        for part in _all_of(then, chosen.more):
            yield partial(_further, part)
    elif isinstance(form, Fields) and isinstance(value, dict):
        for field in form.fields:
            for part in _all_of(field.form, value[field.key]) if field.key in value else ():
                yield partial(_field, field.key, part)


def _all_of(form: Form | None, value: Any) -> Iterator[Variation]:
    """The parts of what is itself a part, and then all of it."""
    yield from _parts(form, value)
    if form is not None:
        yield lambda _: form.fallback()


def _further(part: Variation, whole: Any) -> Answer:
    key, more = picked(whole)
    return follow(key, part(more))


def _field(key: str, part: Variation, whole: Any) -> Answer:
    return {**whole, key: part(whole[key])}


def _with(entries: Entries, place: int, value: Answer) -> Entries:
    changed = msgspec.structs.replace(entries[place], value=value)
    return (*entries[:place], changed, *entries[place + 1 :])
