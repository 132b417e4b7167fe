"""FG-10, FG-16 to FG-18: a pool of dice, and what an own trait does to it: Fervor, Focus, Fortune, disposition."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

from agonist.kernel import Contest, Event, Option, Procedure, Roll, Several, Staged, Viewer
from agonist.tabletop import Picked, SpokenUp, Told, Windows, amount, as_corrected, before_dice, nothing_more

from ..people.sheet import ATTRIBUTES, Attribute, Trait, told_apart
from ..scene import Scene, SceneT, named
from ..trial import Attempt, Side
from .sources import Source, reveal_to_knowers


def some_dice(count: int) -> str:
    return "a die" if count == 1 else f"{count} dice"


def faces(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice)) if dice else "nothing"


Modifier = Literal["fervor", "focus", "fortune"]

_MODIFIERS: dict[str, dict[str, Modifier]] = {
    "example": {"vigor": "fervor", "intuition": "focus", "reason": "fortune"},
    "table": {"vigor": "fervor", "intuition": "fortune", "reason": "focus"},
}


def modifier_of(attribute: Attribute, option: str) -> Modifier:
    """FG-17: the dice modifier of an attribute.

    >>> modifier_of("intuition", "example"), modifier_of("intuition", "table")
    ('focus', 'fortune')
    """
    return _MODIFIERS[option][attribute]


def roll_pools(
    contest: Contest[SceneT],
    side: Side,
    windows: Windows = list,
    declare: Callable[[], None] = lambda: None,
    spoken_up: SpokenUp = nothing_more,
) -> Procedure[None]:
    """FG-10: each on a side rolls dice equal to the attribute, with those that the other side gives.

    What others may do about it they do before; then it is told what is tested.
    """
    scene = contest.state

    def pools() -> tuple[Roll, ...]:
        return tuple([_first(scene, side, each) for each in side.members])

    faces = yield from before_dice(contest, windows, pools, spoken_up)
    declare()
    for attempt, dice in zip(side.members, faces, strict=True):
        attempt.dice = sorted(dice)
        attempt.rolled = True
        _tell(contest, side, attempt, f"{attempt.skill} with {attempt.attribute}", "FG-10", dice)


def _first(scene: Scene, side: Side, attempt: Attempt) -> Roll:
    count = scene.who(attempt.name).dice(attempt.attribute) + attempt.bonus + scene.numbers(side, attempt)

    def needs(_: Viewer) -> str:
        lacks = scene.running().lacks.get(attempt.name)
        return hits_needed(scene.counts_from(side, attempt), lacks, together=len(side.members) > 1)

    why = f"{attempt.skill} with {attempt.attribute}"
    decides = "" if not scene.opposing(side) else "More hits win; a tie is the defender’s"
    return more_dice(attempt, count, why, "FG-10", needs=needs, decides=decides)


def counting(least: int) -> str:
    """FG-10: which dice of a pool count.

    >>> counting(4), counting(5), counting(6)
    ('4 or more', '5 or 6', '6')
    """
    return {5: "5 or 6", 6: "6"}.get(least, f"{least} or more")


def hits_needed(least: int, lacks: int | None, *, together: bool = False) -> str:
    """FG-11, FG-21: how many dice of a pool have to count, where that is known.

    >>> hits_needed(5, 2), hits_needed(6, 1, together=True), hits_needed(5, None), hits_needed(5, 0)
    ('2 dice with 5 or 6', '1 die with 6, together', 'many dice with 5 or 6', 'no more dice with 5 or 6')
    """
    shows = counting(least)
    if lacks is None:
        return f"many dice with {shows}"
    if lacks <= 0:
        return f"no more dice with {shows}"
    return f"{lacks} {'die' if lacks == 1 else 'dice'} with {shows}{', together' if together else ''}"


def more_dice(attempt: Attempt, count: int, why: str, rule: str, **more: Any) -> Roll:
    what = f"{attempt.name}: {why}"
    return Roll((6,) * count, True, seat=attempt.seat, what=what, rule=rule, about=attempt.name, **more)


def took(
    contest: Contest[SceneT], side: Side, attempt: Attempt, dice: tuple[int, ...], why: str, rule: str
) -> None:
    """Dice that have fallen go into a pool."""
    attempt.dice = sorted([*attempt.dice, *dice])
    _tell(contest, side, attempt, why, rule, dice)


def add(
    contest: Contest[SceneT], side: Side, attempt: Attempt, count: int, why: str, rule: str
) -> Procedure[None]:
    """Roll so many more dice into a pool, which their player has just asked for: they wait for no further word."""
    if not attempt.rolled:
        attempt.bonus += count
        return
    took(contest, side, attempt, (yield more_dice(attempt, count, why, rule, follows=True)), why, rule)


def modify(contest: Contest[SceneT], side: Side, attempt: Attempt, chosen: list[Modifier]) -> Procedure[None]:
    """FG-17: all dice anew, then the 1s anew, then a die for each 6, so that none undoes another."""
    if "fortune" in chosen:
        count, attempt.dice = len(attempt.dice), []
        yield from add(contest, side, attempt, count, "Fortune", "FG-17")
    knobs = contest.state.knobs
    if "focus" in chosen and (low := bisect_right(attempt.dice, knobs.focus_up_to)):
        attempt.dice = attempt.dice[low:]
        yield from add(contest, side, attempt, low, "Focus", "FG-17")
    if "fervor" in chosen:
        counted = 0
        while more := len(attempt.dice) - bisect_left(attempt.dice, knobs.fervor_from) - counted:
            counted += more
            yield from add(contest, side, attempt, more, "Fervor", "FG-17")


class Rolled(Event, frozen=True):
    rule = "FG-10"
    faces = ("dice",)
    name: str
    why: str
    dice: tuple[int, ...]
    pool: tuple[int, ...]
    effort: int
    least: int = 0

    def staged(self) -> Staged:
        note = f"{self.why}: {counting(self.least)} is a hit" if self.least else self.why
        return Staged(self.name, note, self.dice, least=self.least, word=amount(self.effort, "hit"))

    def text(self) -> str:
        pool = f", now {faces(self.pool)}" if self.pool != self.dice else ""
        return f"{self.name} ({self.why}) rolls {faces(self.dice)}{pool}: effort {self.effort}."


def _tell(
    contest: Contest[SceneT], side: Side, attempt: Attempt, why: str, rule: str, dice: tuple[int, ...]
) -> None:
    attempt.effort = contest.state.effort(side, attempt)
    as_corrected(contest, None, contest.state.count)
    contest.report(_rolled, contest.state, side, attempt, why, rule, dice)


def _rolled(scene: Scene, side: Side, attempt: Attempt, why: str, rule: str, dice: tuple[int, ...]) -> Rolled:
    least, fell, pool = scene.counts_from(side, attempt), tuple(sorted(dice)), tuple(attempt.dice)
    return Rolled(attempt.name, why, fell, pool, attempt.effort, least, under=rule)


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


class TraitUsed(Told, frozen=True):
    rule, says = "FG-16", "{name} uses {trait} and spends {favor:?{favor} Favor|nothing}: {effects:listed}."
    name: str
    trait: str
    effects: tuple[str, ...]
    favor: int


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
