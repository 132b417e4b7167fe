"""Limits on the size of everything that people can write, and on how fast they can do things."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from agonist.kernel import Entry, Overridden, Rewound

from .errors import Refused, TooFast

__all__ = ["Limits", "Rates", "bounded_contest", "bounded_json", "bounded_text"]

_ONE_ACT = 1_000
"""How many entries a single act leads to at the very most: an act that is allowed may go so far over the limit."""


class Limits(msgspec.Struct, frozen=True):
    """Sizes in characters, bytes, pieces or seconds; rates as (how many at once, how many a second after that)."""

    name: int = 80
    reason: int = 500
    answer: int = 16_384
    setup: int = 131_072
    sheet: int = 65_536
    sheets: int = 1_048_576
    document: int = 4_194_304
    transcript: int = 1_048_576
    entries: int = 3_000
    corrections: int = 500
    undos: int = 500
    seats: int = 40
    strangers: int = 8
    characters: int = 200
    versions: int = 50
    running: int = 20
    contests: int = 2_000
    odds: float = 2.0
    review: float = 120.0
    seat_streams: int = 20
    table_streams: int = 120
    peer_streams: int = 500
    joins: tuple[float, float] = (30, 0.5)
    comings: tuple[float, float] = (200, 5)
    makes: tuple[float, float] = (60, 0.5)
    acts: tuple[float, float] = (60, 20)
    reads: tuple[float, float] = (120, 20)
    writes: tuple[float, float] = (60, 1)
    misses: tuple[float, float] = (60, 1)


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
