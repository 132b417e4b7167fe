"""FG-21 to FG-24: one side against another. The attacker tests first, the defender wins ties."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from agonist.kernel import Contest, Procedure

from ..scene import Scene, SceneT
from .attempt import Attempt, Side, Trial
from .leading import who_leads
from .moment import Word
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
    words: Callable[[Side, Side], list[Word]] = lambda _, __: [],
    declare: Callable[[Side, Side], None] = lambda _, __: None,
) -> Procedure[Contested]:
    """FG-21: the attacker's effort is the defender's difficulty. Before the first dice others may have their say."""
    scene = contest.state
    teams = scene.who(attackers[0].name).team, scene.who(defenders[0].name).team
    test = set_up_sides(scene, [(teams[0], attackers), (teams[1], defenders)], goal)
    attack, defence = test.sides

    def told() -> None:
        declare(attack, defence)
        if contest.events is not None:
            attributes = tuple(attempt.attribute for attempt in attack.members)
            skill = attack.main.skill
            contest.report(Declared, attack.names, skill, attributes, goal, defence.names, under="FG-21")

    yield from play_side(
        contest, attack, lambda: [*words(attack, defence), *who_leads(contest, attack)], told
    )
    yield from play_side(contest, defence, lambda: who_leads(contest, defence))
    return _compared(contest, attack, defence)


def _compared(contest: Contest[SceneT], attack: Side, defence: Side) -> Contested:
    """FG-21: the defender wins ties; the losing side marks XP."""
    scene = contest.state
    if told := not contest.bare:  # something may have been corrected
        scene.count()
    effort, other = attack.counted, defence.counted
    difficulty = attack.has_to_reach(defence, other)
    margin = effort - difficulty
    loser, winner = (defence, attack) if margin > 0 else (attack, defence)
    needed = loser.has_to_reach(winner, effort) if margin > 0 else difficulty
    if told:
        contest.report(Compared, attack.names, effort, difficulty, margin > 0, defence.names, under="FG-21")
    short = shortfalls(loser, needed) if margin else {}
    efforts = {attack.team: effort, defence.team: other}
    finish(contest, winner, success=True)
    finish(contest, loser, success=False)
    scene.test = None
    return Contested(margin > 0, abs(margin), short, efforts)


def shortfalls(loser: Side, difficulty: int) -> dict[str, int]:
    """FG-24: for each of the losing side, main actor first, what the side needed less the own effort as counted."""
    return {attempt.name: difficulty - attempt.effort for attempt in loser.members}
