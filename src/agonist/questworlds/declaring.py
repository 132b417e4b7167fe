"""A round's declarations: everybody says openly what they will do (QW-34, QW-29, QW-31)."""

from __future__ import annotations

from agonist.kernel import Ask, Contest, Procedure, yes_or_no

from .actions import may_act
from .contestants import Contestant
from .disengaging import rejoin
from .events import RoundBegins
from .events_of_actions import Boldness, Declares
from .final_action import offer_final_action
from .knowledge import knowers
from .ordering import boldness
from .plan import Plan
from .planning import planned
from .states import GroupState


def begin_round(contest: Contest[GroupState]) -> None:
    """Those who may make a final action come first, so that everybody else knows who is there (QW-31)."""
    state = contest.state
    state.first_round = not state.begun
    state.round, state.begun = state.round + 1, True
    contest.report(RoundBegins(state.round, under="QW-34"))
    state.gifts_due = [each.name for each in state.outsiders]
    for each in state.contestants:
        if each.final_action != "spent":
            each.final_action = "now" if each.status == "defeated" else "none"
    fallen = [each.name for each in state.contestants if each.final_action == "now"]
    absent = [each.name for each in state.contestants if each.status == "away"]
    present = [each.name for each in state.contestants if each.undefeated]
    state.to_declare = [*fallen, *absent, *present]
    state.declared, state.attacked, state.queue, state.delayed, state.dying_allowed = [], [], [], [], []
    state.phase = "declare"


def next_declaration(contest: Contest[GroupState]) -> Procedure[None]:
    """One contestant's declaration; those who are out may come back first."""
    state = contest.state
    if not state.to_declare:
        state.phase = "order"
        return
    who = state.find(state.to_declare.pop(0))
    if who.status == "defeated":
        yield from offer_final_action(contest, who)
        return
    if who.status == "away":
        yield from _offer_return(contest, who)
    if not who.undefeated or not state.opponents(who):
        return
    if who.dying:
        if not (yield from may_act(contest, who)):
            state.declare(who.name, Plan("nothing"))
            return
        state.dying_allowed.append(who.name)
    yield from declare(contest, who)


def declare(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    """QW-34: what is declared is open; how bold it is, is for those who may know the total (QW-35)."""
    plan = yield from planned(contest, who)
    contest.state.declare(who.name, plan)
    bids = {part.target: part.bid for part in plan.parts} if plan.bid else {}
    contest.report(Declares(who.name, _what(plan), bids, plan.ability, plan.words))
    if plan.bid:
        word = boldness(plan.bid, who.ap)
        contest.report(Boldness(who.name, word, audience=knowers(contest.state, who)))


WHAT = {
    "exchange": "to act",
    "asymmetrical": "to pursue something else",
    "unrelated": "an unrelated action",
    "disengage": "to leave",
    "switch": "to switch abilities",
    "nothing": "to hold back",
}


def _what(plan: Plan) -> str:
    return f"to lend {plan.to} {plan.amount} AP" if plan.kind == "lend" else WHAT[plan.kind]


def _offer_return(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    """QW-29: somebody who left may come back."""
    answer = yield Ask(
        who.seat,
        "return",
        yes_or_no("Come back into the contest", "Stay away"),
        "QW-29",
        f"{who.name}, do you come back?",
        f"{who.name} may come back.",
        who.name,
    )
    if answer == "yes":
        yield from rejoin(contest, who)
