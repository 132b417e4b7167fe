"""FG-14: what one decides when the dice lie: more dice, an own trait, then an asset or a detrimental trait.

All steps stand in one form, in the book's order. Who adds dice or rolls again may look at them before the rest.
"""

from __future__ import annotations

from typing import Any

from agonist.kernel import Ask, Choice, Contest, Field, Fields, Option, Procedure

from ..scene import Scene, SceneT
from .added_dice import add_dice, chosen_sources, dice_fields
from .attempt import Attempt, Side
from .detriment import last_field, take_last_step
from .offers import NOTHING, standing
from .own_trait import trait_field, use_own_trait

AFTER = "after the roll"
SEE, DONE = "see", "done"


def after_roll(contest: Contest[SceneT], side: Side) -> Procedure[None]:
    """Everybody on a side decides at once; it is offered again where new dice lie and something is left to decide."""
    scene = contest.state
    deciding = list(side.members)
    while open_now := [(each, fields) for each in deciding if (fields := _fields(scene, side, each))]:
        deciding = [attempt for attempt, _ in open_now]
        answers = yield tuple([_ask(contest, side, attempt, fields) for attempt, fields in open_now])
        deciding = yield from _carried_out(contest, side, list(zip(deciding, answers, strict=True)))


def _fields(scene: Scene, side: Side, attempt: Attempt) -> list[Field]:
    rolling = [*dice_fields(scene, side, attempt), *trait_field(scene, side, attempt)]
    steps = [*rolling, *last_field(scene, side, attempt)]
    if rolling:
        ways = (Option(SEE, "Look at new dice before the rest"), Option(DONE, "That is all"))
        steps.append(Field("then", "And then", Choice(options=ways, default=SEE)))
    return steps


def _ask(contest: Contest[SceneT], side: Side, attempt: Attempt, fields: list[Field]) -> Ask:
    def form() -> Fields:
        return Fields(fields=tuple(fields if contest.bare else _fields(scene, side, attempt)))

    scene, name = contest.state, attempt.name
    now = "" if contest.bare else f" Now: {standing(scene, side)}."
    text = f"{name}, do you do anything about your roll?{now}"
    return Ask(attempt.seat, AFTER, form, "FG-14", text, f"{name} looks at the dice.", name)


def _carried_out(
    contest: Contest[SceneT], side: Side, plans: list[tuple[Attempt, Any]]
) -> Procedure[list[Attempt]]:
    """The steps in order; who is left to decide again."""
    scene = contest.state
    chosen = [each for attempt, plan in plans for each in chosen_sources(scene, side, attempt, plan)]
    wanted = list(chosen)
    if chosen:
        yield from add_dice(contest, side, chosen)
    rolled = {attempt.name for attempt, _ in chosen}
    missed = {attempt.name for attempt, source in wanted if (attempt, source) not in chosen}
    again: list[Attempt] = []
    for attempt, plan in plans:
        if plan.get("trait", NOTHING) != NOTHING:
            rolled.add(attempt.name)
            yield from use_own_trait(contest, side, plan["trait"])
        last = plan.get("last", NOTHING)
        done = last != NOTHING and (yield from take_last_step(contest, side, attempt, last))
        looks = attempt.name in rolled and plan.get("then", DONE) == SEE
        if not done and (looks or attempt.name in missed or last != NOTHING):
            again.append(attempt)
    return again
