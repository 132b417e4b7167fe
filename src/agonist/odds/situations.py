"""Situations: where a contest stands when a seat is asked, as data; and what the seat can imagine it to be.

A procedure cannot be begun in its middle, so a situation is the state at the start of the turn and what was answered
since. Played up to the question, its state is made over by the game's `imagine`: all that the seat cannot know is made
up anew, so that what is there cannot show through.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from agonist.kernel import (
    GM,
    Answered,
    Chanced,
    ContestType,
    Course,
    Overridden,
    Pending,
    Referee,
    State,
    Viewer,
    game,
    see,
)
from agonist.kernel.corrections import correct

__all__ = ["Position", "Situation", "situation_of"]


class Situation(msgspec.Struct, frozen=True):
    """A question to a seat, as data that can be sent anywhere."""

    game: str
    type: str
    start: bytes
    """The state at the start of the turn, as JSON."""
    entries: tuple[Answered | Chanced | Overridden, ...]
    slot: int
    seat: str


def situation_of(referee: Referee[Any], pending: Pending) -> Situation:
    """The situation in which something is asked; what others have already answered to it is not part of it."""
    start = referee.course.turn_start
    assert start is not None
    since = [done.entry for done in referee.history.done if done.entry.at >= start.at]
    entries = [each for each in since if each.at < referee.at or isinstance(each, Overridden)]
    return Situation(
        referee.game.name, referee.kind.name, start.state, tuple(entries), pending.slot, pending.seat
    )


class Position:
    """A situation ready to be played on from, again and again."""

    def __init__(self, situation: Situation) -> None:
        self.slot, self.seat = situation.slot, situation.seat
        self.kind: ContestType[Any] = game(situation.game).type(situation.type)
        self._entries = situation.entries
        self._start: State = msgspec.json.decode(situation.start, type=self.kind.state_type)
        self.now: State = self._replayed().contest.state
        self.hides = self._sees(self.seat) != self._sees(GM)

    @property
    def imaginable(self) -> bool:
        """Whether nothing is hidden from the seat, or the game says what it might be."""
        return not self.hides or type(self.kind).imagine is not ContestType.imagine

    def course(self, seed: int) -> Course[Any]:
        """The contest at the question, with what is hidden from the seat made up from a seed."""
        course = self._replayed()
        if self.hides:
            self.kind.imagine(course.contest.state, self.seat, Random(seed))
        return course

    def _replayed(self) -> Course[Any]:
        course: Course[Any] = Course(self.kind, self._start.copy(), log=False)
        for entry in self._entries:
            if isinstance(entry, Overridden):
                correct(course.contest.state, entry.path, entry.value)
            else:
                course.fill(entry.slot, tuple(entry.value) if isinstance(entry, Chanced) else entry.value)
        return course

    def _sees(self, seat: str) -> Any:
        return see(self.now, Viewer(seat, self.now))
