"""What a game declares: contest types with set-up, options, presets, procedure, outcome, views and bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, ParamSpec, TypeVar

import msgspec

from .combatants import Described
from .errors import AnswerRefused, SetupRefused, UnknownGame
from .events import Event
from .forms import Answer, Form
from .marks import OPEN, Viewer
from .orders import Order
from .ready import Brought, NoOptions, Preset, lessons_of, own_data, presets_of, primer_of
from .requests import GM, Ask, Procedure
from .state import State
from .views import Look

S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
P = ParamSpec("P")


class Contest(Generic[S_co]):
    """What a procedure plays on: the state, a place to report what happened, and in which order the answers to its last
    joint request came in.

    Where it is known at what kinds of windows somebody may speak up (`uses`), a procedure need not open the others:
    they are `closed`, and where there are none at all it is `quiet`.
    """

    __slots__ = ("arrived", "bare", "events", "quiet", "state", "uses")

    def __init__(self, state: S_co, events: list[Event] | None = None) -> None:
        self.state = state
        self.events = events
        self.bare = events is None
        """Whether nobody keeps a log or corrects anything, so that what was worked out for a question holds."""
        self.arrived: Sequence[int] = ()
        self.uses: frozenset[str] | None = None
        self.quiet = False
        """Whether everybody leaves every window as it is."""

    def open_only(self, uses: frozenset[str]) -> None:
        """Windows of other kinds need not be opened."""
        self.uses = uses
        self.quiet = not uses

    def closed(self, what: str) -> bool:
        """Whether a window of this kind need not be opened, as everybody leaves it as it is."""
        return self.uses is not None and what not in self.uses

    def came(self, part: int) -> int:
        """The how-manieth answer this part's was; for rules in which the first has it."""
        return self.arrived.index(part) if part in self.arrived else len(self.arrived)

    def report(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        """Add an event to the log, by its type, or what makes it, and its facts: made only where somebody listens."""
        if self.events is not None:
            self.events.append(event(*facts, **more))

    def tell(self, event: Event) -> None:
        """Add an event that was made before it could be told."""
        if self.events is not None:
            self.events.append(event)


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a contest ended. A game adds its own fields, each shown only if it is marked (see `views`).

    `sheets` are the characters as the next contest would start from them, by name; the table writes them back.
    `carried` is what the next contest of the same scene starts from, by the name of the set-up's field.
    """

    summary: Annotated[str, OPEN]
    rule: Annotated[str, OPEN] = ""
    winners: Annotated[tuple[str, ...], OPEN] = ()
    sheets: dict[str, Any] = {}
    carried: dict[str, Any] = {}


class Checked(NamedTuple):
    """A set-up and its options that were found to be right; a contest starts from it without another look."""

    setup: Any
    options: Any


class Seen:
    """What a seat knows when it decides: its view of the state, made as it is looked at.

    `place` is the contest and the question in it, where there is a referee, for who would play on from there.
    """

    __slots__ = ("_look", "_state", "place", "seat")

    def __init__(self, seat: str, state: State, place: tuple[Any, Any] | None = None) -> None:
        self.seat = seat
        self.place = place
        self._state = state
        self._look: Look | None = None

    @property
    def state(self) -> Look:
        """The seat's view of the state."""
        if self._look is None:
            self._look = Look(self._state, Viewer(self.seat, self._state))
        return self._look

    def anew(self) -> Seen:
        """What the same seat knows now that the state has changed."""
        if self._look is not None:
            self._look.anew()
        return self


Policy = Callable[[Seen, Ask], Answer]
"""Decides for a seat, from what the seat sees."""


class ContestType(Described, Generic[S]):
    """One kind of contest of a game. Subclass it, fill in the attributes and methods, and list it in the `Game`.

    The kernel plays turns until there is an outcome. All that a turn needs stands in the state at its start, so
    that any copy made then can be continued without its past. `primer` tells somebody who has never seen the game,
    one thing a line, what they are after, what the numbers mean, and what tends to be wise; it and the `presets` come
    from the game's ``primers.toml`` and ``presets.toml`` (see `ready`) unless the type states them. So do `lessons`:
    what is explained when it first happens, in a sentence, by the number of the rule that is then at work. `orders`
    are the standing orders that seats may give, by what is asked. `stake` names the field of the state that says what
    is at stake, `headline` the field of the outcome that stands beside who won.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str] = ""
    primer: ClassVar[tuple[str, ...]] = Brought(primer_of)  # type: ignore[assignment]
    lessons: ClassVar[Mapping[str, str]] = Brought(lessons_of)  # type: ignore[assignment]
    state_type: ClassVar[type[State]]
    setup_type: ClassVar[type[msgspec.Struct]]
    options_type: ClassVar[type[msgspec.Struct]] = NoOptions
    headline: ClassVar[str] = ""
    presets: ClassVar[Mapping[str, Preset]] = Brought(presets_of)  # type: ignore[assignment]
    bots: ClassVar[Mapping[str, Policy]] = {}
    stays: ClassVar[tuple[str, ...]] = ()
    """The fields of the set-up that belong to the table: the next contest of the game there takes them over, though it
    goes on in no scene."""
    pool: ClassVar[str] = ""
    """The field of state and set-up that is one number for all contests of the table: what is spent in one is gone from
    those that run beside it. The state lets it be corrected."""
    headcount: ClassVar[str] = ""
    """The field of the set-up that says how many characters the table has."""
    aim: ClassVar[str] = "chance to win"
    """What `success` measures, in words."""
    orders: ClassVar[Mapping[str, tuple[Order, ...]]] = {}
    announces: ClassVar[frozenset[str]] = frozenset()
    """What is asked first of all, and done when its turn comes: what may come of an answer shows only then."""

    def usual_orders(self, state: S) -> Mapping[str, str]:
        """The orders of every player who has not given any, by what is asked: where asking would be tiresome."""
        return {}

    def check(self, setup: Any, options: Any) -> None:
        """Raise `SetupRefused`, with the place, if the game cannot start from this set-up."""

    def seats(self, setup: Any) -> dict[str, str]:
        """The seats of a contest and what people call them; the game master's is always there."""
        return {GM: "Game master"}

    def foreword(self, setup: Any, options: Any) -> tuple[Event, ...]:
        """What the log begins with, after the seal: what everybody should know of this table's rules."""
        return ()

    def begin(self, setup: Any, options: Any) -> S:
        """The state before the first turn."""
        raise NotImplementedError

    def turn(self, contest: Contest[S]) -> Procedure[None]:
        """Play one turn from a state in which the contest is not over."""
        raise NotImplementedError

    def settling(self, state: S) -> bool:
        """Whether a turn that begins now still settles what came of the last one, such as blows that are to be
        taken."""
        return False

    def outcome(self, state: S) -> Outcome | None:
        """How the contest ended, or None while it goes on."""
        raise NotImplementedError

    def sheets(self, state: S) -> dict[str, Any]:
        """The characters as they stand now, by name: what they keep of a contest that ends early."""
        return {}

    def reconciled(self, began: Any, kept: Any, ended: Any) -> Any:
        """A character's sheet after a contest, where another contest may have changed what the table `kept` meanwhile:
        here as this one `ended`."""
        return ended

    def imagine(self, state: S, seat: str, random: Random) -> None:
        """Make up anew, in the state itself, everything that the seat cannot know, in a way that it could be.

        Where two states look the same to a seat, the same `random` must make the same of them. A game in which
        nothing is ever hidden need not say anything.
        """

    def played_by(self, state: S, seat: str) -> tuple[str, ...]:
        """The names of those whom a seat plays: here all in the state's lists that have a name and this seat."""
        parts = [getattr(state, name) for name in state.__struct_fields__]
        everybody = [each for part in parts if isinstance(part, list | tuple) for each in part]
        return tuple(
            each.name for each in everybody if getattr(each, "seat", None) == seat and hasattr(each, "name")
        )

    def success(self, state: S, outcome: Outcome, seat: str) -> float:
        """How well a seat did, from 0 to 1: here whether somebody whom it plays has won; half if nobody has."""
        if not outcome.winners:
            return 0.5
        return float(any(name in outcome.winners for name in self.played_by(state, seat)))

    def plays_on(self, state: S, seat: str, random: Random) -> Policy | None:
        """Who plays on for everybody in a contest that a seat imagines: here the first bot, or nobody.

        A game may have others go on as they have played so far, as far as the seat can know that, and else in any way.
        """
        return next(iter(self.bots.values()), None)

    def outlook(self, state: S, seat: str) -> float | None:
        """How well a seat stands to do where a turn begins, from 0 to 1, at a glance; None where nobody can tell."""
        return None

    def enlist(self, setup: Any, name: str, sheet: Any, seat: str) -> Any:
        """The set-up with a table's character in it, played by the seat."""
        raise SetupRefused(f"{self.title} takes no characters of a table.")

    def follow(self, setup: Any, carried: Mapping[str, Any]) -> Any:
        """The set-up, as data, of a contest that goes on in the scene of another: what that one's outcome carried
        stands wherever the set-up says nothing of its own. What is no set-up is left to be refused."""
        said = msgspec.to_builtins(setup)
        if not isinstance(said, dict):
            return said
        data = dict(said)
        for field in msgspec.structs.fields(self.setup_type):
            if field.name in carried and (field.name not in data or data[field.name] == _default(field)):
                data[field.name] = msgspec.to_builtins(carried[field.name])
        return data

    @property
    def setup_form(self) -> Form:
        """What a set-up asks for."""
        return _form(self.setup_type, type(self).__module__)

    @property
    def options_form(self) -> Form:
        """What the options ask for."""
        return _form(self.options_type, type(self).__module__)

    def setup_from(self, data: Any, options: Any = None) -> Checked:
        """A set-up and options made from data and checked, or `SetupRefused` with what would be right."""
        if isinstance(data, Checked):
            return data
        setup = converted(data, self.setup_type, self.setup_form, "set-up")
        chosen = {} if options is None else options
        chosen = converted(chosen, self.options_type, self.options_form, "options")
        self.check(setup, chosen)
        return Checked(setup, chosen)


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game: what it is called, which version of its rules this is, and its contest types.

    `rules` are the rules reference by number; `sheet` is the type of a character that goes from contest to contest,
    `knobs` of the house rules that a table may turn. A game that `leads` is offered before others.
    """

    name: str
    title: str
    blurb: str
    rules_version: str
    types: tuple[ContestType[Any], ...]
    rules: Mapping[str, str] = {}
    credits: str = ""
    sheet: type[msgspec.Struct] | None = None
    knobs: type[msgspec.Struct] | None = None
    leads: bool = False

    def type(self, name: str) -> ContestType[Any]:
        """The contest type of that name."""
        for kind in self.types:
            if kind.name == name:
                return kind
        known = ", ".join(kind.name for kind in self.types)
        raise UnknownGame(f"{self.title} has no contest type {name!r}.", accepted=known)

    @property
    def sheet_form(self) -> Form:
        """What a character's sheet asks for."""
        if self.sheet is None:
            raise SetupRefused("This game has no character sheets.", accepted="another game")
        return _form(self.sheet, type(self.types[0]).__module__)


@cache
def _form(kind: type[msgspec.Struct], module: str) -> Form:
    from .forms.derived import form_of

    return form_of(kind, own_data(module, "setup.toml"))


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """A field's default as data; a field that has none equals nothing."""
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    return field.default if field.default is msgspec.NODEFAULT else msgspec.to_builtins(field.default)


def converted(data: Any, kind: type[msgspec.Struct], form: Form, what: str) -> Any:
    """Data as a value of its type, or `SetupRefused` in the words of the type's form."""
    if isinstance(data, kind):
        data = msgspec.to_builtins(data)
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as problem:
        try:
            form.check(data, what)
        except AnswerRefused as refused:
            raise SetupRefused(refused.message, accepted=refused.accepted, place=refused.place) from None
        message, _, path = str(problem).partition(" - at ")
        raise SetupRefused(f"{message}.", place=path.strip("`").replace("$", what, 1)) from None
