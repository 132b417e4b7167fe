"""The bot `best` against every shipped bot, side by side, with 95 % intervals; and against best play in duels."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

from agonist.kernel import GM, ContestType, Course, Policy, Referee, drive, game, games, play_on
from agonist.odds.best import best_bot

from ._duels import lost_to_best_play

SECONDS = float(os.environ.get("BOTS_SECONDS", "60"))
"""How long each pairing may take, in each of two processes."""
REQUESTS = int(os.environ.get("BOTS_REQUESTS", "1000"))
"""How many requests the best bot thinks a decision through: at a table it has five times as many."""
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


def contest(pairing: Pairing, mine: tuple[str, ...], seed: int) -> float:
    """How well `best` does in the seats that are its own, against the bot in all others, from 0 to 1."""
    kind, chosen = pairing.kind, pairing.kind.presets[pairing.preset]
    referee = Referee.start(
        game(pairing.game), kind.name, chosen.setup, chosen.options, seed=Random(seed).randbytes(32)
    )
    best = best_bot(REQUESTS, math.inf)
    policies: dict[str, Policy] = {
        seat: best if seat in mine else kind.bots[pairing.bot] for seat in referee.seats
    }
    ended = drive(referee, policies).result
    assert ended is not None
    return kind.success(referee.state, ended, mine[0])


def played(pairing: Pairing, both: list[tuple[str, ...]], first: int) -> list[list[float]]:
    """Success on each side in turn with the same dice, for as many seeds as there is time for."""
    begun, seed = time.process_time(), first
    found: list[list[float]] = []
    while time.process_time() - begun < SECONDS or len(found) < 2:
        found.append([contest(pairing, side, seed) for side in both])
        seed += 2
    return found


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    spread = sum((each - mean) ** 2 for each in numbers) / max(1, len(numbers) - 1)
    return mean, math.sqrt(spread / len(numbers))


def run() -> list[dict[str, object]]:
    print("| preset | against | contests | usual | best | points ahead | 95 % interval |")
    print("|---|---|---:|---:|---:|---:|---:|")
    figures: list[dict[str, object]] = []
    wanted = [each for each in pairings() if ONLY in "/".join(each)]
    with ProcessPoolExecutor(2) as pool:
        for pairing in wanted:
            both = sides(pairing)
            at_work = [pool.submit(played, pairing, both, first) for first in (0, 1)]
            before = usual(pairing, 5_000, SECONDS / 4)
            rows = [each for one in at_work for each in one.result()]
            figures.append(told(pairing, both, before, rows))
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


def told(
    pairing: Pairing, both: list[tuple[str, ...]], before: dict[str, list[float]], rows: list[list[float]]
) -> dict[str, object]:
    """By how many points all sides together do better where `best` plays them, one after the other."""
    was, doubt = mean_and_error([sum(each) for each in zip(*(before[side[0]] for side in both), strict=True)])
    now, error = mean_and_error([sum(row) for row in rows])
    few = 1 / len(rows)  # so few that all went alike are no proof that all would
    ahead, off = 100 * (now - was), 196 * math.hypot(error, doubt, few)
    by_side = [100 * mean_and_error(list(each))[0] for each in zip(*rows, strict=True)]
    usually = [100 * mean_and_error(before[side[0]])[0] for side in both]
    print(
        f"| `{pairing.preset}` ({pairing.type}) | `{pairing.bot}` | {len(both) * len(rows)} "
        f"| {' / '.join(f'{each:.0f}' for each in usually)} | {' / '.join(f'{each:.0f}' for each in by_side)} "
        f"| {ahead:+.0f} | {ahead - off:+.0f} to {ahead + off:+.0f} |",
        flush=True,
    )
    return {
        **pairing._asdict(),
        "sides": both,
        "contests": len(both) * len(rows),
        "usual": usually,
        "best": by_side,
        "ahead": ahead,
        "off": off,
    }
