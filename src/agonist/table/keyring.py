"""The keyring: which seats a token opens, remembered until something about their table changes."""

from __future__ import annotations

from collections import OrderedDict

from .model import Seat


class Keyring:
    """Seats by the digest of the token that opens them."""

    def __init__(self, most: int = 10_000) -> None:
        self._most = most
        self._seats: OrderedDict[str, tuple[Seat, ...]] = OrderedDict()
        self._tables: dict[str, set[str]] = {}

    def get(self, digest: str) -> tuple[Seat, ...] | None:
        return self._seats.get(digest)

    def put(self, digest: str, seats: tuple[Seat, ...]) -> None:
        self._seats[digest] = seats
        for seat in seats:
            self._tables.setdefault(seat.table, set()).add(digest)
        while len(self._seats) > self._most:
            self._remove(next(iter(self._seats)))

    def drop(self, table: str) -> None:
        """Forget the tokens of a table."""
        for digest in tuple(self._tables.get(table, ())):
            self._remove(digest)

    def clear(self) -> None:
        self._seats.clear()
        self._tables.clear()

    def _remove(self, digest: str) -> None:
        for seat in self._seats.pop(digest, ()):
            digests = self._tables.get(seat.table, set())
            digests.discard(digest)
            if not digests:
                self._tables.pop(seat.table, None)
