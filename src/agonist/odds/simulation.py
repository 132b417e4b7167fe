"""Simulation: any contest of any game through its real rules, until it is precise enough or time is up."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

import msgspec

from agonist.tabletop import Knobs, knobs_from

from .answer import Odds
from .jobs import Job, Tally, make_job, play_piece, said_of
from .luck import ADJUSTED
from .refusal import refuse
from .workers import workers

_Z = 1.959963984540054
"""Standard errors on either side of a 95 % interval."""


class Simulated(Odds):
    """What a simulation found; `intervals` has the 95 % confidence interval of every chance."""

    def __init__(
        self, question: str, tally: Tally, *, seed: int, method: str, notes: tuple[str, ...] = ()
    ) -> None:
        self.tally = tally
        n = tally.contests
        self.intervals = {name: wilson(hits, n) for name, hits in (tally.verdicts | tally.outcomes).items()}
        numbers: dict[str, Any] = {name: tally.verdicts.get(name, 0) / n for name in ("win", "tie", "lose")}
        numbers["outcomes"] = {
            name: hits / n for name, hits in sorted(tally.outcomes.items(), key=lambda i: -i[1])
        }
        if ADJUSTED in tally.sums:
            notes = (*notes, _take_luck_out(tally, numbers, self.intervals))
        means = {name: total / n for name, total in sorted(tally.sums.items()) if name != ADJUSTED}
        if means:
            numbers["means"] = means
        numbers["contests"] = n
        numbers["seed"] = seed
        widest = max(abs(numbers[name] - end) for name in tally.verdicts for end in self.intervals[name])
        super().__init__(question, numbers, method="simulated", error=widest, notes=notes)

    def as_data(self) -> dict[str, Any]:
        data = super().as_data()
        data["intervals"] = {name: list(ends) for name, ends in self.intervals.items()}
        return data


_SOLVED = 1e-9
"""How far off the values may be by which luck is measured."""


def _take_luck_out(tally: Tally, numbers: dict[str, Any], intervals: dict[str, tuple[float, float]]) -> str:
    """Put the chance to win and to lose with luck taken out; what that is worth, in words."""
    n, ties, raw = tally.contests, numbers["tie"], numbers["win"]
    win = tally.sums[ADJUSTED] / n
    spread = max(0.0, tally.squares[ADJUSTED] / n - win * win)
    off = max(_SOLVED, _Z * math.sqrt(spread / n))
    for name, chance in (("win", win), ("lose", 1 - ties - win)):
        numbers[name] = min(1.0, max(0.0, chance))
        intervals[name] = (max(0.0, chance - off), min(1.0, chance + off))
    if off == _SOLVED:
        return "With their luck taken out, nothing is left to chance."
    return f"With their luck taken out, these contests are worth {n * raw * (1 - raw) / spread:,.0f}."


def simulate(
    game: str,
    type: str,
    *,
    preset: str = "",
    setup: Any = None,
    options: Any = None,
    knobs: Mapping[str, Any] | None = None,
    bots: dict[str, str] | None = None,
    contests: int = 100_000,
    seed: int = 0,
    precision: float | None = None,
    seconds: float | None = None,
    processes: int | None = None,
    cluster: str = "",
    luck_adjusted: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Simulated:
    """Play contests with bots and count how they end.

    With `luck_adjusted` what the dice of each contest gave or took is taken off, so that fewer contests tell as much.

    At most `contests` are played (rounded up to whole pieces); fewer if every chance is known to `precision` with 95 %
    confidence before, or if `seconds` have passed. `knobs` turns house rules by name, `bots` names the bot of each
    seat; the one under ``""`` plays all other seats. The same seed gives the same numbers on any number of processes or
    machines (a time limit aside).
    """
    if contests < 1:
        refuse(f"{contests} contests are none.", "1 or more", "contests")
    chosen, chosen_options = start_of(game, type, preset, setup, options, knobs)
    job = make_job(
        game,
        type,
        setup=chosen,
        options=chosen_options,
        bots=bots,
        seed=seed,
        piece=200 if contests >= 2_000 else max(1, contests // 10),
        luck_adjusted=luck_adjusted,
    )
    piece = job.piece
    tally = Tally()
    begun = time.monotonic()
    pieces = math.ceil(contests / piece)
    small = cluster == "" and (processes == 1 or contests <= 400)
    notes: tuple[str, ...] = ()
    with workers(1 if small else processes, cluster) as work:
        for done in work(play_piece, _pieces(job, pieces)):
            tally.add(done)
            if progress:
                progress(tally.contests, pieces * piece)
            if precision is not None and tally.contests >= 1_000 and _precise(tally, precision):
                break
            if seconds is not None and time.monotonic() - begun > seconds:
                notes = (f"Stopped after {seconds:g} s.",)
                break
    notes += said_of(job)
    if knobs:
        told = ", ".join(f"{name} = {value}" for name, value in knobs.items())
        notes += (f"House rules: {told}.",)
    question = f"{game} {type}, {tally.contests} contests simulated"
    return Simulated(question, tally, seed=seed, method="simulated", notes=notes)


def start_of(
    game: str, type: str, preset: str, setup: Any, options: Any, knobs: Mapping[str, Any] | None = None
) -> tuple[Any, Any]:
    """The set-up and options to start from: given ones, or a preset's; the first preset if nothing is given; with these
    `knobs` turned besides."""
    chosen, others = _start(game, type, preset, setup, options)
    return chosen, with_knobs(game, others, knobs) if knobs else others


def with_knobs(game: str, options: Any, knobs: Mapping[str, Any]) -> Any:
    """Options with knobs turned besides."""
    from agonist.kernel import game as find

    found = find(game)
    if found.knobs is None:
        refuse(f"{found.title} declares no knobs.", "a game that does", "knobs")
    knobs_from(cast("type[Knobs]", found.knobs), knobs)
    data = msgspec.to_builtins({} if options is None else options)
    return {**data, "knobs": {**data.get("knobs", {}), **knobs}}


def _start(game: str, type: str, preset: str, setup: Any, options: Any) -> tuple[Any, Any]:
    from agonist.kernel import game as find

    kind = find(game).type(type)
    if setup is not None:
        return setup, options
    name = preset or next(iter(kind.presets), "")
    if name not in kind.presets:
        refuse(f"{kind.title} has no preset {name!r}.", ", ".join(kind.presets), "preset")
    return kind.presets[name].setup, kind.presets[name].options if options is None else options


def wilson(hits: int, n: int, z: float = _Z) -> tuple[float, float]:
    """The confidence interval of a chance after so many hits in n tries, sensible near 0 and 1 too.

    >>> tuple(round(end, 3) for end in wilson(0, 100))
    (0.0, 0.037)
    """
    share = hits / n
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    whole = 1 + z * z / n
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def _precise(tally: Tally, precision: float) -> bool:
    n = tally.contests
    return all(
        abs(hits / n - end) <= precision for hits in tally.verdicts.values() for end in wilson(hits, n)
    )


def _pieces(job: Job, most: int) -> Iterator[tuple[Job, int]]:
    return ((job, number) for number in range(most))
