"""The odds of answers, put beside the controls that give them: only from what the asked seat itself sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from agonist.kernel import AnswerRefused, Asked, Choice, Fields, Form, Number, game
from agonist.kernel.forms import picked
from agonist.odds.counsel import Advice
from agonist.odds.counsel import Choice as Worth
from agonist.odds.foretold import Stake, foretold
from agonist.odds.saying import chance_said
from agonist.table import ContestView, Seat, Service
from agonist.table.foreseeing import Foreseen
from agonist.tabletop.board import own_side
from agonist.tabletop.offering import offered

from .answers import Sent, answer_of

_LITTLE = 0.05
"""A chance beside what an answer is made of is said without how far it may be off only up to this."""
_MANY = ("you", "they")


async def advice_for(service: Service, who: Seat, view: ContestView, request: str) -> dict[str, Any] | None:
    """What the answers to a request of the seat that looks are worth, by control; None where nothing can be said."""
    asked = next((each for each in view.view.asked if each.id == request), None)
    if asked is None or asked.seat != view.seen_as:
        return None
    found = await service.contests.advice(who, view.contest.id, request)
    return None if found is None else placed(found, asked)


async def foretold_deeds(service: Service, who: Seat, view: ContestView, sent: Sent) -> dict[str, Any]:
    """What may come of each deed of a question that is asked of the seat that looks, by the deed; of those of which
    nobody can tell, nothing."""
    named = next(iter(sent.get("request", ())), "")
    asked = next((each for each in view.view.asked if each.id == named), None)
    found = offered(asked.form) if asked and asked.seat == view.seen_as and view.odds else None
    if asked is None or found is None:
        return {}

    answers: dict[str, Any] = {}
    for deed in found.deeds:
        with suppress(AnswerRefused):
            answers[deed.key] = asked.form.check(answer_of(asked.form, deed, sent))
    ends = await service.foresight.of_each(
        who, view.contest.id, named, [*answers.values()], seat=view.seen_as
    )
    own = view.view.seats.get(view.seen_as, "")
    becomes = becomes_of(view)
    said = {key: _told(seen, own, becomes) for key, seen in zip(answers, ends, strict=False)}
    return {key: each for key, each in said.items() if each}


def _told(seen: Foreseen, own: str, becomes: tuple[str, str]) -> dict[str, str] | None:
    """A deed's chance to come out ahead, and what it ordinarily brings and costs; no chance of what is certain."""
    whole = foretold(seen.foresight, becomes) if seen.odds else None
    if whole is None:
        return None
    found = {each.leaves: each for each in whole.stakes}
    ahead, behind = found.get("ahead"), found.get("behind")
    ours = {change.name: change.ours for end in seen.foresight.ends for change in end.changes}
    called = {name: "you" if name == own else name if mine else "they" for name, mine in ours.items()}
    return {
        "chance": ahead.chance if ahead and len(found) > 1 else "",
        "win": _ordinary(ahead, called),
        "lose": _ordinary(behind, called),
        "needs": seen.foresight.needs,
        "far": "yes" if whole.guessed else "",
    }


def _ordinary(stake: Stake | None, called: Mapping[str, str]) -> str:
    """The change that matters most in an end, as it ordinarily is."""
    if stake is None:
        return ""
    for name, before, after in stake.changes:
        usual = after.partition(" or ")[0]
        if usual == before:
            continue
        if before:
            return f"{called[name]} {before} → {usual}"
        return f"{called[name]} {usual if called[name] not in _MANY else usual.replace('s ', ' ', 1)}"
    return stake.brings if stake.over else stake.certainly


def becomes_of(view: ContestView) -> tuple[str, str]:
    """What becomes of the stake, won and lost by the side of whoever looks."""
    kind, state = game(view.contest.game).type(view.contest.type), view.view.state
    said = kind.becomes(state)
    return said if own_side(kind.combatants(state), view.seen_as) == 0 else ("", "")


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
                brief = "." in place and best.error <= _LITTLE
                options[f"{place}={value}"] = {"text": _said(found, best, brief=brief), "share": share}
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
        case Choice(options=options), str() | dict():
            key, more = picked(answer)
            yield place, key
            then = next((option.then for option in options if option.key == key), None)
            yield from _leaves(then, more, f"{place}.{key}")
        case Fields(fields=fields), dict():
            for field in fields:
                yield from _leaves(field.form, answer.get(field.key), f"{place}.{field.key}")
        case Number(), int():
            yield place, answer
