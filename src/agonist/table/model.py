"""What the service gives out: tables, seats, characters, contests, and what one seat sees of them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from agonist.kernel import DiceMode, SeatView

Role = Literal["gm", "player", "spectator"]
Status = Literal["running", "over", "ended"]
"""A contest goes on, came to its end by the rules, or was ended early by the game master."""


def moment(seconds: float) -> datetime:
    """A time as it is given out."""
    return datetime.fromtimestamp(round(seconds, 3), UTC)


class Seat(msgspec.Struct, frozen=True):
    """A place at a table. `contestants` are the names that this seat controls unless a contest says otherwise.

    This is also who acts: every call of the service that needs a right takes the seat that claims it.
    """

    id: str
    table: str
    name: str
    role: Role
    contestants: tuple[str, ...] = ()
    invited: bool = False

    @property
    def gm(self) -> bool:
        return self.role == "gm"


class TakenSeat(msgspec.Struct, frozen=True):
    """A seat as everybody at the table sees it: whether somebody is there, and on how many screens."""

    id: str
    name: str
    role: Role
    contestants: tuple[str, ...]
    present: int
    invited: bool


Heeds = Literal["breath", "wait", "trust"]
"""How a game master is waited for who can object or rule: for a breath, until their word, or not at all."""


class TableInfo(msgspec.Struct, frozen=True):
    """A table. `odds` says whether players are shown the odds of their answers.

    `patience` is how many seconds somebody is waited for whose right it is to decide something, and `heeds_gm` how the
    game master is. `screens` says who may bring a screen that the whole room watches.
    """

    id: str
    name: str
    created: datetime
    odds: bool
    revision: int
    patience: int = 8
    heeds_gm: Heeds = "breath"
    screens: Literal["gm", "all"] = "gm"


class Invitation(msgspec.Struct, frozen=True):
    """A seat and the token that opens it. The token is shown this once; afterwards only its digest is known."""

    seat: Seat
    token: str


class Joined(msgspec.Struct, frozen=True):
    """Somebody has taken a seat: the token that this screen or program holds it by from now on."""

    table: TableInfo
    seat: Seat
    token: str


class Character(msgspec.Struct, frozen=True):
    """A character of the table. Who may not read its sheet gets None for it."""

    name: str
    game: str
    version: int
    seat: str | None
    sheet: dict[str, Any] | None
    contest: str | None
    created: datetime


class Handed(msgspec.Struct, frozen=True):
    """A seat of a contest changed hands: by whom, what was there before, and how many entries there were then."""

    by: str
    before: str | None
    at: int


class Kept(msgspec.Struct, frozen=True):
    """Dice that somebody has let fall, kept until those have spoken whose right it is.

    `holder` is the seat of the table that did it, `by` the seat of the contest, `spoken` all its seats there;
    `waits_for` are those for whom the dice are kept.
    """

    holder: str
    by: str
    spoken: tuple[str, ...]
    value: Any
    since: float
    waits_for: tuple[str, ...]
    reason: str = ""


class Plea(msgspec.Struct, frozen=True):
    """A seat of the table asks the game master to take back its answer to a request; void after an undo."""

    to: int
    undos: int


class Asks(msgspec.Struct, frozen=True):
    """Somebody who asks the game master to take back an answer: which, and how many later decisions go with it."""

    holder: str
    name: str
    what: str
    later: int


TakeBack = Literal["", "now", "ask", "asked"]
"""What a seat can do about its last answer: nothing, take it back, ask the game master for it, or wait for a word."""


class Controls(msgspec.Struct):
    """How a contest is run. `casting` says which seat of the table holds a seat of the contest; `bots` who is a bot.

    `handed` and `lent` say how each of the two came to be as it is, where it has changed since the start. `kept` are
    dice that wait for others' word, by request; `claims` when a seat asked to be waited for, by request and seat;
    `pleas` who asks for an answer of theirs back, by seat of the table.
    """

    casting: dict[str, str] = {}
    bots: dict[str, str] = {}
    paused: bool = False
    enlisted: list[str] = []
    forked_from: str = ""
    reason: str = ""
    handed: dict[str, Handed] = {}
    lent: dict[str, Handed] = {}
    kept: dict[str, Kept] = {}
    claims: dict[str, float] = {}
    pleas: dict[str, Plea] = {}


class Heeded(msgspec.Struct, frozen=True):
    """The seats of a contest whose word is waited for: people who are looking. How long, the table says."""

    seats: frozenset[str] = frozenset()
    patience: int = 8
    gm: Heeds = "breath"


NOBODY = Heeded()


class ContestInfo(msgspec.Struct, frozen=True):
    """A contest in a list. `summary` is how it ended, `players` are the seats of the table that have a seat in it."""

    id: str
    table: str
    title: str
    game: str
    type: str
    status: Status
    summary: str
    created: datetime
    ended: datetime | None
    forked_from: str = ""
    players: tuple[str, ...] = ()


class ContestSeat(msgspec.Struct, frozen=True):
    """A seat of a contest: who holds it (None: the game master), which bot plays it, how its dice are made."""

    seat: str
    name: str
    holder: str | None
    bot: str | None
    dice: DiceMode

    def plays(self, name: str) -> bool:
        """Whether this is the seat of a contestant: seats are called after those whom they play."""
        return name == self.name or name in re.split(", | and ", self.name)


class KeptDice(msgspec.Struct, frozen=True):
    """Dice of a seat that were let fall and are kept, as these seats may still speak."""

    request: str
    seat: str
    waits_for: tuple[str, ...]


class ContestView(msgspec.Struct, frozen=True):
    """A contest as a seat of the table sees it.

    `seen_as` is the seat of the contest that `view` is made for, `holds` all that this seat holds, `asked_of` those
    of them that are asked something now. `position` names this moment: a stream continues after it. `told` is what
    others did to the contest that concerns this seat, beside playing it, in one line each. `kept` are
    dice that were let fall while others may still speak, and `patience` is for how many seconds they may. `since` is
    when what is asked now was first asked, `take_back` what this seat can do about its last answer, `asks_back` those
    who ask the game master for one.
    """

    contest: ContestInfo
    role: Role
    seen_as: str
    holds: tuple[str, ...]
    asked_of: tuple[str, ...]
    seats: list[ContestSeat]
    paused: bool
    reason: str
    view: SeatView
    position: str
    odds: bool
    whole: bool = True
    told: list[str] = []
    kept: tuple[KeptDice, ...] = ()
    patience: int = 8
    since: datetime | None = None
    take_back: TakeBack = ""
    asks_back: tuple[Asks, ...] = ()


class TableView(msgspec.Struct, frozen=True):
    """A table as a seat sees it: who is there, what is played.

    `crowded` tells the game master that as many have come in from one address as may without being let in. `planned` is
    what is being set up, as a game and a type of contest: "forge/conflict".
    """

    table: TableInfo
    you: Seat
    seats: list[TakenSeat]
    running: list[ContestInfo]
    crowded: bool = False
    planned: str = ""


class Acted(msgspec.Struct, frozen=True):
    """An act was done and is stored. `position` is the contest after it, `entries` how long its transcript is.

    With `kept`, dice were let fall but wait for others who may still speak: they fall by themselves.
    """

    contest: str
    position: str
    entries: int
    status: Status
    kept: bool = False


class Page(msgspec.Struct, frozen=True):
    """A part of a list of contests; `next` continues it, empty at the end."""

    contests: list[ContestInfo]
    next: str = ""
