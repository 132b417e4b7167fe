"""Odds: exact questions against dyce and icepool, best play, simulation, and the command's start."""

from __future__ import annotations

import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import icepool
import numpy as np
from dyce import H, explode_n
from dyce.lifecycle import ExperimentalWarning
from icepool import Again, Die

from agonist.forge.odds import pools
from agonist.forge.odds.pools import Pool
from agonist.forge.odds.tables import contest_table
from agonist.kernel import run as run_contest
from agonist.odds.answer import Odds
from agonist.questworlds.classic.odds.position import Position
from agonist.questworlds.classic.odds.rolls import steps_apart
from agonist.questworlds.classic.odds.single import simple_counts
from agonist.questworlds.classic.odds.solver import solve
from agonist.questworlds.classic.odds.tables import simple_table
from agonist.questworlds.srd.odds.scoring import scored
from agonist.questworlds.srd.odds.staking import wagered

DEPTH = 16
"""How often a die explodes for the peers; what is left out is below 1e-12."""
Chances = dict[int, float]
FIGURES: list[dict[str, object]] = []
"""What was found, as data."""


def timed(function: Callable[[], object], seconds: float = 0.25) -> float:
    """The best time of one call, in seconds, over several rounds."""
    begun = time.perf_counter()
    function()
    once = time.perf_counter() - begun
    loops = max(1, int(seconds / 5 / max(once, 1e-7)))
    best = once
    for _ in range(5 if once < seconds else 2):
        begun = time.perf_counter()
        for _ in range(loops):
            function()
        best = min(best, (time.perf_counter() - begun) / loops)
    return best


def shares(found: Any) -> Chances:
    """Chances by number, of whichever library."""
    if isinstance(found, dict):
        total = sum(found.values())
        return {int(key): count / total for key, count in found.items() if count}
    if hasattr(found, "weights"):
        return {value: float(chance) for value, chance in found.items() if chance}
    total = found.total if isinstance(found, H) else found.denominator()
    return {int(key): count / total for key, count in found.items() if count}


def agree(ours: Chances, *others: Chances) -> None:
    for theirs in others:
        for key in ours.keys() | theirs.keys():
            gap = abs(ours.get(key, 0.0) - theirs.get(key, 0.0))
            assert gap < 1e-12, f"{key}: {ours.get(key)} is not {theirs.get(key)}"


def compare(
    name: str, aim: float, ours: Callable[[], Any], dyce: Callable[[], Any], ice: Callable[[], Any]
) -> None:
    agree(shares(ours()), shares(dyce()), shares(ice()))
    row(name, aim, timed(ours), timed(dyce), timed(ice))


def row(name: str, aim: float, ours: float, dyce: float, ice: float) -> None:
    factor = min(dyce, ice) / ours
    FIGURES.append({"question": name, "agonist": ours, "dyce": dyce, "icepool": ice, "factor": factor})
    mark = "" if factor >= aim else f"  below the aim of {aim:g}"
    print(f"  {name:<44} {clock(ours):>10} {clock(dyce):>10} {clock(ice):>10} {factor:>8.1f} ×{mark}")


