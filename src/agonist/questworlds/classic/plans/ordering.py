"""Boldness, and the order in which a group acts (QW-34, QW-35)."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from agonist.kernel import Contest, Event, Option, Procedure, Roll
from agonist.tabletop import listed

from ..people.contestants import Contestant
from ..people.states import GroupState, OrderBy

BOLDNESS: Final = ("cautious", "measured", "daring", "reckless")


def boldness(bid: int, ap: int) -> str:
    """QW-35: the bid as a share of the current AP, in quarters."""
    return BOLDNESS[max(0, min(3, 4 * bid // max(1, ap)))]


Rank = tuple[int, ...]


def rank(state: GroupState, who: Contestant, by: str) -> Rank:
    """QW-34: what the order goes by, the highest first."""
    bid = state.plan_of(who.name).bid
    bold = BOLDNESS.index(boldness(bid, who.ap))
    return {"boldness": (bold, bid), "bid": (bid, bold), "ap": (who.ap, bid, bold)}[by]


_TELLS = "Players can tell something about hidden totals from this order."
_TIES_TELL = "Only the order of equal bids can tell something about hidden totals."
WAYS: Final = (
    Option("boldness", "The boldest first", help=_TELLS, rule="QW-34"),
    Option("bid", "The highest bid first", help=_TIES_TELL, rule="QW-34"),
    Option("ap", "The most advantage points first", help=_TELLS, rule="QW-34"),
)


def set_order(contest: Contest[GroupState]) -> Procedure[None]:
    """QW-34: the order goes by what it went by before; ties are rolled off.

    Before the first act and until the first dice of the round the game master may choose another way or move somebody.
    """
    state = contest.state
    declared = {each.name for each in state.declared}
    present = [each.name for each in state.contestants if each.undefeated and each.name in declared]
    yield from order_by(contest, present, state.order_by)
    state.phase, state.order_open = "act", True


class Order(Event, frozen=True):
    rule = "QW-34"
    by: str
    names: tuple[str, ...]
    moved: bool = False

    def text(self) -> str:
        told = {"boldness": "the boldest first", "bid": "the highest bid first", "ap": "the most AP first"}[
            self.by
        ]
        by = f"{told}, as the game master changed it" if self.moved else told
        return f"The order of acting ({by}): {listed(self.names)}."


def order_by(contest: Contest[GroupState], names: list[str], by: OrderBy) -> Procedure[None]:
    """QW-34: those who are still to act, in this order."""
    state = contest.state
    state.order_by = by
    ranks = {name: rank(state, state.find(name), by) for name in names}
    ordered = sorted(ranks, key=lambda name: ranks[name], reverse=True)
    state.queue = []
    for _, level in groupby(ordered, key=lambda name: ranks[name]):
        state.queue += yield from _rolled_off(contest, list(level))
    contest.report(Order, by, tuple(state.queue))


def move(contest: Contest[GroupState], names: list[str]) -> None:
    """QW-34: up or down, for surprise or withdrawal."""
    contest.state.queue = names
    contest.report(Order, contest.state.order_by, tuple(names), moved=True)


class RollOff(Event, frozen=True):
    rule = "QW-34"
    dice: dict[str, int]

    def text(self) -> str:
        return (
            "A roll-off for the order: " + listed([f"{name} {die}" for name, die in self.dice.items()]) + "."
        )


def _rolled_off(contest: Contest[GroupState], names: list[str]) -> Procedure[list[str]]:
    """QW-34: who is still level rolls for it, the higher die first, until all are apart."""
    if len(names) < 2:
        return names
    rolls = yield tuple(
        Roll(
            (20,),
            seat=contest.state.find(name).seat,
            what=f"{name}'s roll-off",
            rule="QW-34",
            about=name,
            follows=True,
        )
        for name in names
    )
    dice = {name: face for name, (face,) in zip(names, rolls, strict=True)}
    contest.report(RollOff, dice)
    order: list[str] = []
    for _, level in groupby(sorted(names, key=lambda name: -dice[name]), key=lambda name: dice[name]):
        order += yield from _rolled_off(contest, list(level))
    return order
