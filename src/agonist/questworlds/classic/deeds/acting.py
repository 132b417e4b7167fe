"""Acting in a group's round: turns in order, changes of plan, delays (QW-36, QW-37)."""

from __future__ import annotations

from typing import Any

import msgspec

from agonist.kernel import GM, Ask, Contest, Event, Procedure
from agonist.tabletop import Deed, Told, picked

from ..clash.rollers import Settled, together
from ..people.contestants import Contestant
from ..people.states import GroupState, Part, Plan
from ..plans.objecting import (
    Charge,
    Move,
    Propose,
    Reorder,
    before_act,
    before_dice,
    may_change,
    objected,
    ruled_anew,
    step_ask,
)
from ..plans.offers import bid_limit
from ..plans.ordering import move, order_by
from ..plans.planning import Allowed, allowed, may_turn_aside, plan_ask, plan_told, planned
from ..questions import question
from .actions import do_something_else, may_act
from .declaring import declare, tell
from .exchange import exchange


def next_to_act(contest: Contest[GroupState]) -> Procedure[None]:
    """One step of the round: the rest of an action, the next in order, a last call, or the round's end."""
    state = contest.state
    state.delayed = [name for name in state.delayed if state.find(name).undefeated]
    if state.busy:
        yield from _next_part(contest)
    elif state.queue:
        who = state.find(state.queue.pop(0))
        if who.undefeated and (yield from _able(contest, who)):
            yield from _turn_of(contest, who)
    elif state.delayed:
        yield from _last_call(contest)
    else:
        state.phase = "begin"


def _able(contest: Contest[GroupState], who: Contestant) -> Procedure[bool]:
    """QW-23: of somebody dying since the declarations the game master is asked; what was ruled then, stands."""
    state = contest.state
    if not who.dying or who.name in state.dying_allowed:
        return True
    if state.plan_of(who.name).kind == "nothing":
        return False
    return (yield from may_act(contest, who))


