"""The bot `best` against every shipped bot, side by side, with 95 % intervals; and against best play in duels."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from agonist.kernel import GM, ContestType, Course, Referee, drive, game, games, play_on
from agonist.odds.best import REQUESTS as AT_A_TABLE
from agonist.odds.best import best_bot

from ._duels import lost_to_best_play

SECONDS = float(os.environ.get("BOTS_SECONDS", "60"))
"""How long each pairing may take, of one processor."""
REQUESTS = int(os.environ.get("BOTS_REQUESTS", "1000"))
"""How many requests the best bot thinks a decision through at least; in short contests up to the 5,000 of a table."""
_LENGTH = 20
"""Contests that are shorter by so much as this, in requests, are thought through so much more."""
AHEAD = 0.05
FIRST = 8
"""After so many contests of each side, and twice as many, and so on, it is looked whether `best` is this far ahead."""
WIDE = 2.65
"""So many standard errors make an interval that holds at all of eight looks together, 19 times in 20, by simulation."""
ONLY = os.environ.get("BOTS_ONLY", "")
_ALIKE = 60
"""In so many contests seats must do equally well to be on the same side."""


class Pairing(NamedTuple):
    game: str
    type: str
    preset: str
    bot: str

    @property
    def kind(self) -> ContestType[Any]:
        return game(self.game).type(self.type)


def usual(pairing: Pairing, contests: float, seconds: float = math.inf) -> dict[str, list[float]]:
    """How well each seat does, contest by contest, where the shipped bot plays all of them."""
    kind, chosen = pairing.kind, pairing.kind.presets[pairing.preset]
    setup, options = kind.setup_from(chosen.setup, chosen.options)
    state, random, until = kind.begin(setup, options), Random(1), time.process_time() + seconds
    found: dict[str, list[float]] = {
        seat: [] for seat in dict.fromkeys((GM, *kind.seats(setup))) if kind.played_by(state, seat)
    }
    while len(next(iter(found.values()))) < contests and time.process_time() < until:
        course = Course(kind, state.copy(), log=False)
        ended = play_on(course, kind.bots[pairing.bot], random)
        for seat, successes in found.items():
            successes.append(kind.success(course.contest.state, ended, seat))
    return found


def sides(pairing: Pairing) -> list[tuple[str, ...]]:
    """The seats that win and lose together, side by side."""
    alike: dict[tuple[float, ...], list[str]] = {}
    for seat, successes in usual(pairing, _ALIKE).items():
        alike.setdefault(tuple(successes), []).append(seat)
    return [tuple(seats) for seats in alike.values()]


def pairings() -> Iterator[Pairing]:
    """Every preset with three seats or more that somebody plays, and every bot that is its game's own."""
    for each in games():
        for kind in each.types:
            for preset in kind.presets:
                if len(usual(Pairing(each.name, kind.name, preset, next(iter(kind.bots))), 1)) > 2:
                    yield from (Pairing(each.name, kind.name, preset, bot) for bot in kind.bots)


