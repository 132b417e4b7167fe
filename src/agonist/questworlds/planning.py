"""Planning an action: the actor chooses, and where a rule gives the game master a say, the game master is asked."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from agonist.kernel import GM, Ask, Choice, Contest, Number, Option, Procedure, yes_or_no

from .contestants import Contestant
from .events import BidSet
from .events_of_actions import Allowed
from .offers import UNSTATED, plan_form, plan_from, staked, stakes_form
from .plan import Plan
from .states import ExtendedState

E = TypeVar("E", bound=ExtendedState)


def planned(contest: Contest[E], actor: Contestant) -> Procedure[Plan]:
    """QW-15: the actor states an action, its ability and a bid; what the game master refuses is chosen again."""
    refused: set[str] = set()
    while True:
        answer = yield Ask(
            actor.seat,
            "plan",
            lambda: plan_form(contest.state, actor, frozenset(refused)),
            "QW-15",
            f"{actor.name}, what do you do, and how much do you stake?{_standing(contest.state, actor)}",
            f"{actor.name} decides what to do.",
            actor.name,
        )
        plan = plan_from(answer, contest.state, actor)
        no = yield from _objection(contest, actor, plan)
        if no:
            refused.add(no)
            continue
        plan = yield from bid_ruled(contest, actor, plan)
        plan = yield from _switch_ruled(actor, plan)
        if plan.kind != "keep":
            return plan
        refused.add("switch")


def _standing(state: ExtendedState, actor: Contestant) -> str:
    """What the actor's player may know of the totals (QW-13)."""
    known = [f"{each.name} {each.ap}" for each in state.opponents(actor) if each.known]
    against = f", against {', '.join(known)}" if known else ""
    return f" You have {actor.ap} AP{against}."


def may_turn_aside(contest: Contest[E], actor: Contestant, what: str) -> Procedure[bool]:
    """QW-26: the unengaged may do something else, the engaged not; the game master can rule otherwise."""
    engaged = contest.state.is_engaged(actor)
    answer = yield Ask(
        GM,
        "engaged",
        yes_or_no("Free to do it", "Engaged: not now", default=not engaged),
        "QW-26",
        f"{actor.name} is {'engaged' if engaged else 'not engaged'} and wants to {what}. Do you allow it?",
        f"The game master rules whether {actor.name} is free to act.",
        actor.name,
    )
    contest.report(Allowed(actor.name, what, answer == "yes", under="QW-26"))
    return bool(answer == "yes")


def _objection(contest: Contest[E], actor: Contestant, plan: Plan) -> Procedure[str]:
    if plan.kind not in ("unrelated", "lend"):
        return ""
    what = "lend advantage points" if plan.kind == "lend" else "do something unrelated"
    free = yield from may_turn_aside(contest, actor, what)
    return "" if free else plan.kind


def bid_ruled(contest: Contest[E], actor: Contestant, plan: Plan) -> Procedure[Plan]:
    """QW-15: the game master sets a bid that was not stated, and may propose another than the one that was."""
    if plan.kind in UNSTATED:
        return (yield from _set_bid(contest, actor, plan))
    if plan.kind == "lend":
        return (yield from _amount_ruled(actor, plan))
    proposable = plan.kind in ("exchange", "asymmetrical") and actor.player
    if proposable and contest.state.options.propose_bids:
        return (yield from _proposed(contest, actor, plan))
    return plan


def _proposed(contest: Contest[E], actor: Contestant, plan: Plan) -> Procedure[Plan]:
    """QW-15: another bid, which the actor may take or not."""
    answer = yield Ask(
        GM,
        "bid proposal",
        lambda: _proposal_form(actor, plan),
        "QW-15",
        f"{actor.name} bids {plan.bid} with {plan.ability}. Does that fit the risk?",
        "The game master looks at the bid.",
        actor.name,
    )
    if answer == "as-stated":
        return plan
    other = msgspec.structs.replace(plan, parts=staked(answer["with"], plan.parts))
    contest.report(BidSet(actor.name, other.bid, "proposed"))
    what = f"a bid of {other.bid} instead of {plan.bid}"
    taken = yield from _taken(actor, "QW-15", what, f"Bid {other.bid}", f"Bid {plan.bid}")
    contest.report(BidSet(actor.name, (other if taken else plan).bid, "taken" if taken else "declined"))
    return other if taken else plan


def _proposal_form(actor: Contestant, plan: Plan) -> Choice:
    other = Option("propose", "Propose another bid", then=stakes_form(actor, plan.parts))
    return Choice((Option("as-stated", f"A bid of {plan.bid} it is"), other), "as-stated")


def _set_bid(contest: Contest[E], actor: Contestant, plan: Plan) -> Procedure[Plan]:
    answer = yield Ask(
        GM,
        "bid",
        lambda: stakes_form(actor, plan.parts),
        "QW-15",
        f"{actor.name} acts with {plan.ability} and states no bid. How much is at risk?",
        f"The game master sets the bid for {actor.name}.",
        actor.name,
    )
    stated = msgspec.structs.replace(plan, kind=UNSTATED[plan.kind], parts=staked(answer, plan.parts))
    contest.report(BidSet(actor.name, stated.bid, "set"))
    return stated


def _amount_ruled(actor: Contestant, plan: Plan) -> Procedure[Plan]:
    """QW-32: the game master may propose another amount."""
    answer = yield Ask(
        GM,
        "amount proposal",
        lambda: Choice(
            (
                Option("as-stated", f"{plan.amount} AP it is"),
                Option("propose", "Propose another amount", then=Number(1, max(1, actor.ap), plan.amount)),
            ),
            "as-stated",
        ),
        "QW-32",
        f"{actor.name} wants to lend {plan.to} {plan.amount} AP. Does that fit?",
        "The game master looks at the amount.",
        actor.name,
    )
    if answer == "as-stated":
        return plan
    amount = answer["with"]
    taken = yield from _taken(
        actor,
        "QW-32",
        f"lending {amount} AP instead of {plan.amount}",
        f"Lend {amount}",
        f"Lend {plan.amount}",
    )
    return msgspec.structs.replace(plan, amount=amount) if taken else plan


def _taken(actor: Contestant, rule: str, what: str, yes: str, no: str) -> Procedure[bool]:
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


def _switch_ruled(actor: Contestant, plan: Plan) -> Procedure[Plan]:
    """QW-25: the game master may charge an action for a switch, which then replaces the exchange; until it is paid
    the ability cannot be answered with either."""
    if plan.kind != "exchange" or plan.ability == actor.hand or actor.resistance:
        return plan
    charged = yield Ask(
        GM,
        "switch",
        Choice((Option("free", "Free"), Option("action", "It costs the action")), "free"),
        "QW-25",
        f"{actor.name} switches from {actor.hand} to {plan.ability}. Does that cost the action?",
        f"The game master rules on {actor.name}'s switch of ability.",
        actor.name,
    )
    actor.charged = [name for name in actor.charged if name != plan.ability]
    if charged == "free":
        return plan
    actor.charged.append(plan.ability)
    paid = yield Ask(
        actor.seat,
        "pay for switch",
        yes_or_no(f"Spend this action on switching to {plan.ability}", f"Keep to {actor.hand}", default=True),
        "QW-25",
        f"Switching to {plan.ability} costs your action. {actor.name}, do you switch?",
        f"{actor.name} thinks about a costly switch.",
        actor.name,
    )
    return Plan("switch", plan.words, plan.ability) if paid == "yes" else Plan("keep")