def _turn_of(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    """QW-34, QW-37: act as declared, act otherwise if attacked, or wait, in this order or another: for exchanges that
    stands open before the dice, for all else before the act."""
    plan = contest.state.plan_of(who.name)
    if not plan.fights and (asks := before_act(contest, who)):
        moment = yield from together(asks)
        if moment.cut:
            yield from _cut_short(contest, who, plan, moment)
            return
    yield from _begin_action(contest, who)


class Delays(Event, frozen=True):
    rule = "QW-37"
    name: str
    lapsed: bool = False

    def text(self) -> str:
        if self.lapsed:
            return f"The round ends, and the action that {self.name} held back lapses."
        return f"{self.name} waits and may step in later this round."


def _as_chosen(contest: Contest[GroupState], who: Contestant, answer: str) -> Procedure[None]:
    if answer == "delay":
        contest.state.delayed.append(who.name)
        contest.report(Delays, who.name)
        return
    if answer == "change":
        yield from _plan_anew(contest, who)
    yield from _begin_action(contest, who, anew=answer == "change")


class ChangesPlan(Told, frozen=True):
    rule = "QW-37"
    says = "{name} changes the declared action."
    name: str


def _plan_anew(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    contest.report(ChangesPlan, who.name)
    yield from declare(contest, who)


# Those who wait


def _last_call(contest: Contest[GroupState]) -> Procedure[None]:
    """QW-37: the round is about to end; who still waits steps in now, or the action lapses."""
    state = contest.state
    names = list(state.delayed)
    answers = yield tuple(step_ask(state, state.find(name), last=True) for name in names)
    ready = next((pair for pair in zip(names, answers, strict=True) if pair[1] != "wait"), None)
    if ready is not None:
        yield from _step_in(contest, *ready)
        return
    for name in names:
        contest.report(Delays, name, lapsed=True)
    state.delayed = []


class StepsIn(Told, frozen=True):
    rule = "QW-37"
    says = "{name} steps in."
    name: str


def _step_in(contest: Contest[GroupState], name: str, answer: str) -> Procedure[None]:
    state = contest.state
    who = state.find(name)
    state.delayed.remove(name)
    if not (yield from _able(contest, who)):
        return
    contest.report(StepsIn, name)
    what = "change the declared action"
    anew = answer == "change" and (
        may_change(state, who) or (yield from allowed(contest, who, what, _change_ask(who, what)))
    )
    if anew:
        yield from _plan_anew(contest, who)
    yield from _begin_action(contest, who, anew=anew)


def _change_ask(who: Contestant, what: str, **window: Any) -> Ask:
    return question("change of plan", who, by=GM, **window, what=what)


# Carrying it out


class Forfeits(Told, frozen=True):
    rule = "QW-37"
    says = "{name} does not act: {why}."
    name: str
    why: str


class Lapses(Told, frozen=True):
    rule = "QW-37"
    says = "{name}'s bid against {targets:listed} lapses: they are out of the contest."
    name: str
    targets: tuple[str, ...]


def _begin_action(contest: Contest[GroupState], who: Contestant, *, anew: bool = False) -> Procedure[None]:
    """What was declared, as far as it can still be done. Who plans anew has no more second thoughts."""
    state = contest.state
    if who.spent:
        return
    if _gone(state, state.plan_of(who.name)):
        if not (yield from _choose_again(contest, who)):
            contest.report(Forfeits, who.name, "the target is out of the contest")
            return
        anew = True
    plan = state.plan_of(who.name)
    if plan.fights:
        parts = tuple(part for part in plan.parts if state.find(part.target).undefeated)
        if len(parts) < len(plan.parts):
            out = tuple(part.target for part in plan.parts if part not in parts)
            contest.report(Lapses, who.name, out)
        state.busy, state.parts_left = who.name, list(_within_limit(contest, who, parts))
        state.midway, state.replanned = False, anew
        yield from _next_part(contest)
        return
    meanwhile = plan.kind in ("unrelated", "lend") and who.name in state.attacked and not anew
    if meanwhile and not (yield from may_turn_aside(contest, who, plan)):
        contest.report(Forfeits, who.name, "an attack has engaged them", under="QW-26")
        return
    if not (yield from do_something_else(contest, who, plan)):
        tell(contest, who, (yield from planned(contest, who, frozenset({plan.kind}))))
        yield from _begin_action(contest, who, anew=True)


def _gone(state: GroupState, plan: Plan) -> bool:
    if plan.kind == "lend":
        return not state.find(plan.to).undefeated
    return plan.fights and not any(state.find(part.target).undefeated for part in plan.parts)


def _choose_again(contest: Contest[GroupState], who: Contestant) -> Procedure[bool]:
    """QW-37: whose target is out may choose anew unless the game master objects; else the action is forfeited."""
    state = contest.state
    if not state.opponents(who):
        return False
    what = "choose a new action"
    moment: Settled = yield from together(
        {
            "objection": _change_ask(who, what, assume="yes", interrupts=True, directed=True),
            "plan": plan_ask(contest, who),
        }
    )
    contest.report(Allowed, who.name, what, not moment.cut, under="QW-37")
    if moment.cut:
        return False
    plan = yield from plan_told(contest, who, moment.answers["plan"])
    contest.report(ChangesPlan, who.name)
    tell(contest, who, plan)
    return True


class BidLowered(Told, frozen=True):
    """A declared bid has become too large."""

    rule = "QW-16"
    says = "{name}'s bid is lowered to {bid}: there is no more to stake."
    name: str
    bid: int


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
    contest.report(BidLowered, who.name, sum(part.bid for part in kept))
    return tuple(kept)


def _next_part(contest: Contest[GroupState]) -> Procedure[None]:
    """QW-36: one exchange per target; targets that fell meanwhile are passed over."""
    state = contest.state
    who = state.find(state.busy)
    part = None if who.spent else _next_target(contest, who)
    if part is None:
        state.busy = ""
        return
    left = tuple(state.parts_left)
    plan, first = state.plan_of(who.name), not state.midway
    moment = yield from exchange(contest, who, plan, part, before_dice(contest, who), opening=first)
    if moment.cut:
        state.busy, state.parts_left = "", []
        plan = msgspec.structs.replace(plan, parts=(part, *left))
        yield from _cut_short(contest, who, plan, moment)
        return
    state.unruled, state.order_open, state.midway = [], False, True
    if part.target not in state.attacked:
        state.attacked.append(part.target)
    if not state.parts_left:
        state.busy = ""


def _next_target(contest: Contest[GroupState], who: Contestant) -> Part | None:
    state = contest.state
    while state.parts_left:
        part = state.parts_left.pop(0)
        target = state.find(part.target)
        if target.undefeated and not target.spent:
            bid = min(part.bid, bid_limit(who))
            if bid < part.bid:
                contest.report(BidLowered, who.name, bid)
            return Part(part.target, bid)
    return None


# Cut short


def _cut_short(contest: Contest[GroupState], who: Contestant, plan: Plan, moment: Settled) -> Procedure[None]:
    """Somebody used their chance: the one who was about to roll waits, acts otherwise, or goes on after it."""
    state = contest.state
    state.declare(who.name, plan)
    kind, _, name = moment.cut.partition(": ")
    if kind == "turn":
        yield from _as_chosen(contest, who, moment.why)
    elif kind == "step in":
        state.queue.insert(0, who.name)
        yield from _step_in(contest, name, moment.why)
    else:
        yield from _objected(contest, who, objected(moment.why))


def _objected(contest: Contest[GroupState], who: Contestant, objection: Deed) -> Procedure[None]:
    """QW-15, QW-25, QW-34: the game master changes the order, or has a say about somebody's plan."""
    state = contest.state
    match objection:
        case Reorder(by):
            yield from order_by(contest, [who.name, *state.queue], by)
        case Move(names):
            move(contest, list(names))
        case Propose(bid):
            name = picked(bid).key
            state.declare(
                name, (yield from ruled_anew(contest, state.find(name), state.plan_of(name), objection))
            )
            state.queue.insert(0, who.name)
        case Charge(name):
            other = state.find(name)
            tell(contest, other, (yield from ruled_anew(contest, other, state.plan_of(name), objection)))
            state.queue.insert(0, who.name)
