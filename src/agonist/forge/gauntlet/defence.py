"""FG-45, CF-5: who joins an attack, and who steps in to defend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from agonist.kernel import GM, Ask, Choice, Contest, Event, Form, Option, Procedure, yes_or_no

from ..people.sheet import SKILLS, Attribute, SkillName
from ..test.approach import attribute_choice, attribute_options, skill_option, usual_attribute
from ..test.attempt import Attempt, Side
from ..test.leading import captain_first
from ..test.moment import Word, word
from ..test.steps import attempt_by
from .morale import GauntletT
from .teams import Gauntlet

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
) -> list[Word]:
    """Those of the names who are in a group may leave it or change their attribute; the others may join.

    Who leads it and has raised the difficulty stays.
    """
    if contest.closed(what):
        return []
    bound = side.main.name if side.raised else ""
    asked = (what, text, rule)
    return [
        _join(contest.state, side, name, asked, forbidden, directed=directed)
        for name in names
        if name != bound
    ]


def _join(
    state: Gauntlet, side: Side, name: str, asked: tuple[str, str, str], forbidden: str, *, directed: bool
) -> Word:
    character, skill = state.who(name), side.main.skill
    what, text, rule = asked
    now = next((attempt.attribute for attempt in side.members if attempt.name == name), STAY)

    def form() -> Choice:
        ways = attribute_options(character, skill, _closed(forbidden))
        return Choice(options=(Option(STAY, "Stay out"), *ways), default=now)

    def join(answer: str) -> Procedure[None]:
        side.members = [attempt for attempt in side.members if attempt.name != name]
        if answer != STAY:
            side.members.append(attempt_by(state, name, skill, cast(Attribute, answer)))
        if not side.chosen and not side.raised:
            side.members = captain_first(side.members, state.team(side.team).captain)
        yield from ()

    texts = (rule, f"{name}, {text}", f"{name} may join.")
    return word(character.seat, what, form, now, texts, name, join, directed=directed)


def _closed(forbidden: str) -> Callable[[SkillName, Attribute], str]:
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


def defending(contest: Contest[GauntletT], attack: Side, defence: Side, *, allies: bool) -> list[Word]:
    """FG-45: how the target defends, and who steps in."""
    state = contest.state
    target = defence.original
    forbidden = forbidden_to_defend(state, attack.main)
    for attempt in defence.members:
        if attempt.attribute == forbidden:
            character = state.who(attempt.name)
            attempt.attribute = usual_attribute(character, attempt.skill, _closed(forbidden))
    words = [] if contest.closed("defend") else [_targets_word(contest, attack.main, defence, forbidden)]
    if allies and (free := _free_allies(state, target.name)):
        text = f"do you step in for {target.name}?"
        words += joining(contest, defence, free, "join the defence", text, forbidden=forbidden)
    return words


def _free_allies(state: Gauntlet, target: str) -> list[str]:
    """Those of the target's team who were not attacked themselves in this turn."""
    others = [name for name in state.team_of(target).members if name != target and name not in state.targeted]
    return [name for name in others if not state.who(name).out]


def _targets_word(contest: Contest[GauntletT], actor: Attempt, defence: Side, forbidden: str) -> Word:
    """The target uses the actor's skill with any attribute, or proposes another, on which the game master rules."""
    state = contest.state
    target = defence.original
    defender = state.who(target.name)
    closed = _closed(forbidden)

    def form() -> Form:
        ways = attribute_choice(defender, target.skill, closed)
        others = tuple(
            skill_option(defender, skill, attribute_choice(defender, skill, closed))
            for skill in SKILLS
            if skill != actor.skill
        )
        uncommon = "uncommon; the game master rules on it"
        then = Choice(options=others)
        other = Option(ANOTHER, "Propose another skill", help=uncommon, rule="FG-45", then=then)
        return Choice(options=(*ways.options, other), default=target.attribute)

    def defend(answer: Any) -> Procedure[None]:
        if not isinstance(answer, dict):
            target.attribute = answer
        elif (yield from _agreed(contest, target.name, answer["with"]["pick"])):
            for attempt in defence.members:
                attempt.skill = answer["with"]["pick"]
            target.attribute = answer["with"]["with"]

    how = f"{actor.skill.capitalize()} with {actor.attribute.capitalize()}"
    texts = (
        "CF-5" if forbidden else "FG-45",
        f"{target.name}, {actor.name} tests {how} against you. How do you defend?",
        f"{target.name} may say how to defend.",
    )
    return word(defender.seat, "defend", form, target.attribute, texts, target.name, defend, directed=True)


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
    answer = yield Ask(GM, "another skill", form, "FG-45", text, waiting, target)
    contest.report(SkillProposed, target, skill, answer == "yes")
    return bool(answer == "yes")
