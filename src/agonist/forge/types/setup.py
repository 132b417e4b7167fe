"""Set-ups: who takes part on which team, with full sheets, and where; and the choices that a game master makes."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from agonist.kernel import GM
from agonist.tabletop import HOUSE_RULES, refuse, seats_of

from ..edition import EditionName
from ..people.character import Character, entered
from ..people.knobs import BOOK, ForgeKnobs
from ..people.sheet import Mark, Sheet, SkillName, Track, Training, Trait
from ..scene import Memory, Ride


class EnterpriseOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """FG-17: which attributes have Focus and Fortune."""

    modifiers: Literal["example", "table"] = "example"
    knobs: Annotated[ForgeKnobs | UnsetType, HOUSE_RULES] = UNSET

    @property
    def house(self) -> ForgeKnobs:
        return BOOK if self.knobs is UNSET else self.knobs


class SingleOptions(EnterpriseOptions, frozen=True, forbid_unknown_fields=True):
    """FG-12: in the earlier edition harm is stress."""

    edition: EditionName = "gauntlet"


class GauntletOptions(EnterpriseOptions, frozen=True, forbid_unknown_fields=True):
    """FG-48: whether there is a prelude."""

    prelude: bool = False


class ConflictOptions(GauntletOptions, frozen=True, forbid_unknown_fields=True):
    """CF-3: whether a beaten attack costs morale twice."""

    attack_failure_counts_twice: bool = False


class Entrant(msgspec.Struct, forbid_unknown_fields=True):
    """A character who takes part, and the seat that plays it."""

    name: str
    seat: str = GM
    sheet: Sheet = msgspec.field(default_factory=Sheet)


class TeamSetup(msgspec.Struct, forbid_unknown_fields=True):
    """FG-40: a team, its goal, its captain (the first member if nobody is named) and those who abstain.

    `aim` says whether the team wants to destroy the others or something else; `skill` is the skill that a side of
    a contest tests if it is not the one of all.
    """

    name: str
    members: list[Entrant]
    goal: str = ""
    captain: str = ""
    aim: Literal["destroy", "other"] = "other"
    abstain: list[str] = []
    skill: SkillName | None = None

    @property
    def active(self) -> list[str]:
        return [entrant.name for entrant in self.members if entrant.name not in self.abstain]


class ChallengeSetup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A challenge: the first team acts, another may stand in its way. `opposing` are traits of nobody in particular.

    `hindrance` names the environmental trait that the game master has in mind for the difficulty.
    """

    goal: str
    teams: list[TeamSetup]
    skill: SkillName | None = None
    environment: list[Trait] = []
    opposing: list[Trait] = []
    hindrance: str = ""
    memory: Memory = msgspec.field(default_factory=Memory)


