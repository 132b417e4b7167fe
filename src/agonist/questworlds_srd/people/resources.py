"""Community resources (QS-17)."""

from __future__ import annotations

from typing import Any, TypeVar

from agonist.kernel import Contest, Event, Procedure
from agonist.questworlds_common import Rating

from ..rolls.modifiers import Modifier, signed
from ..rolls.opposed import opposed
from ..rolls.rollers import against, helping
from ..rolls.tables import STEP
from .contestants import Arena, Contestant, Resource

A = TypeVar("A", bound=Arena)


class Called(Event, frozen=True):
    rule = "QS-17"
    name: str
    resource: str
    value: int
    won: bool
    left: int

    def text(self) -> str:
        got = f"gives {signed(self.value)}" if self.won else "gives nothing"
        return f"{self.name} calls on {self.resource}, which {got}; it is at {signed(self.left)} now."


def find(state: Arena, name: str) -> Resource:
    return next(each for each in state.resources if each.name == name)


def use(resource: Resource) -> int:
    """QS-17: each use lowers it by 5; after bolstering it takes off that 5 only. Returns what it was worth."""
    worth = resource.now + resource.bolstered
    if resource.bolstered:
        resource.bolstered = 0
    else:
        resource.now -= STEP
    return worth


def bolster(resource: Resource) -> None:
    """QS-17: adds 5, once at a time; a depleted resource gets its depletion back instead."""
    if resource.now < resource.bonus:
        resource.now = resource.bonus
    else:
        resource.bolstered = STEP


def call_on(
    contest: Contest[A],
    who: Contestant,
    name: str,
    ability: str,
    difficulty: Rating,
    fallen: dict[str, Any],
) -> Procedure[None]:
    """QS-17: a bonus after a won contest of a social ability; a penalty where its use is required and it is spent.
    It is called on once for a tactic: `fallen` has what that came to."""
    known = f"called on {name}"
    if known in fallen:
        who.modifiers += [each.copy() for each in fallen[known]]
        return
    resource = find(contest.state, name)
    clash = yield from opposed(contest, helping(who, ability), against(difficulty))
    worth = use(resource)
    counts = clash.result.victory or worth < 0
    given = [Modifier(who.name, name, "resource", worth)] if counts and worth else []
    fallen[known] = given
    who.modifiers += [each.copy() for each in given]
    contest.report(Called(who.name, name, worth, counts, resource.now + resource.bolstered))
