"""FG-14: what one decides when the dice lie: more dice, an own trait, then an asset or a detrimental trait.

All steps stand in one form, in the book's order. Who adds dice or rolls again may look at them before the rest.
"""

from __future__ import annotations

from typing import Any

from agonist.kernel import Ask, Choice, Contest, Field, Fields, Form, Option, Procedure

from ..scene import Scene, SceneT
from .added_dice import Chosen, add_dice, dice_from_around, dice_from_people
from .attempt import Attempt, Side
from .detriment import last_field, take_last_step
from .offers import NOTHING, standing
from .own_trait import trait_field, use_own_trait
from .sources import Source, near, of_people

AFTER = "after the roll"
SEE, DONE = "see", "done"
ROLLING = ("around", "dice", "trait")
"""The steps that bring new dice, in their order; the last step and what is to follow stand after them."""


class Offer:
    """What somebody may do about a roll now: sources of dice and steps of the form, each made once, if at all."""

    __slots__ = ("_made", "attempt", "scene", "side")

    def __init__(self, scene: Scene, side: Side, attempt: Attempt) -> None:
        self.scene, self.side, self.attempt = scene, side, attempt
        self._made: dict[str, list[Any]] = {}

    def sources(self, step: str) -> list[Source]:
        """What could add dice in a step."""
        key, find = ("near", near) if step == "around" else ("of people", of_people)
        if key not in self._made:
            self._made[key] = find(self.scene, self.side, self.attempt)
        return self._made[key]

    def step(self, key: str) -> list[Field]:
        """One step of the form, if it can be taken."""
        if key not in self._made:
            self._made[key] = self._step(key)
        return self._made[key]

    def _step(self, key: str) -> list[Field]:
        match key:
            case "around":
                return dice_from_around(self.sources(key), self.attempt)
            case "dice":
                return dice_from_people(self.sources(key), self.attempt)
            case "trait":
                return trait_field(self.scene, self.side, self.attempt)
            case "last":
                return last_field(self.scene, self.side, self.attempt)
        return [_AND_THEN] if self.may_roll() else []

    def may_roll(self) -> bool:
        """Whether anything can bring new dice."""
        return bool(self.sources("around") or self.sources("dice") or self.step("trait"))

    def open(self) -> bool:
        """Whether there is anything to decide."""
        return self.may_roll() or bool(self.step("last"))

    def form(self) -> Fields:
        return Fields(fields=tuple([each for key in (*ROLLING, "last", "then") for each in self.step(key)]))

    def part(self, key: str) -> Form | None:
        """What is asked in a step."""
        made = self.step(key)
        return made[0].form if made else None


_AND_THEN = Field(
    "then",
    "And then",
    Choice(
        options=(Option(SEE, "Look at new dice before the rest"), Option(DONE, "That is all")), default=SEE
    ),
)


def after_roll(contest: Contest[SceneT], side: Side) -> Procedure[None]:
    """Everybody on a side decides at once; it is offered again where new dice lie and something is left to decide."""
    deciding = side.members
    while offers := [made for each in deciding if (made := Offer(contest.state, side, each)).open()]:
        answers = yield tuple([_ask(contest, offer) for offer in offers])
        deciding = yield from _carried_out(contest, side, list(zip(offers, answers, strict=True)))


def _ask(contest: Contest[SceneT], offer: Offer) -> Ask:
    attempt = offer.attempt
    question = f"{attempt.name}, do you do anything about your roll?"
    waiting = f"{attempt.name} looks at the dice."
    if contest.bare:
        return Ask(
            attempt.seat, AFTER, offer.form, "FG-14", question, waiting, attempt.name, parts=offer.part
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
