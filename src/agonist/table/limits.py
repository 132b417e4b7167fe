"""Limits on the size of everything that people can write, and on how fast they can do things."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec

from agonist.kernel import Entry, Overridden, Rewound

from .errors import Refused, TooFast

_ONE_ACT = 1_000
"""How many entries a single act leads to at the very most: an act that is allowed may go so far over the limit."""


Count = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[float, msgspec.Meta(gt=0)]
Rate = tuple[Annotated[float, msgspec.Meta(ge=1)], Annotated[float, msgspec.Meta(gt=0)]]
"""How many at once, and how many a second after that."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes in characters, bytes, pieces or seconds; rates as (how many at once, how many a second after that).

    What each is of stands in `MEANINGS`.
    """

    name: Count = 80
    reason: Count = 500
    answer: Count = 16_384
    setup: Count = 131_072
    rows: Count = 300
    sheet: Count = 65_536
    sheets: Count = 1_048_576
    document: Count = 4_194_304
    transcript: Count = 1_048_576
    entries: Count = 3_000
    corrections: Count = 500
    undos: Count = 500
    seats: Count = 40
    strangers: Count = 8
    characters: Count = 200
    versions: Count = 50
    hooks: Count = 5
    running: Count = 20
    contests: Count = 2_000
    odds: Seconds = 2.0
    review: Seconds = 120.0
    seat_streams: Count = 20
    table_streams: Count = 120
    peer_streams: Count = 500
    joins: Rate = (30, 0.5)
    comings: Rate = (200, 5)
    makes: Rate = (60, 0.5)
    televisions: Rate = (20, 0.05)
    acts: Rate = (60, 20)
    reads: Rate = (120, 20)
    writes: Rate = (60, 1)
    misses: Rate = (60, 1)


MEANINGS = {
    "name": "characters of a name",
    "reason": "characters of a reason",
    "answer": "bytes of an answer",
    "setup": "bytes of a set-up",
    "rows": "rows of all lists of a set-up together",
    "sheet": "bytes of a character",
    "sheets": "bytes of all characters of a table, as they are now",
    "document": "bytes of an imported or exported table",
    "transcript": "bytes of an imported contest",
    "entries": "entries of a contest, which are decisions, rolls and all else; at the limit it can be ended or forked",
    "corrections": "corrections of a contest",
    "undos": "how often a contest is taken back",
    "seats": "seats at a table",
    "strangers": "seats at a table that people from one address take by the door before the game master lets them in",
    "characters": "characters of a table",
    "versions": "versions of a character that are kept",
    "hooks": "addresses that a table tells whose turn it is",
    "running": "contests running at a table at once",
    "contests": "contests of a table",
    "odds": "seconds for an answer about odds; the command has all it needs",
    "review": "seconds for the review of a contest that is over",
    "seat_streams": "streams of a seat open at once",
    "table_streams": "streams of a table open at once",
    "peer_streams": "streams open at once, by address",
    "joins": "links and codes tried that open nothing, by address",
    "comings": "uses of a link or a door's code that opens something, by that link or code and address",
    "makes": "tables and contests made, by address or seat",
    "televisions": "screens switched on that ask for a table, by address",
    "acts": "acts, by seat",
    "reads": "pages, views and streams asked for, by seat",
    "writes": "changes of a table, its seats and its characters, by seat",
    "misses": "wrong tokens, by address",
}
"""What each limit is of, for who looks after a server."""


def bounded_text(text: str, most: int, what: str, *, least: int = 1) -> str:
    """A text of people's, trimmed and without control characters, or a refusal."""
    clean = "".join(c for c in text if c.isprintable()).strip()
    if not least <= len(clean) <= most:
        raise Refused(
            f"{what} has {len(clean)} characters.", accepted=f"{least} to {most} characters", place=what
        )
    return clean


def bounded_json(value: Any, most: int, what: str) -> bytes:
    """Data as JSON, or a refusal if that is too much."""
    try:
        data = msgspec.json.encode(value)
    except (UnicodeEncodeError, msgspec.MsgspecError) as problem:
        raise Refused(f"{what} is not proper JSON.", accepted="JSON in Unicode", place=what) from problem
    if len(data) > most:
        raise Refused(f"{what} has {len(data)} bytes.", accepted=f"up to {most} bytes", place=what)
    return data


def rows_of(data: Any) -> int:
    """How many rows the lists of some data have, and those inside them."""
    match data:
        case dict():
            return sum(map(rows_of, data.values()))
        case list() | tuple():
            return len(data) + sum(map(rows_of, data))
    return 0


def bounded_setup(setup: Any, limits: Limits) -> None:
    """Refuse a set-up that would make a contest whose every page is large."""
    bounded_json(setup, limits.setup, "setup")
    rows = rows_of(msgspec.to_builtins(setup))
    if rows > limits.rows:
        raise Refused(f"The set-up has {rows} rows.", accepted=f"up to {limits.rows}", place="setup")


def bounded_contest(entries: Sequence[Entry], limits: Limits) -> None:
    """Refuse a contest that is longer than play here would let it become."""
    for what, count, most in (
        ("entries", len(entries), limits.entries + _ONE_ACT),
        ("corrections", sum(isinstance(each, Overridden) for each in entries), limits.corrections),
        ("undos", sum(isinstance(each, Rewound) for each in entries), limits.undos),
    ):
        if count > most:
            raise Refused(
                f"The contest is too long: it has {count} {what}.", accepted=f"up to {most}", place="entries"
            )


class Rates:
    """How fast each does what: a bucket that holds so many and fills up again at so many a second."""

    def __init__(self, most_kept: int = 20_000) -> None:
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._most_kept = most_kept

    def take(self, what: str, who: str, rate: tuple[float, float]) -> None:
        """Count one, or raise `TooFast` with how long to wait."""
        left, now = self._left(what, who, rate)
        allowed = left >= 1
        self._buckets.pop((what, who), None)
        self._buckets[what, who] = (left - allowed, now)
        if len(self._buckets) > self._most_kept:
            self._buckets.popitem(last=False)
        if not allowed:
            raise TooFast((1 - left) / rate[1])

    def need(self, what: str, who: str, rate: tuple[float, float]) -> None:
        """Raise `TooFast` if one more would be too many, and count nothing."""
        left, _ = self._left(what, who, rate)
        if left < 1:
            raise TooFast((1 - left) / rate[1])

    def _left(self, what: str, who: str, rate: tuple[float, float]) -> tuple[float, float]:
        """How many are left in a bucket, now."""
        full, refill = rate
        now = time.monotonic()
        left, then = self._buckets.get((what, who), (full, now))
        return min(full, left + (now - then) * refill), now

    def forget(self, who: Iterable[str]) -> None:
        """These do nothing any more."""
        gone = set(who)
        for key in [each for each in self._buckets if each[1] in gone]:
            del self._buckets[key]
