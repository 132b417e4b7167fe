"""FG-48: before the first turn each team makes one test to gain an advantage."""

from __future__ import annotations

from typing import Any

from agonist.kernel import GM, Ask, Choice, Contest, Event, Field, Fields, Option, Procedure

from ..people.character import Character
from ..people.naming import ask_and_name
from ..single.challenges import consequence
from ..test.challenge import Hardship, challenge
from ..test.steps import attempt_by
from .advantage import choose_advantage, seek_advantage
from .keeping_morale import other_skills
from .morale import GauntletT
from .teams import Gauntlet, Team
from .wounds import take_harm


class PreludeTest(Event, frozen=True):
    rule = "FG-48"
    team: str
    name: str

    def text(self) -> str:
        return f"In the prelude {self.name} seeks an advantage for {self.team}."


def prelude_of(contest: Contest[GauntletT], team: Team) -> Procedure[None]:
    """One member seeks an advantage, in a contest or against the environment, with the consequences of any test."""
    state = contest.state
    name = yield from _who(state, team)
    actor = state.who(name)
    contest.report(PreludeTest, team.name, name)
    text = f"{name}, how do you seek an advantage before it begins?"
    waiting = f"{name} seeks an advantage."
    seeks = Ask(actor.seat, "prelude", lambda: _form(state, team, actor), "FG-48", text, waiting, name)
    rules = _against(state, team)
    against, answer = "contest", None
    while answer is None:
        answer, *said = yield from ask_and_name(contest, (seeks, *rules))
        against, rules = (said or [against])[0], []
    if against == "contest":
        yield from _as_contest(contest, name, answer)
    else:
        yield from _as_challenge(contest, name, against, answer)


def _who(state: Gauntlet, team: Team) -> Procedure[str]:
    members = state.able(team)
    if len(members) == 1:
        return members[0].name
    ways = Choice(options=tuple(Option(member.name, member.name) for member in members), default=team.captain)
    seat = state.who(team.captain).seat
    text = f"{team.captain}, who of {team.name} seeks an advantage?"
    name: str = yield Ask(
        seat, "who seeks it", ways, "FG-48", text, f"{team.captain} picks somebody.", team.captain
    )
    return name


def _against(state: Gauntlet, team: Team) -> list[Ask]:
    """A contest, or if the game master says so a challenge against an environmental trait."""
    if not state.environment:
        return []
    ways = (
        Option("contest", "A contest with an opponent"),
        *(Option(f"trait:{t.name}", f"A challenge against {t.name} {t.rating}") for t in state.environment),
    )
    text = f"{team.name} seeks an advantage. Against whom or what?"
    waiting = "The game master may settle the prelude."
    form = Choice(options=ways)
    ask = Ask(GM, "contest or challenge", form, "FG-48", text, waiting, "", "contest", interrupts=True)
    return [ask]


def _form(state: Gauntlet, team: Team, actor: Character) -> Fields:
    foes = tuple(Option(foe.name, foe.name) for foe in state.opponents_of(team))
    return Fields(
        fields=(
            Field("target", "Over whom", Choice(options=foes)),
            Field("skill", "With what", other_skills(state, actor)),
        )
    )


def _as_contest(contest: Contest[GauntletT], name: str, answer: Any) -> Procedure[None]:
    skill, attribute, target = answer["skill"]["pick"], answer["skill"]["with"], answer["target"]
    result = yield from seek_advantage(contest, name, skill, attribute, target)
    if result.attacker_wins:
        yield from choose_advantage(contest, name, attribute, target, result.margin)
    else:
        yield from take_harm(contest, result.short, contest.state.harm_of_failure())


def _as_challenge(contest: Contest[GauntletT], name: str, against: str, answer: Any) -> Procedure[None]:
    state = contest.state
    skill, attribute, target = answer["skill"]["pick"], answer["skill"]["with"], answer["target"]
    trait = {f"trait:{t.name}": t for t in state.environment}[against]
    group = [attempt_by(state, name, skill, attribute)]
    hardship = Hardship({trait.name: trait.rating}, [f"environment:{trait.name}"], "FG-48")
    result = yield from challenge(contest, group, "An advantage", hardship)
    won = result.success
    if not won:
        won = (yield from consequence(contest, result, take_harm, state.track)) == "cost"
    if won and not state.who(name).out:
        yield from choose_advantage(
            contest, name, attribute, target, max(1, result.margin if result.success else 1)
        )
