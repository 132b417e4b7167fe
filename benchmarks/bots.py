"""The bot `best` against every shipped bot, side by side, with 95 % intervals; and against best play in duels."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

from agonist.kernel import GM, ContestType, Course, game, play_on
from agonist.odds.best import REQUESTS as AT_A_TABLE
from agonist.odds.best import best_bot
from tests.support.installed import installed_games

from ._duels import lost_to_best_play
from ._kept import kept
from ._skill import skill, watched

CONTESTS = int(os.environ.get("BOTS_CONTESTS", "64"))
"""How many contests a pairing has, of all sides together: fixed beforehand, whatever they show."""
SEED = os.environ.get("BOTS_SEED", "1")
"""Other contests with another word: who has changed `best` after looking at some measures with others."""
REQUESTS = int(os.environ.get("BOTS_REQUESTS", "1000"))
"""How many requests the best bot thinks a decision through at least; in short contests up to the 5,000 of a table."""
_LENGTH = 20
"""Contests that are shorter by so much as this, in requests, are thought through so much more."""
WIDE = 1.96
"""So many standard errors make the interval, 19 times in 20."""
ONLY = os.environ.get("BOTS_ONLY", "")
_SPREAD = 0.2
"""How much a contest's worth is spread at the least, for what a few tell."""
_USUAL_SECONDS = 4
"""For so long it is looked how the bot usually does."""
_ALIKE = 60
"""In so many contests seats must do equally well to be on the same side, and bots to be told in one row."""


class Pairing(NamedTuple):
    """A preset and a shipped bot; `alike` are others that decide as it does there: all of them are one measurement."""

    game: str
    type: str
    preset: str
    bot: str
    alike: tuple[str, ...] = ()

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
    for each in installed_games():
        for kind in each.types:
            for preset in kind.presets:
                every = [Pairing(each.name, kind.name, preset, bot) for bot in kind.bots]
                wanted = [
                    each for each in every if any(only in "/".join(each[:4]) for only in ONLY.split(","))
                ]
                if wanted and len(usual(wanted[0], 1)) > 2:
                    yield from _told_apart(wanted)


def _told_apart(every: list[Pairing]) -> Iterator[Pairing]:
    """One of those bots that come to the same in all contests with the same dice, with the names of the others."""
    groups: dict[str, list[Pairing]] = {}
    for pairing in every:
        groups.setdefault(repr(usual(pairing, _ALIKE)), []).append(pairing)
    for first, *others in groups.values():
        yield first._replace(alike=tuple(each.bot for each in others))


def requests_for(pairing: Pairing) -> int:
    """As many as at a table where contests are short, fewer where they are long."""
    kind, chosen = pairing.kind, pairing.kind.presets[pairing.preset]
    course = Course(kind, kind.begin(*kind.setup_from(chosen.setup, chosen.options)), log=False)
    play_on(course, kind.bots[pairing.bot], Random(1))
    return max(REQUESTS, min(AT_A_TABLE, REQUESTS * _LENGTH // max(1, course.at)))


def contest(pairing: Pairing, mine: tuple[str, ...], seed: str, requests: int) -> tuple[float, float]:
    """How well `best` does in the seats that are its own, against the bot in all others, from 0 to 1; and what its
    decisions were worth against the bot's own."""
    played = watched(*pairing[:3], best_bot(requests), pairing.bot, mine, seed)
    return played.success, skill(played, requests, seed)


class Tally:
    """The contests of a pairing, side by side."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing, self.both = pairing, sides(pairing)
        usually = usual(pairing, 5_000, _USUAL_SECONDS)
        self.usual = [mean_and_error(usually[side[0]]) for side in self.both]
        self.won: list[list[float]] = [[] for _ in self.both]
        self.worth: list[list[float]] = [[] for _ in self.both]
        self.requests = requests_for(pairing)

    def play(self, contests: int) -> None:
        """Play as many, side by side."""
        for number in range(max(2, -(-contests // len(self.both)))):
            for n, side in enumerate(self.both):
                seed = f"{SEED}:{number}"
                key = f"bots {' '.join(self.pairing[:4])} {' '.join(side)} {self.requests} {seed}"
                won, worth = kept(key, partial(contest, self.pairing, side, seed, self.requests))
                self.won[n].append(won)
                self.worth[n].append(worth)

    @property
    def ahead(self) -> tuple[float, float]:
        """By how much all sides together do better where `best` plays them, one after the other; half the interval."""
        sides = [self.gains(n) for n in range(len(self.both))]
        size, (mean, error) = len(sides[0]), mean_and_error([sum(each) for each in zip(*sides, strict=True)])
        few = _SPREAD / size  # so few that all went alike are no proof that all would
        return mean, wide(size - 1) * math.hypot(error, few, *(doubt for _, doubt in self.usual))

    def gains(self, n: int) -> list[float]:
        """By how much a side did better, contest by contest: what its decisions were worth, and how it did against what
        the bot usually does, each as far as it tells. Both are right on average."""
        worth, won = self.worth[n], [each - self.usual[n][0] for each in self.won[n]]
        trust = spread(won) / (spread(won) + spread(worth))
        return [trust * one + (1 - trust) * other for one, other in zip(worth, won, strict=True)]


def spread(numbers: list[float]) -> float:
    """The variance of numbers, as if two of a coin's were among them: a few that are alike do not tell."""
    mean = sum(numbers) / len(numbers)
    return (sum((each - mean) ** 2 for each in numbers) + 2 * 0.25) / (len(numbers) + 2)


def wide(freedom: int) -> float:
    """So many standard errors make the interval where these are told by few contests (Student, to the third order)."""
    z = WIDE
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    spread = sum((each - mean) ** 2 for each in numbers) / max(1, len(numbers) - 1)
    return mean, math.sqrt(spread / len(numbers))


def run() -> list[dict[str, object]]:
    print("| preset | against | contests | requests | usual | won | points ahead | 95 % interval |")
    print("|---|---|---:|---:|---:|---:|---:|---:|")
    figures: list[dict[str, object]] = []
    for pairing in pairings():
        tally = Tally(pairing)
        tally.play(CONTESTS)
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
    pairing, contests = tally.pairing, len(tally.both) * len(tally.won[0])
    ahead, off = (100 * each for each in tally.ahead)
    usually = [100 * mean for mean, _ in tally.usual]
    won = [100 * sum(each) / len(each) for each in tally.won]
    bots = ", ".join(f"`{each}`" for each in (pairing.bot, *pairing.alike))
    print(
        f"| `{pairing.preset}` ({pairing.type}) | {bots} | {contests} | {tally.requests} "
        f"| {' / '.join(f'{each:.0f}' for each in usually)} | {' / '.join(f'{each:.0f}' for each in won)} "
        f"| {ahead:+.0f} | {ahead - off:+.0f} to {ahead + off:+.0f} |",
        flush=True,
    )
    return {
        **pairing._asdict(),
        "sides": tally.both,
        "contests": contests,
        "requests": tally.requests,
        "usual": usually,
        "won": won,
        "ahead": ahead,
        "off": off,
    }
