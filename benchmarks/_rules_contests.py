"""Plays presets through the real rules, a piece at a time, as it is told to on its input.

It is run as a script of its own, with the sources of one commit or another in `PYTHONPATH`; so it uses only what has
been the same from the first of them on. Time is the processor's, so that other programs do not count.
"""

from __future__ import annotations

import copy
import json
import sys
import time
from collections.abc import Generator
from pathlib import Path
from random import Random
from typing import Any

from agonist.kernel import defaults, game, run

SETUPS = Path(__file__).parent / "rules_setups.json"
"""Set-ups as they were, of presets that have been changed since."""


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


class Preset:
    """A preset, ready to be played by the first bot of its type."""

    def __init__(self, name: str, type_name: str, preset: str) -> None:
        self.kind = game(name).type(type_name)
        chosen = self.kind.presets[preset]
        setup = json.loads(SETUPS.read_text()).get(preset, chosen.setup)
        self.state = self.kind.begin(*self.kind.setup_from(setup, chosen.options))
        self.policy = next(iter(self.kind.bots.values()), defaults)

    def requests(self, sample: int = 40) -> float:
        """The requests of a contest on average."""
        count, watched = [0], copy.copy(self.kind)
        watched.turn = lambda contest: counted(self.kind.turn(contest), count)  # type: ignore[method-assign]
        for seed in range(sample):
            run(watched, self.state, self.policy, Random(seed))
        return count[0] / sample

    def seconds(self, first: int, count: int) -> float:
        """How long contests with these seeds take: the less of twice in a row, for a processor that has just done
        something else is slow at first, and a short piece would be mostly that."""
        return min(self._once(first, count), self._once(first, count))

    def _once(self, first: int, count: int) -> float:
        begun = time.process_time()
        for seed in range(first, first + count):
            run(self.kind, self.state, self.policy, Random(seed))
        return time.process_time() - begun


if __name__ == "__main__":
    known: dict[str, Preset] = {}
    for line in sys.stdin:
        what, *rest = json.loads(line)
        if what == "prepare":
            known[rest[-1]] = Preset(*rest)
            found = known[rest[-1]].requests()
        else:
            found = calibrate() if what == "calibrate" else known[what].seconds(*rest)
        print(json.dumps(found), flush=True)
