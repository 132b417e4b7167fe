"""FG-52: keeping morale at a turn's end; FG-41, FG-47, CF-8, CF-9: how it ends, and when it stands still."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from agonist.kernel import GM, Ask, Choice, Contest, Option, Procedure, Several
from agonist.tabletop import Deed, OnStage, Told, Window, ask_of, deeds, done, options, picked

from ..harm.naming import ask_and_name
from ..harm.suffering import consequence
from ..test.approach import way
from ..test.challenge import Hardship, challenge
from ..test.sources import BROKEN_MORALE
from ..test.steps import attempt_by
from ..trial import Side
from .advantage import other_skills
from .attack import joining
from .morale import collapse, leave_last_stands, lose, move_morale, take_harm
from .teams import Gauntlet, GauntletT, Team


def has_broken_morale(state: Gauntlet, team: Team) -> bool:
    """FG-51: below 0, where morale is kept."""
    return state.keeps_morale() and not team.lost and team.morale < 0


def keep_morale(contest: Contest[GauntletT], team: Team) -> Procedure[None]:
    """The captain tests against the rating of the broken morale; failing, it collapses (CF-4: at no price less)."""
    state = contest.state
    captain = team.captain
    form, keeps = partial(other_skills, state, state.who(captain)), f"keep up the morale of {team.name}"
    text = f"{{who}}, {keeps}: BROKEN MORALE {-team.morale}. With which skill?"
    told = "FG-52", text, "{who} tests to keep morale."
    (answer,) = yield from ask_and_name(contest, (ask_of(state.who(captain), "keep morale", form, *told),))
    skill, attribute = way(picked(answer))
    mates = [member.name for member in state.able(team) if member.name != captain]
    asked = f"do you help {captain} keep morale with {skill.capitalize()}?"

    def windows(side: Side) -> list[Window]:
        return joining(contest, side, mates, "help keep morale", asked, "FG-52", directed=False)

    group = [attempt_by(state, captain, skill, attribute, original=True)]
    hardship = Hardship({BROKEN_MORALE: -team.morale}, rule="FG-52")
    result = yield from challenge(contest, group, "Keep morale", hardship, windows)
    done = "morale was kept" if result.success else "morale was not kept"
    move_morale(contest, team, state.tested(result.success), done)
    if result.success:
        return
    before = team.collapses
    if state.rules().stress:
        yield from consequence(contest, result.short, take_harm, state.track, cost=False)
    else:
        yield from take_harm(contest, result.short, "misfortune")
    if team.collapses == before and not team.lost:
        yield from collapse(contest, team, f"{captain} could not keep it")


def settle(contest: Contest[GauntletT]) -> Procedure[None]:
    """See who has lost; a team that alone is left wins, and if all have lost it is a disaster."""
    state = contest.state
    for team in state.in_play():
        if not state.able(team):
            lose(contest, team, "nobody is left to act")
        elif state.has_collapsed(team) and not state.in_last_stand(team):
            lose(contest, team, "nobody is left in a last stand", "CF-8")
    playing = state.in_play()
    if len(playing) > 1:
        return
    if playing:
        leave_last_stands(contest, playing[0])
        if state.has_collapsed(playing[0]):
            why = "all opponents are defeated, and its own morale has collapsed"
            lose(contest, playing[0], why, "CF-8")
        else:
            _win(contest, playing[0])
    if not state.in_play():
        yield from _disaster(contest)


class TeamWon(Told, frozen=True):
    rule, says = "FG-41", "Victory for {team}{goal:?: {goal}}."
    shows = OnStage("{team}", "Victory", "It goes to {team}", "bright")
    team: str
    goal: str


def _win(contest: Contest[GauntletT], team: Team) -> None:
    team.achieved = True
    contest.report(TeamWon, team.name, team.goal.rstrip("."), under=contest.state.rules().rule("FG-41"))
    contest.state.phase = "over"


class Disaster(Told, frozen=True):
    rule = "FG-41"
    says = "All have lost: disaster, and {achieved:?{achieved:listed}|nobody} got what they wanted."
    shows = OnStage("", "Disaster", "All have lost", "dark")
    achieved: tuple[str, ...]


def _disaster(contest: Contest[GauntletT]) -> Procedure[None]:
    """FG-41: the game master rules on the goals; nobody's, unless said otherwise."""
    state = contest.state
    form = Several(options=tuple(Option(team.name, f"{team.name}: {team.goal}") for team in state.teams))
    text = "All teams have lost. Who achieves their goal all the same?"
    achieved = yield Ask(GM, "disaster", form, "FG-41", text, "The game master rules on the goals.")
    for team in state.teams:
        team.achieved = team.name in achieved
    contest.report(Disaster, tuple(achieved))
    state.phase = "over"


def situation(state: Gauntlet) -> bytes:
    """All that a test can change but XP: while this stays the same nothing has happened."""
    found: list[Any] = [state.teams]
    stress = state.rules().stress
    for c in state.characters:
        found += (c.favor, c.out, c.last_stand, c.traits, c.secrets, c.assets, c.boons, c.banes, c.knows)
        found += (c.stress,) if stress else (c.misfortune, c.injury)
        found += [skill.training for skill in c.skills.values()]
    return _PACKED.encode(found)


_PACKED = msgspec.msgpack.Encoder()
"""The quickest way to keep what structs hold now."""


def tested(state: Gauntlet, before: bytes) -> None:
    """Count a test: from nothing if it has changed anything, as the harm that it has brought does."""
    same = not state.fresh and situation(state) == before
    state.still = state.still + 1 if same else 0


class EndedByRuling(Told, frozen=True):
    """The game master ends a gauntlet that stands still; nobody has won if `winner` is empty."""

    rule, says = "FG-47", "The game master ends it: {winner:?{winner}|nobody} has won."
    winner: str


def stands_still(state: Gauntlet) -> bool:
    """Everybody has passed for a whole round, or ten tests changed nothing."""
    return state.idle or state.still >= state.knobs.standstill_tests


class GoOn(Deed, frozen=True):
    key, label = "go on", "It goes on"


class End(Deed, frozen=True):
    key, label = "end", "It ends here"
    winner: str


def stalemate(contest: Contest[GauntletT]) -> Procedure[None]:
    """It stands still: does it end, and who has won?"""
    state = contest.state
    why = "Everybody has passed for a whole round." if state.idle else f"{state.still} tests changed nothing."
    state.still, state.idle = 0, False
    playing = state.in_play()
    victors = (Option("", "Nobody"), *options(team.name for team in playing))
    form = deeds(
        [GoOn.offered(), End.offered(help="all keep what is on their sheets", winner=Choice(victors))]
    )
    text, waiting = f"{why} Does it end, and who has won?", "The game master says whether it goes on."
    ruling = done((yield Ask(GM, "stalemate", form, "FG-47", text, waiting)), GoOn, End)
    if not isinstance(ruling, End):
        return
    winner = ruling.winner
    contest.report(EndedByRuling, winner)
    for team in playing:
        if winner and team.name != winner:
            lose(contest, team, "the game master ends it so", "FG-47")
    for team in playing:
        if team.name == winner:
            leave_last_stands(contest, team)
            team.achieved = True
        team.lost = team.name != winner
    state.phase = "over"
