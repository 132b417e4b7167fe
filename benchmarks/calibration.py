"""Advice against the truth: fresh positions of every game, each answer's chance beside play-outs of its own."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec

from agonist.kernel import (
    Answer,
    Ask,
    Asked,
    Game,
    Referee,
    SameDice,
    Seen,
    answer_all,
    play_on,
    seat_view,
)
from agonist.odds.adviser import REQUESTS
from agonist.odds.counsel import Advice, advise
from agonist.odds.situations import Position, Situation, situation_of
from tests.support.installed import installed_games

from ._kept import kept
from ._skill import everybody

POSITIONS = int(os.environ.get("CALIBRATION_POSITIONS", "1000"))
"""How many questions are asked in all; each game has its share."""
SEED = os.environ.get("CALIBRATION_SEED", "1")
"""Other positions, and other dice for the truth, with another word."""
TRUTH = int(os.environ.get("CALIBRATION_REQUESTS", "20000"))
"""How many requests are played to find out the truth about one position."""
ADVISED = int(os.environ.get("CALIBRATION_ADVISED", str(REQUESTS)))
"""How many requests the advice has: as on pages, or fewer, as the terminal's before a question is put."""
ONLY = os.environ.get("CALIBRATION_ONLY", "")
SECONDS = float(os.environ.get("CALIBRATION_SECONDS", "inf"))
"""After how many seconds it ends, whatever it shows."""
_LEAST, _MOST = 24, 2_000
"""How often each answer is played on for the truth."""
_SURELY = 2.6
"""An answer is surely better if it is by so many standard errors, and is again with other dice."""
_AS_GOOD = 0.03
"""What is better by less than this is told as being as good."""
_OFTEN = 10
"""Of how many positions on a kind of question is told by itself."""
_LONGEST, _TRIED = 1_500, 20
"""How long a contest may be, and in how many it is looked for a question that can be advised on."""
VERBOSE = bool(os.environ.get("CALIBRATION_VERBOSE"))


class Question(NamedTuple):
    """Something that a seat was asked in a contest between bots, and what it saw then."""

    game: str
    type: str
    situation: Situation
    asked: Asked
    view: Any


class Truth(NamedTuple):
    """The advice on a question, the shown chance, its ± and the truth for each answer; and whether an answer that was
    marked as best is the best."""

    number: int
    kind: tuple[str, str]
    rows: tuple[tuple[float, float, float, float], ...]
    marked: bool
    beaten: bool


def asked_in(found: Game, random: Random) -> Question | None:
    """One question of a contest of chance: each kind of question is as likely as any other that came up in it."""
    kind = random.choice([each for each in found.types if each.presets])
    ready = kind.presets[random.choice(list(kind.presets))]
    referee = Referee.start(
        found, kind.name, ready.setup, ready.options, seed=random.randbytes(32), patient_with=everybody
    )
    bots = {seat: kind.bots[random.choice(list(kind.bots))] for seat in referee.seats}
    kept: dict[str, tuple[int, Question]] = {}
    for _ in range(_LONGEST):
        if referee.over:
            break
        pending = next((each for each in referee.pending if isinstance(each.request, Ask)), None)
        if pending is None:
            referee.answer(referee.pending[0].id, "sealed")
            continue
        request = pending.request
        assert isinstance(request, Ask)
        if request.legal().several():
            times = kept[request.what][0] + 1 if request.what in kept else 1
            if random.random() * times < 1:
                view = seat_view(referee, pending.seat)
                asked = next(each for each in view.asked if each.id == pending.id)
                here = Question(found.name, kind.name, situation_of(referee, pending), asked, view)
            else:
                here = kept[request.what][1]
            kept[request.what] = times, here
        own = bots[pending.seat](Seen(pending.seat, referee.state), request)
        referee.answer(pending.id, request.assumed() if pending.window else own)
    return random.choice([each for _, each in kept.values()]) if kept else None


def played_from(position: Position, answers: list[Answer], seed: str, times: int) -> Iterator[list[float]]:
    """How the seat did, contest by contest, after each answer with the same dice and the same guesses."""
    for number in range(times):
        yield [_played(position, each, f"{seed}:{number}")[0] for each in answers]


def _played(position: Position, answer: Answer, seed: str) -> tuple[float, int]:
    guess, dice = Random(f"guess:{seed}").getrandbits(40), SameDice(f"truth:{seed}")
    course = position.course(guess)
    policy, before = position.plays_on(course, guess), course.at
    answer_all(course, policy, dice, {position.slot: answer})
    ended = course.result or play_on(course, policy, dice)
    return course.kind.success(course.contest.state, ended, position.seat), course.at - before


def truth_of(question: Question, advice: Advice, number: int) -> Truth:
    """What the shown chances are beside the truth."""
    seed = f"{SEED}:{number}"
    position, shown = Position(question.situation), advice.choices
    answers = [each.answer for each in shown]
    length = max(1, sum(_played(position, answers[0], f"{seed}:long:{n}")[1] for n in range(4)) / 4)
    times = max(_LEAST, min(_MOST, int(TRUTH / length / len(answers))))
    columns = list(zip(*played_from(position, answers, seed, times), strict=True))
    rows = [
        (each.value, each.error, *mean_and_error(column)) for each, column in zip(shown, columns, strict=True)
    ]
    marked = next(
        (n for n, each in enumerate(shown) if advice.best is not None and each.answer == advice.best), None
    )
    beaten = marked is not None and any(
        _better(columns[n], columns[marked])
        and _again(position, answers[n], answers[marked], f"{seed}:again", times)
        for n in range(len(answers))
        if n != marked
    )
    return Truth(number, (question.game, question.asked.what), tuple(rows), marked is not None, beaten)


