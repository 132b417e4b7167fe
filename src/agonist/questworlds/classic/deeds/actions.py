"""Carrying out what was planned."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Contest, Procedure, yes_or_no
from agonist.tabletop import Told

from ..people.contestants import Contestant
from ..people.plan import Plan
from ..people.states import ExtendedState
from ..plans.rulings import Allowed
from .disengaging import disengage
from .lending import lend
from .unrelated import unrelated


def may_act(contest: Contest[ExtendedState], actor: Contestant) -> Procedure[bool]:
    """QW-23: who is dying does not act, unless the game master still allows it."""
    if not actor.dying:
        return True
    answer = yield Ask(
        GM,
        "dying",
        yes_or_no("Let them act, with a bump down", "No action"),
        "QW-23",
        f"{actor.name} is dying. Do you still allow an action?",
        f"The game master rules whether {actor.name} can still act.",
        actor.name,
    )
    contest.report(Allowed, actor.name, "act although dying", answer == "yes", under="QW-23")
    if answer != "yes":
        actor.engaged = []
    return bool(answer == "yes")


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
