"""The chance to win while a contest goes on, for what one seat knows."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Overridden, Play
from agonist.odds.situations import Position, Situation

from .judging import careful_error
from .model import Estimate
from .places import policy_of
from .playouts import dice, played_out

__all__ = ["chance_now", "situation_now"]

CONTESTS = 100


def situation_now(play: Play[Any], seat: str) -> Situation | None:
    """Where a contest stands for a seat, as data; None for a seat that plays nobody, or when it is over.

    What others have answered to what is open now is not part of it.
    """
    start = play.course.turn_start
    if play.over or start is None or not play.kind.played_by(play.state, seat):
        return None
    since = [done.entry for done in play.history.done if done.entry.at >= start.at]
    entries = tuple(each for each in since if each.at < play.at or isinstance(each, Overridden))
    return Situation(play.game.name, play.kind.name, start.state, entries, 0, seat)


def chance_now(situation: Situation, contests: int = CONTESTS) -> Estimate | None:
    """A seat's chance as far as it can know, by playing on; None where nobody says what hidden things might be."""
    position = Position(situation)
    if not position.imaginable:
        return None
    policy, found = policy_of(position.kind), []
    for number in range(contests):
        course = position.course(number)
        ended = played_out(course, policy, dice(number))
        found.append(course.kind.success(course.contest.state, ended, situation.seat))
    return Estimate(sum(found) / contests, careful_error(found))
