"""Calling on a relationship (QS-2), or on a community's resource (QS-17)."""

from __future__ import annotations

from agonist.kernel import Contest, Event, Procedure
from agonist.tabletop import Told, signed

from ...chassis import Rating
from ..clash.opposed import opposed
from ..clash.rollers import against, helping
from ..clash.story_points import only_won
from ..people.contestants import Arena, Contestant
from ..people.modifiers import Lasting, Modifier, Until
from ..rolls.results import defeat
from .ruled import Memory, Ruled, Tell


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
    about = ("asking", "name")
    undone = "A defeat costs {name} nothing more after all."
    name: str
    ability: str
    price: str

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
    about = ("required", "name", "resource")
    undone = "It does not take {resource} after all."
    says = "It takes {resource}, which is worn out: {value:signed} for {name}."
    name: str
    resource: str
    value: int


class UsedUp(Told, frozen=True):
    rule = "QS-17"
    says = "{resource} is used up further; it is at {left:signed} now."
    name: str
    resource: str
    value: int
    left: int


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
