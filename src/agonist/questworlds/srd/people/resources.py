"""Community resources (QS-17)."""

from __future__ import annotations

from typing import TypeVar

from agonist.kernel import Contest, Event, Procedure

from ...chassis import Rating
from ..approach.ruled import Memory, Ruled, Tell
from ..approach.story_points import only_won
from ..rolls.modifiers import Modifier, Until, signed
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


class Required(Ruled, frozen=True):
    rule = "QS-17"
    name: str
    resource: str
    value: int

    def subject(self) -> tuple[str, ...]:
        return "required", self.name, self.resource

    def withdrawn(self) -> str:
        return f"It does not take {self.resource} after all."

    def text(self) -> str:
        return f"It takes {self.resource}, which is worn out: {signed(self.value)} for {self.name}."


class UsedUp(Event, frozen=True):
    rule = "QS-17"
    name: str
    resource: str
    value: int
    left: int

    def text(self) -> str:
        return f"{self.resource} is used up further; it is at {signed(self.left)} now."


def find(state: Arena, name: str) -> Resource:
    """A resource that the set-up names."""
    for each in state.resources:
        if each.name == name:
            return each
    raise LookupError(f"no resource is called {name!r}")


def use(resource: Resource) -> int:
    """QS-17: each use lowers it by 5; after bolstering it takes off that 5 only. Returns what it was worth."""
    worth = resource.present
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
    fallen: Memory,
) -> Procedure[None]:
    """QS-17: a bonus after a won contest of a social ability, a penalty below 0; each call lowers it, whatever comes of
    it. It is called on once for a tactic: `fallen` has what that came to."""
    if name not in fallen.resource:
        resource = find(contest.state, name)
        clash = yield from opposed(contest, helping(who, ability), against(difficulty), only_won)
        worth = use(resource)
        counts = clash.result.victory or worth < 0
        fallen.resource[name] = worth if counts else None
        contest.report(Called, who.name, name, worth, counts, resource.present)
    if (won := fallen.resource[name]) is not None:
        count(who, name, won, "contest")


def count(who: Contestant, name: str, worth: int, until: Until) -> None:
    """QS-17: one resource counts once: its new value takes the place of the old."""
    who.modifiers = [each for each in who.modifiers if (each.kind, each.label) != ("resource", name)]
    if worth:
        who.modifiers.append(Modifier(who.name, name, "resource", worth, until=until))


def require(state: Arena, who: Contestant, name: str, tell: Tell) -> None:
    """QS-17: a resource below 0 that the game master requires is a penalty, unasked."""
    worth = find(state, name).present
    count(who, name, worth, "round")
    tell(Required(who.name, name, worth))


def use_up(contest: Contest[A], who: Contestant, name: str) -> None:
    """QS-17: what was required is used when the dice lie."""
    resource = find(contest.state, name)
    worth = use(resource)
    contest.report(UsedUp, who.name, name, worth, resource.present)
