"""Setting a contest up at the keyboard: the form of its set-up asked part by part, and what is wrong asked again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from agonist.kernel import Answer, ContestType, Fields, Form, Game, Preset, SetupRefused
from agonist.kernel.forms import edited, form_at, steps_to, where
from agonist.kernel.game import Checked

from ..files import setup_in, written
from .asking import Asker
from .choosing import Ready, pick_kind
from .reading import json_from
from .screen import Aside, Ended, Screen

__all__ = ["made"]

_LABELS = {"set-up": "", "options": "Options"}


class _Filler(Asker):
    """Asks for a set-up, in which words to the program are few."""

    def read(self, prompt: str, *, free: bool = False) -> str:
        while True:
            try:
                return super().read(prompt, free=free)
            except Aside as aside:
                if aside.word in ("quit", "q", "exit"):
                    raise Ended from None
                self.screen.say("Type an answer, just Enter for what stands in brackets, or quit to leave.")


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
    """A contest as somebody says at the keyboard; through a pipe, a set-up that is wrong is refused."""
    screen.words = frozenset({"quit"})
    screen.clear()
    screen.say(f"{game.title}: {kind.title}", "bold yellow")
    screen.say(kind.blurb)
    asker = _Filler(screen)
    forms = {"set-up": kind.setup_form, "options": kind.options_form}
    whole = screen.next_json()
    start = json_from(forms["set-up"], whole) if whole else asker.ask(forms["set-up"])
    given: dict[str, Answer] = {"set-up": start, "options": {}}
    if screen.alive and _has_parts(forms["options"]) and _agreed(asker, "Change an option of the rules?"):
        given["options"] = asker.ask(forms["options"], "Options")
    checked = _checked(asker, kind, forms, given)
    _offer_to_keep(asker, game, kind, checked)
    return _ready(game, kind, checked)


def _checked(
    asker: Asker, kind: ContestType[Any], forms: dict[str, Form], given: dict[str, Answer]
) -> Checked:
    while True:
        try:
            return kind.setup_from(given["set-up"], given["options"])
        except SetupRefused as wrong:
            if not asker.screen.alive:
                raise
            given = _put_right(asker, forms, given, wrong)


def _put_right(
    asker: Asker, forms: dict[str, Form], given: dict[str, Answer], wrong: SetupRefused
) -> dict[str, Answer]:
    """What was given, with the part that is wrong asked again."""
    steps = steps_to(wrong.place)
    root = steps[0] if steps[:1] and steps[0] in forms else "set-up"
    inside = steps[1:] if steps[:1] == [root] else steps
    way, form, there = form_at(forms[root], given[root], inside)
    place = where(forms[root], ".".join(way), _LABELS[root])
    said = SetupRefused(wrong.message, accepted=wrong.accepted, place=place)
    asker.screen.complain(str(said))
    again = asker.ask(form, place, there)
    return given | {root: edited(forms[root], given[root], way, lambda *_: again)}


def _has_parts(form: Form) -> bool:
    return isinstance(form, Fields) and bool(form.fields)


def _agreed(asker: Asker, question: str) -> bool:
    return asker.read(f"{question} y/n [n]> ").strip().casefold() in ("y", "yes")


def _offer_to_keep(asker: Asker, game: Game, kind: ContestType[Any], checked: Checked) -> None:
    if not asker.screen.alive:
        return
    name = asker.screen.read_name("To use this set-up again, name a file for it, or Enter> ")
    if name:
        data = {"game": game.name, "type": kind.name, "setup": checked.setup, "options": checked.options}
        written(Path(name), msgspec.json.format(msgspec.json.encode(data), indent=2))
        asker.screen.say(f"Kept. To play it again: agonist play --setup {name}")
