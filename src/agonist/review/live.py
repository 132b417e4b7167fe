"""The chance to win while a contest goes on, for what one seat knows."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Play
from agonist.odds.situations import Position, Situation, Unimaginable, imagining, situation_at

from .judging import careful_error
from .model import Estimate
from .places import policy_of
from .playouts import dice, played_out

__all__ = ["chance_now", "situation_now"]

CONTESTS = 100


def situation_now(play: Play[Any], seat: str) -> Situation | None:
    """Where a contest stands for a seat, as data; None for a seat that plays nobody, or when it is over."""
    if play.over or play.course.turn_start is None or not play.kind.played_by(play.state, seat):
        return None
    return situation_at(play, seat)


def chance_now(situation: Situation, contests: int = CONTESTS) -> Estimate | None:
    """A seat's chance as far as it can know, by playing on; None where nobody says what hidden things might be."""
    position = Position(situation)
    if not position.imaginable:
        return None
    try:
        found = [_played(position, number) for number in range(contests)]
    except Unimaginable:
        return None
    return Estimate(sum(found) / contests, careful_error(found))


def _played(position: Position, number: int) -> float:
    course = position.course(number)
    with imagining():
        ended = played_out(course, policy_of(position.kind), dice(number))
    return course.kind.success(course.contest.state, ended, position.seat)
