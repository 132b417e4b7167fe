"""After a defeat: the parting shot, and what the defeated is left with (QW-30, QW-22)."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from agonist.kernel import GM, Ask, Choice, Contest, Event, Field, Fields, Option, Procedure, yes_or_no

from ..people.advantage import returns
from ..people.consequences import bear, suffer
from ..people.contestants import Contestant
from ..plans.moment import opened
from ..plans.objecting import new_bid, objections
from ..plans.offers import WORDS, ability_form, answering_abilities, bid_form
from ..plans.plan import Part, Plan
from ..plans.planning import pays, set_bid
from ..rolls.results import Level
from ..rolls.tables import FATES, degree_of
from ..types.states import ExtendedState
from .actions import switch
from .exchange import exchange

E = TypeVar("E", bound=ExtendedState)


def aftermath(contest: Contest[E]) -> Procedure[None]:
    """QW-30: the victor of an exchange may act again at once; then the outcome is read."""
    state = contest.state
    fall = state.falls.pop(0)
    fallen = state.find(fall.name)
    if fall.by and state.find(fall.by).undefeated and not state.find(fall.by).dying:
        yield from _parting_shot(contest, state.find(fall.by), fallen)
    if fallen.ap > 0:
        yield from _brought_back(contest, fallen)
    else:
        degree = degree_of(fallen.ap)
        fallen.level = Level.of(degree, victory=False)
        yield from suffer(contest, fallen, degree)


class PartingShot(Event, frozen=True):
    rule = "QW-30"
    name: str
    target: str

    def text(self) -> str:
        return f"{self.name} takes a parting shot at {self.target}."


def _parting_shot(contest: Contest[E], victor: Contestant, fallen: Contestant) -> Procedure[None]:
    answer = yield Ask(
        victor.seat,
        "parting shot",
        lambda: _form(contest.state, victor),
        "QW-30",
        f"{fallen.name} is defeated. {victor.name}, do you take a parting shot?",
        f"{victor.name} may take a parting shot.",
        victor.name,
    )
    if answer == "no":
        return
    shot = answer["with"]
    fallen.attention = True
    contest.report(PartingShot, victor.name, fallen.name)
    kind = "unstated" if answer["pick"] == "unstated" else "exchange"
    stated = Plan(kind, shot["words"], shot["ability"], (Part(fallen.name, shot.get("bid", 0)),))
    plan = (yield from set_bid(contest, victor, stated)) if kind == "unstated" else stated
    yield from _shoot(contest, victor, plan)


def _shoot(contest: Contest[E], victor: Contestant, plan: Plan) -> Procedure[None]:
    """QW-15, QW-25: before the dice fall the game master may propose another bid, or charge the shot for a switch."""
    asks = opened(contest, "objection", lambda: objections(contest.state, {victor.name: plan}))
    shot = yield from exchange(contest, victor, plan, plan.parts[0], asks)
    if not shot.cut:
        return
    if shot.why["pick"] == "propose":
        plan = yield from new_bid(contest, victor, plan, shot.why["with"]["with"])
    elif (yield from pays(victor, plan)):
        switch(contest, victor, plan.ability)
        return
    else:
        plan = msgspec.structs.replace(plan, ability=victor.hand)
    yield from _shoot(contest, victor, plan)


def _form(state: ExtendedState, victor: Contestant) -> Choice:
    parts = (
        Field("words", "What you do", WORDS),
        Field("ability", "Ability", ability_form(victor, answering_abilities(state, victor))),
    )
    bid = Field("bid", "Bid", bid_form(victor))
    options = [
        Option("no", "Let it be"),
        Option("shot", "Parting shot", rule="QW-30", then=Fields((*parts, bid))),
    ]
    if victor.player:
        left = "Parting shot, and leave the bid to the game master"
        options.append(Option("unstated", left, rule="QW-15", then=Fields(parts)))
    return Choice(tuple(options), "no")


class BroughtBack(Event, frozen=True):
    rule = "QW-30"
    name: str
    ap: int
    consequence: str = ""

    def text(self) -> str:
        kept = f", and stays {self.consequence}" if self.consequence else ""
        return f"{self.name} is back in the contest with {self.ap} AP{kept}."


def _brought_back(contest: Contest[E], fallen: Contestant) -> Procedure[None]:
    """QW-30: a transfer brought the defeated back; if the game master lets the earlier consequence stay, it counts."""
    degree = fallen.level.degree if fallen.level else degree_of(0)
    effect = FATES[degree].consequence
    stays = yield Ask(
        GM,
        "consequence stays",
        yes_or_no(f"{fallen.name} stays {effect}", "It is shaken off"),
        "QW-30",
        f"{fallen.name} is back with {fallen.ap} AP. Does being {effect} stay?",
        f"The game master rules on what {fallen.name} keeps of the defeat.",
        fallen.name,
    )
    if stays == "yes":
        yield from bear(contest, fallen, degree)
    returns(fallen)
    contest.report(BroughtBack, fallen.name, fallen.ap, effect if stays == "yes" else "")
