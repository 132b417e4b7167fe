"""Calling on a relationship, and what a defeat with it costs (QS-2)."""

from __future__ import annotations

from agonist.kernel import Contest, Event

from ..people.contestants import Arena, Contestant
from ..people.modifiers import Lasting, signed
from ..rolls.results import defeat
from .ruled import Ruled


class AskingCosts(Event, frozen=True):
    rule = "QS-2"
    name: str
    ability: str
    value: int

    def text(self) -> str:
        if self.value:
            return (
                f"{self.ability}, who was called upon by {self.name}, suffers for it: {signed(self.value)}."
            )
        return f"{self.name} cannot call on {self.ability} until the next advance."


class Announced(Ruled, frozen=True):
    """QS-2: what a defeat will cost is said before the roll."""

    rule = "QS-2"
    name: str
    ability: str
    price: str

    def subject(self) -> tuple[str, ...]:
        return "asking", self.name

    def withdrawn(self) -> str:
        return f"A defeat costs {self.name} nothing more after all."

    def text(self) -> str:
        if self.price == "ability":
            return f"If {self.name} loses, {self.ability} cannot be called upon until the next advance."
        return f"If {self.name} loses, {self.ability} suffers for it."


def cost_of_asking(contest: Contest[Arena], who: Contestant) -> None:
    """QS-2: on a defeat a consequence for who was called upon, which counts whenever they are called upon again, or the
    ability until the next advance, as announced."""
    used = who.ability(who.hand)
    if used is None or not who.asking or who.result is None or not who.result.defeat:
        return
    value = 0
    if who.asking == "ability":
        used.lost = True
    else:
        value = contest.state.options.house.lasting_value(defeat(who.result.degree))
        who.lasting.append(Lasting(who.name, value, f"{used.name}: suffered for it", (used.name,)))
    contest.report(AskingCosts, who.name, used.name, value)
    who.asking = ""
