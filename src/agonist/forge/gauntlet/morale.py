"""FG-42, FG-47, FG-50 to FG-55, CF-4, CF-7, CF-8: morale, harm, leaving, last stands, and what it takes to lose."""

from __future__ import annotations

from typing import Literal

from agonist.kernel import Ask, Choice, Contest, Event, Option, Procedure, yes_or_no
from agonist.tabletop import OnStage, Told, ask_of, options, signed

from ..harm.suffering import Harm, StoryEnded, suffer
from ..people.character import Character
from .teams import GauntletT, Team


class MoraleMoved(Event, frozen=True):
    """Every change of morale, with its cause: a team's morale is the sum of these."""

    rule = "FG-50"
    team: str
    change: int
    morale: int
    cause: str

    def text(self) -> str:
        broken = f", BROKEN MORALE {-self.morale}" if self.morale < 0 else ""
        now = f"{self.morale}".replace("-", "−")
        return f"Morale of {self.team} {signed(self.change)} ({self.cause}): {now}{broken}."


def move_morale(
    contest: Contest[GauntletT], team: Team, change: int, cause: str, rule: str = "FG-50"
) -> None:
    """Change a team's morale where morale is kept, and tell why."""
    if not contest.state.keeps_morale() or team.lost or change == 0:
        return
    team.morale += change
    number = contest.state.rules().rule("FG-50") if rule == "FG-50" else rule
    contest.report(MoraleMoved, team.name, change, team.morale, cause, under=number)


def surrender(contest: Contest[GauntletT], name: str) -> Procedure[None]:
    """FG-47: out and safe; in destruction the character perishes, and in a last stand if the team loses by it."""
    state = contest.state
    character = state.who(name)
    if state.kind == "destruction":
        character.fate = "perished"
    standing = character.last_stand == "in" and state.rules().stand_dies_with_team
    yield from leave(contest, character, "surrendered")
    if standing and state.team_of(name).lost:
        character.fate = "perished"
    if character.fate:
        contest.report(StoryEnded, name, "perished", under="FG-47")


class Left(Told, frozen=True):
    """A surrender; who perishes or retires leaves by that."""

    rule, says = "FG-47", "{name} surrenders and is out."
    name: str


def leave(
    contest: Contest[GauntletT], character: Character, how: Literal["surrendered", "perished", "retired"]
) -> Procedure[None]:
    """FG-50, FG-52, CF-7: what it costs a team that somebody leaves; no morale before the first turn."""
    state = contest.state
    team = state.team_of(character.name)
    character.out = how
    if character.last_stand == "in":
        character.last_stand = "had"
    if how == "surrendered":
        contest.report(Left, character.name)
    remaining = state.able(team)
    captain, begun = team.captain == character.name, state.phase != "prelude"
    if begun:
        _cost_of_leaving(contest, team, character, len(remaining))
    if not remaining:
        lose(contest, team, "nobody is left to act")
    elif captain and begun and state.keeps_morale() and state.rules().captain_breaks_morale:
        yield from collapse(contest, team, f"{character.name} leads no more")
    elif captain:
        yield from _name_captain(contest, team, remaining)


def _cost_of_leaving(contest: Contest[GauntletT], team: Team, character: Character, remaining: int) -> None:
    """FG-50: 1 less for a member; CF-7: for a captain as many as members remain."""
    rules = contest.state.rules()
    captain = team.captain == character.name and not rules.captain_breaks_morale
    rule = "FG-50" if rules.captain_breaks_morale else "CF-7"
    move_morale(
        contest,
        team,
        -(remaining if captain else contest.state.knobs.morale_leaving),
        f"{character.name} is out",
        rule,
    )


class CaptainNamed(Told, frozen=True):
    rule, says = "FG-52", "{captain} is now captain of {team}."
    team: str
    captain: str


def _name_captain(contest: Contest[GauntletT], team: Team, remaining: list[Character]) -> Procedure[None]:
    """FG-52, CF-7: the team names another captain; its first member left speaks for it."""
    rule = "FG-52" if contest.state.rules().captain_breaks_morale else "CF-7"
    new = remaining[0].name
    if len(remaining) > 1:
        ways = Choice(options(member.name for member in remaining))
        text, waiting = f"Who is the new captain of {team.name}?", f"{team.name} names a captain."
        new = yield ask_of(remaining[0], "captain", ways, rule, text, waiting)
    team.captain = new
    contest.report(CaptainNamed, team.name, new, under=rule)


class Collapsed(Told, frozen=True):
    rule, says = "FG-52", "The morale of {team} collapses: {why}."
    shows = OnStage("{team}", "Collapse", "{team} lost heart", "dark", "{why}")
    team: str
    why: str


def collapse(contest: Contest[GauntletT], team: Team, why: str) -> Procedure[None]:
    """FG-53, CF-8: morale collapses; a last stand keeps the team going."""
    team.collapses += 1
    contest.report(Collapsed, team.name, why)
    if contest.state.rules().one_last_stand:
        yield from _one_takes_over(contest, team)
    else:
        yield from _any_may_stand(contest, team)


_TO_STAND = "you perish if it fails, and gain an epiphany if not"


