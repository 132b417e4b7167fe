"""What happens in gauntlets, conflicts and enterprises."""

from __future__ import annotations

from ..kernel import Event
from .events import listed

__all__ = [
    "Attacked",
    "CaptainNamed",
    "Collapsed",
    "Disaster",
    "Discards",
    "DoesNotFit",
    "EndedByRuling",
    "Epiphany",
    "Joined",
    "LastStandEntered",
    "Learned",
    "Left",
    "MoraleMoved",
    "OrderSet",
    "Passed",
    "PreludeTest",
    "SkillProposed",
    "Takes",
    "TeamLost",
    "TeamWon",
    "Tries",
    "TurnBegins",
]


class DoesNotFit(Event, frozen=True):
    rule = "FG-40"
    teams: tuple[str, ...]
    goes_on_as: str

    def text(self) -> str:
        verb = "wants" if len(self.teams) == 1 else "want"
        goes = (
            "goes on all the same"
            if self.goes_on_as == "destruction"
            else f"is contention to {self.goes_on_as}"
        )
        return f"{listed(self.teams)} {verb} something else than to destroy: destruction does not fit. It {goes}."


class OrderSet(Event, frozen=True):
    rule = "CF-1"
    by: str
    order: tuple[str, ...]

    def text(self) -> str:
        return f"{self.by} started it and sets the order: {', then '.join(self.order)}."


class TurnBegins(Event, frozen=True):
    rule = "FG-43"
    team: str
    round: int

    def text(self) -> str:
        return f"Round {self.round}: it is the turn of {self.team}."


class PreludeTest(Event, frozen=True):
    rule = "FG-48"
    team: str
    name: str

    def text(self) -> str:
        return f"In the prelude {self.name} seeks an advantage for {self.team}."


class Attacked(Event, frozen=True):
    rule = "FG-45"
    names: tuple[str, ...]
    target: str

    def text(self) -> str:
        return f"{listed(self.names)} {'attack' if len(self.names) > 1 else 'attacks'} {self.target}."


class Tries(Event, frozen=True):
    rule = "FG-46"
    name: str
    target: str
    skill: str

    def text(self) -> str:
        return f"{self.name} seeks an advantage over {self.target} with {self.skill.capitalize()}."


class Joined(Event, frozen=True):
    rule = "FG-45"
    names: tuple[str, ...]
    target: str

    def text(self) -> str:
        return f"{listed(self.names)} {'step' if len(self.names) > 1 else 'steps'} in for {self.target}."


class SkillProposed(Event, frozen=True):
    rule = "FG-45"
    name: str
    skill: str
    agreed: bool

    def text(self) -> str:
        rules = "agrees" if self.agreed else "does not agree"
        return f"{self.name} would defend with {self.skill.capitalize()}, and the game master {rules}."


class Passed(Event, frozen=True):
    rule = "FG-44"
    name: str

    def text(self) -> str:
        return f"{self.name} passes."


class MoraleMoved(Event, frozen=True):
    """Every change of morale, with its cause: a team's morale is the sum of these."""

    rule = "FG-50"
    team: str
    change: int
    morale: int
    cause: str

    def text(self) -> str:
        broken = f", BROKEN MORALE {-self.morale}" if self.morale < 0 else ""
        change, now = (
            f"{number:{sign}}".replace("-", "−") for number, sign in ((self.change, "+"), (self.morale, ""))
        )
        return f"Morale of {self.team} {change} ({self.cause}): {now}{broken}."


class Left(Event, frozen=True):
    """A surrender; who perishes or retires leaves by that."""

    rule = "FG-47"
    name: str

    def text(self) -> str:
        return f"{self.name} surrenders and is out."


class CaptainNamed(Event, frozen=True):
    rule = "FG-52"
    team: str
    captain: str

    def text(self) -> str:
        return f"{self.captain} is now captain of {self.team}."


class Collapsed(Event, frozen=True):
    rule = "FG-52"
    team: str
    why: str

    def text(self) -> str:
        return f"The morale of {self.team} collapses: {self.why}."


class LastStandEntered(Event, frozen=True):
    rule = "FG-53"
    name: str

    def text(self) -> str:
        return f"{self.name} enters the last stand."


class Epiphany(Event, frozen=True):
    rule = "FG-55"
    name: str

    def text(self) -> str:
        return f"{self.name} has looked defeat in the eye and lives: an epiphany."


class TeamLost(Event, frozen=True):
    rule = "FG-41"
    team: str
    why: str

    def text(self) -> str:
        return f"Defeat for {self.team}: {self.why}."


class TeamWon(Event, frozen=True):
    rule = "FG-41"
    team: str
    goal: str

    def text(self) -> str:
        return f"Victory for {self.team}" + (f": {self.goal}." if self.goal else ".")


class Disaster(Event, frozen=True):
    rule = "FG-41"
    achieved: tuple[str, ...]

    def text(self) -> str:
        goals = (
            f"{listed(self.achieved)} got what they wanted"
            if self.achieved
            else "nobody got what they wanted"
        )
        return f"All have lost: disaster, and {goals}."


class EndedByRuling(Event, frozen=True):
    """The game master ends a gauntlet that stands still; nobody has won if `winner` is empty."""

    rule = "FG-47"
    winner: str

    def text(self) -> str:
        return f"The game master ends it: {self.winner or 'nobody'} has won."


class Discards(Event, frozen=True):
    rule = "FG-46"
    name: str
    owner: str
    asset: str

    def text(self) -> str:
        return f"{self.name} gets rid of {self.owner}’s {self.asset}."


class Takes(Event, frozen=True):
    rule = "FG-46"
    name: str
    owner: str
    asset: str

    def text(self) -> str:
        return f"{self.name} takes {self.owner}’s {self.asset} for the time being."


class Learned(Event, frozen=True):
    rule = "FG-46"
    name: str
    owner: str

    def text(self) -> str:
        return f"{self.name} learns a secret of {self.owner}, and tells the team."
