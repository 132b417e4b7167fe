"""Setting a contest up at the keyboard, or from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from agonist.kernel import AgonistError, ContestType, Game, Preset, quick_of
from agonist.kernel.game import Checked

from ..files import setup_in, written
from .choosing import Ready, pick_kind
from .editing import Editor
from .screen import Screen
from .typed import json_from


def made(screen: Screen, words: Sequence[str], file: Path | None) -> Ready:
    """A contest that is none of the ready ones: from a file, or asked for at the keyboard."""
    if file is None:
        game, kind = pick_kind(screen, words)
        return _asked(screen, game, kind)
    found = setup_in(file)
    game, kind = pick_kind(screen, words or [word for word in (found.game, found.type) if word])
    return _ready(game, kind, kind.setup_from(found.setup, found.options))


def _ready(game: Game, kind: ContestType[Any], checked: Checked) -> Ready:
    return Ready(game, kind, "", Preset(kind.title, kind.blurb, *checked), checked)


def _asked(screen: Screen, game: Game, kind: ContestType[Any]) -> Ready:
    """A contest as somebody says at the keyboard; a script can give all of it in one line."""
    screen.clear()
    screen.say(f"{game.title}: {kind.title}", "bold yellow")
    screen.say(kind.blurb)
    if whole := screen.next_json():
        return _ready(game, kind, kind.setup_from(json_from(kind.setup_form, whole)))

    def keep(name: str, checked: Checked) -> None:
        data = {"game": game.name, "type": kind.name, "setup": checked.setup, "options": checked.options}
        file = Path(name).expanduser()
        written(file, msgspec.json.format(msgspec.json.encode(data), indent=2))
        screen.say(f"Kept. To play it again: agonist play --setup {file}")

    start, options = beginning(game, kind)
    editor = Editor(screen, kind, start, options, keep)
    screen.say("Enter takes what stands in brackets, < goes back to the one before, ? tells more.\n", "dim")
    quick = quick_of(game)
    editor.ask_first(quick.ask if quick else {})
    return _ready(game, kind, editor.finish())


def beginning(game: Game, kind: ContestType[Any]) -> tuple[Any, Any]:
    """A set-up to begin with, and options: one against one as the game has it in stock, else the first that is ready,
    else what an empty form begins with."""
    quick = quick_of(game)
    if quick is not None:
        start = quick.setup(["Hero"], [(quick.stock[0].key, "", 1)])
        try:
            kind.setup_from(start)
        except AgonistError:
            pass
        else:
            return start, {}
    for preset in kind.presets.values():
        return msgspec.to_builtins(preset.setup), msgspec.to_builtins(preset.options)
    return kind.setup_form.start(), {}
