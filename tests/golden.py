"""Golden transcripts: contests with chosen answers and chosen dice, as data files that people can read.

A file is JSON: ``title``, ``game``, ``type``, a ``setup`` or a ``preset`` name with perhaps what is ``changed`` of its
set-up, perhaps ``options`` and ``strict``, and ``play``, a list of

    {"seat": "ysolde", "what": "bid", "answer": 6}     an answer; `what` must be what is asked of that seat, and
                                                       `about`, where that is given, whom it is about
    {"by": "ysolde", "roll": [14]}                     what that seat's dice or cards show
    {"undo": 3, "reason": "…"}                         back to request 3
    {"override": "path", "value": 4, "reason": "…"}    a correction
    {"seat": "ysolde", "order": "", "what": "bid"}     a standing order, "" being to be asked

and what must come of it: ``log``, one text a line with its rule, and ``outcome`` as the game master sees it. A long one
has ``facts`` instead of the log: each event's data, so that another wording changes short files only.

``python -m tests.golden FILE …`` plays files and writes their log and outcome; where the play is not at an end it
prints what is asked next, which is how a new one is made. Read what it wrote before you keep it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from agonist.kernel import (
    Chance,
    Committed,
    Contributed,
    DiceChanged,
    DiceMode,
    Event,
    Game,
    Referee,
    Revealed,
    seat_view,
)
from agonist.kernel import (
    game as game_named,
)

SEED = bytes(32)
LONG = 100
"""From how many lines on a golden transcript keeps facts instead of sentences."""


def golden_files(folder: Path) -> list[Path]:
    """The golden transcripts of a folder; that there are some is part of the deal."""
    found = sorted(folder.glob("*.json"))
    assert found, f"{folder.name} has no golden transcripts"
    return found


def play_golden(path: Path, game: Game | None = None) -> Referee[Any]:
    """Play a golden transcript as far as it goes."""
    data = json.loads(path.read_text())
    game = game or game_named(data["game"])
    kind = game.type(data["type"])
    if "preset" in data:
        preset = kind.presets[data["preset"]]
        setup = {**msgspec.to_builtins(preset.setup), **data.get("changed", {})}
        options = data.get("options", preset.options)
    else:
        setup, options = data["setup"], data.get("options", {})
    seats = {"gm", *kind.seats(kind.setup_from(setup, options)[0])}
    dice: dict[str, DiceMode] = dict.fromkeys(seats, "typed")
    strict = data.get("strict", False)
    referee = Referee.start(game, kind.name, setup, options, seed=SEED, dice=dice, strict=strict)
    referee.patient_with = frozenset(seats)
    for n, step in enumerate(data["play"]):
        try:
            _take(referee, step)
        except Exception as problem:
            problem.add_note(f"in {path.name}, step {n}: {step}")
            raise
    while _only_windows(referee):
        referee.let_pass()
    return referee


def check_golden(path: Path, game: Game | None = None) -> Referee[Any]:
    """Play a golden transcript and compare its log and its outcome with what the file says."""
    data = json.loads(path.read_text())
    referee = play_golden(path, game)
    lines = told(referee)
    assert (facts(referee) if len(lines) > LONG else lines) == data["facts" if len(lines) > LONG else "log"]
    assert outcome(referee) == data["outcome"]
    return referee


def told(referee: Referee[Any]) -> list[str]:
    """The log as a golden transcript keeps it."""
    return _lines(referee, lambda event: event.text())


def facts(referee: Referee[Any]) -> list[str]:
    """The log as a long golden transcript keeps it: what happened as data, without its sentence."""

    def fact(event: Event) -> str:
        data = event.facts()
        kind = data.pop("event")
        return f"{kind}: {', '.join(f'{key} {plain(value)}' for key, value in data.items())}"

    def plain(value: Any) -> str:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False).replace('"', "'")

    return _lines(referee, fact)


def _lines(referee: Referee[Any], says: Callable[[Event], str]) -> list[str]:
    lines = []
    for line in referee.lines:
        event = line.event
        if isinstance(event, Committed | Contributed | DiceChanged | Revealed):
            continue
        only = "" if event.audience is None else f" (only: {', '.join(event.audience)})"
        undone = " (undone)" if line.undone else ""
        lines.append(f"[{event.cites()}] {says(event)}{only}{undone}")
    return lines


def outcome(referee: Referee[Any]) -> Any:
    """The outcome as the game master sees it, with the sheets and the rest that goes on."""
    if referee.result is None:
        return None
    seen = seat_view(referee, "gm").outcome or {}
    carried = {"carried": referee.result.carried} if referee.result.carried else {}
    return msgspec.json.decode(msgspec.json.encode({**seen, **carried, "sheets": referee.result.sheets}))


def _take(referee: Referee[Any], step: dict[str, Any]) -> None:
    if "undo" in step:
        referee.undo(step["undo"], reason=step.get("reason", ""))
    elif "order" in step:
        referee.order(step["seat"], step["what"], step["order"])
    elif "override" in step:
        referee.override(step["override"], step["value"], reason=step["reason"])
    else:
        chance = "roll" in step
        seat = step["by"] if chance else step["seat"]
        for pending in referee.pending:
            is_chance = isinstance(pending.request, Chance)
            if (
                pending.seat == seat
                and is_chance == chance
                and step.get("what", pending.request.what) == pending.request.what
                and step.get("about", pending.request.about) == pending.request.about
            ):
                referee.answer(pending.id, step["roll"] if chance else step["answer"], by=step.get("as", ""))
                return
        if _only_windows(referee):
            referee.let_pass()
            _take(referee, step)
            return
        waiting = [(p.seat, p.request.what) for p in referee.pending]
        raise AssertionError(f"nobody is asked for {step}; open: {waiting}")


def _only_windows(referee: Referee[Any]) -> bool:
    """Whether the play waits for nothing but who may speak up; what a file does not name is let pass."""
    return bool(referee.pending) and all(each.window for each in referee.pending)


def _write(path: Path) -> None:
    data = json.loads(path.read_text())
    referee = play_golden(path)
    lines = told(referee)
    kept = {"facts": facts(referee)} if len(lines) > LONG else {"log": lines}
    data = {key: value for key, value in data.items() if key not in ("log", "facts", "outcome")}
    data |= kept | {"outcome": outcome(referee)}
    path.write_text(_laid_out(data), encoding="utf-8")
    print(path, *lines, sep="\n  ")
    for pending in referee.pending:
        text = getattr(pending.request, "text", "")
        print(f"  ? {pending.seat}: {pending.request.what}: {text}\n    {pending.form().legal()}")
    print("  =", data["outcome"])


def _laid_out(data: dict[str, Any]) -> str:
    """JSON with a line for each step of the play and each line of the log."""

    def one(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    def part(value: Any, *, listed: bool) -> str:
        return (
            "[\n" + ",\n".join(f"  {one(each)}" for each in value) + "\n ]"
            if listed and value
            else one(value)
        )

    parts = (
        f" {one(key)}: {part(value, listed=key in ('play', 'log', 'facts'))}" for key, value in data.items()
    )
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        _write(Path(name))
