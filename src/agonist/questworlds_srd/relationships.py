"""Calling on a relationship, and what a defeat with it costs (QS-2)."""

from __future__ import annotations

from typing import TypeVar

from agonist.kernel import Contest, Event

from .contestants import Arena, Contestant
from .modifiers import signed
from .results import defeat
from .tables import lasting_value

A = TypeVar("A", bound=Arena)


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


def cost_of_asking(contest: Contest[A], who: Contestant, cost: str, degree: int) -> None:
    """QS-2: a consequence for who was called upon, or the ability until the next advance, as announced."""
    used = who.ability(who.hand)
    if used is None or cost == "nothing":
        return
    if cost == "ability":
        used.lost = True
    value = lasting_value(defeat(degree)) if cost == "consequence" else 0
    contest.report(AskingCosts(who.name, who.hand, value))