def requests_for(pairing: Pairing) -> int:
    """As many as at a table where contests are short, fewer where they are long."""
    kind, chosen = pairing.kind, pairing.kind.presets[pairing.preset]
    course = Course(kind, kind.begin(*kind.setup_from(chosen.setup, chosen.options)), log=False)
    play_on(course, kind.bots[pairing.bot], Random(1))
    return max(REQUESTS, min(AT_A_TABLE, REQUESTS * _LENGTH // max(1, course.at)))


def contest(pairing: Pairing, mine: tuple[str, ...], seed: int, requests: int) -> tuple[float, float]:
    """How well `best` does in the seats that are its own, against the bot in all others, and how the bot itself does
    there with the same dice, from 0 to 1."""
    kind, chosen = pairing.kind, pairing.kind.presets[pairing.preset]
    bot, best = kind.bots[pairing.bot], best_bot(requests, math.inf)
    found: list[float] = []
    for own in (best, bot):
        referee = Referee.start(
            game(pairing.game), kind.name, chosen.setup, chosen.options, seed=Random(seed).randbytes(32)
        )
        ended = drive(referee, {seat: own if seat in mine else bot for seat in referee.seats}).result
        assert ended is not None
        found.append(kind.success(referee.state, ended, mine[0]))
    return found[0], found[1]


class Tally:
    """The contests of a pairing, side by side."""

    def __init__(self, pairing: Pairing, seconds: float) -> None:
        self.pairing, self.both = pairing, sides(pairing)
        usually = usual(pairing, 20_000, seconds / 8)
        self.usual = [mean_and_error(usually[side[0]]) for side in self.both]
        self.best: list[list[float]] = [[] for _ in self.both]
        self.bot: list[list[float]] = [[] for _ in self.both]

    def play(self, seconds: float) -> None:
        """Play until a look tells enough, or the time is over."""
        begun, requests, look = time.process_time(), requests_for(self.pairing), FIRST
        while len(self.best[0]) < FIRST or time.process_time() - begun < seconds:
            for n, side in enumerate(self.both):
                best, bot = contest(self.pairing, side, len(self.best[-1]), requests)
                self.best[n].append(best)
                self.bot[n].append(bot)
            if len(self.best[0]) >= look:
                look *= 2
                if self.tells:
                    return

    @property
    def tells(self) -> bool:
        """Whether `best` is known to be ahead, and looks far enough ahead, or is known not to be that far."""
        ahead, off = self.ahead
        return (ahead >= AHEAD and ahead > off) or ahead + off < AHEAD

    @property
    def ahead(self) -> tuple[float, float]:
        """By how much all sides together do better where `best` plays them, one after the other; half the interval.

        What the dice gave the bot in the same seats against what it usually gets is subtracted, as far as it tells.
        """
        size = len(self.best[0])
        adjusted = [0.0] * size
        for (mean, _), best, bot in zip(self.usual, self.best, self.bot, strict=True):
            tells = slope(bot, best)
            adjusted = [
                sum_ + one - mean - tells * (two - mean)
                for sum_, one, two in zip(adjusted, best, bot, strict=True)
            ]
        mean, error = mean_and_error(adjusted)
        few = 1 / size  # so few that all went alike are no proof that all would
        return mean, WIDE * math.hypot(error, few, *(doubt for _, doubt in self.usual))


def slope(given: list[float], found: list[float]) -> float:
    """How much of one number shows in another, by least squares."""
    first, second = sum(given) / len(given), sum(found) / len(found)
    spread = sum((each - first) ** 2 for each in given)
    both = sum((one - first) * (two - second) for one, two in zip(given, found, strict=True))
    return both / spread if spread else 0.0


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    spread = sum((each - mean) ** 2 for each in numbers) / max(1, len(numbers) - 1)
    return mean, math.sqrt(spread / len(numbers))


def run() -> list[dict[str, object]]:
    print("| preset | against | contests | usual | best | points ahead | 95 % interval |")
    print("|---|---|---:|---:|---:|---:|---:|")
    figures: list[dict[str, object]] = []
    for pairing in pairings():
        if any(only in "/".join(pairing) for only in ONLY.split(",")):
            tally = Tally(pairing, SECONDS)
            tally.play(SECONDS)
            figures.append(told(tally))
    return figures + (duels() if not ONLY or ONLY in "duels" else [])


def duels(contests: int = 200) -> list[dict[str, object]]:
    """What `best` gives away in QuestWorlds duels of chance ratings, in points of the chance to win, as either side."""
    random = Random(1)
    rows = [lost_to_best_play(random.randint(8, 30), random.randint(8, 30), seed) for seed in range(contests)]
    figures: list[dict[str, object]] = []
    print("\n| QuestWorlds duels, as | contests | points lost to best play | ± |\n|---|---:|---:|---:|")
    for name, seat in (("the player", "one"), ("the game master", GM)):
        lost, error = mean_and_error([100 * row[seat] for row in rows])
        print(f"| {name} | {contests} | {lost:.2f} | {1.96 * error:.2f} |")
        figures.append({"duels as": name, "contests": contests, "lost": lost, "off": 1.96 * error})
    return figures


def told(tally: Tally) -> dict[str, object]:
    pairing, contests = tally.pairing, len(tally.both) * len(tally.best[0])
    ahead, off = (100 * each for each in tally.ahead)
    usually = [100 * mean for mean, _ in tally.usual]
    by_side = [100 * sum(each) / len(each) for each in tally.best]
    print(
        f"| `{pairing.preset}` ({pairing.type}) | `{pairing.bot}` | {contests} "
        f"| {' / '.join(f'{each:.0f}' for each in usually)} | {' / '.join(f'{each:.0f}' for each in by_side)} "
        f"| {ahead:+.0f} | {ahead - off:+.0f} to {ahead + off:+.0f} |",
        flush=True,
    )
    return {
        **pairing._asdict(),
        "sides": tally.both,
        "contests": contests,
        "usual": usually,
        "best": by_side,
        "ahead": ahead,
        "off": off,
    }
