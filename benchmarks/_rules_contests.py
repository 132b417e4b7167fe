"""Plays each preset through the real rules for a while, and prints the figures as JSON.

It is run as a script of its own, with the sources of one commit or another in `PYTHONPATH`; so it uses only what has
been the same from the first of them on. Time is the processor's, so that other programs do not count.
"""

from __future__ import annotations

import copy
import json
import statistics
import sys
import time
from collections.abc import Generator
from random import Random
from typing import Any

from agonist.kernel import defaults, game, run

PRESETS = (
    ("questworlds", "extended", "bridge"),
    ("questworlds", "group-extended", "boarding"),
    ("forge", "subjugate", "caravan-ambush"),
    ("deckahedron", "fight", "soldiers"),
    ("forge", "destruction", "duel-to-the-death"),
)


def calibrate(seconds: float = 0.03) -> float:
    """Rounds a second of a loop that has nothing to do with the rules."""
    begun, rounds = time.process_time(), 0
    while time.process_time() - begun < seconds:
        table = {n: str(n) for n in range(100)}
        sum(len(text) for text in table.values())
        rounds += 1
    return rounds / (time.process_time() - begun)


def counted(turn: Generator[Any, Any, None], count: list[int]) -> Generator[Any, Any, None]:
    """A turn as it is, with its requests counted: the parts of a joint request one by one."""
    answer = None
    while True:
        try:
            request = turn.send(answer)
        except StopIteration:
            return
        count[0] += len(request) if isinstance(request, tuple) else 1
        answer = yield request


def play(name: str, type_name: str, preset: str, seconds: float) -> dict[str, float]:
    kind = game(name).type(type_name)
    chosen = kind.presets[preset]
    state = kind.begin(*kind.setup_from(chosen.setup, chosen.options))
    policy = next(iter(kind.bots.values()), defaults)
    requests, watched = [0], copy.copy(kind)
    watched.turn = lambda contest: counted(kind.turn(contest), requests)  # type: ignore[method-assign]
    sample = 20
    for seed in range(sample):
        run(watched, state, policy, Random(seed))
    loops, spent, contests = [calibrate()], 0.0, 0
    while spent < seconds:
        begun = time.process_time()
        while time.process_time() - begun < seconds / 5:
            run(kind, state, policy, Random(contests))
            contests += 1
        spent += time.process_time() - begun
        loops.append(calibrate())
    return {
        "contests_a_second": contests / spent,
        "requests_a_contest": requests[0] / sample,
        "requests_a_second": requests[0] / sample * contests / spent,
        "loops_a_second": statistics.median(loops),
    }


if __name__ == "__main__":
    found = {each[-1]: play(*each, float(sys.argv[1])) for each in PRESETS}
    print(json.dumps(found))
