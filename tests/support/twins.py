"""Twins: two contests that differ only in what somebody who looks on may not know.

A contest that bots played is played again, answer by answer, from a set-up in which one value is another, or with one
answer changed. Where everybody who looks on would have seen the same all the way, the two are twins.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from agonist.kernel import (
    ONLOOKER,
    AgonistError,
    Answer,
    Ask,
    Policy,
    Referee,
    Seen,
    Transcript,
    game,
    seat_view,
)

__all__ = ["Twins", "twins_of"]

_TRIED = 6
"""How many other answers are tried at each question."""


class Twins(msgspec.Struct):
    """Two contests, and what differs between them: a place in the set-up, or the number of an answer."""

    differ: str
    one: Transcript
    two: Transcript


class _Course:
    """A contest as it is played: what was answered, the forms of that, and what an onlooker saw after each answer."""

    def __init__(self, name: str, type_name: str, setup: Any, options: Any, seed: int) -> None:
        sealed = seed.to_bytes(32)
        self.referee = Referee.start(game(name), type_name, setup, options, seed=sealed, usual="sealed")
        self.answers: list[Answer] = []
        self.forms: list[Any] = []
        self.seen: list[Any] = [self._look()]

    def next(self) -> Any:
        return next(each for each in self.referee.pending if isinstance(each.request, Ask))

    def answer(self, value: Answer) -> None:
        asked = self.next()
        self.forms.append(asked.request.legal())
        self.answers.append(value)
        self.referee.answer(asked.id, value)
        self.seen.append(self._look())

    def _look(self) -> Any:
        view = seat_view(self.referee, ONLOOKER)
        return msgspec.to_builtins(msgspec.structs.replace(view, commitment="", seed=""))


def twins_of(
    name: str, type_name: str, preset: str = "", seed: int = 1, *, setup: Any = None, options: Any = None
) -> Iterator[Twins]:
    """All twins of a contest that can be found by changing one thing."""
    kind = game(name).type(type_name)
    ready = kind.presets[preset] if preset else None
    setup = msgspec.to_builtins(ready.setup if ready and setup is None else setup)
    options = ready.options if ready and options is None else options
    first = _Course(name, type_name, setup, options, seed)
    policy: Policy = next(iter(kind.bots.values()))
    while not first.referee.over:
        asked = first.next()
        first.answer(
            asked.request.legal().check(policy(Seen(asked.seat, first.referee.state), asked.request))
        )
    for place, other in _other_setups(setup):
        twin = _again(first, _Course, (name, type_name, other, options, seed), first.answers)
        if twin is not None and twin.setup != first.referee.transcript.setup:
            yield Twins(place, first.referee.transcript, twin)
    for n, (form, value) in enumerate(zip(first.forms, first.answers, strict=True)):
        for other in _other_answers(form, value, n):
            answers = [*first.answers[:n], other, *first.answers[n + 1 :]]
            twin = _again(first, _Course, (name, type_name, setup, options, seed), answers)
            if twin is not None:
                yield Twins(f"answer {n}", first.referee.transcript, twin)


def _again(first: _Course, make: Any, how: tuple[Any, ...], answers: list[Answer]) -> Transcript | None:
    """The twin, or None if it goes another way before somebody's eyes."""
    try:
        course = make(*how)
        for n, value in enumerate(answers):
            if course.seen[n] != first.seen[n]:
                return None
            course.answer(value)
    except (AgonistError, StopIteration):
        return None
    return course.referee.transcript if course.referee.over and course.seen[-1] == first.seen[-1] else None


def _other_setups(setup: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """The set-up with one number in it, or one rating or resistance, changed."""
    listed = isinstance(setup, list | tuple)
    items = enumerate(setup) if listed else setup.items() if isinstance(setup, dict) else ()
    for key, value in items:
        there = f"{place}.{key}"
        if type(value) is int:
            others: Any = [(there, value + by) for by in (1, -1, 2)]
        elif key == "rating" and str(value).isdecimal():
            others = [(there, str(int(value) + by)) for by in (1, -1)]
        elif key == "resistance" and isinstance(value, str):
            others = [(there, str(rating)) for rating in (12, 14, 16)]
        else:
            others = _other_setups(value, there)
        for where, other in others:
            changed: Any = list(setup) if listed else dict(setup)
            changed[key] = other
            yield where, changed


def _other_answers(form: Any, value: Answer, seed: int) -> list[Answer]:
    random, found = Random(seed), []
    for _ in range(_TRIED if form.several() else 0):
        other = form.sample(random)
        if other != value and other not in found:
            found.append(other)
    return found