class ContestSetup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A contest: attacking teams, and the defending one, by default the last.

    FG-25: with `no_defender`, or an empty name, it is not clear who defends.
    """

    goal: str
    teams: list[TeamSetup]
    skill: SkillName | None = None
    defender: str | None = None
    no_defender: bool = False
    harm_agreed: bool | None = None
    environment: list[Trait] = []
    memory: Memory = msgspec.field(default_factory=Memory)


class GauntletSetup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """FG-40, CF-1: teams, the relevant skill, and who started it. `track` is for conflicts (CF-2)."""

    teams: list[TeamSetup]
    skill: SkillName
    started_by: str = ""
    environment: list[Trait] = []
    track: Track = "physical"
    memory: Memory = msgspec.field(default_factory=Memory)


class Journey(msgspec.Struct, forbid_unknown_fields=True):
    """FG-60: what is explored: its rating, its training, and names for what one comes upon."""

    rating: Annotated[int, Meta(ge=1, le=9)]
    training: Training = 5
    names: list[str] = []


class EnterpriseSetup(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """FG-60: one team, the relevant skill, and the chain of traits or the journey."""

    teams: list[TeamSetup]
    skill: SkillName
    chain: list[Trait] = []
    journey: Journey | None = None
    environment: list[Trait] = []
    track: Track = "physical"
    memory: Memory = msgspec.field(default_factory=Memory)


AnySetup = ChallengeSetup | ContestSetup | GauntletSetup | EnterpriseSetup

SetupT = TypeVar("SetupT", ChallengeSetup, ContestSetup, GauntletSetup, EnterpriseSetup)


def enter_all(setup: AnySetup, knobs: ForgeKnobs = BOOK) -> list[Character]:
    """Everybody in the set-up, in its order, with all that they know of each other."""
    everybody = [
        entered(e.name, e.seat, team.name, e.sheet, abstains=e.name in team.abstain, knobs=knobs)
        for team in setup.teams
        for e in team.members
    ]
    for each in everybody:
        each.know_ratings(everybody)
    return everybody


def memory_of(setup: AnySetup) -> Memory:
    """What the scene remembers: what the set-up says, and the failures that ride on the sheets (FG-13)."""
    memory = setup.memory.copy()
    for entrant in [entrant for team in setup.teams for entrant in team.members]:
        for rode in entrant.sheet.rides:
            ride = Ride(entrant.name, rode.skill, rode.attribute, rode.goal)
            if ride not in memory.rides:
                memory.rides.append(ride)
    return memory


def seats(setup: AnySetup) -> dict[str, str]:
    """The seats of a set-up, called by the names of those whom they play."""
    return seats_of((each.seat, each.name) for team in setup.teams for each in team.members)


def enlisted(setup: SetupT, name: str, sheet: Any, seat: str) -> SetupT:
    """The set-up with a character: instead of the one of the same name, else as a new member of the first team.

    The sheet may be data; it is put in as it is, and has still to be checked.
    """
    new, there = Entrant(name, seat, sheet), False
    teams: list[TeamSetup] = []
    for team in setup.teams:
        there = there or any(each.name == name for each in team.members)
        members = [new if each.name == name else each for each in team.members]
        teams.append(msgspec.structs.replace(team, members=members))
    if not there:
        teams[0].members.append(new)
    return msgspec.structs.replace(setup, teams=teams)


def check_common(setup: AnySetup, least: int, most: int, knobs: ForgeKnobs) -> None:
    """Raise if the teams, sheets or traits of a set-up cannot be played."""
    if not least <= len(setup.teams) <= most:
        right = str(least) if least == most else f"{least} to {most}"
        refuse(f"There are {len(setup.teams)} teams.", f"{right} teams", "set-up.teams")
    _unique([team.name for team in setup.teams], "team", "set-up.teams")
    _unique([e.name for team in setup.teams for e in team.members], "character", "set-up.teams")
    names = [name for team in setup.teams for name in (team.name, *(e.name for e in team.members))]
    if wrong := [name for name in names if ":" in name]:
        refuse(f"{wrong[0]!r} cannot be told from other names.", "a name without a colon", "set-up.teams")
    _unique([trait.name for trait in setup.environment], "trait", "set-up.environment")
    if any(trait.secret for trait in setup.environment):
        refuse("The environment keeps no secrets.", "public traits", "set-up.environment")
    for n, team in enumerate(setup.teams):
        _check_team(team, f"set-up.teams[{n}]", knobs)


def _check_team(team: TeamSetup, place: str, knobs: ForgeKnobs) -> None:
    names, active = [e.name for e in team.members], team.active
    if not active:
        right = "at least one member who does not abstain"
        refuse(f"Team {team.name} has nobody who takes part.", right, f"{place}.members")
    one_of(team.captain, active, f"{team.captain} cannot be captain of {team.name}.", f"{place}.captain")
    for name in team.abstain:
        one_of(name, names, f"{name} is not on team {team.name}.", f"{place}.abstain")
    for n, entrant in enumerate(team.members):
        at = f"{place}.members[{n}]"
        if not entrant.seat.strip():
            refuse(f"{entrant.name} has no seat.", f"a seat, {GM!r} for the game master's", f"{at}.seat")
        _check_sheet(entrant, f"{at}.sheet", knobs)


def _check_sheet(entrant: Entrant, place: str, knobs: ForgeKnobs) -> None:
    sheet = entrant.sheet
    not_blank([trait.name for trait in sheet.traits], "trait", f"{place}.traits")
    _unique([trait.name for trait in sheet.traits if trait.secret], "secret trait", f"{place}.traits")
    not_blank([asset.name for asset in sheet.assets], "asset", f"{place}.assets")
    _check_marks(sheet.misfortunes, knobs.boxes("misfortune"), f"{place}.misfortunes")
    _check_marks(sheet.injuries, knobs.boxes("injury"), f"{place}.injuries")
    for track, marks in sheet.stress.items():
        _check_marks(marks, knobs.boxes("stress"), f"{place}.stress.{track}")
    if sheet.fate:
        refuse(f"{entrant.name} has {sheet.fate}.", "a character whose story goes on", f"{place}.fate")


def _check_marks(marks: list[Mark], boxes: tuple[int, ...], place: str) -> None:
    for size in {mark.box for mark in marks}:
        there, marked = boxes.count(size), sum(mark.box == size for mark in marks)
        if marked > there:
            refuse(f"{marked} boxes of {size} are marked.", f"at most {there} boxes of {size}", place)


def one_of(name: str, names: list[str], wrong: str, place: str) -> None:
    """Who or what is named has to be there."""
    if name and name not in names:
        refuse(wrong, f"one of {', '.join(names) or 'nothing'}", place)


def not_blank(names: list[str], what: str, place: str) -> None:
    if blank := [name for name in names if not name.strip()]:
        refuse(f"{blank[0]!r} is no name for a {what}.", "a name that is not blank", place)


def _unique(names: list[str], what: str, place: str) -> None:
    not_blank(names, what, place)
    for name in names:
        if names.count(name) > 1:
            refuse(f"There are two called {name!r}.", f"a name of its own for each {what}", place)
