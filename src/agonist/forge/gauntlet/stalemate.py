"""FG-47: a gauntlet that stands still, and how the game master may end it."""

from __future__ import annotations

from typing import Any

import msgspec

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure

from .morale import GauntletT, leave_last_stands, lose
from .teams import Gauntlet

STILL_TESTS = 10
"""So many tests in a row that change nothing make a gauntlet stand still."""


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


def tested(state: Gauntlet, before: bytes, fresh: int) -> None:
    """Count a test: from nothing if it has changed anything, as more fresh harm than before does."""
    same = len(state.fresh) <= fresh and situation(state) == before
    state.still = state.still + 1 if same else 0


class EndedByRuling(Event, frozen=True):
    """The game master ends a gauntlet that stands still; nobody has won if `winner` is empty."""

    rule = "FG-47"
    winner: str

    def text(self) -> str:
        return f"The game master ends it: {self.winner or 'nobody'} has won."


def stands_still(state: Gauntlet) -> bool:
    """Everybody has passed for a whole round, or ten tests changed nothing."""
    return state.idle or state.still >= STILL_TESTS


def stalemate(contest: Contest[GauntletT]) -> Procedure[None]:
    """It stands still: does it end, and who has won?"""
    state = contest.state
    why = "Everybody has passed for a whole round." if state.idle else f"{state.still} tests changed nothing."
    state.still, state.idle = 0, False
    playing = state.in_play()
    victors = (Option("", "Nobody"), *(Option(team.name, team.name) for team in playing))
    ways = (
        Option("go on", "It goes on"),
        Option("end", "It ends here", help="all keep what is on their sheets", then=Choice(options=victors)),
    )
    waiting = "The game master says whether it goes on."
    answer = yield Ask(
        GM, "stalemate", Choice(options=ways), "FG-47", f"{why} Does it end, and who has won?", waiting
    )
    if answer == "go on":
        return
    winner: str = answer["with"]
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
