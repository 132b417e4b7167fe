"""Lending advantage points to a comrade (QW-32)."""

from __future__ import annotations

from typing import TypeVar

from agonist.kernel import GM, Ask, Choice, Contest, Number, Option, Procedure

from .advantage import change, falls
from .contestants import Contestant
from .events_of_actions import Lends
from .opposed import opposed
from .plan import Plan
from .ratings import MOST, Rating
from .rollers import against, using
from .states import ExtendedState
from .tables import LENDING, portion

E = TypeVar("E", bound=ExtendedState)


def lend(contest: Contest[E], lender: Contestant, plan: Plan) -> Procedure[None]:
    """QW-32: a simple contest against the amount; who falls to 0 by it is defeated, and no parting shot follows."""
    target = contest.state.find(plan.to)
    amount = max(0, min(plan.amount, lender.ap))
    rating = yield from _resistance(lender, amount)
    clash = yield from opposed(contest, using(lender, plan.ability), against(rating))
    level = clash.level(contest.state.options.better_roll)
    contest.report(Lends(lender.name, target.name, amount, level.word, plan.words))
    moved = LENDING[level]
    for who, halves in ((target, moved.target), (lender, moved.other)):
        share = portion(amount, abs(halves), 2)
        change(contest, who, share if halves > 0 else -share, "QW-32")
    for who in (lender, target):
        falls(contest, who)
    lender.engaged = []


def _resistance(lender: Contestant, amount: int) -> Procedure[Rating]:
    """The amount itself, unless the game master sets another resistance."""
    answer = yield Ask(
        GM,
        "lending resistance",
        Choice(
            (
                Option("amount", f"The amount: {Rating(amount)}"),
                Option("other", "Another resistance", then=Number(0, MOST, amount)),
            ),
            "amount",
        ),
        "QW-32",
        f"{lender.name} lends {amount} AP. Against which resistance?",
        "The game master sets the resistance.",
        lender.name,
    )
    return Rating(amount if answer == "amount" else answer["with"])