def clock(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


# --- pools ------------------------------------------------------------------------------------------------------


def pools_of_dice() -> None:
    for question in (plain_dice, exploding_dice, rerolled_dice):
        for n in (5, 10, 20, 40):
            question(n)


def plain_dice(n: int) -> None:
    hit, coin = H({0: 4, 1: 2}), Die({0: 4, 1: 2})
    compare(f"{n} dice, plain", 5, lambda: pools.plain(n, 5), lambda: n @ hit, lambda: n @ coin)


def exploding_dice(n: int) -> None:
    def ours() -> Any:
        return pools._exploding.__wrapped__(n, 2, focus=False)

    def ice() -> Any:
        return n @ Die([0, 0, 0, 0, 1, 1 + Again], again_depth=DEPTH, again_end=1)

    compare(f"{n} dice, sixes explode", 5, ours, lambda: n @ exploding_dyce(), ice)


def rerolled_dice(n: int) -> None:
    def ice() -> Any:
        return n @ icepool.d6.reroll([1], depth=1).map(lambda face: int(face >= 5))

    ours = Pool(n, 5, focus=True)
    compare(
        f"{n} dice, ones rolled again",
        5,
        lambda: pools.without_fortune(ours),
        lambda: n @ rerolled_dyce(),
        ice,
    )


def exploding_dyce() -> Any:
    """A die that counts hits: 5 hits, 6 hits and explodes; written as 1 and 1000 to tell them apart."""
    return explode_n(H({0: 4, 1: 1, 1000: 1}), n=DEPTH).apply(lambda sum_: sum_ // 1000 + sum_ % 1000)


def rerolled_dyce() -> Any:
    d6 = H(6)
    return H({face: 6 * count for face, count in d6.items() if face != 1}).merge(d6).ge(5).apply(int)


def contests() -> None:
    hit = H({0: 4, 1: 2})
    coin = Die({0: 4, 1: 2})
    compare(
        "margins of 8 against 7 dice",
        5,
        lambda: pools.plain(8, 5).minus(pools.plain(7, 5)),
        lambda: 8 @ hit - 7 @ hit,
        lambda: 8 @ coin - 7 @ coin,
    )
    ours = contest_table(20, 20, 5, 5)
    theirs = sweep(lambda n: n @ hit)
    for (a, d), found in theirs.items():
        agree({m - 20: float(ours[a - 1, d - 1, m]) for m in range(41)}, shares(found))
    row(
        "margins of all 20 × 20 pool sizes",
        20,
        timed(lambda: contest_table(20, 20, 5, 5)),
        timed(lambda: sweep(lambda n: n @ hit)),
        timed(lambda: sweep(lambda n: n @ coin)),
    )


def sweep(pool: Callable[[int], Any]) -> dict[tuple[int, int], Any]:
    shared = {n: pool(n) for n in range(1, 21)}
    return {(a, d): shared[a] - shared[d] for a in shared for d in shared}


# --- opposed d20 ------------------------------------------------------------------------------------------------


def step_of(rating: int, die: int) -> int:
    if die in (1, 20):
        return 3 if die == 1 else 0
    return 2 if die <= (rating - 1) % 20 + 1 else 1


def side(rating: int, kind: Any, *, dice: bool) -> Any:
    """Result steps, masteries added, and below them the die if it breaks ties.

    Bumps cancel and what is over takes the other down, so only the difference of the steps counts, up to 3.
    """
    weights: dict[int, int] = {}
    for die in range(1, 21):
        key = 64 * (step_of(rating, die) + (rating - 1) // 20) + (die if dice else 0)
        weights[key] = weights.get(key, 0) + 1
    return kind(weights)


def level_of(difference: int) -> int:
    """From −4 for a complete defeat to 4 for a complete victory."""
    steps = round(difference / 64)
    if steps == 0:
        return (difference > 0) - (difference < 0)
    return max(-4, min(4, steps + (1 if steps > 0 else -1)))


def steps_of(difference: int) -> int:
    return max(-3, min(3, difference // 64))


LEVELS = (4, 3, 2, 1, 0, -1, -2, -3, -4)


def counted(one: int, two: int, *, dice: bool) -> dict[int, int]:
    if dice:
        return dict(zip(LEVELS, simple_counts(one, two).values(), strict=True))
    return steps_apart(one, two)


def blurred(counts: dict[int, int]) -> dict[int, int]:
    """Without the tie-break: by result steps alone."""
    steps = dict.fromkeys(range(-3, 4), 0)
    for level, count in counts.items():
        steps[level - (level > 0) + (level < 0)] += count
    return steps


def opposed() -> None:
    for dice in (False, True):
        opposed_d20(dice=dice)
    print("  (icepool's 60 × 60 is five times its time for 12 × 60)")


def opposed_d20(*, dice: bool) -> None:
    name = "with" if dice else "without"
    read = level_of if dice else steps_of
    h = [side(rating, H, dice=dice) for rating in range(1, 61)]
    p = [side(rating, Die, dice=dice) for rating in range(1, 61)]
    compare(
        f"d20 opposed, 17 against 14, {name} tie-break",
        5,
        lambda: counted(17, 14, dice=dice),
        lambda: (h[16] - h[13]).apply(read),
        lambda: (p[16] - p[13]).map(read),
    )
    table = simple_table(range(1, 61), range(1, 61))
    for one, two in ((1, 60), (20, 21), (17, 14), (40, 33), (60, 60)):
        found = dict(zip(LEVELS, map(int, table[one - 1, two - 1]), strict=True))
        agree(shares(found if dice else blurred(found)), shares((h[one - 1] - h[two - 1]).apply(read)))
    row(
        f"d20 opposed, 60 × 60 ratings, {name} tie-break",
        20,
        timed(lambda: table_of(dice=dice)),
        timed(lambda: [(a - b).apply(read) for a in h for b in h], 0.1),
        timed(lambda: [(a - b).map(read) for a in p[:12] for b in p], 0.1) * 5,
    )


def table_of(*, dice: bool) -> Any:
    table = simple_table(range(1, 61), range(1, 61)) / 400
    if not dice:
        table[:, :, 4] += table[:, :, 3] + table[:, :, 5]
        table = np.delete(table, (3, 5), axis=2)
    return table


# --- solving, simulating, starting ------------------------------------------------------------------------------


def solving() -> None:
    for rating, name in ((13, "13"), (20, "20"), (50, "10M2"), (90, "10M4"), (120, "20M5")):
        solve_one(Position.opening(rating, rating), name)
    begun = time.perf_counter()
    for one in range(13, 21):
        for two in range(13, 21):
            solve(Position.opening(one, two))
    seconds = time.perf_counter() - begun
    FIGURES.append({"best play": "all 13..20 against 13..20", "seconds": seconds})
    print(f"  best play of all 13..20 against 13..20 {clock(seconds)}")


def solve_one(position: Position, name: str) -> None:
    seconds = timed(lambda: solve(position), 0.5)
    found = solve(position)
    assert found.error < 1e-9
    FIGURES.append({"best play": f"{name} against {name}", "seconds": seconds, "win": found.win})
    win = f"win {found.win:.9f} ± {found.error:.0e}"
    print(f"  best play of {name:>4} against {name:<4} {clock(seconds):>10}   {win}")


def sequences() -> None:
    """Best play of today's QuestWorlds: 15 against 15 in 1 s wagered, in 0.1 s scored, are the aims."""
    for name, play, ratings, aim in (
        ("scored", scored, ("15", "15"), 0.1),
        ("scored", scored, ("15", "10"), 0.1),
        ("scored", scored, ("5M", "18"), 0.1),
        ("wagered", wagered, ("15", "15"), 1.0),
        ("wagered", wagered, ("20", "20"), None),
        ("wagered", wagered, ("5M", "5M"), None),
    ):
        sequence_one(name, play, *ratings, aim=aim)


def sequence_one(name: str, play: Callable[[str, str], Odds], one: str, two: str, aim: float | None) -> None:
    seconds = timed(lambda: play(one, two), 0.5)
    found = play(one, two)
    assert found.error < 1e-9
    win = float(found.win)
    FIGURES.append(
        {"best play": f"{name} {one} against {two}", "seconds": seconds, "win": win, "error": found.error}
    )
    mark = "" if aim is None or seconds < aim else f"  above the aim of {clock(aim)}"
    sure = f"win {win:.9f} ± {found.error:.0e}{mark}"
    print(f"  best play, {name:<8} {one:>4} against {two:<4} {clock(seconds):>10}   {sure}")


def simulating() -> None:
    from tests.odds import real_questworlds

    kind, state = real_questworlds.begin("extended", 17, 14)
    policy = real_questworlds.policies("const:3", "const:3", state)
    real = rate(lambda random: run_contest(kind, state, policy, random), 400)
    told("extended contest, 17 against 14, bids of 3", real)


def rate(play: Callable[[Random], object], count: int) -> float:
    random = Random(1)
    begun = time.perf_counter()
    for _ in range(count):
        play(random)
    return count / (time.perf_counter() - begun)


def told(name: str, real: float) -> None:
    FIGURES.append({"simulation": name, "contests_a_second": real})
    print(f"  {name:<44} {real:>7,.0f}/s")


def starting() -> None:
    bare = median([sys.executable, "-c", "pass"])
    start = [sys.executable, "-c", "from agonist.cli import main; main()", "odds"]
    for words in (
        "questworlds simple 17 10M",
        "forge contest --attack 8@5 --defend 7@5 --json",
        "deckahedron flip --suit crown --lost 3",
    ):
        whole = median([*start, *words.split()])
        FIGURES.append({"command": words, "seconds": whole, "over_a_bare_start": whole - bare})
        print(f"  agonist odds {words:<48} {clock(whole):>9}, {clock(whole - bare)} over a bare Python start")


def median(command: list[str]) -> float:
    times = []
    for _ in range(7):
        begun = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begun)
    return sorted(times)[3]


def run() -> list[dict[str, object]]:
    FIGURES.clear()
    warnings.simplefilter("ignore", ExperimentalWarning)
    print(f"  {'question':<44} {'agonist':>10} {'dyce':>10} {'icepool':>10}   faster than the faster")
    pools_of_dice()
    contests()
    opposed()
    print()
    solving()
    sequences()
    print()
    simulating()
    print()
    starting()
    return FIGURES
