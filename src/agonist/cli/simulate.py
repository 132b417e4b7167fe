"""Playing contests by the thousand: `agonist simulate`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter


def simulate(
    game: str,
    type: str,
    /,
    *,
    preset: str = "",
    setup: Path | None = None,
    bot: Annotated[list[str] | None, Parameter(negative="")] = None,
    knob: Annotated[list[str] | None, Parameter(negative="")] = None,
    contests: int = 100_000,
    seed: int = 0,
    precision: float | None = None,
    seconds: float | None = None,
    processes: int | None = None,
    cluster: str = "",
    luck_adjusted: Annotated[bool, Parameter(negative="")] = False,
    exact: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(negative="")] = False,
    chart: Path | None = None,
) -> int:
    """Play a contest again and again with bots, and count how it ends.

    Example: agonist simulate questworlds extended --contests 10000 --seed 1 --bot gm=bold

    Parameters
    ----------
    game
        The game.
    type
        Its type of contest.
    preset
        A contest that is ready to play; the first one if neither this nor a set-up is given.
    setup
        A JSON or TOML file with the set-up, or with "setup" and "options".
    bot
        SEAT=BOT for one seat, or BOT for all others; may be given several times.
    knob
        A house rule, NAME=VALUE; may be given several times. agonist knobs GAME lists them.
    contests
        How many to play at most.
    seed
        The same seed gives the same numbers.
    precision
        Stop when win, tie and lose are known to this, with 95 % confidence.
    seconds
        Stop after so many seconds.
    processes
        How many processes to use; all cores by default.
    cluster
        The address of a Dask scheduler to use instead.
    luck_adjusted
        Take off what the dice of each contest gave or took, so that fewer contests tell as much.
    exact
        Go through every roll instead, which only a small contest allows; seconds says how long to try (60).
    json
        Print one JSON object.
    chart
        Draw the outcomes into FILE.svg, .png or .html.
    """
    from agonist.odds.refusal import refuse
    from agonist.odds.simulation import simulate as simulated
    from agonist.tabletop import knob_values

    from .files import setup_in
    from .odds import shown

    if seconds is not None and seconds <= 0:
        refuse(f"{seconds:g} seconds are none.", "more than 0", "seconds")
    try:
        start, options = setup_in(setup)[:2] if setup else (None, None)
        if exact:
            from agonist.odds.enumerating import enumerate_odds

            given: dict[str, Any] = {
                "preset": preset,
                "setup": start,
                "options": options,
                "knobs": knob_values(knob or []),
                "bots": _bots(bot or []),
            }
            return shown(enumerate_odds(game, type, seconds=seconds or 60.0, **given), json=json, chart=chart)
        with progress_bar("contests") as progress:
            found = simulated(
                game,
                type,
                preset=preset,
                setup=start,
                options=options,
                knobs=knob_values(knob or []),
                bots=_bots(bot or []),
                contests=contests,
                seed=seed,
                precision=precision,
                seconds=seconds,
                processes=processes,
                cluster=cluster,
                luck_adjusted=luck_adjusted,
                progress=progress,
            )
        return shown(found, json=json, chart=chart)
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal's error output, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _bots(given: list[str]) -> dict[str, str]:
    pairs = [each.rpartition("=") for each in given]
    return {seat: name for seat, _, name in pairs}
