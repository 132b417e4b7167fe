"""Lending advantage points to a comrade (QW-32)."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Ask, Choice, Contest, Number, Option, Procedure
from agonist.tabletop import Told, picked

from ...chassis.ratings import MOST, Rating
from ..clash.moment import Asks, thrown
from ..clash.opposed import by_level, read_off
from ..clash.rollers import against, using
from ..people.advantage import change, falls
from ..people.contestants import Contestant
from ..people.plan import Plan
from ..people.states import ExtendedState
from ..plans.objecting import takes
from ..plans.rulings import Allowed
from ..rolls.results import Level
from ..rolls.tables import LENDING, portion


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
    ask = Ask(
        GM,
        "lending",
        Choice(tuple(options), "none"),
        "QW-32",
        f"{lender.name} lends {plan.to} {amount} AP. Does that fit?",
        "The game master looks at the amount.",
        lender.name,
        assume="none",
        interrupts=True,
    )
    return {"lending": ask}


def _proposed(lender: Contestant, plan: Plan, amount: int) -> Procedure[Plan]:
    """QW-32: another amount, which the lender may take or not."""
    what = f"lending {amount} AP instead of {plan.amount}"
    taken = yield from takes(lender, "QW-32", what, f"Lend {amount}", f"Lend {plan.amount}")
    return msgspec.structs.replace(plan, amount=amount if taken else plan.amount, ruled=True)
