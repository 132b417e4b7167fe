"""FG-52: the captain tests to keep morale at the end of the team's turn."""

from __future__ import annotations

from functools import partial

from agonist.kernel import Contest, Procedure
from agonist.tabletop import Window, ask_of, picked

from ..harm.naming import ask_and_name
from ..harm.suffering import consequence
from ..test.approach import way
from ..test.challenge import Hardship, challenge
from ..test.sources import BROKEN_MORALE
from ..test.steps import attempt_by
from ..trial import Side
from .advantage import other_skills
from .defence import joining
from .morale import collapse, move_morale, take_harm
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
