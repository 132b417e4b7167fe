"""How a contest is balanced: `agonist balance`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter


def balance(
    *words: str,
    out: Path | None = None,
    knob: Annotated[list[str] | None, Parameter(negative="")] = None,
    seconds: float = 50.0,
    contests: int = 2_000,
    seed: int = 0,
    processes: int | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Tell how often each side of a contest wins by who plays, where it is decided, which decisions matter, and what
    five points more or less do: one page with pictures, in about a minute.

    Example: agonist balance courtyard

    Parameters
    ----------
    words
        A contest that is ready to play, or a file with a set-up that says its game and type.
    out
        Where the page goes; by default balance-NAME.html here.
    knob
        A house rule, NAME=VALUE; may be given several times.
    seconds
        How long to measure.
    contests
        How many contests to play at most for each number.
    seed
        The same seed plays the same contests.
    processes
        How many processes to use; all cores by default.
    json
        Print one JSON object instead of the summary.
    """
    from agonist.odds.balance import balance as measured
    from agonist.odds.balance import page_of, summary
    from agonist.odds.refusal import refuse
    from agonist.tabletop import knob_values

    from .files import written
    from .simulate import progress_bar

    if seconds <= 0:
        refuse(f"{seconds:g} seconds are none.", "more than 0", "seconds")
    game, kind, name, given = _contest(words)
    try:
        with progress_bar("measured") as progress:
            found = measured(
                game,
                kind,
                **given,
                knobs=knob_values(knob or []),
                seconds=seconds,
                contests=contests,
                seed=seed,
                processes=processes,
                progress=progress,
            )
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 130
    file = out or Path(f"balance-{name}.html")
    written(file, page_of(found).encode())
    if json:
        import msgspec

        data = msgspec.structs.asdict(found)
        data["by_bots"] = [
            {"players": a, "others": b, "played": each} for (a, b), each in found.by_bots.items()
        ]
        print(msgspec.json.encode(data).decode())
        return 0
    print("\n".join(summary(found)))
    print(f"See {file}.")
    return 0


def _contest(words: tuple[str, ...]) -> tuple[str, str, str, dict[str, Any]]:
    """The contest that is meant: game, type, a name for its report, and what it starts from."""
    from agonist.odds.refusal import refuse

    from .files import setup_in
    from .terminal.choosing import pick
    from .terminal.screen import Screen

    if len(words) == 1 and Path(words[0]).suffix in (".toml", ".json"):
        setup, options, game, kind = setup_in(Path(words[0]))
        if not game or not kind:
            refuse(f"{words[0]} does not say what it is for.", 'game = "…" and type = "…" in it', "setup")
        name = Path(words[0]).stem
        return game, kind, name, {"setup": setup, "options": options, "title": name}
    ready = pick(Screen(), words)
    return ready.game.name, ready.kind.name, ready.key, {"preset": ready.key, "title": ready.preset.title}
