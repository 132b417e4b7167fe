"""FG-14: what one decides when the dice lie: more dice, an own trait, then an asset or a detrimental trait.

All steps stand in one form, in the book's order. Who adds dice or rolls again may look at them before the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.kernel import Ask, Choice, Contest, Field, Fields, Option, Procedure

from ..scene import Scene, SceneT
from .added_dice import Chosen, add_dice, added_by
from .attempt import Attempt, Side
from .detriment import last_ways, take_last_step
from .offers import NOTHING, standing
from .own_trait import usable_traits, use_own_trait, uses
from .sources import Source, near, of_people

AFTER = "after the roll"
SEE, DONE = "see", "done"
_ROLLING = {"around": near, "dice": of_people, "trait": usable_traits}
"""The steps that bring new dice, in their order, and what they bring them from."""
_STEPS = {
    "around": ("Dice from around you", "None"),
    "dice": ("Dice from a trait, boon or bane", "None"),
    "trait": ("A trait of yours", "None"),
    "last": ("Last, an asset, or a trait to your detriment", "Neither"),
}
"""What each step is called in the form, and not to take it."""


class Offer:
    """What somebody may do about a roll now: where new dice can come from is found once, the rest when looked at."""

    __slots__ = ("_found", "attempt", "scene", "side")

    def __init__(self, scene: Scene, side: Side, attempt: Attempt) -> None:
        self.scene, self.side, self.attempt = scene, side, attempt
        self._found: dict[str, list[Source]] = {}

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

    def open_ways(self, step: str, wanted: str = "") -> Sequence[Option]:
        """Those of them that are open."""
        found = self.ways(step, wanted)
        return [option for option in found if not option.unavailable] if step == "last" else found

    def may_roll(self) -> bool:
        """Whether anything can bring new dice."""
        return bool(self.sources("around") or self.sources("dice") or self.sources("trait"))

    def open(self) -> bool:
        """Whether there is anything to decide."""
        return self.may_roll() or bool(self.open_ways("last", "asset") or self.open_ways("last", "own"))

    def form(self) -> Fields:
        steps = [
            Field(step, label, Choice((Option(NOTHING, decline), *self.ways(step)), NOTHING))
            for step, (label, decline) in _STEPS.items()
            if self.open_ways(step)
        ]
        then = [Field("then", "And then", Choice(_AND_THEN, SEE))] if self.may_roll() else []
        return Fields(fields=(*steps, *then))


_AND_THEN = (Option(SEE, "Look at new dice before the rest"), Option(DONE, "That is all"))


def after_roll(contest: Contest[SceneT], side: Side) -> Procedure[None]:
    """Everybody on a side decides at once; it is offered again where new dice lie and something is left to decide."""
    deciding = side.members
    while offers := [made for each in deciding if (made := Offer(contest.state, side, each)).open()]:
        answers = yield tuple([_ask(contest, offer) for offer in offers])
        plans = [each for each in zip(offers, answers, strict=True) if each[1]]
        deciding = (yield from _carried_out(contest, side, plans)) if plans else []


def _ask(contest: Contest[SceneT], offer: Offer) -> Ask:
    attempt = offer.attempt
    question = f"{attempt.name}, do you do anything about your roll?"
    waiting = f"{attempt.name} looks at the dice."
    if contest.bare:
        return Ask(
            attempt.seat, AFTER, offer.form, "FG-14", question, waiting, attempt.name, parts=offer.open_ways
        )
    question += f" Now: {standing(offer.scene, offer.side)}."
    return Ask(attempt.seat, AFTER, lambda: _anew(offer).form(), "FG-14", question, waiting, attempt.name)


def _anew(offer: Offer) -> Offer:
    """The same as things stand now: the game master may have corrected something."""
    return Offer(offer.scene, offer.side, offer.attempt)


def _chosen(contest: Contest[SceneT], offer: Offer, plan: dict[str, Any]) -> Chosen:
    """What an answer wants to add dice from."""
    now, found = offer if contest.bare else _anew(offer), []
    for step in ("around", "dice"):
        if (key := plan.get(step, NOTHING)) != NOTHING:
            found += [(offer.attempt, source) for source in now.sources(step) if source.key == key]
    return found


def _carried_out(
    contest: Contest[SceneT], side: Side, plans: list[tuple[Offer, Any]]
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
        attempt = offer.attempt
        if plan.get("trait", NOTHING) != NOTHING:
            rolled.append(attempt.name)
            yield from use_own_trait(contest, side, plan["trait"])
        last = plan.get("last", NOTHING)
        done = last != NOTHING and (yield from take_last_step(contest, side, attempt, last))
        looks = attempt.name in rolled and plan.get("then", SEE) == SEE
        if not done and (looks or attempt.name in missed or last != NOTHING):
            again.append(attempt)
    return again
