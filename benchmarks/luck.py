"""Luck in reviews: what dice gave each side on average over many contests of every preset, which must be nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec

from agonist.kernel import Game, Referee, Transcript, drive, game
from agonist.review import Review
from agonist.review.summing import reviewed
from agonist.review.working import Gone
from tests.support.installed import installed_games

from ._kept import kept
from ._skill import everybody
from .calibration import mean_and_error

CONTESTS = int(os.environ.get("LUCK_CONTESTS", "2000"))
"""How many contests of a preset are played at most."""
SECONDS = float(os.environ.get("LUCK_SECONDS", "60"))
"""How long a preset may take, of one processor; then as many have been played as were."""
SEED = os.environ.get("LUCK_SEED", "1")
ONLY = os.environ.get("LUCK_ONLY", "")
_FEW = 20
"""How many contests of a preset are played at least."""


def played(found: Game, type_name: str, preset: str, random: Random) -> Transcript:
    chosen = found.type(type_name).presets[preset]
    return of_bots(found, type_name, chosen.setup, chosen.options, random)


def of_bots(found: Game, type_name: str, setup: Any, options: Any, random: Random) -> Transcript:
    """A contest of bots, each seat's one of those that there are."""
    kind = found.type(type_name)
    referee = Referee.start(
        found, type_name, setup, options, seed=random.randbytes(32), patient_with=everybody
    )
    bots = list(kind.bots.values())
    drive(referee, {seat: random.choice(bots) for seat in referee.seats})
    return referee.transcript


def told_by_one(transcript: Transcript) -> Review:
    """A review from one play-out for each place, or as it is solved: rough, and right on average."""
    gone = Gone(transcript)
    if gone.solved is not None:
        return reviewed(gone.found(gone.solved, gone.worked_out, ""), solved=True)
    values, _ = gone._played(gone.first, "")
    return reviewed(gone.found([values], {}, ""), solved=False)


class Told(NamedTuple):
    """What a contest's review says: what dice gave, by the first seat of each side; and, where it was solved, how many
    decisions there were, and how many gained against best play."""

    luck: dict[str, float]
    solved: bool
    decisions: int = 0
    gained: int = 0


def told(found: Review) -> Told:
    lucks = {each.seat: each.luck.value for each in found.people}
    luck = {side.seats[0]: lucks[side.seats[0]] for side in found.sides}
    if found.method != "solved":
        return Told(luck, solved=False)
    decided = [each for each in found.moments if each.kind == "decision" and each.seat in each.change]
    gained = sum(each.change[each.seat].value > 2 * found.error + 1e-9 for each in decided)
    return Told(luck, solved=True, decisions=len(decided), gained=gained)


class Tally:
    """What dice gave, contest by contest, by side; and how many decisions gained against best play."""

    def __init__(self) -> None:
        self.luck: dict[str, list[float]] = {}
        self.solved = self.contests = self.decisions = self.gained = 0

    def add(self, found: Told) -> None:
        self.contests += 1
        for seat, luck in found.luck.items():
            self.luck.setdefault(seat, []).append(luck)
        self.solved += found.solved
        self.decisions += found.decisions
        self.gained += found.gained

    def worst(self) -> tuple[float, float]:
        """The mean luck that is furthest from nothing for its error, and that error."""
        means = [mean_and_error(each, least=0.25) for each in self.luck.values() if len(each) > 1]
        return max(means, key=lambda each: abs(each[0]) / each[1])


def measured(name: str, play: Callable[[Random], Transcript]) -> Tally:
    """As many contests as there is time for; what was kept takes none."""
    tally, until = Tally(), time.process_time() + SECONDS
    while tally.contests < CONTESTS and (tally.contests < _FEW or time.process_time() < until):
        seed = f"luck:{SEED}:{name}:{tally.contests}"
        found = kept(seed, partial(_told_of, play, seed))
        tally.add(msgspec.convert(found, Told))
    return tally


def _told_of(play: Callable[[Random], Transcript], seed: str) -> Told:
    return told(told_by_one(play(Random(seed))))


def duel(random: Random) -> Transcript:
    """A duel of chance ratings without hero points, which is solved: of the shipped ones none is."""
    people = [
        {"name": "One", "seat": "one", "abilities": [{"name": "Wits", "rating": random.randint(8, 24)}]},
        {
            "name": "Two",
            "resistance": True,
            "abilities": [{"name": "Wiles", "rating": random.randint(8, 24)}],
        },
    ]
    return of_bots(game("questworlds"), "extended", {"contestants": people, "first": "One"}, None, random)


def pieces() -> Iterator[tuple[str, str, Callable[[Random], Transcript]]]:
    """What is measured: how it is told, its name, and how a contest of it is played."""
    for found in installed_games():
        for kind in found.types:
            for preset in kind.presets:
                told = f"`{preset}` ({found.name} {kind.name})"
                yield told, f"{found.name} {kind.name} {preset}", partial(played, found, kind.name, preset)
    yield "plain duels (questworlds extended)", "questworlds extended duels", duel


def run() -> list[dict[str, Any]]:
    print(f"At most {CONTESTS} contests or {SECONDS:g} s of a processor each, seed {SEED}\n")
    print("| preset | contests | solved | mean luck, points | standard error | errors from 0 ", end="")
    print("| decisions against best play | that gained |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    figures = []
    for title, name, play in pieces():
        if ONLY not in name:
            continue
        tally = measured(name, play)
        mean, error = tally.worst()
        print(
            f"| {title} | {tally.contests} | {tally.solved} "
            f"| {100 * mean:+.1f} | {100 * error:.1f} | {mean / error:+.1f} "
            f"| {tally.decisions or ''} | {tally.gained if tally.decisions else ''} |",
            flush=True,
        )
        figures.append({"preset": name, "mean": mean, "error": error, **vars(tally)})
    return figures
