"""What stands before the dice fall, unless somebody says otherwise: the game master, who acts, or who waits (QW-15,
QW-37)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from agonist.kernel import Answer, Ask, Choice, Contest, Option, Procedure, Several
from agonist.tabletop import Deed, Told, agreed, deeds, done, picked

from ..clash.rollers import Asks, opened
from ..people.contestants import Contestant
from ..people.states import ExtendedState, GroupState, OrderBy, Plan
from ..questions import question
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
    ask = question(
        "objection",
        None,
        lambda: _form(state, plans, queue, by) or deeds([Fine.offered()]),
        assume="none",
        interrupts=True,
        directed=not dice,
        what="the dice fall" if dice else "it goes on",
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
    return (yield from agreed(question("proposal", actor, rule=rule, what=what, yes=yes, no=no)))


def ruled_anew(
    contest: Contest[ExtendedState], actor: Contestant, plan: Plan, objection: Deed
) -> Procedure[Plan]:
    """What becomes of a plan that the game master objected to."""
    if isinstance(objection, Propose):
        return (yield from new_bid(contest, actor, plan, picked(objection.bid).more))
    return (yield from charged(contest, actor, plan))


class RoundBegins(Told, frozen=True):
    rule = "QW-14"
    says = "Round {round}."
    round: int


def turn_asks(state: GroupState, who: Contestant) -> Asks:
    """What somebody can still do about their own turn, if anything."""
    form = _turn_form(state, who)
    if len([each for each in form.options if not each.unavailable]) == 1:
        return {}
    ask = question("turn", who, lambda: _turn_form(state, who), assume="act", interrupts=True, directed=True)
    return {"turn": ask}


def _turn_form(state: GroupState, who: Contestant) -> Choice:
    options = [Option("act", "Act as declared")]
    if may_change(state, who):
        options.append(
            Option("change", "Change the declared action", help="You were attacked this round.", rule="QW-37")
        )
    alone = "" if any(state.find(name).undefeated for name in state.queue) else "nobody acts after you"
    options.append(Option("delay", "Wait and step in later", unavailable=alone, rule="QW-37"))
    return Choice(tuple(options), "act")


def may_change(state: GroupState, who: Contestant) -> bool:
    """QW-37: who was attacked this round may change the declared action before acting, if the option is on."""
    return who.name in state.attacked and state.options.change_when_attacked


def _steps(state: GroupState) -> Asks:
    """QW-37: whoever waits can step in before the next dice."""
    return {f"step in: {name}": step_ask(state, state.find(name)) for name in state.delayed}


def step_ask(state: GroupState, who: Contestant, *, last: bool = False) -> Ask:
    leave = "You were attacked this round." if may_change(state, who) else "The game master must allow it."
    window: dict[str, Any] = {} if last else {"assume": "wait", "interrupts": True}
    return question(
        "step in",
        who,
        Choice(
            (
                Option("wait", "Let it lapse" if last else "Wait on"),
                Option("act", "Step in as declared"),
                Option("change", "Step in with another action", help=leave, rule="QW-37"),
            ),
            "wait",
        ),
        **window,
    )


def before_dice(contest: Contest[GroupState], who: Contestant) -> Asks:
    """What can be done before an exchange: by who acts, by those who wait, by the game master."""
    state = contest.state

    def rulings() -> Asks:
        plans = {name: state.plan_of(name) for name in state.unruled if state.find(name).undefeated}
        return objections(state, plans, _movable(state, who), state.order_by)

    own = {} if state.midway or state.replanned else opened(contest, "turn", lambda: turn_asks(state, who))
    return {
        **own,
        **opened(contest, "step in", lambda: _steps(state)),
        **opened(contest, "objection", rulings),
    }


def before_act(contest: Contest[GroupState], who: Contestant) -> Asks:
    """QW-34, QW-37: the same before an act without a bid; of plans the game master speaks before their own dice."""
    state = contest.state
    return {
        **opened(contest, "turn", lambda: turn_asks(state, who)),
        **opened(contest, "step in", lambda: _steps(state)),
        **opened(
            contest,
            "objection",
            lambda: objections(state, {}, _movable(state, who), state.order_by, dice=False),
        ),
    }


def _movable(state: GroupState, who: Contestant) -> tuple[str, ...]:
    """QW-34: those who are still to act, as long as the order can be changed."""
    if not state.order_open:
        return ()
    return (who.name, *(name for name in state.queue if state.find(name).undefeated))
