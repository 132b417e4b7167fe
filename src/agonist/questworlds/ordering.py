"""Boldness, and the order in which a group acts (QW-34, QW-35)."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from agonist.kernel import GM, Ask, Choice, Contest, Option, Procedure, Roll, Several

from .contestants import Contestant
from .events_of_actions import Order, RollOff
from .states import GroupState

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


def set_order(contest: Contest[GroupState]) -> Procedure[None]:
    """QW-34: the game master chooses what the order goes by, ties are rolled off, and somebody may be moved."""
    state = contest.state
    by = yield Ask(
        GM,
        "order",
        _order_form(state),
        "QW-34",
        "In which order does everybody act this round?",
        "The game master sets the order of acting.",
    )
    state.order_by = by
    present = [each for each in state.contestants if _acts(state, each)]
    order = yield from _ranked(contest, present, by)
    moved = yield Ask(
        GM,
        "moves",
        _moves_form(order),
        "QW-34",
        "Does surprise or withdrawal move anybody up or down?",
        "The game master looks at the order of acting.",
    )
    state.queue = list(moved)
    state.phase = "act"
    contest.report(Order(by, tuple(moved), moved != order))


_TELLS = "Players can tell something about hidden totals from this order."
_TIES_TELL = "Only the order of equal bids can tell something about hidden totals."


def _order_form(state: GroupState) -> Choice:
    ways = (
        Option("boldness", "The boldest first", help=_TELLS, rule="QW-34"),
        Option("bid", "The highest bid first", help=_TIES_TELL, rule="QW-34"),
        Option("ap", "The most advantage points first", help=_TELLS, rule="QW-34"),
    )
    return Choice(ways, state.order_by)


def _moves_form(order: list[str]) -> Several:
    names = tuple(Option(name, name) for name in order)
    return Several(names, len(order), len(order), ordered=True, default=tuple(order))


def _acts(state: GroupState, who: Contestant) -> bool:
    return who.undefeated and any(each.name == who.name for each in state.declared)


def _ranked(contest: Contest[GroupState], present: list[Contestant], by: str) -> Procedure[list[str]]:
    ranks = {each.name: rank(contest.state, each, by) for each in present}
    names = sorted(ranks, key=lambda name: ranks[name], reverse=True)
    order: list[str] = []
    for _, level in groupby(names, key=lambda name: ranks[name]):
        order += yield from _rolled_off(contest, list(level))
    return order


def _rolled_off(contest: Contest[GroupState], names: list[str]) -> Procedure[list[str]]:
    """QW-34: who is still level rolls for it, the higher die first, until all are apart."""
    if len(names) < 2:
        return names
    rolls = yield tuple(
        Roll((20,), seat=contest.state.find(name).seat, what=f"{name}'s roll-off", rule="QW-34", about=name)
        for name in names
    )
    dice = {name: face for name, (face,) in zip(names, rolls, strict=True)}
    contest.report(RollOff(dice))
    order: list[str] = []
    for _, level in groupby(sorted(names, key=lambda name: -dice[name]), key=lambda name: dice[name]):
        order += yield from _rolled_off(contest, list(level))
    return order
