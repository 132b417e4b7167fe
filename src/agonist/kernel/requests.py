"""Requests: what a procedure yields when it needs something from outside.

A procedure yields one request and gets its answer, or a tuple of requests and gets the tuple of their answers.
Requests of one tuple are open at the same time, and nobody sees another's answer before all are in.

A decision that says what to `assume` is a window: it can be answered as long as its request is open, and need not be.
Decisions come before dice: when all that must be decided is decided, the dice are due, and with the first of them, or
where there are none at once, every window still open closes with what it assumes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from .forms import Answer, Choice, Dealt, Fields, Form, Option, Rolled

if TYPE_CHECKING:
    from .marks import Viewer

GM = "gm"
"""The game master's seat."""

ONLOOKER = "onlooker"
"""Whoever watches without a seat: sees what is open to everybody, and no more."""


class Ask(msgspec.Struct, frozen=True):
    """A decision of a seat.

    `what` is the game's term for it, `rule` the rule's number, `text` the question for who is asked, `waiting`
    what everybody else reads meanwhile, `about` whom it is about. A form whose limits follow from values that
    can be corrected is given as a function, so that it is always made from the state as it is.

    With `assume`, an answer or a function that gives one, the seat can answer and need not. A window that `interrupts`
    changes what the others are about to do: any answer but the assumed one ends the whole request at once, before the
    dice; the answers of other windows are then what they assume, and all else that is open comes back as None.
    A window that is `directed` at its seat is that seat's own right, such as how to defend, or a point to spend after
    the dice: a table waits for it a while. Any other is open to its seat: it can be claimed while the dice are shaken.

    Where nobody checks answers or corrects anything, a form of several parts may come with `parts`, which makes the
    open options of one of them alone, and may leave out those whose keys do not begin as wanted: who looks at three
    pays for three.
    """

    seat: str
    what: str
    form: Form | Callable[[], Form]
    rule: str = ""
    text: str = ""
    waiting: str = ""
    about: str = ""
    assume: Answer = msgspec.UNSET
    interrupts: bool = False
    directed: bool = False
    parts: Callable[[str, str], Sequence[Option]] | None = None

    @property
    def window(self) -> bool:
        """Whether this can be answered and need not."""
        return self.assume is not msgspec.UNSET

    def assumed(self) -> Answer:
        """What a window is taken to have answered when it closes."""
        return self.assume() if callable(self.assume) else self.assume

    def cuts_short(self, answer: Answer) -> bool:
        """Whether this answer ends the request that it is a part of."""
        return self.interrupts and answer != self.assumed()

    def legal(self) -> Form:
        """The form, made now if it was given as a function."""
        form = self.form
        return form if isinstance(form, Form) else form()

    def options(self, part: str, wanted: str = "") -> Sequence[Option]:
        """The open options of one part of the form, made alone where that can be; all whose keys begin as `wanted`."""
        if self.parts is not None:
            return self.parts(part, wanted)
        form = self.legal()
        found = [each.form for each in form.fields if each.key == part] if isinstance(form, Fields) else []
        ways = [option for each in found if isinstance(each, Choice) for option in each.options]
        return [option for option in ways if not option.unavailable]

    def with_parts(self, parts: dict[str, Answer]) -> Answer:
        """The answer in which these parts are as given, and the others as they are by default."""
        return parts if self.parts is not None else self.legal().fallback() | parts

    def completed(self, answer: Answer) -> Answer:
        """An answer that a bot gave where nobody checks it, as one that is checked: with all its parts."""
        return answer if self.parts is None else self.legal().fallback() | answer


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """A chance outcome. `seat` is whose dice or cards these are, `what` says what they are for: it tells one kind of
    roll from another (`SameDice`).

    What `follows` goes on with something that its seat has set in motion, a second card, a search: it waits for no
    further word. `needs` says what the dice have to show, as far as somebody may know: "17 or less"; `decides`, what
    decides where that is not enough: "both make it: the higher die wins".
    """

    seat: str = GM
    what: str = ""
    rule: str = ""
    about: str = ""
    follows: bool = False
    needs: Callable[[Viewer], str] | None = None
    decides: str = ""

    does: ClassVar[str] = "Go on"
    """What the button says on which it waits."""

    def form(self) -> Form:
        """What may be typed in when the dice or cards are real."""
        raise NotImplementedError


class Roll(Chance, frozen=True):
    """Dice, by their numbers of sides; the answer is a tuple of faces in the same order.

    With `pool` the order of the faces means nothing to the rules, and enumeration may merge orders.
    """

    does = "Roll"

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
    people call its cards. With `until`, which is for contests that nobody watches, cards are drawn until `count` of
    these have come, or to the pile's end.
    """

    pile: tuple[str, ...]
    count: int = 1
    names: Mapping[str, str] = {}
    until: frozenset[str] = frozenset()

    does = "Turn a card"

    def form(self) -> Form:
        return _dealt(self.pile, self.count, self.names)


class Shuffle(Chance, frozen=True):
    """A pile put in a random order; the answer is the tuple of its cards in that order."""

    pile: tuple[str, ...]
    names: Mapping[str, str] = {}

    does = "Shuffle"

    def form(self) -> Form:
        return _dealt(self.pile, len(self.pile), self.names)


def _dealt(pile: tuple[str, ...], count: int, names: Mapping[str, str]) -> Dealt:
    return Dealt(pile=pile, count=count, names={card: names[card] for card in pile if card in names})


Request = Ask | Chance | tuple[Ask | Chance, ...]

T = TypeVar("T")

Procedure = Generator[Request, Any, T]
"""A rule that plays: it changes the state, reports events, yields requests, and returns a result."""


class Together(msgspec.Struct, frozen=True):
    """Procedures to be played side by side; what comes back is what each has returned (see `lanes`)."""

    procedures: tuple[Procedure[Any], ...]


class InTurn(msgspec.Struct, frozen=True):
    """Nothing is asked for: it goes on when all that were sent off before are over."""
