"""Annals: what is kept of a contest as it happens: what was decided, in words, and the numbers worth a chart."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from typing import Any

import msgspec

from agonist.kernel import (
    GM,
    ONLOOKER,
    Answered,
    Ask,
    Chanced,
    Overridden,
    Play,
    Viewer,
    corrections,
    look,
)
from agonist.kernel.forms import in_words

Entered = Answered | Chanced | Overridden


class Decision(msgspec.Struct, frozen=True):
    """A decision, a roll at somebody's word or a correction: whose it was, what was asked, and what was answered."""

    who: str
    asked: str
    answer: str


class CoursePoint(msgspec.Struct, frozen=True):
    """The numbers after request number `at` was answered, by name; -1 is the beginning."""

    at: int
    gauges: dict[str, float]


class Steps:
    """Numbers as they changed, one step after the other; the same object as long as they are the same."""

    __slots__ = ("course", "n", "numbers")
    _count = count()

    def __init__(self, moments: list[CoursePoint]) -> None:
        self.n = next(self._count)
        self.course = [
            (each.at, each.gauges)
            for n, each in enumerate(moments)
            if not n or each.gauges != moments[n - 1].gauges
        ]
        """With the number of the request after which they stood so."""
        self.numbers = [gauges for _, gauges in self.course]


class Annals:
    """Watches a contest, entry by entry."""

    def __init__(self, play: Play[Any]) -> None:
        self._decided: dict[int, list[tuple[Entered, Decision]]] = {}
        self._seats = (*play.seats, ONLOOKER)
        self._moments: dict[str, list[CoursePoint]] = {ONLOOKER: []}
        """By seat; as long as everybody knows the same, only what everybody knows."""
        self._steps: dict[str, Steps] = {}
        self._note(play, -1)

    @classmethod
    def of(cls, play: Play[Any]) -> Annals:
        """The annals of a contest that nobody has watched: it is played again, once."""
        seed = play.dice.seal.seed if play.dice.seal else None
        twin: Play[Any] = Play.unplayed(play.game, play.transcript, seed)
        annals = twin.watcher = cls(twin)
        for entry in play.transcript.entries:
            twin.take(entry)
        return annals

    # What is told

    def decisions(self, now: Collection[int]) -> dict[int, list[Decision]]:
        """What still counts, by the number of its request.

        Of a request that is open `now` it is no secret who has answered; how is one until all have, for everybody.
        """
        return {
            at: [
                told if at not in now or isinstance(entry, Overridden) else _hidden(told)
                for entry, told in made
            ]
            for at, made in self._decided.items()
        }

    def moments(self, seat: str) -> list[CoursePoint]:
        """The course as a seat may know it."""
        return list(self._seen_from(seat))

    def steps(self, seat: str) -> Steps:
        """The numbers as a seat may know them, each time they changed."""
        seat = seat if seat in self._moments else ONLOOKER
        if seat not in self._steps:
            self._steps[seat] = Steps(self._moments[seat])
        return self._steps[seat]

    # What happens

    def entering(self, play: Play[Any], entry: Entered, *, by_hand: bool) -> None:
        """An entry is about to be applied, and its request still open."""
        if by_hand:
            self._decided.setdefault(entry.at, []).append((entry, _told(play, entry)))

    def entered(self, play: Play[Any], entry: Entered, at: int) -> None:
        """An entry was applied at request number `at`."""
        if isinstance(entry, Overridden):
            self._note(play, self._drop(at))
        elif play.at != at:
            self._note(play, at)

    def rewound(self, play: Play[Any], to: int) -> None:
        """The contest went back to request number `to`."""
        counts = {done.entry.at for done in play.history.done}
        self._decided = {at: made for at, made in self._decided.items() if at in counts and at != to}
        self._note(play, self._drop(to))

    def _seen_from(self, seat: str) -> list[CoursePoint]:
        return self._moments.get(seat) or self._moments[ONLOOKER]

    def _drop(self, to: int) -> int:
        """Forget what comes after the last moment before a request, and that moment's numbers; say which it is."""
        last = -1
        for moments in self._moments.values():
            first = next((n for n, each in enumerate(moments) if each.at >= to), len(moments))
            last = moments[first - 1].at
            del moments[first - 1 :]
        self._steps.clear()
        return last

    def _note(self, play: Play[Any], at: int) -> None:
        public, whole = _gauges(play, ONLOOKER), _gauges(play, GM)
        if public != whole and len(self._moments) == 1:
            self._moments |= {seat: list(self._moments[ONLOOKER]) for seat in self._seats}
            self._steps.clear()
        for seat, moments in self._moments.items():
            gauges = public if public == whole or seat == ONLOOKER else _gauges(play, seat)
            if moments and moments[-1].gauges == gauges:
                gauges = moments[-1].gauges
            else:
                self._steps.pop(seat, None)
            moments.append(CoursePoint(at, gauges))


def _gauges(play: Play[Any], seat: str) -> dict[str, float]:
    return play.kind.gauges(look(play.state, Viewer(seat, play.state)))


def _hidden(told: Decision) -> Decision:
    return Decision(told.who, "Has answered", "hidden until all have")


def _told(play: Play[Any], entry: Entered) -> Decision:
    if isinstance(entry, Overridden):
        label = next((one.label for one in corrections(play.state) if one.path == entry.path), entry.path)
        return Decision(play.seats.get(entry.by, ""), f"Correction: {label}", str(entry.value))
    request = play.questions.expected(entry).request
    who = play.seats.get(entry.seat, "")
    if isinstance(request, Ask):
        return Decision(who, request.text or request.what, in_words(request.legal(), entry.value))
    typed = isinstance(entry, Chanced) and entry.source == "typed"
    asked = f"{request.what}, typed in" if typed else request.what
    return Decision(who, asked, in_words(request.form(), entry.value))
