"""Standing orders: a seat answers a kind of question once for the contest, and changes its mind at any time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from .errors import ActRefused, AnswerRefused
from .forms import Answer
from .requests import Ask
from .transcript import Ordered

if TYPE_CHECKING:
    from .game import Seen

ALWAYS = "always"
"""The order that every kind of question has: the same answer wherever it is legal."""


class Order(msgspec.Struct, frozen=True):
    """Something a seat can order. `decide` answers from what the seat sees, or gives None: ask me."""

    key: str
    title: str
    decide: Callable[[Seen, Ask], Answer | None]


class Orders:
    """What seats have ordered, "" being to be asked, and which orders a game knows, by what is asked."""

    def __init__(self, known: Mapping[str, tuple[Order, ...]]) -> None:
        self.known = known
        self.given: dict[tuple[str, str], Ordered] = {}

    def give(self, entry: Ordered) -> None:
        """Put an order in force, or take it back."""
        if entry.what not in self.known:
            kinds = ", ".join(self.known) or "nothing in this game"
            raise ActRefused(
                f"There are no standing orders for {entry.what!r}.", code="act.no-such-order", accepted=kinds
            )
        keys = ["", ALWAYS, *(order.key for order in self.known[entry.what])]
        if entry.order not in keys:
            raise ActRefused(
                f"There is no order {entry.order!r}.", code="act.no-such-order", accepted=", ".join(keys[1:])
            )
        self.given[entry.seat, entry.what] = entry

    def of(self, seat: str, usual: Mapping[str, str] = {}) -> list[Ordered]:
        """The orders in force for a seat: those it has given, and the usual ones where it has not spoken."""
        own = {what: entry for (who, what), entry in self.given.items() if who == seat}
        taken = {what: Ordered(seat, what, order) for what, order in usual.items()}
        return [entry for entry in (taken | own).values() if entry.order]

    def title(self, entry: Ordered) -> str:
        """An order in words."""
        named = (order.title for order in self.known[entry.what] if order.key == entry.order)
        return next(named, f"always {entry.value}")

    def answer(self, ask: Ask, seen: Seen, usual: Mapping[str, str]) -> Any:
        """The legal answer that the order in force for a seat gives, or None where it gives none."""
        entry = self.given.get((ask.seat, ask.what))
        order = usual.get(ask.what) if entry is None else entry.order
        if not order:
            return None
        if entry and order == ALWAYS:
            value = entry.value
        else:
            decide = {known.key: known.decide for known in self.known[ask.what]}[order]
            value = decide(seen, ask)
        try:
            return None if value is None else ask.legal().check(value)
        except AnswerRefused:
            return None
