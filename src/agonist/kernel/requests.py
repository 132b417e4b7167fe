"""Requests: what a procedure yields when it needs something from outside.

A procedure yields one request and gets its answer, or a tuple of requests and gets the tuple of their answers.
Requests of one tuple are open at the same time, and nobody sees another's answer before all are in.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, TypeVar

import msgspec

from .forms import Dealt, Form, Rolled

__all__ = ["GM", "ONLOOKER", "Ask", "Chance", "Draw", "Procedure", "Request", "Roll", "Shuffle"]

GM = "gm"
"""The game master's seat."""

ONLOOKER = "onlooker"
"""Whoever watches without a seat: sees what is open to everybody, and no more."""


class Ask(msgspec.Struct, frozen=True):
    """A decision of a seat.

    `what` is the game's term for it, `rule` the rule's number, `text` the question for who is asked, `waiting`
    what everybody else reads meanwhile, `about` whom it is about. A form whose limits follow from values that
    can be corrected is given as a function, so that it is always made from the state as it is.
    """

    seat: str
    what: str
    form: Form | Callable[[], Form]
    rule: str = ""
    text: str = ""
    waiting: str = ""
    about: str = ""

    def legal(self) -> Form:
        """The form, made now if it was given as a function."""
        form = self.form
        return form if isinstance(form, Form) else form()


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """A chance outcome. `seat` is whose dice or cards these are, `what` says what they are for."""

    seat: str = GM
    what: str = ""
    rule: str = ""
    about: str = ""

    def form(self) -> Form:
        """What may be typed in when the dice or cards are real."""
        raise NotImplementedError


class Roll(Chance, frozen=True):
    """Dice, by their numbers of sides; the answer is a tuple of faces in the same order.

    With `pool` the order of the faces means nothing to the rules, and enumeration may merge orders.
    """

    sides: tuple[int, ...]
    pool: bool = False

    @staticmethod
    def d(sides: int, count: int = 1, **rest: Any) -> Roll:
        """`count` dice of one kind, as a pool."""
        return Roll((sides,) * count, pool=True, **rest)

    def form(self) -> Form:
        return Rolled(sides=self.sides)


class Draw(Chance, frozen=True):
    """Cards from a hidden pile, one after the other without putting back; the answer is a tuple of cards.

    The pile is what is in it, in any order: a hidden order that nobody has seen need not exist. `names` say what
    people call its cards.
    """

    pile: tuple[str, ...]
    count: int = 1
    names: Mapping[str, str] = {}

    def form(self) -> Form:
        return _dealt(self.pile, self.count, self.names)


class Shuffle(Chance, frozen=True):
    """A pile put in a random order; the answer is the tuple of its cards in that order."""

    pile: tuple[str, ...]
    names: Mapping[str, str] = {}

    def form(self) -> Form:
        return _dealt(self.pile, len(self.pile), self.names)


def _dealt(pile: tuple[str, ...], count: int, names: Mapping[str, str]) -> Dealt:
    return Dealt(pile=pile, count=count, names={card: names[card] for card in pile if card in names})


Request = Ask | Chance | tuple[Ask | Chance, ...]

T = TypeVar("T")

Procedure = Generator[Request, Any, T]
"""A rule that plays: it changes the state, reports events, yields requests, and returns a result."""
