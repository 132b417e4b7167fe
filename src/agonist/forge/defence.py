"""FG-45, CF-5: who joins an attack, and who steps in to defend."""

from __future__ import annotations

from collections.abc import Callable

from ..kernel import GM, Ask, Choice, Contest, Form, Option, Procedure, yes_or_no
from .approach import attribute_choice, attribute_options, skill_option
from .attempt import Attempt
from .character import Character
from .gauntlet_events import Joined, SkillProposed
from .leading import led
from .morale import GauntletT
from .sheet import SKILLS, Attribute, SkillName
from .steps import attempt_by
from .teams import Gauntlet

__all__ = ["ask_helpers", "defend", "forbidden_to_defend"]

STAY = "stay out"
ANOTHER = "another skill"


def _join_form(character: Character, skill: SkillName, forbidden: str) -> Choice:
    ways = attribute_options(character, skill, _closed(forbidden))
    return Choice(options=(Option(STAY, "Stay out"), *ways), default=STAY)


def _closed(forbidden: str) -> Callable[[SkillName, Attribute], str]:
    return lambda _, attribute: "the actor is disposed against it (CF-5)" if attribute == forbidden else ""


def helper_ask(
    state: Gauntlet, name: str, what: str, skill: SkillName, rule: str, text: str, forbidden: str = ""
) -> Ask:
    """Ask somebody to join a group, and with which attribute."""
    character = state.who(name)

    def form() -> Form:
        return _join_form(character, skill, forbidden)

    return Ask(character.seat, what, form, rule, f"{name}, {text}", f"{name} may join.", name)


def ask_helpers(
    state: Gauntlet, names: list[str], what: str, skill: SkillName, rule: str, text: str
) -> Procedure[list[Attempt]]:
    """Ask several at once whether they join a group; those who do, with the attribute they chose."""
    if not names:
        return []
    answers = yield tuple(helper_ask(state, name, what, skill, rule, text) for name in names)
    chosen = [(name, answer) for name, answer in zip(names, answers, strict=True) if answer != STAY]
    return [attempt_by(state, name, skill, attribute) for name, attribute in chosen]


def forbidden_to_defend(state: Gauntlet, actor: Attempt) -> Attribute | str:
    """CF-5: the attribute that nobody can defend with."""
    return state.disposed(actor) if state.rules().disposition_forbids else ""


def defend(
    contest: Contest[GauntletT], actor: Attempt, target: str, *, allies: bool
) -> Procedure[list[Attempt]]:
    """FG-45: the target uses the actor's skill with any attribute; allies join unless they are occupied.

    The target may propose another skill; if the game master agrees, those who join test it too.
    """
    state = contest.state
    forbidden = forbidden_to_defend(state, actor)
    free = _free_allies(state, target) if allies else []
    joins = _joins(state, free, target, actor.skill, forbidden)
    answer, *answers = yield (_targets_ask(state, actor, target, forbidden), *joins)
    skill = actor.skill
    if isinstance(answer, dict):
        proposed, answer = answer["with"]["pick"], answer["with"]["with"]
        if (yield from _agreed(contest, target, proposed)):
            skill = proposed
            joining = [name for name, other in zip(free, answers, strict=True) if other != STAY]
            free, answers = joining, []
            if joining:
                answers = list((yield tuple(_joins(state, joining, target, skill, forbidden))))
        else:
            answer = yield _targets_ask(state, actor, target, forbidden, proposes=False)
    helpers = [(name, other) for name, other in zip(free, answers, strict=True) if other != STAY]
    if helpers:
        contest.report(Joined(tuple(name for name, _ in helpers), target))
    first = attempt_by(state, target, skill, answer, original=True)
    group = [first, *(attempt_by(state, name, skill, other) for name, other in helpers)]
    return (yield from led(state, group, state.team_of(target).captain))


def _joins(state: Gauntlet, names: list[str], target: str, skill: SkillName, forbidden: str) -> list[Ask]:
    text = f"do you step in for {target}?"
    return [helper_ask(state, name, "join the defence", skill, "FG-45", text, forbidden) for name in names]


def _agreed(contest: Contest[GauntletT], target: str, skill: SkillName) -> Procedure[bool]:
    """FG-45: the game master rules on another skill than the actor's."""
    form = yes_or_no(f"{skill.capitalize()} it is", "The same skill as the actor")
    text = f"{target} would defend with {skill.capitalize()}. Do you agree?"
    waiting = "The game master rules on a skill."
    answer = yield Ask(GM, "another skill", form, "FG-45", text, waiting, target)
    contest.report(SkillProposed(target, skill, answer == "yes"))
    return bool(answer == "yes")


def _free_allies(state: Gauntlet, target: str) -> list[str]:
    """Those of the target's team who were not attacked themselves in this turn."""
    return [
        member.name
        for member in state.able(state.team_of(target))
        if member.name != target and member.name not in state.targeted
    ]


def _targets_ask(
    state: Gauntlet, actor: Attempt, target: str, forbidden: str, *, proposes: bool = True
) -> Ask:
    defender = state.who(target)
    how = f"{actor.skill.capitalize()} with {actor.attribute.capitalize()}"
    text = f"{target}, {actor.name} tests {how} against you. How do you defend?"
    closed = _closed(forbidden)

    def form() -> Form:
        ways = attribute_choice(defender, actor.skill, closed)
        if not proposes:
            return ways
        others = tuple(
            skill_option(defender, skill, attribute_choice(defender, skill, closed))
            for skill in SKILLS
            if skill != actor.skill
        )
        then = Choice(options=others)
        uncommon = "uncommon; the game master rules on it"
        other = Option(ANOTHER, "Propose another skill", help=uncommon, rule="FG-45", then=then)
        return Choice(options=(*ways.options, other), default=ways.default)

    rule = "CF-5" if forbidden else "FG-45"
    return Ask(defender.seat, "defend", form, rule, text, f"{target} defends.", target)
