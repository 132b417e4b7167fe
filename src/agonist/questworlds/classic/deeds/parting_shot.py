"""After a defeat: the parting shot, and what the defeated is left with (QW-30, QW-22)."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Choice, Contest, Event, Procedure
from agonist.tabletop import Deed, Told, deeds, done, picked

from ..clash.rollers import opened
from ..people.consequences import bear, returns, suffer
from ..people.contestants import Contestant
from ..people.states import ExtendedState, Part, Plan
from ..plans.objecting import Propose, new_bid, objected, objections
from ..plans.offers import Doing, Unstated, ability_form, answering_abilities, bid_form
from ..plans.planning import pays, set_bid
from ..questions import question
from ..rolls.results import FATES, Level
from .actions import switch
from .exchange import exchange


def aftermath(contest: Contest[ExtendedState]) -> Procedure[None]:
    """QW-30: the victor of an exchange may act again at once; then the outcome is read."""
    state = contest.state
    fall = state.falls.pop(0)
    fallen = state.find(fall.name)
    if fall.by and state.find(fall.by).undefeated and not state.find(fall.by).dying:
        yield from _parting_shot(contest, state.find(fall.by), fallen)
    if fallen.ap > 0:
        yield from _brought_back(contest, fallen)
    else:
        degree = state.options.house.degree_of(fallen.ap)
        fallen.level = Level.of(degree, victory=False)
        yield from suffer(contest, fallen, degree)


class PartingShot(Told, frozen=True):
    rule = "QW-30"
    says = "{name} takes a parting shot at {target}."
    name: str
    target: str


def _parting_shot(contest: Contest[ExtendedState], victor: Contestant, fallen: Contestant) -> Procedure[None]:
    answer = yield question("parting shot", victor, lambda: _form(contest.state, victor), fallen=fallen.name)
    shot = done(answer, LetBe, Shot, Unstated)
    if not isinstance(shot, Doing):
        return
    fallen.attention = True
    contest.report(PartingShot, victor.name, fallen.name)
    kind = "exchange" if isinstance(shot, Shot) else shot.key
    plan = Plan(kind, shot.words, shot.ability, (Part(fallen.name, shot.bid),))
    if isinstance(shot, Unstated):
        plan = yield from set_bid(contest, victor, plan)
    yield from _shoot(contest, victor, plan)


def _shoot(contest: Contest[ExtendedState], victor: Contestant, plan: Plan) -> Procedure[None]:
    """QW-15, QW-25: before the dice fall the game master may propose another bid, or charge the shot for a switch."""
    asks = opened(contest, "objection", lambda: objections(contest.state, {victor.name: plan}))
    shot = yield from exchange(contest, victor, plan, plan.parts[0], asks)
    if not shot.cut:
        return
    objection = objected(shot.why)
    if isinstance(objection, Propose):
        plan = yield from new_bid(contest, victor, plan, picked(objection.bid).more)
    elif (yield from pays(victor, plan)):
        switch(contest, victor, plan.ability)
        return
    else:
        plan = msgspec.structs.replace(plan, ability=victor.hand)
    yield from _shoot(contest, victor, plan)


class LetBe(Deed, frozen=True):
    key, label = "no", "Let it be"


class Shot(Doing, frozen=True):
    key, label, rule = "shot", "Parting shot", "QW-30"


def _form(state: ExtendedState, victor: Contestant) -> Choice:
    means = ability_form(victor, answering_abilities(state, victor))
    left = Unstated.offered(label="Parting shot, and leave the bid to the game master", ability=means)
    shot = Shot.offered(ability=means, bid=bid_form(victor))
    return deeds([LetBe.offered(), shot, left if victor.player else None], LetBe.key)


class BroughtBack(Event, frozen=True):
    rule = "QW-30"
    name: str
    ap: int
    consequence: str = ""

    def text(self) -> str:
        kept = f", and stays {self.consequence}" if self.consequence else ""
        return f"{self.name} is back in the contest with {self.ap} AP{kept}."


def _brought_back(contest: Contest[ExtendedState], fallen: Contestant) -> Procedure[None]:
    """QW-30: a transfer brought the defeated back; if the game master lets the earlier consequence stay, it counts."""
    degree = fallen.level.degree if fallen.level else contest.state.options.house.degree_of(0)
    effect = FATES[degree].consequence
    stays = yield question("consequence stays", fallen, by=GM, ap=fallen.ap, effect=effect)
    if stays == "yes":
        yield from bear(contest, fallen, degree)
    returns(fallen)
    contest.report(BroughtBack, fallen.name, fallen.ap, effect if stays == "yes" else "")
