"""Community resources (QS-17)."""

from __future__ import annotations

from agonist.kernel import Contest, Event, Procedure

from ...chassis import Rating
from ..clash.opposed import opposed
from ..clash.rollers import against, helping
from ..clash.story_points import only_won
from ..people.contestants import Arena, Contestant
from ..people.modifiers import Modifier, Until, signed
from .ruled import Memory, Ruled, Tell


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


def call_on(
    contest: Contest[Arena],
    who: Contestant,
    name: str,
    ability: str,
    difficulty: Rating,
    fallen: Memory,
) -> Procedure[None]:
    """QS-17: a bonus after a won contest of a social ability, a penalty below 0; each call lowers it, whatever comes of
    it. It is called on once for a tactic: `fallen` has what that came to."""
    if name not in fallen.resource:
        resource = contest.state.resource(name)
        clash = yield from opposed(contest, helping(who, ability), against(difficulty), only_won)
        worth = resource.use()
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
    worth = state.resource(name).present
    count(who, name, worth, "round")
    tell(Required(who.name, name, worth))


def use_up(contest: Contest[Arena], who: Contestant, name: str) -> None:
    """QS-17: what was required is used when the dice lie."""
    resource = contest.state.resource(name)
    worth = resource.use()
    contest.report(UsedUp, who.name, name, worth, resource.present)
