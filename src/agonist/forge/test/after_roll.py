"""FG-14: what one decides when the dice lie: more dice, an own trait, then an asset or a detrimental trait.

All steps stand in one form, in the book's order. Who adds dice or rolls again may look at them before the rest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from agonist.kernel import Ask, Choice, Contest, Field, Fields, Option, Procedure

from ..scene import Scene, SceneT
from .added_dice import add_dice, chosen_sources, dice_fields
from .attempt import Attempt, Side
from .detriment import last_field, take_last_step
from .offers import NOTHING, standing
from .own_trait import trait_field, use_own_trait
from .sources import Source, sources

AFTER = "after the roll"
SEE, DONE = "see", "done"


class Offer(NamedTuple):
    """What somebody may do about a roll now: the steps of the form, and what could add dice."""

    attempt: Attempt
    sources: list[Source]
    steps: list[Field]


def after_roll(contest: Contest[SceneT], side: Side) -> Procedure[None]:
    """Everybody on a side decides at once; it is offered again where new dice lie and something is left to decide."""
    scene = contest.state
    deciding = list(side.members)
    while offers := [made for each in deciding if (made := _offer(scene, side, each)).steps]:
        answers = yield tuple([_ask(contest, side, offer) for offer in offers])
        deciding = yield from _carried_out(contest, side, list(zip(offers, answers, strict=True)))


def _offer(scene: Scene, side: Side, attempt: Attempt) -> Offer:
    found = sources(scene, side, attempt)
    rolling = [*dice_fields(found, attempt), *trait_field(scene, side, attempt)]
    steps = [*rolling, *last_field(scene, side, attempt)]
    if rolling:
        steps.append(_AND_THEN)
    return Offer(attempt, found, steps)


_AND_THEN = Field(
    "then",
    "And then",
    Choice(
        options=(Option(SEE, "Look at new dice before the rest"), Option(DONE, "That is all")), default=SEE
    ),
)


def _ask(contest: Contest[SceneT], side: Side, offer: Offer) -> Ask:
    def form() -> Fields:
        now = offer if contest.bare else _offer(scene, side, attempt)
        return Fields(fields=tuple(now.steps))

    scene, attempt, name = contest.state, offer.attempt, offer.attempt.name
    now = "" if contest.bare else f" Now: {standing(scene, side)}."
    text = f"{name}, do you do anything about your roll?{now}"
    return Ask(attempt.seat, AFTER, form, "FG-14", text, f"{name} looks at the dice.", name)


def _carried_out(
    contest: Contest[SceneT], side: Side, plans: list[tuple[Offer, Any]]
) -> Procedure[list[Attempt]]:
    """The steps in order; who is left to decide again."""
    scene, chosen = contest.state, []
    for (attempt, found, _), plan in plans:
        there = found if contest.bare else sources(scene, side, attempt)
        chosen += chosen_sources(there, attempt, plan)
    wanted = list(chosen)
    if chosen:
        yield from add_dice(contest, side, chosen)
    rolled = {attempt.name for attempt, _ in chosen}
    missed = {attempt.name for attempt, source in wanted if (attempt, source) not in chosen}
    again: list[Attempt] = []
    for (attempt, *_), plan in plans:
        if plan.get("trait", NOTHING) != NOTHING:
            rolled.add(attempt.name)
            yield from use_own_trait(contest, side, plan["trait"])
        last = plan.get("last", NOTHING)
        done = last != NOTHING and (yield from take_last_step(contest, side, attempt, last))
        looks = attempt.name in rolled and plan.get("then", DONE) == SEE
        if not done and (looks or attempt.name in missed or last != NOTHING):
            again.append(attempt)
    return again
