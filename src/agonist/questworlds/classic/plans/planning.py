"""Planning an action: the actor chooses; where a plan needs the game master's word, it is asked for."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Answer, Ask, Contest, Event, Procedure
from agonist.tabletop import agreed, minus, worded

from ..people.contestants import Contestant
from ..people.states import ExtendedState, Plan
from ..questions import question
from .offers import UNSTATED, plan_form, plan_from, staked, stakes_form


class Allowed(Event, frozen=True):
    """The game master ruled whether something may be done."""

    name: str
    what: str
    allowed: bool

    def text(self) -> str:
        verb = "lets" if self.allowed else "does not let"
        return f"The game master {verb} {self.name} {self.what}."


def allowed(contest: Contest[ExtendedState], who: Contestant, what: str, ask: Ask) -> Procedure[bool]:
    """What the game master rules, told to all."""
    yes = yield from agreed(ask)
    contest.report(Allowed, who.name, what, yes, under=ask.rule)
    return yes


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
    return question(
        "plan",
        actor,
        lambda: plan_form(state, actor, refused),
        standing=worded(contest, _standing, state, actor),
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
    ask = question(
        "engaged",
        actor,
        by=GM,
        usual="yes" if not engaged else "no",
        engaged="engaged" if engaged else "not engaged",
        what=what,
    )
    return (yield from allowed(contest, actor, what, ask))


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
    answer = yield question("bid", actor, lambda: stakes_form(actor, plan.parts), by=GM, ability=plan.ability)
    kind, parts = UNSTATED[plan.kind], staked(answer, plan.parts)
    stated = msgspec.structs.replace(plan, kind=kind, parts=parts, ruled=True)
    contest.report(BidSet, actor.name, stated.bid, "set")
    return stated


def _still_charged(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[Plan]:
    """QW-25: what was charged for and not paid costs as much as before, unless the game master lets it go."""
    answer = yield question("switch", actor, by=GM, ability=plan.ability)
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
    return (yield from agreed(question("pay for switch", actor, ability=plan.ability, hand=actor.hand)))
