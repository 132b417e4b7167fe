"""The state of a gauntlet: teams with captains and morale, whose turn it is, and who has acted."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from agonist.kernel import OPEN, Correctable, Number, Past, Shown, State

from ..harm.suffering import Harm
from ..people.character import Character
from ..people.sheet import Asset, SkillName, Track
from ..scene import Scene

Kind = Literal["destruction", "mediate", "subjugate", "conflict", "navigate", "explore", "uncontested"]
Phase = Literal["open", "prelude", "act", "keep", "journey", "next", "disaster", "over"]

WITH_MORALE: frozenset[Kind] = frozenset(("mediate", "subjugate", "explore", "conflict", "uncontested"))


_KEPT = Shown(when=lambda viewer, _: viewer.state.keeps_morale())


class Team(State):
    """FG-40: `collapses` counts how often its morale has collapsed; `achieved` is whether it got its goal."""

    name: Annotated[str, OPEN]
    goal: Annotated[str, OPEN]
    captain: Annotated[str, OPEN]
    members: Annotated[list[str], OPEN]
    aim: Annotated[Literal["destroy", "other"], OPEN] = "other"
    morale: Annotated[int, _KEPT, Correctable(Number(least=-30, most=30), "morale")] = 0
    collapses: Annotated[int, OPEN] = 0
    lost: Annotated[bool, OPEN] = False
    achieved: Annotated[bool, OPEN] = False


class Discarded(State):
    """FG-46: an asset that was discarded, and whose it is."""

    owner: Annotated[str, OPEN]
    asset: Annotated[Asset, OPEN]


class Gauntlet(Scene, kw_only=True):
    """`acted` and `targeted` are of this team's turn, `teams_acted` of this round.

    `still` counts the tests in a row that changed nothing; `passing` is whether all have only passed in this round,
    `idle` whether they have in the last (FG-47).
    """

    kind: Annotated[Kind, OPEN]
    skill: Annotated[SkillName, OPEN]
    teams: Annotated[list[Team], OPEN]
    started_by: Annotated[str, OPEN]
    track: Annotated[Track, OPEN] = "physical"
    counts_twice: Annotated[bool, OPEN] = False
    prelude: Annotated[bool, OPEN] = False
    phase: Annotated[Phase, OPEN] = "open"
    round: Annotated[int, OPEN, Past] = 0
    active: Annotated[str, OPEN] = ""
    order: Annotated[list[str], OPEN] = []
    teams_acted: Annotated[list[str], OPEN] = []
    acted: Annotated[list[str], OPEN] = []
    targeted: Annotated[list[str], OPEN] = []
    discarded: Annotated[list[Discarded], OPEN] = []
    epiphanies: Annotated[list[str], OPEN] = []
    still: Annotated[int, OPEN] = 0
    passing: Annotated[bool, OPEN] = True
    idle: Annotated[bool, OPEN] = False

    @property
    def goes_on(self) -> bool:
        return True

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def team(self, name: str) -> Team:
        for team in self.teams:
            if team.name == name:
                return team
        raise KeyError(name)

    def team_of(self, name: str) -> Team:
        return self.team(self.who(name).team)

    def in_last_stand(self, team: Team) -> list[Character]:
        return [member for member in self.able(team) if member.last_stand == "in"]

    def has_collapsed(self, team: Team) -> bool:
        """CF-8, CF-9: under the earlier edition a team whose morale has collapsed cannot win any more."""
        return team.collapses > 0 and not self.rules().one_last_stand

    def in_play(self) -> list[Team]:
        return [team for team in self.teams if not team.lost]

    def able(self, team: Team) -> list[Character]:
        return [member for member in map(self.who, team.members) if not member.out]

    def opponents_of(self, team: Team) -> list[Character]:
        return [member for other in self.in_play() if other is not team for member in self.able(other)]

    def keeps_morale(self) -> bool:
        """FG-50, CF-4, FG-60: morale is kept in contention, in exploration and in every conflict."""
        return self.kind in WITH_MORALE

    def tested(self, success: bool) -> int:
        """FG-50: what a test does to morale."""
        return self.knobs.morale_won if success else -self.knobs.morale_lost

    def morale_of(self, team: str) -> int:
        return self.team(team).morale if self.keeps_morale() else 0

    def harm_of_attack(self) -> Harm:
        """FG-42, CF-3: what a failed defence against an attack brings."""
        if self.rules().stress:
            return self.track
        return "misfortune" if self.kind == "mediate" else "injury"

    def harm_of_failure(self) -> Harm:
        """FG-42, FG-60, CF-11: what a failed test that is no defence brings."""
        return self.track if self.rules().stress else "misfortune"


GauntletT = TypeVar("GauntletT", bound=Gauntlet)
