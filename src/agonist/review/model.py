"""What a review says, as data."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Grade = Literal["", "inaccuracy", "mistake", "blunder"]
Kind = Literal["decision", "passed", "ruling", "dice", "correction"]
"""A seat's decision, a window that it let pass, a ruling of the game master's, a throw, a corrected value."""


class Estimate(msgspec.Struct, frozen=True):
    """A number, and its standard error; 0 where it was worked out."""

    value: float
    error: float = 0.0


class Judged(msgspec.Struct, frozen=True):
    """What a decision cost against the best answer for what the seat knew then; `best` is that answer in words.

    If `averaged`, something was hidden from the seat, and what it might have been was averaged over.
    """

    cost: Estimate
    best: str
    grade: Grade = ""
    averaged: bool = False
    answer: Any = None


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened, and what it did to the chances of each seat, as things really were.

    `step` is how many entries of the transcript stand before what comes next, `at` the number of the request, to fork
    from. A decision that could be judged from what its seat knew is.
    """

    kind: Kind
    step: int
    at: int
    seat: str
    who: str
    what: str
    said: str
    after: dict[str, Estimate]
    change: dict[str, Estimate]
    told: str = ""
    public: str = ""
    """What everybody was told of it; `told` is what the game master was."""
    dice: tuple[int | str, ...] = ()
    judged: Judged | None = None


class Person(msgspec.Struct, frozen=True):
    """Luck and skill of a seat: what it began with and came to, and what brought it there.

    `luck` is what all dice gave it, `own` what its own decisions did, `others` what those of others did, `rulings` what
    the game master ruled and corrected. `cost` is the sum of what its judged decisions cost for what it knew.
    """

    seat: str
    name: str
    start: Estimate
    end: float
    luck: Estimate
    own: Estimate
    others: Estimate
    rulings: Estimate
    cost: Estimate
    judged: int = 0
    grades: dict[str, int] = {}
    accuracy: float | None = None


class Side(msgspec.Struct, frozen=True):
    """Seats whose chances were the same all the way: one curve."""

    name: str
    seats: tuple[str, ...]
    curve: tuple[Estimate, ...]


class Review(msgspec.Struct, frozen=True):
    """A contest reviewed.

    `method` says how values were found, `against` whose play they assume, `aim` what they are. `turning` is the number
    of the moment that changed most, `swings` are throws by how much they changed, the largest first. With
    `knowledge` of a seat, nothing in it depends on what that seat could not know.

    `lookers` says what others than the game master may be shown: the `whole` of it, as nothing stayed hidden; what is
    made from an onlooker's knowledge (`outside`, once somebody wanted it); or nothing, where the game does not say what
    hidden things might be.
    """

    game: str
    type: str
    title: str
    summary: str
    method: Literal["solved", "simulated"]
    against: str
    aim: str
    moments: tuple[Moment, ...]
    sides: tuple[Side, ...]
    people: tuple[Person, ...]
    turning: int | None
    swings: tuple[int, ...]
    contests: int
    error: float
    notes: tuple[str, ...] = ()
    knowledge: str = ""
    lookers: Literal["", "whole", "outside", "none"] = ""
    outside: Review | None = None
