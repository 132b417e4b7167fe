"""Small scenes, and a way to play them: chosen dice, chosen answers, everything else as it is offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agonist.kernel import Ask, Choice, Form, Referee
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.sheets import AbilityEntry, Character

Says = Mapping[str, Any]


def hero(name: str = "Asa", rating: int | str = 15, **more: Any) -> Character:
    abilities = more.pop("abilities", None) or {"Wits": rating, "Brawn": 10, "Charm": 12}
    entries = tuple(
        each if isinstance(each, AbilityEntry) else AbilityEntry(name=each, rating=abilities[each])
        for each in abilities
    )
    return Character(name=name, abilities=entries, **more)


def foe(name: str = "The guard", resistance: int | str = 10, **more: Any) -> Character:
    return Character(name=name, opposition=True, resistance=resistance, **more)


def play(
    kind: str,
    setup: Any,
    dice: list[int] | None = None,
    says: Says | None = None,
    options: Any = None,
    *,
    leftover: bool = False,
) -> Any:
    """Play to the end, or until the dice run out.

    `says` maps what is asked, or what is asked and about whom ("tactic Asa"), to an answer, a list of answers in
    turn, or a function from the form; what it does not name is answered as offered. Dice may be `leftover`.
    """
    return go_on(start(kind, setup, options), dice, says, leftover=leftover)


def start(kind: str, setup: Any, options: Any = None) -> Referee[Any]:
    """A contest in which all dice are typed in, and everybody who may speak up is waited for."""
    contest_type = GAME.type(kind)
    seats = {"gm", *contest_type.seats(contest_type.setup_from(setup, options)[0])}

    class Patient(Referee[Any]):
        patient_with = frozenset(seats)

    return Patient.start(GAME, kind, setup, options, seed=bytes(32), dice=dict.fromkeys(seats, "typed"))


def open_now(referee: Referee[Any], what: str) -> Any:
    """What is asked now under a name."""
    (found,) = [each for each in referee.pending if each.request.what == what]
    return found


def until(what: str, referee: Referee[Any], dice: list[int] | None = None, says: Says | None = None) -> Any:
    """Play on in the same way until something is asked."""
    left, told = list(dice or []), dict(says or {})
    for _ in range(2_000):
        if any(each.request.what == what for each in referee.pending) or not _step(referee, told, left):
            break
    return referee


def go_on(
    referee: Referee[Any], dice: list[int] | None = None, says: Says | None = None, *, leftover: bool = False
) -> Any:
    """Play on in the same way."""
    left, told = list(dice or []), dict(says or {})
    for _ in range(2_000):
        if referee.over or not _step(referee, told, left):
            break
    assert leftover or not (referee.over and left), f"{left} were not rolled"
    return referee


def _step(referee: Referee[Any], told: dict[str, Any], dice: list[int]) -> bool:
    """Windows that somebody wants to use first, then what must be answered, then the dice, as long as there are any."""
    asked = [(each, each.request) for each in referee.pending if isinstance(each.request, Ask)]
    for pending, ask in sorted(asked, key=lambda each: not each[0].window):
        if pending.window and not _named(told, ask):
            continue
        referee.answer(pending.id, _said(told, ask, pending.form()))
        return True
    chances = [each for each in referee.pending if not isinstance(each.request, Ask)]
    if not chances and referee.pending:
        return bool(referee.let_pass())
    if not chances or not dice:
        return False
    referee.answer(chances[0].id, [dice.pop(0)])
    return True


def _named(told: dict[str, Any], ask: Ask) -> str | None:
    keys = (f"{ask.what} {ask.about}", ask.what)
    return next((key for key in keys if key in told and told[key] != []), None)


def _said(told: dict[str, Any], ask: Ask, form: Form) -> Any:
    key = _named(told, ask)
    if key is None:
        return form.fallback()
    said = told[key].pop(0) if isinstance(told[key], list) else told[key]
    return said(form) if callable(said) else said


def but(**changes: Any) -> Callable[[Form], Any]:
    """As offered, except for some fields; `_` in a name stands for a blank."""
    named = {key.replace("_", " "): value for key, value in changes.items()}
    return lambda form: form.fallback() | named


def act(**changes: Any) -> Callable[[Form], Any]:
    """The tactic as offered, except for some of its parts; an ability may be given by its name alone."""

    def answer(form: Form) -> Any:
        assert isinstance(form, Choice)
        offered = form.pick("act")
        for key, value in changes.items():
            if key == "ability" and isinstance(value, str):
                field = next(f for o in form.options if o.key == "act" for f in o.then.fields if f.key == key)  # type: ignore[union-attr]
                value = field.form.pick(value)
            offered["with"][key] = value
        return offered

    return answer


def helped(ability: str, **by: str) -> Callable[[Form], Any]:
    """The tactic with an ability that something helps."""

    def answer(form: Form) -> Any:
        offered = act(ability=ability)(form)
        offered["with"]["ability"]["with"] |= by
        return offered

    return answer


def log(referee: Referee[Any]) -> list[str]:
    return [line.event.text() for line in referee.lines]


def cited(referee: Referee[Any]) -> set[str]:
    return {line.event.cites() for line in referee.lines}


def watching(offered: list[str]) -> Callable[[Form], Any]:
    """Wait, after noting what could have been done."""

    def answer(form: Form) -> Any:
        assert isinstance(form, Choice)
        offered.extend(each.key for each in form.options)
        return "wait"

    return answer
