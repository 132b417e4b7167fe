"""How the optional steps of a test are offered: what is there, what it would change, and "no more"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel import GM, Ask, Choice, Contest, Option, Procedure, yes_or_no
from .attempt import Attempt, Side
from .character import Character
from .events import NotFitting, SecretNamed
from .scene import Scene, SceneT, knowers, named
from .sheet import Trait
from .sources import Source

__all__ = ["ENOUGH", "NO_MORE", "fits", "offer", "reveal_to_knowers", "standing"]

ENOUGH = "enough"
NO_MORE = "no more"

_ASKED = {
    "raise the difficulty": "do you make it harder, for a boon or bane if you succeed",
    "add dice": "do you add dice",
    "use a trait": "do you mend the roll with a trait of yours",
    "asset or detriment": "do you use an asset, or let a trait of yours count against you for Favor",
}
"""What each step asks, in words."""


def standing(scene: Scene, side: Side) -> str:
    """How a side stands now, for the help text of an option."""
    test = scene.running()
    if not side.main.rolled:
        return "" if test.contested else f"difficulty {test.difficulty + side.raised}"
    effort = f"effort {scene.total(side)}"
    if not test.contested:
        return f"{effort}, difficulty {test.difficulty + side.raised}"
    rivals = [other for other in scene.opposing(side) if other.main.rolled]
    return ", ".join([effort, *(f"{other.team} has {scene.total(other)}" for other in rivals)])


def offer(
    scene: Scene,
    side: Side,
    attempt: Attempt,
    what: str,
    rule: str,
    decline: str,
    options: Callable[[], list[Option]],
) -> Procedure[Any]:
    """FG-14: offer a step to who may take it, if there is anything to take; None if it is not taken."""
    if attempt.seat in side.enough or not any(not option.unavailable for option in options()):
        return None

    def form() -> Choice:
        ways = (*options(), Option(ENOUGH, decline), Option(NO_MORE, "No more for this test"))
        return Choice(options=ways, default=ENOUGH)

    text = f"{attempt.name}, {_ASKED.get(what, what)}?"
    if side.main.rolled:
        text += f" Now: {standing(scene, side)}."
    answer = yield Ask(attempt.seat, what, form, rule, text, f"{attempt.name}: {what}?", attempt.name)
    if answer == NO_MORE:
        side.enough.append(attempt.seat)
    return None if answer in (ENOUGH, NO_MORE) else answer


def fits(contest: Contest[SceneT], side: Side, by: str, source: Source) -> Procedure[bool]:
    """FG-22: the game master speaks for the table on whether a trait fits, once in a scene or until withdrawn."""
    scene = contest.state
    reason = scene.memory.reason(by, source.owner, source.label)
    if reason is not None and reason.stands == "yes":
        return True
    whose = {"": "the environment’s", by: "the own trait"}.get(source.owner, f"{source.owner}’s")
    answer = yield Ask(
        GM,
        "does it fit",
        yes_or_no("It fits", "It does not fit", default=True),
        "FG-22",
        f"{by} would use {whose} {source.label} (rating {source.rating}). Does it fit?",
        "The game master judges whether a trait fits.",
        by,
    )
    if answer == "yes":
        scene.memory.justify(by, source.owner, source.label)
        return True
    side.refused.append(source.key)
    assert isinstance(source.thing, Trait)
    contest.report(NotFitting(by, named(source.thing)))
    return False


def reveal_to_knowers(contest: Contest[SceneT], owner: Character, trait: Trait) -> None:
    """Name a secret trait that was used to those who know it, and to nobody else."""
    if trait.secret:
        contest.report(SecretNamed(owner.name, trait.name, audience=knowers(contest.state, owner, trait)))