def _stands(member: Character, rule: str) -> Ask:
    form = yes_or_no("Enter the last stand", "Let it be", help=_TO_STAND)
    text = f"{{who}}, the morale of {member.team} has collapsed. Do you enter your last stand?"
    return ask_of(member, "last stand", form, rule, text, "{who} may enter the last stand.")


def _one_takes_over(contest: Contest[GauntletT], team: Team) -> Procedure[None]:
    """FG-53: the first who enters the last stand becomes captain; if nobody does, the team loses."""
    for member in contest.state.able(team):
        if member.last_stand:
            continue
        answer = yield _stands(member, "FG-53")
        if answer == "yes":
            enter_last_stand(contest, member, "FG-53")
            team.captain = member.name
            contest.report(CaptainNamed, team.name, member.name, under="FG-53")
            return
    lose(contest, team, "its morale has collapsed, and nobody makes a last stand", "FG-53")


def _any_may_stand(contest: Contest[GauntletT], team: Team) -> Procedure[None]:
    """CF-8, CF-10: who is in a last stand perishes when morale breaks again; any others may enter theirs.

    The team's first collapse harms nobody who stands already.
    """
    state = contest.state
    for member in state.in_last_stand(team) if team.collapses > 1 else ():
        member.fate = "perished"
        contest.report(StoryEnded, member.name, "perished", under="CF-10")
        yield from leave(contest, member, "perished")
    free = [member for member in state.able(team) if not member.last_stand]
    if free:
        answers = yield tuple(_stands(member, "CF-8") for member in free)
        for member, answer in zip(free, answers, strict=True):
            if answer == "yes":
                enter_last_stand(contest, member, "CF-8")
    if not team.lost and not state.in_last_stand(team):
        lose(contest, team, "its morale has collapsed, and nobody makes a last stand", "CF-8")


class LastStandEntered(Told, frozen=True):
    rule, says = "FG-53", "{name} enters the last stand."
    shows = OnStage("{name}", "Last stand", "{name} fights to the last", "dark")
    name: str


def enter_last_stand(contest: Contest[GauntletT], member: Character, rule: str) -> None:
    """FG-55: once for a character and gauntlet, at once."""
    member.last_stand = "in"
    contest.report(LastStandEntered, member.name, under=rule)


class TeamLost(Told, frozen=True):
    rule, says = "FG-41", "Defeat for {team}: {why}."
    shows = OnStage("{team}", "Defeat", "It is lost for {team}", "dark", "{why}")
    team: str
    why: str


def lose(contest: Contest[GauntletT], team: Team, why: str, rule: str = "FG-41") -> None:
    """FG-41, FG-55: a team loses; its members are out, and who is in a last stand perishes."""
    state = contest.state
    team.lost = True
    contest.report(TeamLost, team.name, why, under=rule)
    for member in state.able(team):
        if member.last_stand == "in" and state.rules().stand_dies_with_team:
            member.fate = member.out = "perished"
            member.last_stand = "had"
            contest.report(StoryEnded, member.name, "perished", under="FG-55")
        elif member.last_stand != "in":
            member.out = "lost"


class Epiphany(Told, frozen=True):
    rule, says = "FG-55", "{name} has looked defeat in the eye and lives: an epiphany."
    shows = OnStage("{name}", "Epiphany", "{name} lives, and sees clearly", "bright")
    name: str


def leave_last_stands(contest: Contest[GauntletT], team: Team) -> None:
    """FG-55, CF-10: when all other teams have lost, who is in a last stand lives and gains an epiphany."""
    state = contest.state
    for member in state.in_last_stand(team):
        member.last_stand = "had"
        member.see_clearly()
        state.epiphanies.append(member.name)
        contest.report(Epiphany, member.name)


def take_harm(contest: Contest[GauntletT], short: dict[str, int], harm: Harm) -> Procedure[None]:
    """FG-24: each takes their harm, the main actor first, even if the team has lost by then.

    Who goes through the Door of Death chooses at once whether to go on.
    """
    for name, rating in short.items():
        character = contest.state.who(name)
        if character.out not in ("", "lost"):
            continue
        fate = yield from suffer(contest, name, harm, rating)
        if character.out:
            continue
        if fate == "ended" and character.fate:
            yield from leave(contest, character, character.fate)
        elif fate == "door" and contest.state.phase != "prelude":
            yield from _after_the_door(contest, name)


def _after_the_door(contest: Contest[GauntletT], name: str) -> Procedure[None]:
    """FG-54, CF-10: surrender at once, or enter the last stand; who is in it never comes back from the door."""
    character = contest.state.who(name)
    rule = contest.state.rules().rule("FG-54")
    deadly = contest.state.kind == "destruction"
    ways = (
        Option("surrender", "Surrender", help="you perish" if deadly else "you are out and safe"),
        Option("stand", "Enter the last stand", help=_TO_STAND),
    )
    form = Choice(ways, default="stand" if deadly else "surrender")
    text, waiting = (
        "{who}, you came back from the Door of Death. Do you go on?",
        "{who} decides whether to go on.",
    )
    answer = yield ask_of(character, "after the Door of Death", form, rule, text, waiting)
    if answer == "stand":
        enter_last_stand(contest, character, rule)
    else:
        yield from surrender(contest, name)
