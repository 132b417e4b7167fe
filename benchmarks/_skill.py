"""What decisions are worth, whatever the dice do: each is compared with the bot's own, from the same place on, by
contests of the bot's that are played on from there with other dice than those that were thought with.

How much better one does than the bot is, on average, the sum of what its decisions are worth by the bot's own play, as
the contest came to them. So the sum tells as the result does, without what the dice gave or took.
"""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.kernel import (
    GM,
    Answer,
    Ask,
    Course,
    Policy,
    Referee,
    SameDice,
    Seen,
    answer_all,
    drive,
    game,
    play_on,
)
from agonist.odds.situations import Position, Situation, situation_at

__all__ = ["Watched", "everybody", "skill", "watched"]

LEAST, MOST = 20, 200
"""How often a decision is compared with the bot's own."""


def everybody(referee: Referee[Any]) -> frozenset[str]:
    """All seats: a contest of bots waits for what each of them may say, from its first dice on."""
    return frozenset(referee.seats)


class Watched:
    """A contest in which one plays some seats against a bot in all others; it keeps what was decided, and where."""

    def __init__(self, referee: Referee[Any], own: Policy, bot: Policy, mine: tuple[str, ...]) -> None:
        self.places: dict[int, Situation] = {}
        self.given: dict[int, dict[int, Answer]] = {}
        self.bot, self.seat = bot, mine[0]
        self._own = own
        ended = drive(referee, {seat: self._decide if seat in mine else bot for seat in referee.seats}).result
        assert ended is not None
        self.success = referee.kind.success(referee.state, ended, self.seat)

    def _decide(self, seen: Seen, ask: Ask) -> Answer:
        assert seen.place is not None
        referee, pending = seen.place
        answer = self._own(seen, ask)
        if referee.at not in self.places:
            self.places[referee.at] = situation_at(referee, GM)
        self.given.setdefault(referee.at, {})[pending.slot] = answer
        return answer

    def unusual(self) -> list[tuple[Position, dict[int, Answer]]]:
        """Where something was decided that the bot would have decided otherwise, and what."""
        found = []
        for at, place in self.places.items():
            position = Position(place)
            course = position.course(0)
            if any(answer != self._usual(course, slot) for slot, answer in self.given[at].items()):
                found.append((position, self.given[at]))
        return found

    def _usual(self, course: Course[Any], slot: int) -> Answer:
        request = course.slots[slot]
        assert isinstance(request, Ask)
        return request.completed(self.bot(Seen(request.seat, course.contest.state), request))

    def success_from(self, position: Position, given: dict[int, Answer], random: Random) -> float:
        """How well the seat does when a contest is played on by the bot, with these decisions."""
        course = position.course(0)
        answer_all(course, self.bot, random, given)
        ended = course.result or play_on(course, self.bot, random)
        return course.kind.success(course.contest.state, ended, self.seat)


def skill(watched: Watched, requests: int, seed: str) -> float:
    """What the decisions of a contest were worth, in chance of success: what is played on for that is half as much as
    was thought about them, with so many requests each, or more."""
    unusual = watched.unusual()
    if not unusual:
        return 0.0
    length = max(1, max(watched.places))
    thought = len(watched.places) * requests / 2
    times = max(LEAST, min(MOST, int(thought / (2 * length * len(unusual)))))
    return sum(_worth(watched, *each, times, f"{seed}:{n}") for n, each in enumerate(unusual))


def _worth(watched: Watched, position: Position, given: dict[int, Answer], times: int, seed: str) -> float:
    """What decisions are worth against the bot's own, with the same dice for both."""
    total = 0.0
    for k in range(times):
        total += watched.success_from(position, given, SameDice(f"{seed}:{k}"))
        total -= watched.success_from(position, {}, SameDice(f"{seed}:{k}"))
    return total / times


def watched(
    game_name: str, type_name: str, preset: str, own: Policy, bot: str, mine: tuple[str, ...], seed: str | int
) -> Watched:
    """A contest of a preset with dice from a seed."""
    kind = game(game_name).type(type_name)
    chosen = kind.presets[preset]
    dice = Random(seed).randbytes(32)
    referee = Referee.start(
        game(game_name), type_name, chosen.setup, chosen.options, seed=dice, patient_with=everybody
    )
    return Watched(referee, own, kind.bots[bot], mine)
