"""FG-48: before the first turn each team makes one test to gain an advantage."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Form, Option, Procedure
from agonist.tabletop import Told, ask_of, options

from ..harm.consequence import consequence
from ..harm.naming import ask_and_name
from ..test.approach import way
from ..test.challenge import Hardship, challenge
from ..test.steps import attempt_by
from .advantage import Advantage, choose_advantage, foes, other_skills, seek_advantage
from .morale import take_harm
from .teams import Gauntlet, GauntletT, Team


class PreludeTest(Told, frozen=True):
    rule = "FG-48"
    says = "In the prelude {name} seeks an advantage for {team}."
    team: str
    name: str


def prelude_of(contest: Contest[GauntletT], team: Team) -> Procedure[None]:
    """One member seeks an advantage, in a contest or against the environment, with the consequences of any test."""
    state = contest.state
    name = yield from _who(state, team)
    actor = state.who(name)
    contest.report(PreludeTest, team.name, name)
    text, waiting = "{who}, how do you seek an advantage before it begins?", "{who} seeks an advantage."

    def form() -> Form:
        return Advantage.form(target=foes(state, actor), skill=other_skills(state, actor))

    seeks = ask_of(actor, "prelude", form, "FG-48", text, waiting)
    rules = _against(state, team)
    against, answer = "contest", None
    while answer is None:
        answer, *said = yield from ask_and_name(contest, (seeks, *rules))
        against, rules = (said or [against])[0], []
    if against == "contest":
        yield from _as_contest(contest, name, Advantage.made(answer))
    else:
        yield from _as_challenge(contest, name, against, Advantage.made(answer))


def _who(state: Gauntlet, team: Team) -> Procedure[str]:
    members = state.able(team)
    if len(members) == 1:
        return members[0].name
    ways = Choice(options(member.name for member in members), default=team.captain)
    text, waiting = f"{{who}}, who of {team.name} seeks an advantage?", "{who} picks somebody."
    name: str = yield ask_of(state.who(team.captain), "who seeks it", ways, "FG-48", text, waiting)
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
    what = "contest or challenge"
    return [Ask(GM, what, Choice(ways), "FG-48", text, waiting, assume="contest", interrupts=True)]


def _as_contest(contest: Contest[GauntletT], name: str, plan: Advantage) -> Procedure[None]:
    result = yield from seek_advantage(contest, name, plan)
    if result.attacker_wins:
        yield from choose_advantage(contest, name, plan, result.margin)
    else:
        yield from take_harm(contest, result.short, contest.state.harm_of_failure())


def _as_challenge(contest: Contest[GauntletT], name: str, against: str, plan: Advantage) -> Procedure[None]:
    state = contest.state
    trait = {f"trait:{t.name}": t for t in state.environment}[against]
    hardship = Hardship({trait.name: trait.rating}, [f"environment:{trait.name}"], "FG-48")
    group = [attempt_by(state, name, *way(plan.skill))]
    result = yield from challenge(contest, group, "An advantage", hardship)
    won, margin = result.success, max(1, result.margin) if result.success else 1
    if not won:
        won = (yield from consequence(contest, result.short, take_harm, state.track)) == "cost"
    if won and not state.who(name).out:
        yield from choose_advantage(contest, name, plan, margin)
