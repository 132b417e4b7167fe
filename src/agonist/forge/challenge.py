"""FG-11, FG-20: a challenge, alone or as a group: effort against a difficulty."""

from __future__ import annotations

import msgspec

from ..kernel import Contest, Procedure
from .attempt import Attempt, Side, Trial
from .events import Compared, Declared, DifficultySet
from .scene import SceneT, handicap
from .steps import finish, play_side

__all__ = ["Challenged", "challenge"]


class Challenged(msgspec.Struct, frozen=True):
    """How a challenge went: the margins by which each falls short on their own count if the group fails."""

    success: bool
    margin: int
    short: dict[str, int]
    effort: int
    difficulty: int


def challenge(
    contest: Contest[SceneT],
    group: list[Attempt],
    goal: str,
    parts: dict[str, int],
    *,
    hindering: list[str] | None = None,
    rule: str = "FG-11",
) -> Procedure[Challenged]:
    """Test against a difficulty made of parts, 1 more for each helper, at least 1 and the main actor's injury."""
    scene = contest.state
    main = group[0]
    side = Side(team=scene.who(main.name).team, role="test", members=group)
    base = max(1, sum(parts.values())) + len(group) - 1
    difficulty = max(base, handicap(scene, scene.who(main.name), main.skill))
    scene.test = Trial(goal=goal, sides=[side], difficulty=difficulty, hindering=hindering or [])
    contest.report(Declared(side.names, main.skill, tuple(a.attribute for a in group), goal))
    helpers = {"helpers": len(group) - 1} if len(group) > 1 else {}
    harm = {"harm": difficulty - base} if difficulty > base else {}
    contest.report(DifficultySet(difficulty, parts | helpers | harm, under="FG-20" if helpers else rule))
    yield from play_side(contest, side)
    return _outcome(contest, side)


def _outcome(contest: Contest[SceneT], side: Side) -> Challenged:
    """FG-11: effort at or above the difficulty succeeds."""
    scene = contest.state
    effort, difficulty = scene.total(side), scene.running().difficulty + side.raised
    success = effort >= difficulty
    contest.report(Compared(side.names, effort, difficulty, success, under="FG-11"))
    short = {attempt.name: difficulty - scene.effort(side, attempt) for attempt in side.members}
    finish(contest, side, success=success)
    scene.test = None
    return Challenged(success, abs(effort - difficulty), {} if success else short, effort, difficulty)
