"""The adviser: what each answer to a question is worth, by playing on with the real rules from what the seat knows.

Where little can happen any more, every way that the dice can fall is gone through. Else contests are played on with
bots, all answers with the same dice and the same guesses about what is hidden; half of the answers, the worse, are
left behind again and again, so that most contests go to those that may be best. Where a contest is long and the game
can tell at a glance how a seat stands (`outlook`), answers are compared by how things stand after some turns, and only
the usual one is played to the end, for how good the chance is as a whole; else fewer answers are compared.

An answer's chance is that of this seat's answer, the others playing as they are taken to; what becomes of it if all
who are asked the same give it is told beside it. How much is played is counted in requests alone, so that the same
question gets the same advice.
"""

from __future__ import annotations

from typing import Any

import msgspec

from agonist.kernel import Answer, Ask, Seen, defaults

from .candidates import candidates
from .comparing import Table
from .situations import Position
from .standing import ALIKE

REQUESTS = 6_000
"""How many requests may be played for a piece of advice."""
_ANSWERS = 16
_TRIED = 3
"""For so many answers that seem better it is tried whether they keep a contest from its end, and what if all do so."""
_TOGETHER, _TOO_FEW = 40, 12
"""How many contests show what becomes of an answer if all give it; where there is room for fewer it is not told."""
_ASIDE = 2
"""What part of the requests these may take beside the others."""


class Worth(msgspec.Struct, frozen=True):
    """What an answer is worth: the chance of success, and one standard error; 0 if it was worked out exactly."""

    answer: Answer
    chance: float
    error: float
    contests: int


class Weighed(msgspec.Struct, frozen=True):
    """What the answers to a question are worth; the best of them, if one surely is: it has the highest chance.

    `together` has those that come to something else if all who are asked the same give them.
    """

    worths: tuple[Worth, ...]
    best: Worth | None
    together: tuple[Worth, ...] = ()
    alike: int = 0
    """In how many contests another answer came to the same as the usual one, if that was always so."""
    worked_out: bool = False


def weigh(
    position: Position,
    *,
    requests: int = REQUESTS,
    seed: int = 0,
    also: Answer = None,
    answers_tried: int = _ANSWERS,
    least: int = 0,
) -> Weighed:
    """What the answers to the position's question are worth, one that should be `also` among them.

    However few the requests are, the usual answer is played to the end in so many contests at `least`.
    """
    table = _worked_out(position, requests, seed, also, answers_tried, level=True)
    table.tell_usual(least)
    worths = {n: Worth(table.answers[n], *each) for n, each in sorted(table.worths().items())}
    together, best = _together(table, worths, requests // _ASIDE), table.surely()
    ruinous = best in together and together[best].chance < worths[table.kept].chance - ALIKE
    marked = None if best is None or ruinous else worths[best]
    return Weighed(tuple(worths.values()), marked, tuple(together.values()), table.alike, table.worked_out)


def _together(table: Table, worths: dict[int, Worth], requests: int) -> dict[int, Worth]:
    """The best of the answers, as far as they come to something else if all who are asked the same give them."""
    best_first = sorted((n for n in worths if n != table.kept), key=lambda n: -worths[n].chance)[:_TRIED]
    room, found = int(requests / max(1.0, table.length)), dict[int, tuple[Worth, Any]]()
    for n in best_first:
        times = min(_TOGETHER, room)
        if times < _TOO_FEW:
            break
        found[n], room = (worths[n], table.if_all(n, times)), room - times
    return {
        n: Worth(own.answer, *all_of_them)
        for n, (own, all_of_them) in found.items()
        if all_of_them is not None
        and abs(all_of_them.chance - own.chance) > ALIKE + 2 * (own.error**2 + all_of_them.error**2) ** 0.5
    }


def better_than(position: Position, usual: Answer, requests: int, seed: int = 0) -> Answer:
    """The best answer, if it did better than the usual one with the same dice by more than may well be chance, and
    does not just keep the contest from its end. Bots come to the same, so it must be good if all give it, too."""
    table = _worked_out(position, requests, seed, usual, together=True)
    better = table.ahead()[:_TRIED]
    return table.answers[next((n for n in better if table.exact or not table.stalls(n)), table.kept)]


def _worked_out(
    position: Position,
    requests: int,
    seed: int,
    also: Answer,
    answers_tried: int = _ANSWERS,
    *,
    level: bool = False,
    together: bool = False,
) -> Table:
    shipped, answers = _answers(position, seed, also, answers_tried)
    table = Table(position, answers, seed, [answers.index(each) for each in shipped], together=together)
    if len(answers) > 1 and ((together and table.beside) or not table.work_out(requests // 4)):
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
