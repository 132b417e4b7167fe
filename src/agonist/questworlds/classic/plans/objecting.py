"""The game master by exception: what stands unless the game master says otherwise before the dice fall."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from agonist.kernel import GM, Answer, Ask, Choice, Contest, Option, Procedure, Several, yes_or_no
from agonist.tabletop import Deed, deeds, done, picked

from ..clash.moment import Asks
from ..people.contestants import Contestant
from ..people.plan import Plan
from ..people.states import ExtendedState, OrderBy
from .offers import named, staked, stakes_form
from .ordering import WAYS
from .planning import BidSet, charged


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
        lambda: _form(state, plans, queue, by) or deeds([Fine.offered()]),
        "QW-15",
        f"Before {'the dice fall' if dice else 'it goes on'}: is there anything that does not fit?",
        "The game master may object.",
        assume="none",
        interrupts=True,
        directed=not dice,
    )
    return {"objection": ask}


class Fine(Deed, frozen=True):
    key, label = "none", "All is well"
    opens = "All is well"


class Propose(Deed, frozen=True):
    """Another bid for somebody's plan."""

    key, label, rule = "propose", "Propose another bid", "QW-15"
    bid: Answer


class Charge(Deed, frozen=True):
    key, label, rule = "charge", "A switch of ability costs the action", "QW-25"
    name: str


class Reorder(Deed, frozen=True):
    key, label, rule = "order", "Another order of acting", "QW-34"
    by: OrderBy


class Move(Deed, frozen=True):
    key, label, rule = "move", "Move somebody up or down", "QW-34"
    names: list[str]


def objected(answer: Answer) -> Deed:
    """What the game master finds that does not fit."""
    return done(answer, Fine, Propose, Charge, Reorder, Move)


def _form(state: ExtendedState, plans: Mapping[str, Plan], queue: tuple[str, ...], by: str) -> Choice | None:
    players = {name: plan for name, plan in plans.items() if state.find(name).player and plan.fights}
    bids = [_bid(state.find(name), plan) for name, plan in players.items() if _open(state, plan)]
    switches = [
        Option(name, f"{name}'s, from {state.find(name).hand} to {plan.ability}")
        for name, plan in players.items()
        if plan.kind == "exchange" and plan.ability != state.find(name).hand
    ]
    options = [Propose.offered(bid=Choice(tuple(bids)))] if bids else []
    options += [Charge.offered(name=Choice(tuple(switches)))] if switches else []
    options += _orders(queue, by) if len(queue) > 1 else []
    return deeds([Fine.offered(), *options], Fine.key) if options else None


def _open(state: ExtendedState, plan: Plan) -> bool:
    return state.options.propose_bids and not plan.ruled


def _bid(who: Contestant, plan: Plan) -> Option:
    return Option(who.name, f"{who.name} bids {plan.bid}", then=stakes_form(who, plan.parts))


def _orders(queue: tuple[str, ...], by: str) -> list[Option]:
    others = Choice(tuple(way for way in WAYS if way.key != by))
    moved = Several(named(queue), len(queue), len(queue), ordered=True, default=queue)
    return [Reorder.offered(by=others), Move.offered(names=moved)]


def new_bid(
    contest: Contest[ExtendedState], actor: Contestant, plan: Plan, answer: Answer
) -> Procedure[Plan]:
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


def ruled_anew(
    contest: Contest[ExtendedState], actor: Contestant, plan: Plan, objection: Deed
) -> Procedure[Plan]:
    """What becomes of a plan that the game master objected to."""
    if isinstance(objection, Propose):
        return (yield from new_bid(contest, actor, plan, picked(objection.bid).more))
    return (yield from charged(contest, actor, plan))
