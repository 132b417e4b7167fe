"""FG-52: the captain tests to keep morale at the end of the team's turn."""

from __future__ import annotations

from agonist.kernel import Ask, Choice, Contest, Procedure

from ..people.character import Character
from ..people.naming import ask_and_name
from ..people.sheet import SKILLS, Attribute, SkillName
from ..single.challenges import consequence
from ..test.approach import attribute_choice, skill_option
from ..test.attempt import Side
from ..test.challenge import Hardship, challenge
from ..test.moment import Word
from ..test.sources import BROKEN_MORALE
from ..test.steps import attempt_by
from .defence import joining
from .morale import GauntletT, collapse, move_morale
from .teams import Gauntlet, Team
from .wounds import take_harm


def has_broken_morale(state: Gauntlet, team: Team) -> bool:
    """FG-51: below 0, where morale is kept."""
    return state.keeps_morale() and not team.lost and team.morale < 0


def other_skills(state: Gauntlet, character: Character) -> Choice:
    """A skill other than the relevant one, and an attribute; the best trained by default."""
    others: list[SkillName] = [skill for skill in SKILLS if skill != state.skill]
    ways = [skill_option(character, skill, attribute_choice(character, skill)) for skill in others]
    best = min(others, key=lambda skill: character.skills[skill].training)
    return Choice(options=tuple(ways), default=best)


def keep_morale(contest: Contest[GauntletT], team: Team) -> Procedure[None]:
    """The captain tests against the rating of the broken morale; failing, it collapses (CF-4: at no price less)."""
    state = contest.state
    captain = team.captain
    skill, attribute = yield from _captains_choice(contest, team)
    mates = [member.name for member in state.able(team) if member.name != captain]
    asked = f"do you help {captain} keep morale with {skill.capitalize()}?"

    def words(side: Side) -> list[Word]:
        return joining(contest, side, mates, "help keep morale", asked, "FG-52", directed=False)

    group = [attempt_by(state, captain, skill, attribute, original=True)]
    hardship = Hardship({BROKEN_MORALE: -team.morale}, rule="FG-52")
    result = yield from challenge(contest, group, "Keep morale", hardship, words)
    done = "morale was kept" if result.success else "morale was not kept"
    move_morale(contest, team, 1 if result.success else -1, done)
    if result.success:
        return
    before = team.collapses
    if state.rules().stress:
        yield from consequence(contest, result, take_harm, state.track, cost=False)
    else:
        yield from take_harm(contest, result.short, "misfortune")
    if team.collapses == before and not team.lost:
        yield from collapse(contest, team, f"{captain} could not keep it")


def _captains_choice(contest: Contest[GauntletT], team: Team) -> Procedure[tuple[SkillName, Attribute]]:
    """The captain chooses a skill and an attribute."""
    state = contest.state
    captain = state.who(team.captain)
    name = captain.name
    text = f"{name}, keep up the morale of {team.name}: BROKEN MORALE {-team.morale}. With which skill?"
    waiting = f"{name} tests to keep morale."
    ask = Ask(captain.seat, "keep morale", lambda: other_skills(state, captain), "FG-52", text, waiting, name)
    (answer,) = yield from ask_and_name(contest, (ask,))
    return answer["pick"], answer["with"]
