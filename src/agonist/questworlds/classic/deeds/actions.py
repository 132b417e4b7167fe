"""Carrying out what was planned: lending (QW-32), unrelated actions (QW-26), all that is no exchange."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Choice, Contest, Event, Number, Option, Procedure
from agonist.tabletop import Told, picked, quoted

from ...chassis.ratings import MOST, Rating
from ..clash.opposed import by_level, opposed, read_off
from ..clash.rollers import Asks, against, thrown, using
from ..people.consequences import change, falls
from ..people.contestants import Contestant
from ..people.modifiers import quick_augment
from ..people.states import ExtendedState, Plan
from ..plans.objecting import takes
from ..plans.planning import Allowed, allowed
from ..questions import question
from ..rolls.resistance import resistance_form, resistance_named
from ..rolls.results import LENDING, Level, portion
from .disengaging import disengage
from .exchange import augment


def lend(contest: Contest[ExtendedState], lender: Contestant, plan: Plan) -> Procedure[bool]:
    """QW-32: a simple contest against the amount; False if the game master rules that the lender is engaged (QW-26).

    Before the dice fall the game master may propose another amount, once, or set another resistance.
    """
    other: int | None = None
    while True:
        amount = max(0, min(plan.amount, lender.ap))
        rating = Rating(amount if other is None else other)
        rollers = using(lender, plan.ability), against(rating)
        moment = yield from thrown(_objections(lender, plan, amount, other), *rollers)
        if not moment.cut:
            break
        said, number = picked(moment.why)
        if said == "engaged":
            contest.report(Allowed, lender.name, "lend advantage points", False, under="QW-26")
            return False
        if said == "propose":
            plan = yield from _proposed(lender, plan, number)
        else:
            other = number
    weigh = by_level(contest.state, lambda level: LENDING[level])
    clash = yield from read_off(contest, *rollers, moment, weigh)
    _moved(contest, lender, plan, amount, contest.state.level_of(clash))
    return True


class Lends(Told, frozen=True):
    rule = "QW-32"
    says = "{name} tries to lend {to} {amount} AP: {level}.{words:quoted}"
    name: str
    to: str
    amount: int
    level: str
    words: str = ""


def _moved(
    contest: Contest[ExtendedState], lender: Contestant, plan: Plan, amount: int, level: Level
) -> None:
    """QW-32: who falls to 0 by it is defeated, and no parting shot follows."""
    target = contest.state.find(plan.to)
    contest.report(Lends, lender.name, target.name, amount, level.word, plan.words)
    moved = LENDING[level]
    for who, halves in ((target, moved.target), (lender, moved.other)):
        share = portion(amount, abs(halves), 2)
        change(contest, who, share if halves > 0 else -share, "QW-32")
    for who in (lender, target):
        falls(contest, who)
    lender.engaged = []


def _objections(lender: Contestant, plan: Plan, amount: int, other: int | None) -> Asks:
    """QW-32: the amount and a resistance of as much stand unless the game master says otherwise."""
    options = [Option("none", f"{amount} AP, against {Rating(amount if other is None else other)}")]
    if not plan.ruled:
        then = Number(1, max(1, lender.ap), max(1, amount))
        options.append(Option("propose", "Propose another amount", rule="QW-32", then=then))
    if other is None:
        then = Number(0, MOST, min(amount, MOST))
        options.append(Option("resistance", "Another resistance", rule="QW-32", then=then))
    options.append(Option("engaged", "Not now: they are engaged", rule="QW-26"))
    ask = question(
        "lending",
        lender,
        Choice(tuple(options), "none"),
        by=GM,
        assume="none",
        interrupts=True,
        to=plan.to,
        amount=amount,
    )
    return {"lending": ask}


def _proposed(lender: Contestant, plan: Plan, amount: int) -> Procedure[Plan]:
    """QW-32: another amount, which the lender may take or not."""
    what = f"lending {amount} AP instead of {plan.amount}"
    taken = yield from takes(lender, "QW-32", what, f"Lend {amount}", f"Lend {plan.amount}")
    return msgspec.structs.replace(plan, amount=amount if taken else plan.amount, ruled=True)


class Unrelated(Event, frozen=True):
    rule = "QW-26"
    name: str
    words: str
    level: str = ""
    against: str = ""

    def text(self) -> str:
        how = f" (resistance {self.against}): {self.level}" if self.level else ""
        return f"{self.name} does something unrelated{how}.{quoted(self.words)}"


def unrelated(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[bool]:
    """QW-26: something else, with or without a simple contest against a resistance; an augment is one of QW-9.

    False if the game master rules that the actor is engaged.
    """
    base = contest.state.options.base
    answer = yield question(
        "unrelated action",
        actor,
        by=GM,
        usual="contest" if plan.helps else "happens",
        then={"contest": resistance_form(base)},
        ability=plan.ability,
        words=quoted(plan.words),
    )
    if answer == "engaged":
        contest.report(Allowed, actor.name, "do something unrelated", False, under="QW-26")
        return False
    actor.engaged = []
    if answer == "happens":
        contest.report(Unrelated, actor.name, plan.words)
        size = quick_augment(max(0, actor.rating(plan.ability).whole), contest.state.options.house)
    else:
        rating = resistance_named(picked(answer).more, base)
        clash = yield from opposed(contest, using(actor, plan.ability), against(rating))
        level = contest.state.level_of(clash)
        contest.report(Unrelated, actor.name, plan.words, level.word, str(rating))
        size = contest.state.options.house.augment(level)
    if plan.helps:
        quick = answer == "happens"  # a fifth of the rating, which may be hidden (QW-13)
        augment(contest, contest.state.find(plan.helps), actor, plan, size, secret=quick)
    return True


def may_act(contest: Contest[ExtendedState], actor: Contestant) -> Procedure[bool]:
    """QW-23: who is dying does not act, unless the game master still allows it."""
    if not actor.dying:
        return True
    acts = yield from allowed(contest, actor, "act although dying", question("dying", actor, by=GM))
    if not acts:
        actor.engaged = []
    return acts


class Switched(Told, frozen=True):
    """A switch of ability that took the place of an exchange."""

    rule = "QW-25"
    says = "{name} spends the action on switching to {ability}."
    name: str
    ability: str


def switch(contest: Contest[ExtendedState], actor: Contestant, ability: str) -> None:
    """QW-25: a switch that is paid for with the action."""
    actor.hand = ability
    actor.charged = [name for name in actor.charged if name != ability]
    contest.report(Switched, actor.name, ability)


class HoldsBack(Told, frozen=True):
    rule = "QW-34"
    says = "{name} holds back."
    name: str


def do_something_else(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[bool]:
    """Every action that is no exchange; False if the game master rules that this one cannot be done now."""
    match plan.kind:
        case "switch":
            switch(contest, actor, plan.ability)
            actor.engaged = []
        case "unrelated":
            return (yield from unrelated(contest, actor, plan))
        case "disengage":
            yield from disengage(contest, actor, plan)
        case "lend":
            return (yield from lend(contest, actor, plan))
        case _:
            actor.engaged = []
            contest.report(HoldsBack, actor.name)
    return True
