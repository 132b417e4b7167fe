"""FG-16 to FG-18: using an own trait for dice modifiers or the disposition."""

from __future__ import annotations

from functools import lru_cache

from agonist.kernel import Contest, Event, Option, Procedure, Several
from agonist.tabletop import Picked, listed

from ..people.sheet import ATTRIBUTES, Attribute, Trait, told_apart
from ..scene import Scene, SceneT, named
from ..trial import Attempt, Side
from .pool import Modifier, modifier_of, modify
from .sources import Source, reveal_to_knowers

_HELP: dict[Modifier, str] = {
    "fervor": "a die for each 6",
    "focus": "each 1 is rolled again",
    "fortune": "all dice are rolled again",
}


Present = tuple[Attribute, str, int, int, int, str]
"""What an own trait can do something about: attribute, which modifiers, 6s, 1s and all dice, and who is disposed."""


def _at_present(scene: Scene, side: Side, attempt: Attempt) -> Present:
    against = scene.disposed(attempt)
    met = any(each.attribute == against for other in scene.opposing(side) for each in other.members)
    disposition = against if met and not scene.rules().disposition_forbids else ""
    dice = attempt.dice
    return attempt.attribute, scene.modifiers, dice.count(6), dice.count(1), len(dice), disposition


def _effects(
    attribute: Attribute, option: str, sixes: int, ones: int, dice: int, disposition: str
) -> tuple[Option, ...]:
    """FG-16: the attribute's modifier first, then the others', and against opponents the disposition."""
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


def price(scene: Scene, trait: Trait, count: int) -> int:
    """FG-16: 1 Favor; with rating 3 a single effect is free."""
    return 0 if trait.rating >= scene.knobs.free_trait_from and count == 1 else scene.knobs.trait_favor


def usable_traits(scene: Scene, side: Side, attempt: Attempt) -> list[Source]:
    """FG-16: one own trait of the main actor, if none was used before in this test."""
    if side.modified or attempt is not side.members[0]:
        return []
    user = scene.who(attempt.name)
    own = told_apart(user.own_traits()).items()
    cost, free = scene.knobs.trait_favor, scene.knobs.free_trait_from
    return [
        Source("trait", user.name, label, trait)
        for label, trait in own
        if label not in side.used and (user.favor >= cost or trait.rating >= free)
    ]


def uses(scene: Scene, side: Side, attempt: Attempt, usable: list[Source]) -> list[Option]:
    """FG-16: a trait is good for as many different effects as its rating; without Favor for one."""
    if not usable:
        return []
    favor = scene.who(attempt.name).favor >= scene.knobs.trait_favor
    now = _at_present(scene, side, attempt)
    costs = scene.knobs.trait_favor, scene.knobs.free_trait_from
    return [_use(each.label, each.rating, favor, now, costs) for each in usable]


@lru_cache(maxsize=2_000)
def _use(label: str, rating: int, favor: bool, now: Present, costs: tuple[int, int]) -> Option:
    ways = _effects(*now)
    most = min(rating, len(ways)) if favor else 1
    free = " (a single effect is free)" if rating >= costs[1] else ""
    amount = "one effect of those that follow" if most == 1 else f"up to {most} effects"
    form = Several(options=ways, least=1, most=most)
    return Option(f"use:{label}", f"{label}: {costs[0]} Favor{free}", help=amount, rule="FG-16", then=form)


class TraitUsed(Event, frozen=True):
    rule = "FG-16"
    name: str
    trait: str
    effects: tuple[str, ...]
    favor: int

    def text(self) -> str:
        cost = f"spends {self.favor} Favor" if self.favor else "spends nothing"
        return f"{self.name} uses {self.trait} and {cost}: {listed(self.effects)}."


def use_own_trait(contest: Contest[SceneT], side: Side, use: Picked) -> Procedure[None]:
    """FG-16: the trait is used, paid for, and does what it does."""
    scene, attempt = contest.state, side.main
    user = scene.who(attempt.name)
    label, chosen = use.key.removeprefix("use:"), use.more
    trait = told_apart(user.own_traits())[label]
    cost = price(scene, trait, len(chosen))
    user.pay(cost)
    side.used.append(label)
    side.modified = True
    contest.report(TraitUsed, user.name, named(trait), tuple(each.capitalize() for each in chosen), cost)
    reveal_to_knowers(contest, user, trait)
    if "disposition" in chosen:
        side.disposed = scene.disposed(attempt)
        scene.count()
    yield from modify(contest, side, attempt, [each for each in chosen if each != "disposition"])
