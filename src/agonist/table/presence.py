"""Presence: on how many screens each seat is open now, here and in other processes."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

FADES = 60.0
"""After how many seconds another process that says nothing counts as gone."""

EVERY = 1.0
"""How many seconds lie at least between two tellings of who is at a table."""


_PLANS = "plans "
"""What stands before that which a game master is setting up, where else a seat stands."""


class Presence:
    """Counts the open streams of seats. `told` is called with a table's id when something changed here.

    A first change is told at once; however many follow within a second are told together when it is over.
    """

    def __init__(self) -> None:
        self.told: Callable[[str], None] = lambda _: None
        self._here: dict[str, Counter[str]] = {}
        self._elsewhere: dict[str, dict[str, tuple[float, dict[str, int]]]] = {}
        self._more: dict[str, bool] = {}
        """The tables of which something was told within the last second, and whether there is more to tell."""

    @contextmanager
    def of(self, table: str, seat: str, plans: str = "") -> Iterator[None]:
        """The seat is there while inside, and may be setting something up."""
        here = self._here.setdefault(table, Counter())
        who = (seat, _PLANS + plans) if plans else (seat,)
        here.update(who)
        self._changed(table)
        try:
            yield
        finally:
            here.subtract(who)
            for each in who:
                if not here[each]:
                    del here[each]
            if not here and self._here.get(table) is here:
                del self._here[table]
            self._changed(table)

    def at(self, table: str) -> dict[str, int]:
        """How many screens each seat of a table is open on."""
        total = Counter(self._here.get(table, {}))
        for when, seats in self._elsewhere.get(table, {}).values():
            if time.monotonic() - when < FADES:
                total.update(seats)
        return dict(total)

    def planned(self, table: str) -> str:
        """What is being set up at a table, or ""; of several what was begun last."""
        found = [each for each in self.at(table) if each.startswith(_PLANS)]
        return found[-1].removeprefix(_PLANS) if found else ""

    def here(self, table: str) -> dict[str, int]:
        """The same, of this process alone."""
        return dict(self._here.get(table, {}))

    def tables(self) -> list[str]:
        """Where somebody is, in this process."""
        return list(self._here)

    def hear(self, process: str, table: str, seats: dict[str, int]) -> bool:
        """Another process says who is there; tells whether that is news."""
        known = self._elsewhere.setdefault(table, {})
        before = known.pop(process, (0.0, {}))[1]
        if seats:
            known[process] = (time.monotonic(), seats)
        elif not known:
            del self._elsewhere[table]
        return before != seats

    def fade(self) -> list[str]:
        """Forget processes that have not been heard of for long; returns the tables where that changes something."""
        now = time.monotonic()
        changed = []
        for table, known in list(self._elsewhere.items()):
            gone = [process for process, (when, _) in known.items() if now - when >= FADES]
            for process in gone:
                del known[process]
            if gone:
                changed.append(table)
            if not known:
                del self._elsewhere[table]
        return changed

    def _changed(self, table: str) -> None:
        if table in self._more:
            self._more[table] = True
        else:
            self._tell(table)

    def _tell(self, table: str) -> None:
        self._more[table] = False
        asyncio.get_running_loop().call_later(EVERY, self._tell_more, table)
        self.told(table)

    def _tell_more(self, table: str) -> None:
        if self._more.pop(table):
            self._tell(table)
