"""Which skill and attribute somebody tests with, and which are closed because a failure rides (FG-13)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from agonist.kernel import Ask, Choice, Contest, Event, Option, Procedure

from ..people.character import Character
from ..people.sheet import ATTRIBUTES, SKILLS, Attribute, SkillName
from ..scene import Ride, Scene, SceneT
from .attempt import Attempt
from .moment import Word


def riding(scene: Scene, who: str, goal: str) -> list[Ride]:
    """The failures of somebody at this goal that still ride."""
    return [ride for ride in scene.memory.rides if ride.who == who and ride.goal == goal]


class Rides(Event, frozen=True):
    rule = "FG-13"
    name: str
    skill: str
    attribute: str
    goal: str

    def text(self) -> str:
        how = f"{self.skill.capitalize()} with {self.attribute.capitalize()}"
        return f"Let it ride: {how} is closed to {self.name} for this goal."


def let_it_ride(
    contest: Contest[SceneT], who: str, skill: SkillName, attribute: Attribute, goal: str
) -> None:
    """FG-13: after a failure the same skill with the same attribute is refused for the same goal."""
    contest.state.memory.rides.append(Ride(who, skill, attribute, goal))
    contest.report(Rides, who, skill, attribute, goal)


def attribute_options(
    character: Character, skill: SkillName, closed: Callable[[SkillName, Attribute], str] = lambda _, __: ""
) -> tuple[Option, ...]:
    """The attributes with their dice; `closed` says why one cannot be used."""
    training = character.skills[skill].training
    return tuple(
        Option(
            attribute,
            f"{skill.capitalize()} with {attribute.capitalize()}",
            closed(skill, attribute),
            f"{character.dice(attribute)} dice, {training}+ hits",
            leaves=(("dice", character.dice(attribute)), ("training", training)),
        )
        for attribute in ATTRIBUTES
    )


def attribute_choice(
    character: Character, skill: SkillName, closed: Callable[[SkillName, Attribute], str] = lambda _, __: ""
) -> Choice:
    """A choice of attribute, the usual one by default."""
    ways = attribute_options(character, skill, closed)
    return Choice(options=ways, default=usual_attribute(character, skill, closed))


def usual_attribute(
    character: Character, skill: SkillName, closed: Callable[[SkillName, Attribute], str] | None = None
) -> Attribute:
    """The attribute with most dice of those that are open."""
    if closed is None:
        return max(ATTRIBUTES, key=character.dice)
    ways = [attribute for attribute in ATTRIBUTES if not closed(skill, attribute)]
    return max(ways, key=character.dice, default=ATTRIBUTES[0])


def _ridden(scene: Scene, who: str, goal: str) -> Callable[[SkillName, Attribute], str]:
    def closed(skill: SkillName, attribute: Attribute) -> str:
        failed = any(r.skill == skill and r.attribute == attribute for r in riding(scene, who, goal))
        return "it failed before, and the situation has not changed (FG-13)" if failed else ""

    return closed


def can_try(scene: Scene, who: str, goal: str, skill: SkillName | None) -> bool:
    """FG-13: whether any way is left to try for a goal."""
    closed = _ridden(scene, who, goal)
    return any(not closed(s, a) for s in ([skill] if skill else SKILLS) for a in ATTRIBUTES)


def skill_option(character: Character, skill: SkillName, then: Choice) -> Option:
    """A skill, and with which attribute."""
    open_ways = any(not option.unavailable for option in then.options)
    shut = "" if open_ways else "every attribute has failed (FG-13)"
    training = character.skills[skill].training
    return Option(skill, skill.capitalize(), shut, f"{training}+ hits", then=then)


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
    ridden = _ridden(scene, who, goal)

    def closed(s: SkillName, a: Attribute) -> str:
        if a == forbidden:
            return "the opponent is disposed against it (CF-5)"
        return ridden(s, a) if rides else ""

    def form() -> Choice:
        if skill is not None:
            return attribute_choice(character, skill, closed)
        ways = [skill_option(character, each, attribute_choice(character, each, closed)) for each in SKILLS]
        return Choice(options=tuple(ways))

    text = f"{who}, how do you go about it? {goal}"
    return Ask(character.seat, "approach", form, "FG-10", text, f"{who} chooses an approach.", who)


def choose_again(scene: Scene, attempt: Attempt, goal: str, forbidden: str) -> Word:
    """CF-5: the attribute is closed to somebody after all; another is taken, and may be changed once more."""
    ask = approach(scene, attempt.name, goal, attempt.skill, forbidden, rides=False)
    if attempt.attribute == forbidden:
        attempt.attribute, attempt.bound = ask.legal().fallback(), True

    def change(answer: Attribute) -> Procedure[None]:
        attempt.attribute = answer
        yield from ()

    return Word(structs.replace(ask, assume=attempt.attribute, interrupts=True, directed=True), change)
