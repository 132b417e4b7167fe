"""FG-41, CF-8, CF-9: how a gauntlet or conflict ends."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Contest, Event, Option, Procedure, Several, Staged
from agonist.tabletop import listed

from .morale import GauntletT, leave_last_stands, lose
from .teams import Gauntlet, Team


def settle(contest: Contest[GauntletT]) -> Procedure[None]:
    """See who has lost; a team that alone is left wins, and if all have lost it is a disaster."""
    state = contest.state
    for team in state.in_play():
        if not state.able(team):
            yield from lose(contest, team, "nobody is left to act")
        elif _stands_no_more(state, team):
            yield from lose(contest, team, "nobody is left in a last stand", "CF-8")
    playing = state.in_play()
    if len(playing) > 1:
        return
    if playing:
        leave_last_stands(contest, playing[0])
        if _has_collapsed(state, playing[0]):
            yield from lose(
                contest, playing[0], "all opponents are defeated, and its own morale has collapsed", "CF-8"
            )
        else:
            _win(contest, playing[0])
    if not state.in_play():
        yield from _disaster(contest)


def _has_collapsed(state: Gauntlet, team: Team) -> bool:
    """CF-8, CF-9: under the earlier edition a team whose morale has collapsed cannot win any more."""
    return team.collapses > 0 and not state.rules().one_last_stand


def _stands_no_more(state: Gauntlet, team: Team) -> bool:
    """CF-8: such a team is out when nobody is in a last stand any more."""
    return _has_collapsed(state, team) and not any(m.last_stand == "in" for m in state.able(team))


class TeamWon(Event, frozen=True):
    rule = "FG-41"
    team: str
    goal: str

    def staged(self) -> Staged:
        return Staged(who=self.team, word="Victory", rare="bright")

    def text(self) -> str:
        return f"Victory for {self.team}" + (f": {self.goal}." if self.goal else ".")


def _win(contest: Contest[GauntletT], team: Team) -> None:
    team.achieved = True
    contest.report(TeamWon, team.name, team.goal.rstrip("."), under=contest.state.rules().rule("FG-41"))
    contest.state.phase = "over"


class Disaster(Event, frozen=True):
    rule = "FG-41"
    achieved: tuple[str, ...]

    def staged(self) -> Staged:
        return Staged(word="Disaster", rare="dark")

    def text(self) -> str:
        goals = (
            f"{listed(self.achieved)} got what they wanted"
            if self.achieved
            else "nobody got what they wanted"
        )
        return f"All have lost: disaster, and {goals}."


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
