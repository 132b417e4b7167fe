"""The game master by exception: what stands unless the game master says otherwise before the dice fall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from agonist.kernel import GM, Ask, Choice, Contest, Option, Procedure, Several, yes_or_no

from ..people.contestants import Contestant
from ..types.states import ExtendedState
from .moment import Asks
from .offers import staked, stakes_form
from .ordering import WAYS
from .plan import Plan
from .planning import BidSet, charged

E = TypeVar("E", bound=ExtendedState)


def objections(
    state: ExtendedState,
    plans: Mapping[str, Plan],
    queue: tuple[str, ...] = (),
    by: str = "",
    *,
    dice: bool = True,
) -> Asks:
    """QW-15, QW-25, QW-34: another bid, the price of a switch, another order; one window for all of it.

    Where no `dice` are thrown there is no moment in which it could be claimed, and it is directed at the game master.
    """
    if _form(state, plans, queue, by) is None:
        return {}
    ask = Ask(
        GM,
        "objection",
        lambda: _form(state, plans, queue, by) or Choice((_FINE,), "none"),
        "QW-15",
        f"Before {'the dice fall' if dice else 'it goes on'}: is there anything that does not fit?",
        "The game master may object.",
        assume="none",
        interrupts=True,
        directed=not dice,
    )
    return {"objection": ask}


_FINE = Option("none", "All is well")


def _form(state: ExtendedState, plans: Mapping[str, Plan], queue: tuple[str, ...], by: str) -> Choice | None:
    players = {name: plan for name, plan in plans.items() if state.find(name).player and plan.fights}
    bids = [_bid(state.find(name), plan) for name, plan in players.items() if _open(state, plan)]
    switches = [
        Option(name, f"{name}'s, from {state.find(name).hand} to {plan.ability}")
        for name, plan in players.items()
        if plan.kind == "exchange" and plan.ability != state.find(name).hand
    ]
    options = [_FINE]
    if bids:
        options.append(Option("propose", "Propose another bid", rule="QW-15", then=Choice(tuple(bids))))
    if switches:
        then = Choice(tuple(switches))
        options.append(Option("charge", "A switch of ability costs the action", rule="QW-25", then=then))
    if len(queue) > 1:
        options += _orders(queue, by)
    return Choice(tuple(options), "none") if len(options) > 1 else None


def _open(state: ExtendedState, plan: Plan) -> bool:
    return state.options.propose_bids and not plan.ruled


def _bid(who: Contestant, plan: Plan) -> Option:
    return Option(who.name, f"{who.name} bids {plan.bid}", then=stakes_form(who, plan.parts))


def _orders(queue: tuple[str, ...], by: str) -> list[Option]:
    others = Choice(tuple(way for way in WAYS if way.key != by))
    names = tuple(Option(name, name) for name in queue)
    moved = Several(names, len(queue), len(queue), ordered=True, default=queue)
    return [
        Option("order", "Another order of acting", rule="QW-34", then=others),
        Option("move", "Move somebody up or down", rule="QW-34", then=moved),
    ]


def new_bid(contest: Contest[E], actor: Contestant, plan: Plan, answer: Any) -> Procedure[Plan]:
    """QW-15: another bid, which the actor may take or not."""
    other = msgspec.structs.replace(plan, parts=staked(answer, plan.parts), ruled=True)
    contest.report(BidSet, actor.name, other.bid, "proposed")
    what = f"a bid of {other.bid} instead of {plan.bid}"
    taken = yield from takes(actor, "QW-15", what, f"Bid {other.bid}", f"Bid {plan.bid}")
    contest.report(BidSet, actor.name, (other if taken else plan).bid, "taken" if taken else "declined")
    return other if taken else msgspec.structs.replace(plan, ruled=True)


def takes(actor: Contestant, rule: str, what: str, yes: str, no: str) -> Procedure[bool]:
    """Whether the actor takes what the game master proposes."""
    answer = yield Ask(
        actor.seat,
        "proposal",
        yes_or_no(yes, no, default=True),
        rule,
        f"The game master proposes {what}. {actor.name}, do you take it?",
        f"{actor.name} thinks about the game master's proposal.",
        actor.name,
    )
    return bool(answer == "yes")


def ruled_anew(contest: Contest[E], actor: Contestant, plan: Plan, answer: Any) -> Procedure[Plan]:
    """What becomes of a plan that the game master objected to."""
    if answer["pick"] == "propose":
        return (yield from new_bid(contest, actor, plan, answer["with"]["with"]))
    return (yield from charged(contest, actor, plan))
