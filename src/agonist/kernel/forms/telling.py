"""Answers and places in words, as people would say them."""

from __future__ import annotations

from typing import Any

from .base import Answer, Form, picked
from .combined import Field, Fields, Many, Maybe, Pairs
from .physical import Dealt, Rolled
from .places import steps_to
from .simple import Choice, Flag, Number, Several, Text
from .split import Split
from .written import Written


def in_words(form: Form, answer: Answer) -> str:
    """An answer as people would say it, by the form that it was given to."""
    match form:
        case Choice(options=options):
            return _chosen(form, answer)
        case Several(options=options) | Dealt(options=options):
            labels = {each.key: each.label for each in (options() if callable(options) else options)}
            return ", ".join(labels.get(str(key), str(key)) for key in answer) or "none"
        case Fields(fields=fields):
            given = form.parts(answer)
            there = [each for each in fields if each.key in given and not _as_usual(each, given[each.key])]
            parts = [(each.label, in_words(each.form, given[each.key])) for each in there]
            return ", ".join(f"{in_a_sentence(label)} {text}" for label, text in parts if text)
        case Many(of=of):
            return "; ".join(in_words(of, each) for each in form.rows(answer)) or "none"
        case Pairs(key=key, value=value):
            parts = [(in_words(key, one), in_words(value, each)) for one, each in answer.items()]
            return "; ".join(f"{name}: {text}" for name, text in parts) or "none"
        case Maybe(of=of):
            return form.empty or "none" if answer is None else in_words(of, answer)
        case Split(options=options):
            labels = {each.key: each.label for each in options}
            shares = (f"{share} {labels.get(key, key)}" for key, share in answer.items() if share)
            return ", ".join(shares) or "none"
        case Rolled():
            return ", ".join(map(str, answer))
        case Flag():
            return "yes" if answer else "no"
        case Number(parts=parts, unit=unit) if parts > 1 and isinstance(answer, int | float):
            return f"{answer * parts:g}\u202f{unit}"
        case Text(empty=empty):
            return str(answer) or empty
    return str(answer)


def _chosen(form: Choice, answer: Answer) -> str:
    key, given = picked(answer)
    chosen = next((each for each in form.options if each.key == str(key)), None)
    if chosen is None or chosen.then is None or given is None:
        return chosen.label if chosen else str(key)
    more = in_words(chosen.then, given)
    return f"{chosen.label}: {more}" if more else chosen.label


def _as_usual(field: Field, answer: Answer) -> bool:
    return field.optional and answer == field.default


def in_a_sentence(label: str) -> str:
    """A label inside a sentence: small, unless it is an abbreviation."""
    return label if label[:2].isalpha() and label[:2].isupper() else label[:1].lower() + label[1:]


def one_of(label: str) -> str:
    """What one of several is called: ``Abilities`` gives ``ability``."""
    low = label.lower()
    if low.endswith("ies"):
        return f"{low[:-3]}y"
    return low[:-1] if low.endswith("s") and not low.endswith("ss") else low


def gist(form: Form, answer: Any) -> str:
    """What a row is called: its name, or the first thing that is written in it and does not stand beside it anyway."""
    if not isinstance(form, Fields) or not isinstance(answer, dict):
        return in_words(form, answer) if answer and not isinstance(form, Fields) else ""
    plain = [
        each for each in form.fields if isinstance(each.form, Choice | Text | Written) and not each.beside
    ]
    plain.sort(key=lambda each: each.key != "name")
    return next((in_words(each.form, value) for each in plain if (value := answer.get(each.key))), "")


def where(form: Form, place: str, label: str = "") -> str:
    """A place in words: ``Contestant 1, Ability 2, Rating``."""
    told = [label] if label else []
    for step in steps_to(place):
        form = form.of if isinstance(form, Maybe) else form
        if isinstance(form, Many) and step.isdecimal():
            called = form.one.capitalize() or (told[-1] if told else "Row")
            told[-1:] = [f"{called} {int(step) + 1}"]
            form = form.of
        elif isinstance(form, Fields) and any(each.key == step for each in form.fields):
            told.append(form.field(step).label)
            form = form.field(step).form
        elif isinstance(form, Pairs):
            told.append(in_words(form.key, step))
            form = form.value
    return ", ".join(told)
