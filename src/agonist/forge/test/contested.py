"""FG-21 to FG-24: one side against another. The attacker tests first, the defender wins ties."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from agonist.kernel import Contest, Procedure
from agonist.tabletop import Window, as_corrected

from ..scene import Scene, SceneT
from ..trial import Attempt, Side, Trial
from .steps import Compared, Declared, finish, play_side


class Contested(msgspec.Struct, frozen=True):
    """How a contest went. `short` is what each of the losing side lacks on their own count; empty on a tie."""

    attacker_wins: bool
    margin: int
    short: dict[str, int]
    efforts: dict[str, int]


def set_up_sides(
    scene: Scene, groups: list[tuple[str, list[Attempt]]], goal: str, defender: int | None = 1
) -> Trial:
    """The sides of a contest; the defending one, if there is one, by its place."""
    sides = [
        Side(team=team, role="defend" if n == defender else "attack", members=group)
        for n, (team, group) in enumerate(groups)
    ]
    scene.test = Trial(goal=goal, sides=sides)
    return scene.test


def contested(
    contest: Contest[SceneT],
    attackers: list[Attempt],
    defenders: list[Attempt],
    goal: str,
    windows: Callable[[Side, Side], list[Window]] = lambda _, __: [],
    declare: Callable[[Side, Side], None] = lambda _, __: None,
    changed: Callable[[Side, Side], None] = lambda _, __: None,
) -> Procedure[Contested]:
    """FG-21: the attacker's effort is the defender's difficulty. Before the first dice others may have their say, and
    whatever they have `changed` is looked at."""
    scene = contest.state
    teams = scene.who(attackers[0].name).team, scene.who(defenders[0].name).team
    test = set_up_sides(scene, [(teams[0], attackers), (teams[1], defenders)], goal)
    attack, defence = test.sides

    def told() -> None:
        declare(attack, defence)
        contest.report(Declared.of, attack, goal, defence, under="FG-21")

    yield from play_side(
        contest, attack, lambda: windows(attack, defence), told, lambda: changed(attack, defence)
    )
    yield from play_side(contest, defence)
    return _compared(contest, attack, defence)


def _compared(contest: Contest[SceneT], attack: Side, defence: Side) -> Contested:
    """FG-21: the defender wins ties; the losing side marks XP."""
    scene = contest.state
    as_corrected(contest, None, scene.count)
    effort, other = attack.counted, defence.counted
    difficulty = attack.has_to_reach(defence, other)
    margin = effort - difficulty
    loser, winner = (defence, attack) if margin > 0 else (attack, defence)
    needed = loser.has_to_reach(winner, effort) if margin > 0 else difficulty
    contest.report(Compared.of, attack, effort, difficulty, defence, under="FG-21")
    short = shortfalls(loser, needed) if margin else {}
    efforts = {attack.team: effort, defence.team: other}
    finish(contest, winner, success=True)
    finish(contest, loser, success=False)
    scene.test = None
    return Contested(margin > 0, abs(margin), short, efforts)


def shortfalls(loser: Side, difficulty: int) -> dict[str, int]:
    """FG-24: for each of the losing side, main actor first, what the side needed less the own effort as counted."""
    return {attempt.name: difficulty - attempt.effort for attempt in loser.members}
