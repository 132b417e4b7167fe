"""Live odds: what each answer to a question at the table would do to the chances, from what the asked seat sees.

Nothing but what the seat can know goes in. Where something that matters is hidden from it, the advice is an average,
and says over what.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from agonist.kernel import Asked, SeatView
from agonist.kernel.forms import in_words

from .adviser import REQUESTS, Weighed, Worth, weigh
from .declared import known
from .saying import chance_said, listed, told_with
from .situations import Position, Situation
from .standing import ALIKE

SECONDS = 5.0
"""How many seconds of a processor a piece of advice may take; where rules are so slow that it would be more, a short
one is given."""
_SHORTER, _PARTS = 8, (1, 2, 4, 8)
"""By how much less is played for a short one, and what parts of the whole may be played for lack of time."""
_LEAST = 9
"""In how many contests the usual answer is tried at least: so there is a chance to tell for every question."""
_ENOUGH = 100
"""In how many contests it must have come to the same for people to be told that it made no difference."""


class Choice(msgspec.Struct, frozen=True):
    """An answer that could be given, its name, and what it is worth: a chance, or an expected number.

    `says` is an expected number as people say it, with what is counted.
    """

    answer: Any
    label: str
    value: float
    says: str = ""
    error: float = 0.0
    """How far the value may be off, 19 times in 20."""


class Advice(msgspec.Struct, frozen=True):
    """What the answers to a question are worth.

    `measure` says what the values are, in words; `best` is the answer with the highest value, if it is surely better
    than the usual one, or else None; `why` a sentence about it. If `chance`, the values are chances from 0 to 1: of
    this seat's answer, the others playing as they are taken to. `together` says what becomes of it if others give the
    same answer, where that differs; `averaged` over what was averaged, and is empty if nothing was hidden.
    """

    measure: str
    choices: tuple[Choice, ...]
    best: Any
    why: str
    chance: bool = True
    averaged: str = ""
    together: str = ""
    method: str = "exact"
    error: float = 0.0
    rules: tuple[str, ...] = ()


def advise(
    game: str,
    type: str,
    view: SeatView,
    asked: Asked,
    situation: Situation | None = None,
    **how_much: Any,
) -> Advice | None:
    """The advice for a question, or None where there is nothing to calculate.

    Where no algorithm is made for the question, its situation is played on from, with so many `requests` and `seconds`
    at most. An advice without choices says why there are none.
    """
    if asked.chance:
        return None
    found = own_advice(game, type, view.state, asked)
    if found is not None:
        return found
    return None if situation is None else played_on(situation, asked, **how_much)


def own_advice(game: str, type: str, state: Mapping[str, Any], asked: Asked) -> Advice | None:
    """What an algorithm of the game's own advises, from what the seat sees of the state."""
    adviser: Callable[[str, Mapping[str, Any], Asked], Advice | None] | None = known(game, "advice")
    return None if adviser is None else adviser(type, state, asked)


def played_on(
    situation: Situation, asked: Asked, *, requests: int = REQUESTS, seconds: float = SECONDS
) -> Advice:
    """The advice for a question of any game, by playing on from what the seat knows."""
    position = Position(situation)
    if not position.imaginable:
        return _none("Something is hidden here, and the game does not say what it might be.")
    if position.ruled(asked.about):
        return _none("This is the game master's to rule, not to win by.")
    if not position.winnable:
        return _none("The game does not say whom this seat plays, so its chances are not known.")
    weighed = _within(position, requests, seconds)
    if len(weighed.worths) == 1:
        return _none("There is nothing to choose.")
    return _told(position, asked, weighed)


def _within(position: Position, requests: int, seconds: float) -> Weighed:
    """What the answers are worth: a short play first, and the whole, a half or a quarter of it if there is time for
    that. The clock says no more, so that equal questions get equal advice; what was played for less long has the larger
    errors."""
    begun = time.process_time()
    short = weigh(position, requests=requests // _SHORTER, seed=position.number, least=_LEAST)
    took = time.process_time() - begun
    part = next((part for part in _PARTS if _SHORTER * took <= part * seconds), _SHORTER)
    if part == _SHORTER or not any(each.contests for each in short.worths):
        return short
    return weigh(position, requests=requests // part, seed=position.number, least=_LEAST)


def _none(why: str) -> Advice:
    return Advice("", (), None, why)


def _told(position: Position, asked: Asked, weighed: Weighed) -> Advice:
    aim, exact = position.kind.aim, not any(each.contests for each in weighed.worths)
    if weighed.alike and weighed.worked_out:
        return _none(
            f"It makes no difference to the {aim}{', whatever was guessed to be hidden' if position.hides else ''}."
        )
    if weighed.alike >= _ENOUGH:
        level = _said(max(weighed.worths, key=lambda each: each.contests))
        made = f"It made no difference in any of {weighed.alike} contests that bots played on"
        return _none(f"{made}: {level} {aim}.")
    shown = [each for each in weighed.worths if told_with(1.96 * each.error)]
    if not shown:
        return _none("Too few contests can be played on from here to tell the chances.")
    called = {id(each): in_words(asked.form, each.answer) for each in (*shown, *weighed.together)}
    top = max(shown, key=lambda each: each.chance)
    best = weighed.best if weighed.best in shown else None
    return Advice(
        measure=aim,
        choices=tuple(
            Choice(each.answer, called[id(each)], each.chance, error=1.96 * each.error) for each in shown
        ),
        best=None if best is None else best.answer,
        why=_why(aim, best, [each for each in shown if each is not top], top, called),
        averaged="What is hidden from you was made up again and again." if position.hides else "",
        together=" ".join(
            f"If all who are asked answer so ({called[id(each)]}): {_said(each)}."
            for each in weighed.together
        ),
        method="exact" if exact else "simulated",
        error=1.96 * top.error,
    )


def _why(aim: str, best: Worth | None, others: list[Worth], top: Worth, called: dict[int, str]) -> str:
    """What is best, or that nothing surely is; and what comes to the same as the highest."""
    near = [called[id(each)] for each in others if top.chance - each.chance <= ALIKE]
    by_bots = "as far as bots can tell who play on from here"
    if not others:
        return f"{called[id(top)]}: {_said(top)} {aim}, {by_bots}. Too few contests tell what others come to."
    if len(near) == len(others):
        return f"All are within {100 * ALIKE:.0f} points of each other, {by_bots}."
    if best is None:
        return f"No answer is surely better, {by_bots}."
    within = f" Within {100 * ALIKE:.0f} points of it: {listed(near)}." if near else ""
    return f"{called[id(best)]}: {_said(best)} {aim}, {by_bots}.{within}"


def _said(worth: Worth) -> str:
    return chance_said(worth.chance, 1.96 * worth.error)
