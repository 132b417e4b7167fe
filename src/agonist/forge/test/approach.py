"""Which skill and attribute somebody tests with, and which are closed because a failure rides (FG-13)."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec import structs

from agonist.kernel import Ask, Choice, Contest, Option
from agonist.tabletop import Picked, Told, Window

from ..people.character import Character
from ..people.sheet import ATTRIBUTES, SKILLS, Attribute, SkillName
from ..scene import Ride, Scene, SceneT
from ..trial import Attempt, Side
from .pool import counting

Closed = Callable[[SkillName, Attribute], str]
"""Why a skill cannot be tested with an attribute; nothing where it can."""


def riding(scene: Scene, who: str, goal: str) -> list[Ride]:
    """The failures of somebody at this goal that still ride."""
    return [ride for ride in scene.memory.rides if ride.who == who and ride.goal == goal]


class Rides(Told, frozen=True):
    rule = "FG-13"
    says = "Let it ride: {skill:begun} with {attribute:begun} is closed to {name} for this goal."
    name: str
    skill: str
    attribute: str
    goal: str


def let_it_ride(
    contest: Contest[SceneT], who: str, skill: SkillName, attribute: Attribute, goal: str
) -> None:
    """FG-13: after a failure the same skill with the same attribute is refused for the same goal."""
    contest.state.memory.rides.append(Ride(who, skill, attribute, goal))
    contest.report(Rides, who, skill, attribute, goal)


def way(chosen: Picked) -> tuple[SkillName, Attribute]:
    return cast(SkillName, chosen.key), chosen.more


def attribute_options(
    character: Character, skill: SkillName, closed: Closed = lambda _, __: ""
) -> tuple[Option, ...]:
    """The attributes with their dice; `closed` says why one cannot be used."""
    training = character.skills[skill].training
    return tuple(
        Option(
            attribute,
            f"{skill.capitalize()} with {attribute.capitalize()}",
            closed(skill, attribute),
            f"{character.dice(attribute)} dice, a hit on {counting(training)}",
            leaves=(("dice", character.dice(attribute)), ("training", training)),
        )
        for attribute in ATTRIBUTES
    )


def attribute_choice(character: Character, skill: SkillName, closed: Closed = lambda _, __: "") -> Choice:
    """A choice of attribute, the usual one by default."""
    ways = attribute_options(character, skill, closed)
    return Choice(options=ways, default=usual_attribute(character, skill, closed))


def usual_attribute(character: Character, skill: SkillName, closed: Closed | None = None) -> Attribute:
    """The attribute with most dice of those that are open."""
    if closed is None:
        return max(ATTRIBUTES, key=character.dice)
    ways = [attribute for attribute in ATTRIBUTES if not closed(skill, attribute)]
    return max(ways, key=character.dice, default=ATTRIBUTES[0])


def forbidden_to_defend(scene: Scene, actor: Attempt) -> Attribute | str:
    """CF-5: the attribute that nobody can defend with."""
    return scene.disposed(actor) if scene.rules().disposition_forbids else ""


def closed_to_defend(forbidden: str) -> Closed:
    return lambda _, attribute: "the opponent is disposed against it (CF-5)" if attribute == forbidden else ""


def still_allowed(scene: Scene, attack: Side, defence: Side) -> None:
    """CF-5: when another leads the attack, who defends with what is closed now takes another attribute."""
    forbidden = forbidden_to_defend(scene, attack.main)
    for each in defence.members:
        if each.attribute == forbidden:
            usual = usual_attribute(scene.who(each.name), each.skill, closed_to_defend(forbidden))
            each.attribute, each.bound = usual, True


def _ridden(scene: Scene, who: str, goal: str) -> Closed:
    def closed(skill: SkillName, attribute: Attribute) -> str:
        failed = any(r.skill == skill and r.attribute == attribute for r in riding(scene, who, goal))
        return "it failed before, and the situation has not changed (FG-13)" if failed else ""

    return closed


def can_try(scene: Scene, who: str, goal: str, skill: SkillName | None) -> bool:
    """FG-13: whether any way is left to try for a goal."""
    closed = _ridden(scene, who, goal)
    return any(not closed(s, a) for s in ([skill] if skill else SKILLS) for a in ATTRIBUTES)


def skill_option(character: Character, skill: SkillName, then: Choice) -> Option:
    open_ways = any(not option.unavailable for option in then.options)
    shut = "" if open_ways else "every attribute has failed (FG-13)"
    training = character.skills[skill].training
    return Option(skill, skill.capitalize(), shut, f"a hit on {counting(training)}", then=then)


def approach(
    scene: Scene,
    who: str,
    goal: str,
    skill: SkillName | None,
    forbidden: str = "",
    *,
    rides: bool = True,
) -> Ask:
    """The question for skill and attribute, or for the attribute alone if the skill is settled."""
    character = scene.who(who)
    ridden, shut = _ridden(scene, who, goal), closed_to_defend(forbidden)

    def closed(s: SkillName, a: Attribute) -> str:
        return shut(s, a) or (ridden(s, a) if rides else "")

    def form() -> Choice:
        if skill is not None:
            return attribute_choice(character, skill, closed)
        ways = [skill_option(character, each, attribute_choice(character, each, closed)) for each in SKILLS]
        return Choice(options=tuple(ways))

    text = f"{who}, how do you go about it? {goal}"
    return Ask(character.seat, "approach", form, "FG-10", text, f"{who} chooses an approach.", who)


def choose_again(scene: Scene, attempt: Attempt, goal: str, forbidden: str) -> Window:
    """CF-5: who had to take another attribute may change it once more."""

    def ask() -> Ask:
        found = approach(scene, attempt.name, goal, attempt.skill, forbidden, rides=False)
        return structs.replace(found, assume=attempt.attribute, interrupts=True, directed=True)

    def change(answer: Attribute) -> None:
        attempt.attribute = answer

    return Window("approach", ask, change, attempt.name)
