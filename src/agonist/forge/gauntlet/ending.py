"""FG-41, FG-47, CF-8, CF-9: how a gauntlet or conflict ends, and when it stands still."""

from __future__ import annotations

from typing import Any

import msgspec

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Several, Staged
from agonist.tabletop import Deed, deeds, done, listed, options

from .morale import leave_last_stands, lose
from .teams import Gauntlet, GauntletT, Team


def settle(contest: Contest[GauntletT]) -> Procedure[None]:
    """See who has lost; a team that alone is left wins, and if all have lost it is a disaster."""
    state = contest.state
    for team in state.in_play():
        if not state.able(team):
            yield from lose(contest, team, "nobody is left to act")
        elif state.has_collapsed(team) and not state.in_last_stand(team):
            yield from lose(contest, team, "nobody is left in a last stand", "CF-8")
    playing = state.in_play()
    if len(playing) > 1:
        return
    if playing:
        leave_last_stands(contest, playing[0])
        if state.has_collapsed(playing[0]):
            why = "all opponents are defeated, and its own morale has collapsed"
            yield from lose(contest, playing[0], why, "CF-8")
        else:
            _win(contest, playing[0])
    if not state.in_play():
        yield from _disaster(contest)


class TeamWon(Event, frozen=True):
    rule = "FG-41"
    team: str
    goal: str

    def staged(self) -> Staged:
        return Staged(who=self.team, word="Victory", rare="bright", says=f"It goes to {self.team}")

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
        return Staged(word="Disaster", rare="dark", says="All have lost")

    def text(self) -> str:
        return f"All have lost: disaster, and {listed(self.achieved) or 'nobody'} got what they wanted."


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


class EndedByRuling(Event, frozen=True):
    """The game master ends a gauntlet that stands still; nobody has won if `winner` is empty."""

    rule = "FG-47"
    winner: str

    def text(self) -> str:
        return f"The game master ends it: {self.winner or 'nobody'} has won."


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
            yield from lose(contest, team, "the game master ends it so", "FG-47")
    for team in playing:
        if team.name == winner:
            leave_last_stands(contest, team)
            team.achieved = True
        team.lost = team.name != winner
    state.phase = "over"
