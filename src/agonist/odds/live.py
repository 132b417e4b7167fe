"""Live odds: what each answer to a question at the table would do to the chances, from what the asked seat sees.

Nothing but what the seat can know goes in. Where something that matters is hidden from it, the advice is an average,
and says over what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from agonist.kernel import Asked, SeatView
from agonist.kernel.forms import in_words

from .adviser import REQUESTS, SECONDS, Weighed, weigh
from .declared import known
from .saying import UNSAID, chance_said
from .situations import Position, Situation

__all__ = ["Advice", "Choice", "advise", "own_advice", "played_on"]


_SURE = 0.05
"""How far a chance may be off at most where answers that all came to the same are said to make no difference."""


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

    `measure` says what the values are, in words; `best` is the best answer, `why` a sentence about it. If `chance`,
    the values are chances from 0 to 1. `averaged` says over what was averaged, and is empty if nothing was hidden.
    """

    measure: str
    choices: tuple[Choice, ...]
    best: Any
    why: str
    chance: bool = True
    averaged: str = ""
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
    weighed = weigh(position, requests=requests, seconds=seconds)
    if len(weighed.worths) == 1:
        return _none("There is nothing to choose.")
    return _told(position, asked, weighed)


def _none(why: str) -> Advice:
    return Advice("", (), None, why)


def _told(position: Position, asked: Asked, weighed: Weighed) -> Advice:
    worths, best = weighed.worths, weighed.best
    aim, exact = position.kind.aim, not any(each.contests for each in worths)
    off = 0.0 if exact else 1.96 * best.error
    alike = len({round(each.chance, 9) for each in worths}) == 1
    if alike and (exact or (best.chance in (0.0, 0.5, 1.0) and off < _SURE)):
        return _none(f"It makes no difference to the {aim}.")
    how = chance_said(best.chance, off)
    worth = f"the {aim} is {how}" if how == UNSAID else f"{how} {aim}"
    surely = " Nothing else is surely better." if any(each.chance > best.chance for each in worths) else ""
    return Advice(
        measure=aim,
        choices=tuple(
            Choice(each.answer, in_words(asked.form, each.answer), each.chance, error=1.96 * each.error)
            for each in worths
        ),
        best=best.answer,
        why=f"{in_words(asked.form, best.answer)}: {worth}, as far as bots can tell who play on from here.{surely}",
        averaged="What is hidden from you was made up again and again." if position.hides else "",
        method="exact" if exact else "simulated",
        error=off,
    )
