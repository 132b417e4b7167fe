"""FG-42, FG-45, CF-3, CF-5: attacking an opponent, alone or as a group, and who steps in to defend."""

from __future__ import annotations

from functools import partial
from typing import Annotated, cast

from msgspec import UNSET, UnsetType

from agonist.kernel import GM, Answer, Ask, Choice, Contest, Option, Procedure, yes_or_no
from agonist.tabletop import Deed, Detail, Told, Window, ask_of, picked

from ..people.sheet import SKILLS, Attribute, SkillName
from ..test.approach import (
    attribute_choice,
    attribute_options,
    closed_to_defend,
    forbidden_to_defend,
    skill_option,
    still_allowed,
    usual_attribute,
    way,
)
from ..test.challenge import Contested, contested
from ..test.steps import attempt_by, captain_first
from ..trial import Attempt, Side
from .morale import move_morale, take_harm
from .teams import Gauntlet, GauntletT, Team

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
            ways = attribute_options(character, side.main.skill, closed_to_defend(forbidden))
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


def usual_defence(state: Gauntlet, actor: Attempt, target: str) -> Attempt:
    """FG-45: how somebody is taken to defend: with the actor's skill and the most dice that are allowed."""
    forbidden = forbidden_to_defend(state, actor)
    closed = closed_to_defend(forbidden) if forbidden else None
    attribute = usual_attribute(state.who(target), actor.skill, closed)
    return attempt_by(state, target, actor.skill, attribute, original=True)


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
    defender, closed = state.who(target.name), closed_to_defend(forbidden)

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


class SkillProposed(Told, frozen=True):
    rule = "FG-45"
    says = "{name} would defend with {skill:begun}, and the game master {agreed:?agrees|does not agree}."
    name: str
    skill: str
    agreed: bool


def _agreed(contest: Contest[GauntletT], target: str, skill: SkillName) -> Procedure[bool]:
    """FG-45: the game master rules on another skill than the actor's."""
    form = yes_or_no(f"{skill.capitalize()} it is", "The same skill as the actor")
    text = f"{target} would defend with {skill.capitalize()}. Do you agree?"
    waiting = "The game master rules on a skill."
    agreed: bool = (yield Ask(GM, "another skill", form, "FG-45", text, waiting, target)) == "yes"
    contest.report(SkillProposed, target, skill, agreed)
    return agreed


class Attack(Deed, frozen=True, rename={"company": "with"}):
    """The relevant skill against one opponent, perhaps with others who have still to act."""

    key, rule = "attack", "FG-45"
    opens = "Attack"
    target: Annotated[str, Detail("Whom")]
    attribute: Annotated[Attribute, Detail("With what")]
    company: Annotated[list[str] | UnsetType, Detail("Together with")] = UNSET


class Attacked(Told, frozen=True):
    rule, says = "FG-45", "{names:listed} {names:do attack} {target}."
    names: tuple[str, ...]
    target: str


class Joined(Told, frozen=True):
    rule, says = "FG-45", "{names:listed} {names:do step} in for {target}."
    names: tuple[str, ...]
    target: str


def attack(contest: Contest[GauntletT], name: str, plan: Attack) -> Procedure[None]:
    """FG-45: what a failed defence brings depends on the type of gauntlet."""
    state, target, company = contest.state, plan.target, plan.company or []
    state.targeted.append(target)
    attackers, others = state.team_of(name), state.team_of(target)
    first = attempt_by(state, name, state.skill, plan.attribute, original=True)
    mates = [
        attempt_by(state, mate, state.skill, usual_attribute(state.who(mate), state.skill))
        for mate in company
    ]
    group = captain_first([first, *mates], attackers.captain)

    def windows(attack: Side, defence: Side) -> list[Window]:
        text = f"you attack {target} together with {name}. How?"
        together = joining(contest, attack, company, "join the attack", text)
        return [*together, *defending(contest, attack, defence, allies=True)]

    def declare(attack: Side, defence: Side) -> None:
        ordered = sorted(attack.names, key=lambda each: each != name)
        state.acted += ordered
        contest.report(Attacked, tuple(ordered), target)
        if len(defence.members) > 1:
            contest.report(Joined, tuple(each for each in defence.names if each != target), target)

    defender = usual_defence(state, group[0], target)
    changed = partial(still_allowed, state)
    result = yield from contested(contest, group, [defender], "", windows, declare, changed)
    count_in_morale(contest, attackers, others, result)
    if result.attacker_wins:
        short = {who: max(1, lacking) for who, lacking in result.short.items()}
        yield from take_harm(contest, short, state.harm_of_attack())
    elif state.rules().attacker_suffers:
        yield from take_harm(contest, result.short, state.harm_of_failure())


def count_in_morale(contest: Contest[GauntletT], actors: Team, others: Team, result: Contested) -> None:
    """FG-50: each test counts once for each team; CF-3: a beaten actor counts twice only by option."""
    state = contest.state
    if not state.keeps_morale():
        return
    won = result.attacker_wins
    beaten = not won and result.margin > 0 and not state.rules().attacker_suffers
    if beaten:
        move_morale(contest, actors, -1, "beaten by the defence", "CF-3")
    if not beaten or state.counts_twice:
        move_morale(contest, actors, state.tested(won), "a test succeeded" if won else "a test failed")
    move_morale(contest, others, state.tested(not won), "a defence failed" if won else "a defence succeeded")
