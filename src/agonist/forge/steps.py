"""FG-14: the steps of a test for one side, in order, and what every test ends with."""

from __future__ import annotations

from collections.abc import Callable

from ..kernel import Contest, Procedure
from .after_roll import after_roll
from .attempt import Attempt, Side
from .boons import give, raise_difficulty, tell_raised
from .detriment import wear_masterpieces
from .events import XpMarked
from .moment import Words
from .pool import roll_pools
from .scene import Scene, SceneT
from .sheet import Attribute, SkillName

__all__ = ["attempt_by", "finish", "play_side"]


def attempt_by(
    scene: Scene, name: str, skill: SkillName, attribute: Attribute, *, original: bool = False
) -> Attempt:
    """Somebody's part of a test."""
    return Attempt(name, scene.who(name).seat, skill, attribute, original=original)


def play_side(
    contest: Contest[SceneT], side: Side, words: Words = list, declare: Callable[[], None] = lambda: None
) -> Procedure[None]:
    """FG-14: perhaps raise the difficulty, roll; then add dice, spend Favor, use a detrimental trait or an asset."""

    def told() -> None:
        declare()
        tell_raised(contest, side)

    yield from roll_pools(contest, side, lambda: [*words(), *raise_difficulty(contest, side)], told)
    yield from after_roll(contest, side)


def finish(contest: Contest[SceneT], side: Side, *, success: bool) -> None:
    """What every test ends with: assets wear, a raised difficulty pays out, and who failed marks XP (FG-12)."""
    wear_masterpieces(contest, side, success=success)
    if success and side.stake is not None:
        give(contest, side.main.name, side.main.attribute, side.stake, passing=False)
    if not success:
        for attempt in side.members:
            _mark_xp(contest, attempt)


def _mark_xp(contest: Contest[SceneT], attempt: Attempt) -> None:
    character = contest.state.who(attempt.name)
    skill = character.skills[attempt.skill]
    better = skill.mark()
    character.earned[attempt.skill] = character.earned.get(attempt.skill, 0) + 1
    contest.report(XpMarked(character.name, attempt.skill, skill.xp, skill.training, better))
