"""FG-45, CF-5: who joins an attack, and who steps in to defend."""

from __future__ import annotations

from collections.abc import Callable

from ..kernel import Ask, Choice, Contest, Form, Option, Procedure
from .approach import attribute_choice, attribute_options
from .attempt import Attempt
from .character import Character
from .gauntlet_events import Joined
from .morale import GauntletT
from .sheet import Attribute, SkillName
from .steps import attempt_by
from .teams import Gauntlet

__all__ = ["ask_helpers", "defend", "forbidden_to_defend"]

STAY = "stay out"


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
    """FG-45: the target uses the actor's skill with any attribute; allies join unless they are occupied."""
    state = contest.state
    forbidden = forbidden_to_defend(state, actor)
    free = _free_allies(state, target) if allies else []
    text = f"do you step in for {target}?"
    joins = [
        helper_ask(state, name, "join the defence", actor.skill, "FG-45", text, forbidden) for name in free
    ]
    attribute, *answers = yield (_targets_ask(state, actor, target, forbidden), *joins)
    helpers = [(name, answer) for name, answer in zip(free, answers, strict=True) if answer != STAY]
    if helpers:
        contest.report(Joined(tuple(name for name, _ in helpers), target))
    return [attempt_by(state, name, actor.skill, each) for name, each in ((target, attribute), *helpers)]


def _free_allies(state: Gauntlet, target: str) -> list[str]:
    """Those of the target's team who were no target themselves in this turn."""
    return [
        member.name
        for member in state.able(state.team_of(target))
        if member.name != target and member.name not in state.targeted
    ]


def _targets_ask(state: Gauntlet, actor: Attempt, target: str, forbidden: str) -> Ask:
    defender = state.who(target)
    how = f"{actor.skill.capitalize()} with {actor.attribute.capitalize()}"
    text = f"{target}, {actor.name} tests {how} against you. How do you defend?"

    def form() -> Form:
        return attribute_choice(defender, actor.skill, _closed(forbidden))

    rule = "CF-5" if forbidden else "FG-45"
    return Ask(defender.seat, "defend", form, rule, text, f"{target} defends.", target)
