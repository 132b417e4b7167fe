"""What programs send to the API."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from agonist.kernel import DiceMode
from agonist.table import Heeds, Role

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Reason = Annotated[str, Meta(max_length=500)]
Id = Annotated[str, Meta(max_length=64)]
Seat = Annotated[str, Meta(max_length=100)]


class CreateTable(Struct, forbid_unknown_fields=True):
    """A new table."""

    name: Name
    gm_name: Name = "Game master"


class ChangeTable(Struct, forbid_unknown_fields=True):
    """Only what is given changes."""

    name: Name | None = None
    odds: bool | None = None
    patience: Annotated[int, Meta(ge=0, le=60)] | None = None
    heeds_gm: Heeds | None = None


class AddSeat(Struct, forbid_unknown_fields=True):
    """A new seat; `contestants` are the names that it controls."""

    name: Name
    role: Role = "player"
    contestants: Annotated[list[Name], Meta(max_length=40)] = []


class ChangeSeat(Struct, forbid_unknown_fields=True):
    """Only what is given changes."""

    name: Name | None = None
    role: Role | None = None
    contestants: Annotated[list[Name], Meta(max_length=40)] | None = None


class Invite(Struct, forbid_unknown_fields=True):
    """With `hand_over` everybody who holds the seat loses it."""

    hand_over: bool = False


class Join(Struct, forbid_unknown_fields=True):
    """The token of an invitation."""

    token: Annotated[str, Meta(max_length=100)]


class AnswerBody(Struct, forbid_unknown_fields=True):
    """An answer to the request of that id."""

    request: Id
    value: Any
    reason: Reason = ""


class Undo(Struct, forbid_unknown_fields=True):
    """Back to a request number."""

    to: Annotated[int, Meta(ge=-1_000_000, le=1_000_000_000)]
    reason: Reason = ""


class GiveBack(Struct, forbid_unknown_fields=True):
    """Whether a seat of the table that asks for its answer gets it back."""

    holder: Id
    yes: bool


class Override(Struct, forbid_unknown_fields=True):
    """A corrected value and why."""

    path: Annotated[str, Meta(max_length=500)]
    value: Any
    reason: Reason


class Pause(Struct, forbid_unknown_fields=True):
    """Whether the contest stands still."""

    paused: bool


class LetPass(Struct, forbid_unknown_fields=True):
    """The seat that says nothing to what it can decide and need not."""

    seat: Seat


class SetBot(Struct, forbid_unknown_fields=True):
    """The bot that plays a seat from now on, or null for its person."""

    seat: Seat
    bot: Annotated[str, Meta(max_length=100)] | None


class BotAnswer(Struct, forbid_unknown_fields=True):
    """The bot that answers this one request."""

    request: Id
    bot: Annotated[str, Meta(max_length=100)] = "first choice"


class GiveOrder(Struct, forbid_unknown_fields=True):
    """A standing order of a seat for a kind of question; without `order` it is taken back."""

    seat: Id
    what: Annotated[str, Meta(max_length=200)]
    order: Annotated[str, Meta(max_length=200)] = ""
    value: Any = None


class SetDice(Struct, forbid_unknown_fields=True):
    """How a seat's dice are made."""

    seat: Seat
    mode: DiceMode


class NonceBody(Struct, forbid_unknown_fields=True):
    """Randomness of a seat's own, as hexadecimal digits."""

    seat: Seat
    value: Annotated[str, Meta(max_length=200)]


class CastSeat(Struct, forbid_unknown_fields=True):
    """The seat of the table that holds a seat of the contest, or null for the game master."""

    seat: Seat
    holder: Id | None


class EndContest(Struct, forbid_unknown_fields=True):
    """Why it ends early."""

    reason: Reason = ""


class Fork(Struct, forbid_unknown_fields=True):
    """From which request number on it goes another way; without one, from the present."""

    at: Annotated[int, Meta(ge=-1_000_000, le=1_000_000_000)] | None = None
    title: Annotated[str, Meta(max_length=80)] = ""


class PutCharacter(Struct, forbid_unknown_fields=True):
    """A character's sheet, in the shape that its game declares, and the seat that plays it."""

    game: Annotated[str, Meta(max_length=64)]
    sheet: Any
    seat: Id | None = None


class Keep(Struct, forbid_unknown_fields=True):
    """A contestant of a finished contest to keep as a character."""

    name: Name
    seat: Id | None = None