def _again(position: Position, one: Answer, two: Answer, seed: str, times: int) -> bool:
    columns = list(zip(*played_from(position, [one, two], seed, 4 * times), strict=True))
    return _better(columns[0], columns[1])


def _better(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    mean, error = mean_and_error([a - b for a, b in zip(one, two, strict=True)], least=0.25)
    return mean > max(_SURELY * error, _AS_GOOD)


def mean_and_error(numbers: Any, least: float = 0.5) -> tuple[float, float]:
    """A mean and its standard error, as if two more had been spread by so much."""
    size, mean = len(numbers), sum(numbers) / len(numbers)
    return mean, math.sqrt((sum((each - mean) ** 2 for each in numbers) + 2 * least**2) / (size + 2) / size)


def truth_at(number: int) -> Truth | None:
    """A fresh position with chances to be compared, of all games in turn."""
    there = [each for each in installed_games() if ONLY in each.name]
    random = Random(f"calibration:{SEED}:{number}")
    for _ in range(_TRIED):
        question = asked_in(there[number % len(there)], random)
        advice = None if question is None else _advised(question)
        if question is not None and advice is not None:
            return truth_of(question, advice, number)
    return None


def truths() -> Iterator[Truth]:
    """What is found, as long as there is time."""
    until = time.monotonic() + SECONDS
    for number in range(POSITIONS):
        key = f"calibration {ONLY} {SEED} {ADVISED} {TRUTH} {number}"
        found = kept(key, partial(truth_at, number))
        if found is not None:
            yield msgspec.convert(found, Truth)
        if time.monotonic() > until:
            return


def _advised(question: Question) -> Advice | None:
    """The advice as shipped, if it tells chances by playing on: what best play comes to has tests of its own."""
    how = question.game, question.type, question.view, question.asked, question.situation
    found = advise(*how, requests=ADVISED)
    return (
        found if found is not None and found.choices and found.chance and found.method != "solved" else None
    )


class Row:
    """What the truths about one kind of question come to."""

    def __init__(self, found: list[Truth]) -> None:
        rows = [row for each in found for row in each.rows]
        self.positions, self.answers = len(found), len(rows)
        self.held = sum(
            abs(shown - true) <= math.hypot(off, 1.96 * error) for shown, off, true, error in rows
        )
        tops = [max(each.rows) for each in found]
        self.top = 100 * sum(shown - true for shown, _, true, _ in tops) / len(tops)
        self.top_held = sum(
            abs(shown - true) <= math.hypot(off, 1.96 * error) for shown, off, true, error in tops
        )
        self.off = 100 * sum(off for _, off, _, _ in rows) / len(rows)
        self.marked, self.beaten = sum(each.marked for each in found), sum(each.beaten for each in found)

    def told(self, name: str) -> str:
        share, tops = 100 * self.held / self.answers, 100 * self.top_held / self.positions
        return (
            f"| {name} | {self.positions} | {self.answers} | {share:.0f} | {tops:.0f} | {self.off:.0f} "
            f"| {self.top:+.1f} | {self.marked} | {self.beaten} |"
        )


def told_apart(kinds: dict[str, list[Truth]]) -> list[tuple[str, list[Truth]]]:
    """The kinds of question that came up often, by name; the others, of which so few say nothing, in one."""
    often = sorted((what, some) for what, some in kinds.items() if len(some) >= _OFTEN)
    seldom = [some for some in kinds.values() if len(some) < _OFTEN]
    few = f"{len(seldom)} kinds with fewer than {_OFTEN} positions"
    return [*often, (few, [each for some in seldom for each in some])] if seldom else often


def run() -> list[dict[str, Any]]:
    print(
        f"{POSITIONS} positions, {ADVISED} requests of advice, {TRUTH} for the truth of each, seed {SEED}\n"
    )
    by_kind: dict[tuple[str, str], list[Truth]] = {}
    for each in truths():
        by_kind.setdefault(each.kind, []).append(each)
        if VERBOSE:
            print(each, flush=True)
    print("| question | positions | answers | within ±, of 100 | of those shown highest | mean ± ", end="")
    print("| shown highest: too high by | marked as best | another surely better |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    figures = []
    for name in sorted({game for game, _ in by_kind}):
        together = [each for (game, _), some in by_kind.items() if game == name for each in some]
        parts = told_apart({what: some for (game, what), some in by_kind.items() if game == name})
        for title, some in [(f"**{name}**", together), *((f"{name}: {what}", some) for what, some in parts)]:
            row = Row(some)
            print(row.told(title))
            figures.append({"question": title, **vars(row)})
    everything = Row([each for some in by_kind.values() for each in some])
    print(everything.told("**all**"))
    return [*figures, {"question": "all", **vars(everything)}]
