"""The adviser: what each answer to a question is worth, by playing on with the real rules from what the seat knows.

Where little can happen any more, every way that the dice can fall is gone through. Else contests are played on with
bots, all answers with the same dice and the same guesses about what is hidden; half of the answers, the worse, are
left behind again and again, so that most contests go to those that may be best. Where a contest is long and the game
can tell at a glance how a seat stands (`outlook`), answers are compared by how things stand after some turns, and only
the usual one is played to the end, for how good the chance is as a whole; else fewer answers are compared. How much is
played is counted in requests, so that the same question gets the same advice; a clock only ends what takes far too
long on a busy machine.
"""

from __future__ import annotations

import math
import time

import msgspec

from agonist.kernel import Answer, Ask, Seen, defaults

from .candidates import candidates
from .comparing import Table
from .situations import Position

__all__ = ["Weighed", "Worth", "better_than", "weigh"]

REQUESTS = 8_000
"""How many requests may be played for a piece of advice."""
SECONDS = 0.8
"""After how many seconds of a processor a piece of advice has to do with what was played."""
_ANSWERS = 16
_TRIED = 3
"""For so many answers that seem better it is tried whether they keep a contest from its end."""


class Worth(msgspec.Struct, frozen=True):
    """What an answer is worth: the chance of success, and one standard error; 0 if it was worked out exactly."""

    answer: Answer
    chance: float
    error: float
    contests: int


class Weighed(msgspec.Struct, frozen=True):
    """What the answers to a question are worth, and which one to give: the usual one, unless another is better by more
    than may well be chance."""

    worths: tuple[Worth, ...]
    best: Worth


def weigh(
    position: Position,
    *,
    requests: int = REQUESTS,
    seconds: float = math.inf,
    seed: int = 0,
    also: Answer = None,
    answers_tried: int = _ANSWERS,
) -> Weighed:
    """What the answers to the position's question are worth, one that should be `also` among them."""
    table = _worked_out(position, requests, seconds, seed, also, answers_tried, level=True)
    played = [
        n for n, results in enumerate(table.results) if results or table.exact or len(table.answers) == 1
    ]
    worths = {n: Worth(table.answers[n], *table.summed(n)) for n in played}
    return Weighed(tuple(worths.values()), worths[table.surely()])


def better_than(
    position: Position, usual: Answer, requests: int, seconds: float = math.inf, seed: int = 0
) -> Answer:
    """The best answer, if it did better than the usual one with the same dice by more than may well be chance, and
    does not just keep the contest from its end."""
    table = _worked_out(position, requests, seconds, seed, usual)
    better = table.ahead()[:_TRIED]
    return table.answers[next((n for n in better if table.exact or not table.stalls(n)), table.kept)]


def _worked_out(
    position: Position,
    requests: int,
    seconds: float,
    seed: int,
    also: Answer,
    answers_tried: int = _ANSWERS,
    *,
    level: bool = False,
) -> Table:
    until = time.process_time() + seconds, time.perf_counter() + 2 * seconds
    shipped, answers = _answers(position, seed, also, answers_tried)
    table = Table(position, answers, seed, [answers.index(each) for each in shipped], until)
    if len(answers) > 1 and (table.beside or not table.work_out(requests // 4)):
        table.compare(requests, level=level)
    return table


def _answers(position: Position, seed: int, also: Answer, tried: int) -> tuple[list[Answer], list[Answer]]:
    """What the game's own bots would answer, the first of them or what should be `also` first; and all that is
    compared: these, and what differs little from the first."""
    course = position.course(seed)
    request = course.slots[position.slot]
    assert isinstance(request, Ask)
    seen = Seen(position.seat, course.contest.state)
    shipped = [] if also is None else [also]
    for bot in (*position.kind.bots.values(), defaults):
        answer = request.completed(bot(seen, request))
        if answer not in shipped:
            shipped.append(answer)
    answers = candidates(request.legal(), tried, shipped[0])
    return shipped, answers + [each for each in shipped if each not in answers]
