"""Acting in a group's round: turns in order, changes of plan, delays (QW-36, QW-37)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Option, Procedure, yes_or_no

from .actions import do_something_else, may_act, strike
from .contestants import Contestant
from .declaring import declare
from .events import BidLowered
from .events_of_actions import Allowed, ChangesPlan, Delays, Forfeits, Lapses, StepsIn
from .offers import bid_limit
from .plan import Part, Plan
from .planning import may_turn_aside
from .states import GroupState


def next_to_act(contest: Contest[GroupState]) -> Procedure[None]:
    """One step of the round: the rest of an action, somebody who waited, the next in order, or the round's end."""
    state = contest.state
    state.delayed = [name for name in state.delayed if state.find(name).undefeated]
    if state.busy:
        yield from _next_part(contest)
    elif state.offer_delayed and state.delayed:
        yield from _offer_delayed(contest)
    elif state.queue:
        who = state.find(state.queue.pop(0))
        if who.undefeated:
            yield from _turn_of(contest, who)
    else:
        for name in state.delayed:
            contest.report(Delays(name, lapsed=True))
        state.delayed, state.phase = [], "begin"


def _turn_of(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    """QW-37: act as declared, act otherwise if attacked, or wait."""
    state = contest.state
    if not (yield from _able(contest, who)):
        state.offer_delayed = True
        return
    answer = yield Ask(
        who.seat,
        "turn",
        lambda: _turn_form(state, who),
        "QW-37",
        f"{who.name}, it is your turn.",
        f"It is {who.name}'s turn.",
        who.name,
    )
    if answer == "delay":
        state.delayed.append(who.name)
        contest.report(Delays(who.name))
        return
    if answer == "change":
        yield from _plan_anew(contest, who)
    yield from _begin_action(contest, who, anew=answer == "change")


def _able(contest: Contest[GroupState], who: Contestant) -> Procedure[bool]:
    """QW-23: of somebody dying since the declarations the game master is asked; what was ruled then, stands."""
    state = contest.state
    if not who.dying or who.name in state.dying_allowed:
        return True
    if state.plan_of(who.name).kind == "nothing":
        return False
    return (yield from may_act(contest, who))


def _turn_form(state: GroupState, who: Contestant) -> Choice:
    options = [Option("act", "Act as declared")]
    if _may_change(state, who):
        options.append(
            Option("change", "Change the declared action", help="You were attacked this round.", rule="QW-37")
        )
    alone = "" if any(state.find(name).undefeated for name in state.queue) else "nobody acts after you"
    options.append(Option("delay", "Wait and step in later", unavailable=alone, rule="QW-37"))
    return Choice(tuple(options), "act")


def _may_change(state: GroupState, who: Contestant) -> bool:
    """QW-37: who was attacked this round may change the declared action before acting, if the option is on."""
    return who.name in state.attacked and state.options.change_when_attacked


def _plan_anew(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    contest.report(ChangesPlan(who.name))
    yield from declare(contest, who)


def _offer_delayed(contest: Contest[GroupState]) -> Procedure[None]:
    """QW-37: between later turns those who waited may step in; the first of them to say so does."""
    state = contest.state
    answers = yield tuple(_offer(state, state.find(name)) for name in state.delayed)
    ready = next((pair for pair in zip(state.delayed, answers, strict=True) if pair[1] != "wait"), None)
    if ready is None:
        state.offer_delayed = False
        return
    name, answer = ready
    who = state.find(name)
    state.delayed.remove(name)
    if not (yield from _able(contest, who)):
        return
    contest.report(StepsIn(name))
    anew = answer == "change" and (
        _may_change(state, who) or (yield from _allowed(contest, who, "change the declared action"))
    )
    if anew:
        yield from _plan_anew(contest, who)
    yield from _begin_action(contest, who, anew=anew)


def _offer(state: GroupState, who: Contestant) -> Ask:
    leave = "You were attacked this round." if _may_change(state, who) else "The game master must allow it."
    return Ask(
        who.seat,
        "step in",
        Choice(
            (
                Option("wait", "Wait on"),
                Option("act", "Step in as declared"),
                Option("change", "Step in with another action", help=leave, rule="QW-37"),
            ),
            "wait",
        ),
        "QW-37",
        f"{who.name}, do you step in now?",
        f"{who.name} may step in.",
        who.name,
    )


def _allowed(contest: Contest[GroupState], who: Contestant, what: str) -> Procedure[bool]:
    answer = yield Ask(
        GM,
        "change of plan",
        yes_or_no("Allow it", "No", default=True),
        "QW-37",
        f"{who.name} wants to {what}. Do you allow it?",
        f"The game master rules on {who.name}'s change of plan.",
        who.name,
    )
    contest.report(Allowed(who.name, what, answer == "yes", under="QW-37"))
    return bool(answer == "yes")


def _begin_action(contest: Contest[GroupState], who: Contestant, *, anew: bool = False) -> Procedure[None]:
    """QW-37: whose target is out may choose anew if the game master allows it, else the action is forfeited.

    Who plans anew has the game master's word on it already (QW-26).
    """
    state = contest.state
    state.offer_delayed = True
    if _gone(state, state.plan_of(who.name)):
        if not state.opponents(who) or not (yield from _allowed(contest, who, "choose a new action")):
            contest.report(Forfeits(who.name, "the target is out of the contest"))
            return
        yield from _plan_anew(contest, who)
        anew = True
    plan = state.plan_of(who.name)
    if plan.kind in ("exchange", "asymmetrical"):
        who.engaged = []
        parts = tuple(part for part in plan.parts if state.find(part.target).undefeated)
        if len(parts) < len(plan.parts):
            out = tuple(part.target for part in plan.parts if part not in parts)
            contest.report(Lapses(who.name, out))
        state.busy, state.parts_left = who.name, list(_within_limit(contest, who, parts))
        yield from _next_part(contest)
        return
    if plan.kind in ("unrelated", "lend") and who.name in state.attacked and not anew:
        what = "lend advantage points" if plan.kind == "lend" else "do something unrelated"
        if not (yield from may_turn_aside(contest, who, what)):
            contest.report(Forfeits(who.name, "an attack has engaged them", under="QW-26"))
            return
    yield from do_something_else(contest, who, plan)


def _gone(state: GroupState, plan: Plan) -> bool:
    if plan.kind == "lend":
        return not state.find(plan.to).undefeated
    if plan.kind not in ("exchange", "asymmetrical"):
        return False
    return not any(state.find(part.target).undefeated for part in plan.parts)


def _within_limit(contest: Contest[GroupState], who: Contestant, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """QW-16: a declared bid that has become too large is lowered, from the last target back."""
    over = sum(part.bid for part in parts) - bid_limit(who)
    if over <= 0:
        return parts
    kept: list[Part] = []
    for part in reversed(parts):
        cut = min(over, part.bid)
        over -= cut
        if part.bid > cut:
            kept.insert(0, Part(part.target, part.bid - cut))
    contest.report(BidLowered(who.name, sum(part.bid for part in kept)))
    return tuple(kept)


def _next_part(contest: Contest[GroupState]) -> Procedure[None]:
    """QW-36: one exchange per target; targets that fell meanwhile are passed over."""
    state = contest.state
    who = state.find(state.busy)
    while state.parts_left:
        part = state.parts_left.pop(0)
        target = state.find(part.target)
        if target.undefeated:
            plan = state.plan_of(who.name)
            bid = min(part.bid, bid_limit(who))
            if bid < part.bid:
                contest.report(BidLowered(who.name, bid))
            if target.name not in state.attacked:
                state.attacked.append(target.name)
            if not state.parts_left:
                state.busy = ""
            yield from strike(contest, who, plan, Part(target.name, bid))
            return
    state.busy = ""
