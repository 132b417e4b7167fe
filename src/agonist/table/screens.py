"""Screens: how many streams are open at once, by seat, by table and by address, and that they are not too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from .errors import TooMany
from .limits import Limits
from .model import Seat


class Screens:
    """Counts the open streams of this process."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._open: Counter[tuple[str, str]] = Counter()

    def need_room(self, who: Seat, peer: str = "") -> None:
        """Refuse a stream that would be one too many for its seat, its table or (unless "") its address."""
        if self._open["seat", who.id] >= self.limits.seat_streams:
            raise TooMany(f"This seat is open on {self.limits.seat_streams} screens already.")
        if self._open["table", who.table] >= self.limits.table_streams:
            raise TooMany(f"This table is open on {self.limits.table_streams} screens already.")
        if peer and self._open["peer", peer] >= self.limits.peer_streams:
            raise TooMany(f"From your address {self.limits.peer_streams} screens are open already.")

    @contextmanager
    def one(self, who: Seat, peer: str = "") -> Iterator[None]:
        """One more stream while inside."""
        self.need_room(who, peer)
        mine = (("seat", who.id), ("table", who.table), ("peer", peer))
        self._open.update(mine)
        try:
            yield
        finally:
            self._open.subtract(mine)
            for each in mine:
                if not self._open[each]:
                    del self._open[each]
