"""The odds of answers, put beside the controls that give them: only from what the asked seat itself sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agonist.kernel import Asked, Choice, Fields, Form, Number
from agonist.odds.live import Advice
from agonist.odds.live import Choice as Worth
from agonist.odds.saying import chance_said
from agonist.table import ContestView, Seat, Service

__all__ = ["advice_for", "placed"]


async def advice_for(service: Service, who: Seat, view: ContestView, request: str) -> dict[str, Any] | None:
    """What the answers to a request of the seat that looks are worth, by control; None where nothing can be said."""
    asked = next((each for each in view.view.asked if each.id == request), None)
    if asked is None or asked.seat != view.seen_as:
        return None
    found = await service.contests.advice(who, view.contest.id, request)
    return None if found is None else placed(found, asked)


def placed(found: Advice, asked: Asked) -> dict[str, Any]:
    """An advice by the controls of the question's form: words and a share of a bar for each option and number."""
    leaves = [dict(_leaves(asked.form, choice.answer, "a")) for choice in found.choices]
    options: dict[str, dict[str, Any]] = {}
    numbers: dict[str, dict[str, dict[str, Any]]] = {}
    top = max((abs(choice.value) for choice in found.choices), default=0.0) or 1.0
    for place in dict.fromkeys(place for each in leaves for place in each):
        given = [each.get(place) for each in leaves]
        if len(set(map(str, given))) < 2:
            continue
        for value in dict.fromkeys(each for each in given if each is not None):
            best = max(
                (c for c, each in zip(found.choices, given, strict=True) if each == value),
                key=lambda choice: choice.value,
            )
            share = best.value if found.chance else best.value / top
            if isinstance(value, int):
                numbers.setdefault(place, {})[str(value)] = {
                    "text": f"{_said(found, best)} {found.measure}",
                    "share": share,
                }
            else:
                part = "." in place
                options[f"{place}={value}"] = {"text": _said(found, best, brief=part), "share": share}
    return {
        "measure": found.measure,
        "options": options,
        "numbers": numbers,
        "best": " ".join(filter(None, (found.why, found.together))),
        "averaged": found.averaged,
    }


def _said(found: Advice, choice: Worth, *, brief: bool = False) -> str:
    """What an answer is worth; beside what it is made of only the number."""
    if found.chance:
        return chance_said(choice.value, choice.error, brief=brief)
    return choice.says or f"{choice.value:.1f}"


def _leaves(form: Form | None, answer: Any, place: str) -> Iterator[tuple[str, str | int]]:
    """The simple choices that an answer is made of, by the name of their control."""
    match form, answer:
        case Choice(), str():
            yield place, answer
        case Choice(options=options), {"pick": str(key)}:
            yield place, key
            then = next((option.then for option in options if option.key == key), None)
            yield from _leaves(then, answer.get("with"), f"{place}.{key}")
        case Fields(fields=fields), dict():
            for field in fields:
                yield from _leaves(field.form, answer.get(field.key), f"{place}.{field.key}")
        case Number(), int():
            yield place, answer
