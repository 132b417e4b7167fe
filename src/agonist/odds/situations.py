"""Situations: where a contest stands when a seat is asked, as data; and what the seat can imagine it to be.

A procedure cannot be begun in its middle, so a situation is the state at the start of the turn and what was answered
since. What others answered and the seat has not seen is taken for what is usual (`unseen.py`); then, played up to the
question, its state is made over by the game's `imagine`: all that the seat cannot know is made up anew, so that what is
there cannot show through.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from agonist.kernel import (
    GM,
    Ask,
    Asked,
    ContestType,
    Course,
    Overridden,
    Pending,
    Play,
    Policy,
    State,
    Viewer,
    defaults,
    game,
    see,
)

from .unseen import Entries, replayed, supposed


class Situation(msgspec.Struct, frozen=True):
    """A question to a seat, as data that can be sent anywhere."""

    game: str
    type: str
    start: bytes
    """The state at the start of the turn, as JSON."""
    entries: Entries
    slot: int
    seat: str
    at: int = 0
    """Which request it is, as `entries` count them."""


def situation_of(play: Play[Any], pending: Pending) -> Situation:
    """The situation in which something is asked."""
    return situation_at(play, pending.seat, pending.slot, pending.at)


def situation_at(play: Play[Any], seat: str, slot: int = 0, at: int | None = None) -> Situation:
    """Where a contest stands for a seat; what others have already answered to what is open is not part of it."""
    start, open_now = play.course.turn_start, play.open_now
    assert start is not None
    since = [done.entry for done in play.history.done if done.entry.at >= start.at]
    entries = tuple(
        msgspec.structs.replace(each, at=each.at - start.at)
        for each in since
        if each.at not in open_now or isinstance(each, Overridden)
    )
    now = (play.at if at is None else at) - start.at
    return Situation(play.game.name, play.kind.name, start.state, entries, slot, seat, now)


class Position:
    """A situation ready to be played on from, again and again."""

    def __init__(self, situation: Situation) -> None:
        self.slot, self.seat, self.at = situation.slot, situation.seat, situation.at
        self.game = situation.game
        self.kind: ContestType[Any] = game(situation.game).type(situation.type)
        self._start: State = msgspec.json.decode(situation.start, type=self.kind.state_type)
        self._entries = supposed(self.kind, self._start, situation.entries, self.seat)
        self.now: State = self._replayed().contest.state
        self.hides = self._sees(self.seat) != self._sees(GM)

    @property
    def imaginable(self) -> bool:
        """Whether nothing is hidden from the seat, or the game says what it might be."""
        return not self.hides or type(self.kind).imagine is not ContestType.imagine

    @property
    def winnable(self) -> bool:
        """Whether the game says how well the seat does: itself, or by the names of those whom the seat plays."""
        own = type(self.kind).success is not ContestType.success
        return own or bool(self.kind.played_by(self.now, self.seat))

    def ruled(self, about: str) -> bool:
        """Whether the question about somebody is the game master's to rule, not to win by."""
        return self.seat == GM and about not in self.kind.played_by(self.now, GM)

    @property
    def asked(self) -> Asked:
        """The question, as the seat is asked it."""
        request = self._replayed().slots[self.slot]
        assert isinstance(request, Ask)
        return Asked(
            "", self.seat, request.what, request.legal(), 0, request.rule, request.text, request.about
        )

    @property
    def announced(self) -> str:
        """What is asked, if an answer only announces what is done later."""
        request = self._replayed().slots[self.slot]
        return request.what if isinstance(request, Ask) and request.what in self.kind.announces else ""

    def announces(self) -> frozenset[str]:
        """Who would do later what an answer announces now, in lower case; nobody where it is done at once."""
        if not self.announced:
            return frozenset()
        about = self.asked.about
        return frozenset(
            name.casefold() for name in ([about] if about else self.kind.played_by(self.now, self.seat))
        )

    @property
    def number(self) -> int:
        """A number of the question's own, alike where the seat cannot tell them apart: dice that begin at it differ
        from those of other questions, so that their errors do."""
        told = msgspec.json.encode((self.seat, self.slot, self.seen, self.asked.form), order="deterministic")
        return int.from_bytes(sha256(told).digest()[:6])

    @property
    def seen(self) -> dict[str, Any]:
        """What the seat sees of the state."""
        found: dict[str, Any] = self._sees(self.seat)
        return found

    def course(self, seed: int, *, log: bool = False) -> Course[Any]:
        """The contest at the question, with what is hidden from the seat made up from a seed."""
        course = self._replayed(log=log)
        if self.hides:
            self.kind.imagine(course.contest.state, self.seat, Random(seed))
        return course

    def plays_on(self, course: Course[Any], seed: int) -> Policy:
        """Who plays on from what was made up for everybody, as far as the seat can tell."""
        return self.kind.plays_on(course.contest.state, self.seat, Random(seed)) or defaults

    def _replayed(self, *, log: bool = False) -> Course[Any]:
        course = replayed(self.kind, self._start, self._entries, log=log).turn_to(self.at)
        course.hurries = True
        return course

    def _sees(self, seat: str) -> Any:
        return see(self.now, Viewer(seat, self.now))
