"""FG-16 to FG-18: using an own trait for dice modifiers or the disposition."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from agonist.kernel import Contest, Event, Field, Option, Procedure, Several

from ..people.sheet import ATTRIBUTES, Attribute, Trait
from ..people.things import told_apart
from ..scene import Scene, SceneT, named
from ..wording import listed
from .attempt import Attempt, Side
from .offers import field_of, reveal_to_knowers
from .pool import Modifier, modifier_of, modify

_HELP: dict[Modifier, str] = {
    "fervor": "a die for each 6",
    "focus": "each 1 is rolled again",
    "fortune": "all dice are rolled again",
}


def effects(scene: Scene, side: Side, attempt: Attempt) -> tuple[Option, ...]:
    """FG-16: the attribute's modifier first, then the others', and against opponents the disposition."""
    against = scene.disposed(attempt)
    met = any(each.attribute == against for other in scene.opposing(side) for each in other.members)
    disposition = against if met and not scene.rules().disposition_forbids else ""
    dice = attempt.dice
    return _effects(attempt.attribute, scene.modifiers, dice.count(6), dice.count(1), len(dice), disposition)


@lru_cache(maxsize=2_000)
def _effects(
    attribute: Attribute, option: str, sixes: int, ones: int, dice: int, disposition: str
) -> tuple[Option, ...]:
    others = [each for each in ATTRIBUTES if each != attribute]
    now = {"fervor": sixes, "focus": ones, "fortune": dice}
    found = [
        Option(modifier, modifier.capitalize(), help=f"{_HELP[modifier]} ({now[modifier]} now)")
        for modifier in (modifier_of(each, option) for each in (attribute, *others))
    ]
    if disposition:
        text = f"who tests {disposition.capitalize()} against you is one tier worse trained"
        found.append(Option("disposition", "Disposition", help=text, rule="FG-18"))
    return tuple(found)


def price(trait: Trait, count: int) -> int:
    """FG-16: 1 Favor; with rating 3 a single effect is free."""
    return 0 if trait.rating >= 3 and count == 1 else 1


def _able(scene: Scene, side: Side) -> dict[str, Trait]:
    """The own traits of the main actor that can still be used in this test."""
    user = scene.who(side.main.name)
    own = told_apart(user.own_traits()).items()
    return {n: t for n, t in own if n not in side.used and (user.favor or t.rating >= 3)}


def trait_field(scene: Scene, side: Side, attempt: Attempt) -> list[Field]:
    """FG-16: the main actor may use one own trait for as many different effects as its rating."""
    if attempt is not side.main or side.modified:
        return []
    able = _able(scene, side)
    if not able:
        return []
    favor = scene.who(attempt.name).favor
    ways = effects(scene, side, attempt)

    def option(label: str, trait: Trait) -> Option:
        most = min(trait.rating, len(ways)) if favor else 1
        free = " (a single effect is free)" if trait.rating >= 3 else ""
        amount = "one effect of those that follow" if most == 1 else f"up to {most} effects"
        form = Several(options=ways, least=1, most=most)
        return Option(f"use:{label}", f"{label}: 1 Favor{free}", help=amount, rule="FG-16", then=form)

    options = [option(label, trait) for label, trait in able.items()]
    return field_of("trait", "A trait of yours", "None", options)


class TraitUsed(Event, frozen=True):
    rule = "FG-16"
    name: str
    trait: str
    effects: tuple[str, ...]
    favor: int

    def text(self) -> str:
        cost = f"spends {self.favor} Favor" if self.favor else "spends nothing"
        return f"{self.name} uses {self.trait} and {cost}: {listed(self.effects)}."


def use_own_trait(contest: Contest[SceneT], side: Side, answer: dict[str, Any]) -> Procedure[None]:
    """FG-16: the trait is used, paid for, and does what it does."""
    scene, attempt = contest.state, side.main
    user = scene.who(attempt.name)
    label = answer["pick"].removeprefix("use:")
    trait, chosen = told_apart(user.own_traits())[label], answer["with"]
    cost = price(trait, len(chosen))
    user.pay(cost)
    side.used.append(label)
    side.modified = True
    contest.report(TraitUsed(user.name, named(trait), tuple(each.capitalize() for each in chosen), cost))
    reveal_to_knowers(contest, user, trait)
    if "disposition" in chosen:
        side.disposed = scene.disposed(attempt)
        scene.count()
    yield from modify(contest, side, attempt, [each for each in chosen if each != "disposition"])
