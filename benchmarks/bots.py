"""The bot `best` against every shipped bot, seats swapped, contest by contest with 95 % intervals."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any, NamedTuple

from agonist.kernel import GM, ContestType, Policy, Referee, drive, game, games
from agonist.odds.best import best_bot

SECONDS = float(os.environ.get("BOTS_SECONDS", "60"))
"""How long each pairing may take, in each of two processes."""
REQUESTS = int(os.environ.get("BOTS_REQUESTS", "1000"))
"""How many requests the best bot thinks a decision through: at a table it has five times as many."""
ONLY = os.environ.get("BOTS_ONLY", "")


class Pairing(NamedTuple):
    game: str
    type: str
    preset: str
    bot: str


def two_sides(kind: ContestType[Any], preset: str) -> tuple[list[str], list[str]]:
    """The seats on either side: the game master's against everybody's, else the first against the rest."""
    setup, options = kind.setup_from(kind.presets[preset].setup, kind.presets[preset].options)
    state = kind.begin(setup, options)
    seats = [seat for seat in dict.fromkeys((GM, *kind.seats(setup))) if kind.played_by(state, seat)]
    return seats[:1], seats[1:]


def pairings() -> Iterator[Pairing]:
    """Every preset in which somebody stands against several, and every bot that is its game's own."""
    for each in games():
        for kind in each.types:
            for preset in kind.presets:
                if len(two_sides(kind, preset)[1]) > 1:
                    yield from (Pairing(each.name, kind.name, preset, bot) for bot in kind.bots)


def contest(pairing: Pairing, mine: list[str], seed: int) -> float:
    """How well `best` does in the seats that are its own, against the bot in all others, from 0 to 1."""
    kind = game(pairing.game).type(pairing.type)
    chosen = kind.presets[pairing.preset]
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


def played(pairing: Pairing, first: int) -> list[float]:
    """Success in both seats with the same dice, summed over the two, for as many seeds as there is time for."""
    sides = two_sides(game(pairing.game).type(pairing.type), pairing.preset)
    begun, seed = time.process_time(), first
    found: list[float] = []
    while time.process_time() - begun < SECONDS or len(found) < 2:
        found.append(sum(contest(pairing, side, seed) for side in sides))
        seed += 2
    return found


def run() -> list[dict[str, object]]:
    print("| preset | against | contests | points ahead | 95 % interval |")
    print("|---|---|---:|---:|---:|")
    figures: list[dict[str, object]] = []
    wanted = [each for each in pairings() if ONLY in "/".join(each)]
    with ProcessPoolExecutor(2) as pool:
        for pairing in wanted:
            both = [pool.submit(played, pairing, first) for first in (0, 1)]
            sums = [each for one in both for each in one.result()]
            mean = sum(sums) / len(sums)
            spread = sum((each - mean) ** 2 for each in sums) / (len(sums) - 1)
            ahead, off = 100 * (mean - 1), 196 * math.sqrt(spread / len(sums))
            print(
                f"| `{pairing.preset}` ({pairing.type}) | `{pairing.bot}` | {2 * len(sums)} "
                f"| {ahead:+.0f} | {ahead - off:+.0f} to {ahead + off:+.0f} |",
                flush=True,
            )
            figures.append({**pairing._asdict(), "contests": 2 * len(sums), "ahead": ahead, "off": off})
    return figures
