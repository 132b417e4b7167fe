"""FG-14: what one decides when the dice lie: more dice, an own trait, then an asset or a detrimental trait.

All steps stand in one form, in the book's order. Who adds dice or rolls again may look at them before the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from agonist.kernel import Ask, Choice, Contest, Form, Option, Procedure
from agonist.tabletop import Deed, Detail, Picked, as_corrected, in_parts

from ..scene import Scene, SceneT
from ..trial import Attempt, Side
from .added_dice import Chosen, add_dice, added_by
from .detriment import last_ways, take_last_step
from .pool import usable_traits, use_own_trait, uses
from .sources import NOTHING, Source, near, of_people, standing

AFTER = "after the roll"
SEE, DONE = "see", "done"
_ROLLING = {"around": near, "dice": of_people, "trait": usable_traits}
"""The steps that bring new dice, in their order, and what they bring them from."""
_DECLINED = {"around": "None", "dice": "None", "trait": "None", "last": "Neither"}
"""Not to take a step."""
_AND_THEN = (Option(SEE, "Look at new dice before the rest"), Option(DONE, "That is all"))


class Steps(Deed, frozen=True):
    """What somebody does about a roll."""

    around: Annotated[str, Detail("Dice from around you")] = NOTHING
    dice: Annotated[str, Detail("Dice from a trait, boon or bane")] = NOTHING
    trait: Annotated[Picked, Detail("A trait of yours")] = Picked(NOTHING)
    last: Annotated[str, Detail("Last, an asset, or a trait to your detriment")] = NOTHING
    then: Annotated[str, Detail("And then")] = SEE


class Offer:
    """What somebody may do about a roll now: where new dice can come from is found once, the rest when looked at."""

    __slots__ = ("_found", "attempt", "scene", "side")

    def __init__(self, scene: Scene, side: Side, attempt: Attempt) -> None:
        self.scene, self.side, self.attempt = scene, side, attempt
        self._found: dict[str, list[Source]] = {}

    def anew(self) -> Offer:
        """The same as things stand now: the game master may have corrected something."""
        return Offer(self.scene, self.side, self.attempt)

    def standing(self) -> str:
        return standing(self.scene, self.side)

    def sources(self, step: str) -> list[Source]:
        """What could bring new dice in a step."""
        if step not in self._found:
            self._found[step] = _ROLLING[step](self.scene, self.side, self.attempt)
        return self._found[step]

    def ways(self, step: str, wanted: str = "") -> Sequence[Option]:
        """What there is to choose in a step, beside not to take it; at least all whose keys begin as wanted."""
        match step:
            case "around" | "dice":
                return [added_by(each, self.attempt) for each in self.sources(step)]
            case "trait":
                return uses(self.scene, self.side, self.attempt, self.sources(step))
            case "last":
                return last_ways(self.scene, self.side, self.attempt, wanted)
        return _AND_THEN if self.may_roll() else ()

    def open_ways(self, part: str, wanted: str = "") -> Sequence[Option]:
        found = self.ways(part, wanted)
        return [option for option in found if not option.unavailable] if part == "last" else found

    def may_roll(self) -> bool:
        return bool(self.sources("around") or self.sources("dice") or self.sources("trait"))

    def open(self) -> bool:
        return self.may_roll() or bool(self.open_ways("last", "asset") or self.open_ways("last", "own"))

    def form(self) -> Form:
        open_steps = [step for step in _DECLINED if self.open_ways(step)]
        steps: dict[str, Form] = {
            step: Choice((_declined(step, first=n == 0), *self.ways(step)), NOTHING)
            for n, step in enumerate(open_steps)
        }
        if self.may_roll():
            steps["then"] = Choice(_AND_THEN, SEE)
        return Steps.form(**steps)


def _declined(step: str, *, first: bool) -> Option:
    """Not to take a step; of the first, that stands for taking none."""
    leaves = "Leave it as it is"
    return Option(NOTHING, leaves if first else _DECLINED[step], deed=leaves if first else "")


def after_roll(contest: Contest[SceneT], side: Side) -> Procedure[None]:
    """Everybody on a side decides at once; it is offered again where new dice lie and something is left to decide."""
    deciding = side.members
    while offers := [made for each in deciding if (made := Offer(contest.state, side, each)).open()]:
        answers = yield tuple([in_parts(contest, _ask(offer), offer) for offer in offers])
        plans = [(offer, Steps.made(plan)) for offer, plan in zip(offers, answers, strict=True) if plan]
        deciding = (yield from _carried_out(contest, side, plans)) if plans else []


def _ask(offer: Offer) -> Ask:
    name = offer.attempt.name
    text, waiting = f"{name}, do you do anything about your roll?", f"{name} looks at the dice."
    return Ask(offer.attempt.seat, AFTER, offer.form, "FG-14", text, waiting, name)


def _chosen(contest: Contest[SceneT], offer: Offer, plan: Steps) -> Chosen:
    """What an answer wants to add dice from."""
    wanted = [(step, key) for step, key in (("around", plan.around), ("dice", plan.dice)) if key != NOTHING]
    now = as_corrected(contest, offer, offer.anew)
    return [(offer.attempt, each) for step, key in wanted for each in now.sources(step) if each.key == key]


def _carried_out(
    contest: Contest[SceneT], side: Side, plans: list[tuple[Offer, Steps]]
) -> Procedure[list[Attempt]]:
    """The steps in order; who is left to decide again."""
    chosen = [each for offer, plan in plans for each in _chosen(contest, offer, plan)]
    wanted = list(chosen)
    if chosen:
        yield from add_dice(contest, side, chosen)
    rolled = [attempt.name for attempt, _ in chosen]
    missed = [each[0].name for each in wanted if each not in chosen] if len(chosen) < len(wanted) else []
    again: list[Attempt] = []
    for offer, plan in plans:
        attempt, last = offer.attempt, plan.last
        if plan.trait.key != NOTHING:
            rolled.append(attempt.name)
            yield from use_own_trait(contest, side, plan.trait)
        done = last != NOTHING and (yield from take_last_step(contest, side, attempt, last))
        looks = attempt.name in rolled and plan.then == SEE
        if not done and (looks or attempt.name in missed or last != NOTHING):
            again.append(attempt)
    return again
