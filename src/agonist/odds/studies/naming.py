"""What a study's names and values are called for people, on axes and in tables."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from agonist.kernel import Choice, Field, Fields, Form, Many, Maybe, game
from agonist.tabletop import Knobs, knobs_of

from ..inquiries import KNOBS, question
from .study import Study

_NUMBERS = {
    "win": "Chance to win",
    "lose": "Chance to lose",
    "tie": "Chance of a tie",
    "success": "Chance to succeed",
    "endless": "Chance that it never ends",
    "mean": "On average",
    "rounds": "Rounds on average",
    "contests": "Contests",
    "preset": "Contest",
    "type": "Kind of contest",
}


def said(study: Study, name: str) -> str:
    """What a name is called: a parameter, a path into a set-up, a house rule, or a number of the answer."""
    if knob := _knob(study, name):
        return knob
    if study.question:
        return _of_question(study, name)
    if name.startswith("bots."):
        seat = name.removeprefix("bots.")
        return "Who plays the game master's part" if seat == "gm" else f"Who plays {seat or 'the others'}"
    root, _, path = name.partition(".")
    if root in ("setup", "options") and path:
        kind = game(study.game).type(study.type)
        form = kind.setup_form if root == "setup" else kind.options_form
        return _along(form, path.split("."), _start(study) if root == "setup" else None)
    return _number(name)


def said_value(study: Study, name: str, value: Any) -> Any:
    """What a swept value is called, where it is one of several words."""
    form: Form | None = None
    if study.question:
        field = _parameter(study, name)
        form = field.form if field else None
    if isinstance(form, Choice):
        return next((each.label for each in form.options if each.key == str(value)), value)
    return value


def _number(name: str) -> str:
    part, _, case = name.partition(".")
    told = _NUMBERS.get(part, part.replace("_", " ").capitalize())
    case = case.replace("-", " ").replace(".", " ")
    return f"Chance of {case}" if part == "outcomes" and case else f"{told}: {case}" if case else told


def _knob(study: Study, name: str) -> str:
    place, _, knob = name.removeprefix("options.").partition(".")
    if place != KNOBS:
        return ""
    kind = game(study.game or study.question.partition(" ")[0]).knobs
    known = {each.name: each.label for each in knobs_of(cast("type[Knobs]", kind))} if kind else {}
    return known.get(knob, knob)


def _parameter(study: Study, name: str) -> Field | None:
    about, _, asked = study.question.partition(" ")
    found = question(about, asked.strip()).parameters
    return next((each for each in found if each.key == name), None)


def _of_question(study: Study, name: str) -> str:
    if field := _parameter(study, name):
        return field.label
    about, _, asked = study.question.partition(" ")
    names = dict(question(about, asked.strip()).names)
    part, _, case = name.partition(".")
    if not case and part in names:
        chance = part in ("win", "tie", "lose", "success", "endless")
        return f"{names[part]} (chance)" if chance else names[part]
    return names.get(case, "") or _number(name)


def _start(study: Study) -> Any:
    from ..simulation import start_of

    return msgspec.to_builtins(start_of(study.game, study.type, study.preset, None, None)[0])


def _along(form: Form, steps: list[str], data: Any) -> str:
    """The labels on the way, with the names of people instead of their numbers."""
    labels: list[str] = []
    for step in steps:
        while isinstance(form, Maybe):
            form = form.of
        if isinstance(form, Many) and step.isdigit():
            data = data[int(step)] if isinstance(data, list | tuple) and int(step) < len(data) else None
            named = data.get("name") if isinstance(data, dict) else None
            labels[-1:] = [str(named or f"{form.one or 'number'} {int(step) + 1}")]
            form = form.of
        elif isinstance(form, Fields) and any(each.key == step for each in form.fields):
            field = form.field(step)
            labels.append(field.label)
            form, data = field.form, data.get(step) if isinstance(data, dict) else None
        else:
            labels.append(step.replace("_", " "))
    return ", ".join(dict.fromkeys(labels))
