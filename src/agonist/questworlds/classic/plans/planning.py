"""Planning an action: the actor chooses; where a plan needs the game master's word, it is asked for."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Answer, Ask, Choice, Contest, Event, Option, Procedure, yes_or_no
from agonist.tabletop import worded

from ...chassis.words import minus
from ..people.contestants import Contestant
from ..people.plan import Plan
from ..people.states import ExtendedState
from .offers import UNSTATED, plan_form, plan_from, staked, stakes_form
from .rulings import Allowed

Refused = frozenset[str]
NOTHING_REFUSED: Refused = frozenset()


def planned(
    contest: Contest[ExtendedState], actor: Contestant, refused: Refused = NOTHING_REFUSED
) -> Procedure[Plan]:
    """QW-15: the actor states an action, its ability and a bid; what the game master refuses is chosen again."""
    answer = yield plan_ask(contest, actor, refused)
    return (yield from plan_told(contest, actor, answer, refused))


def plan_ask(contest: Contest[ExtendedState], actor: Contestant, refused: Refused = NOTHING_REFUSED) -> Ask:
    """Everything about an action in one form."""
    state = contest.state
    return Ask(
        actor.seat,
        "plan",
        lambda: plan_form(state, actor, refused),
        "QW-15",
        f"{actor.name}, what do you do, and how much do you stake?{worded(contest, _standing, state, actor)}",
        f"{actor.name} decides what to do.",
        actor.name,
    )


def plan_told(
    contest: Contest[ExtendedState], actor: Contestant, answer: Answer, refused: Refused = NOTHING_REFUSED
) -> Procedure[Plan]:
    """The plan of an answer, with what the game master has to say at once: may the engaged, and which bid."""
    plan = plan_from(answer, contest.state, actor)
    engaged = plan.kind in ("unrelated", "lend") and contest.state.is_engaged(actor)
    if engaged and not (yield from may_turn_aside(contest, actor, plan)):
        return (yield from planned(contest, actor, refused | {plan.kind}))
    if plan.kind in UNSTATED:
        plan = yield from set_bid(contest, actor, plan)
    if plan.kind == "exchange" and plan.ability in actor.charged:
        return (yield from _still_charged(contest, actor, plan))
    return plan


def _standing(state: ExtendedState, actor: Contestant) -> str:
    """What the actor's player may know of the totals (QW-13)."""
    known = [f"{each.name} {minus(each.ap)}" for each in state.opponents(actor) if each.known]
    against = f", against {', '.join(known)}" if known else ""
    return f" You have {minus(actor.ap)} AP{against}."


def may_turn_aside(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[bool]:
    """QW-26: the unengaged may do something else, the engaged not; the game master can rule otherwise."""
    engaged = contest.state.is_engaged(actor)
    what = aside(plan)
    answer = yield Ask(
        GM,
        "engaged",
        yes_or_no("Free to do it", "Engaged: not now", default=not engaged),
        "QW-26",
        f"{actor.name} is {'engaged' if engaged else 'not engaged'} and wants to {what}. Do you allow it?",
        f"The game master rules whether {actor.name} is free to act.",
        actor.name,
    )
    contest.report(Allowed, actor.name, what, answer == "yes", under="QW-26")
    return bool(answer == "yes")


def aside(plan: Plan) -> str:
    return "lend advantage points" if plan.kind == "lend" else "do something unrelated"


class BidSet(Event, frozen=True):
    """The game master set a bid that was not stated, or proposed another one."""

    rule = "QW-15"
    name: str
    bid: int
    how: str

    def text(self) -> str:
        told = {
            "set": f"{self.name} states no bid; the game master sets it at {self.bid}.",
            "proposed": f"The game master proposes a bid of {self.bid} to {self.name}.",
            "taken": f"{self.name} takes the proposed bid of {self.bid}.",
            "declined": f"{self.name} stays with a bid of {self.bid}.",
        }
        return told[self.how]


def set_bid(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[Plan]:
    """QW-15: no bid stated: the game master sets it."""
    answer = yield Ask(
        GM,
        "bid",
        lambda: stakes_form(actor, plan.parts),
        "QW-15",
        f"{actor.name} acts with {plan.ability} and states no bid. How much is at risk?",
        f"The game master sets the bid for {actor.name}.",
        actor.name,
    )
    kind, parts = UNSTATED[plan.kind], staked(answer, plan.parts)
    stated = msgspec.structs.replace(plan, kind=kind, parts=parts, ruled=True)
    contest.report(BidSet, actor.name, stated.bid, "set")
    return stated


def _still_charged(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[Plan]:
    """QW-25: what was charged for and not paid costs as much as before, unless the game master lets it go."""
    answer = yield Ask(
        GM,
        "switch",
        Choice((Option("action", "It costs the action"), Option("free", "Free after all")), "action"),
        "QW-25",
        f"{actor.name} wants to switch to {plan.ability}, which was to cost the action. Does it still?",
        f"The game master rules on {actor.name}'s switch of ability.",
        actor.name,
    )
    if answer == "action":
        return (yield from charged(contest, actor, plan))
    actor.charged = [name for name in actor.charged if name != plan.ability]
    return plan


def charged(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[Plan]:
    """QW-25: an action for a switch, which then replaces the exchange; who does not pay plans again without it."""
    if (yield from pays(actor, plan)):
        return Plan("switch", plan.words, plan.ability)
    return (yield from planned(contest, actor, frozenset({"switch"})))


def pays(actor: Contestant, plan: Plan) -> Procedure[bool]:
    """QW-25: whether the actor spends the action on a switch; until that is paid the ability cannot be answered with
    either."""
    actor.charged = [*(name for name in actor.charged if name != plan.ability), plan.ability]
    paid = yield Ask(
        actor.seat,
        "pay for switch",
        yes_or_no(f"Spend this action on switching to {plan.ability}", f"Keep to {actor.hand}", default=True),
        "QW-25",
        f"Switching to {plan.ability} costs your action. {actor.name}, do you switch?",
        f"{actor.name} thinks about a costly switch.",
        actor.name,
    )
    return bool(paid == "yes")
