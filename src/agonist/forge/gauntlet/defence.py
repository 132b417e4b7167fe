"""FG-45, CF-5: who joins an attack, and who steps in to defend."""

from __future__ import annotations

from functools import partial
from typing import cast

from agonist.kernel import GM, Answer, Ask, Choice, Contest, Event, Option, Procedure, yes_or_no
from agonist.tabletop import Window, ask_of, picked

from ..people.sheet import SKILLS, Attribute, SkillName
from ..test.approach import Closed, attribute_choice, attribute_options, skill_option, usual_attribute, way
from ..test.steps import attempt_by, captain_first
from ..trial import Attempt, Side
from .teams import Gauntlet, GauntletT

STAY = "stay out"
ANOTHER = "another skill"


def joining(
    contest: Contest[GauntletT],
    side: Side,
    names: list[str],
    what: str,
    text: str,
    rule: str = "FG-45",
    forbidden: str = "",
    *,
    directed: bool = True,
) -> list[Window]:
    """Those of the names who are in a group may leave it or change their attribute; the others may join.

    Who leads it and has raised the difficulty stays.
    """
    state, bound = contest.state, side.main.name if side.raised else ""

    def asked(name: str) -> Ask:
        now = next((attempt.attribute for attempt in side.members if attempt.name == name), STAY)
        character = state.who(name)

        def form() -> Choice:
            ways = attribute_options(character, side.main.skill, _closed(forbidden))
            return Choice(options=(Option(STAY, "Stay out"), *ways), default=now)

        told = f"{{who}}, {text}", "{who} may join."
        return ask_of(character, what, form, rule, *told, assume=now, interrupts=True, directed=directed)

    def join(name: str, answer: str) -> None:
        skill = side.main.skill
        side.members = [attempt for attempt in side.members if attempt.name != name]
        if answer != STAY:
            side.members.append(attempt_by(state, name, skill, cast(Attribute, answer)))
        if not side.chosen and not side.raised:
            side.members = captain_first(side.members, state.team(side.team).captain)

    return [Window(what, partial(asked, name), partial(join, name), name) for name in names if name != bound]


def _closed(forbidden: str) -> Closed:
    return lambda _, attribute: "the actor is disposed against it (CF-5)" if attribute == forbidden else ""


def forbidden_to_defend(state: Gauntlet, actor: Attempt) -> Attribute | str:
    """CF-5: the attribute that nobody can defend with."""
    return state.disposed(actor) if state.rules().disposition_forbids else ""


def usual_defence(state: Gauntlet, actor: Attempt, target: str) -> Attempt:
    """FG-45: how somebody is taken to defend: with the actor's skill and the most dice that are allowed."""
    forbidden = forbidden_to_defend(state, actor)
    closed = _closed(forbidden) if forbidden else None
    attribute = usual_attribute(state.who(target), actor.skill, closed)
    return attempt_by(state, target, actor.skill, attribute, original=True)


def still_allowed(state: Gauntlet, attack: Side, defence: Side) -> None:
    """CF-5: when another leads the attack, who defends with what is closed now takes another attribute."""
    forbidden = forbidden_to_defend(state, attack.main)
    for each in defence.members:
        if each.attribute == forbidden:
            each.attribute = usual_attribute(state.who(each.name), each.skill, _closed(forbidden))


def defending(contest: Contest[GauntletT], attack: Side, defence: Side, *, allies: bool) -> list[Window]:
    """FG-45: how the target defends, and who steps in."""
    target = defence.original
    forbidden = forbidden_to_defend(contest.state, attack.main)
    asked = partial(_ask_to_defend, contest.state, attack.main, target, forbidden)
    windows = [Window("defend", asked, partial(_defend, contest, defence))]
    if allies and (free := _free_allies(contest.state, target.name)):
        text = f"do you step in for {target.name}?"
        windows += joining(contest, defence, free, "join the defence", text, forbidden=forbidden)
    return windows


def _free_allies(state: Gauntlet, target: str) -> list[str]:
    """Those of the target's team who were not attacked themselves in this turn."""
    others = [name for name in state.team_of(target).members if name != target and name not in state.targeted]
    return [name for name in others if not state.who(name).out]


def _ask_to_defend(state: Gauntlet, actor: Attempt, target: Attempt, forbidden: str) -> Ask:
    """The target uses the actor's skill with any attribute, or proposes another, on which the game master rules."""
    defender, closed = state.who(target.name), _closed(forbidden)

    def form() -> Choice:
        ways = attribute_choice(defender, target.skill, closed)
        others = [skill for skill in SKILLS if skill != actor.skill]
        then = Choice(tuple(skill_option(defender, s, attribute_choice(defender, s, closed)) for s in others))
        odd = "uncommon; the game master rules on it"
        other = Option(ANOTHER, "Propose another skill", help=odd, rule="FG-45", then=then)
        return Choice(options=(*ways.options, other), default=target.attribute)

    how = f"{actor.skill.capitalize()} with {actor.attribute.capitalize()}"
    told = (
        f"{{who}}, {actor.name} tests {how} against you. How do you defend?",
        "{who} may say how to defend.",
    )
    rule, usual = "CF-5" if forbidden else "FG-45", target.attribute
    return ask_of(defender, "defend", form, rule, *told, assume=usual, interrupts=True, directed=True)


def _defend(contest: Contest[GauntletT], defence: Side, answer: Answer) -> Procedure[None]:
    target, chosen = defence.original, picked(answer)
    if chosen.key != ANOTHER:
        target.attribute = answer
        return
    skill, attribute = way(picked(chosen.more))
    if (yield from _agreed(contest, target.name, skill)):
        target.attribute = attribute
        for attempt in defence.members:
            attempt.skill = skill


class SkillProposed(Event, frozen=True):
    rule = "FG-45"
    name: str
    skill: str
    agreed: bool

    def text(self) -> str:
        rules = "agrees" if self.agreed else "does not agree"
        return f"{self.name} would defend with {self.skill.capitalize()}, and the game master {rules}."


def _agreed(contest: Contest[GauntletT], target: str, skill: SkillName) -> Procedure[bool]:
    """FG-45: the game master rules on another skill than the actor's."""
    form = yes_or_no(f"{skill.capitalize()} it is", "The same skill as the actor")
    text = f"{target} would defend with {skill.capitalize()}. Do you agree?"
    waiting = "The game master rules on a skill."
    agreed: bool = (yield Ask(GM, "another skill", form, "FG-45", text, waiting, target)) == "yes"
    contest.report(SkillProposed, target, skill, agreed)
    return agreed
