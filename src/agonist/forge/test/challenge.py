"""FG-11, FG-20: effort against a difficulty, alone or as a group; FG-21 to FG-24: one side against another."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from agonist.kernel import Contest, Event, Procedure
from agonist.tabletop import Window, as_corrected

from ..scene import Scene, SceneT, handicap
from ..trial import Attempt, Side, Trial
from .steps import Compared, Declared, finish, play_side


class Challenged(msgspec.Struct, frozen=True):
    """How a challenge went: the margins by which each falls short on their own count if the group fails."""

    success: bool
    margin: int
    short: dict[str, int]


class Hardship(msgspec.Struct):
    """FG-11: what makes a challenge hard: the parts of its difficulty by name, and the sources they come from."""

    parts: dict[str, int]
    hindering: list[str] = []
    rule: str = "FG-11"

    def difficulty(self, scene: Scene, side: Side) -> tuple[int, int]:
        """1 more for each helper, at least 1 and the main actor's injury; and the same without that injury."""
        knobs = scene.knobs
        base = max(knobs.least_difficulty, sum(self.parts.values()))
        base += knobs.helper_raises * (len(side.members) - 1)
        return max(base, handicap(scene, scene.who(side.main.name), side.main.skill)), base


class CalledOff(Exception):
    """The game master would rather have it decided otherwise: nobody rolls."""


def one_roll_will_do(_: int) -> Procedure[None]:
    """However hard it is, nothing else is thought of."""
    yield from ()


class DifficultySet(Event, frozen=True):
    rule = "FG-11"
    difficulty: int
    parts: dict[str, int]

    def text(self) -> str:
        made_of = ", ".join(f"{name} {value:+}" for name, value in self.parts.items())
        return f"The difficulty is {self.difficulty}" + (f" ({made_of})." if made_of else ".")


def challenge(
    contest: Contest[SceneT],
    group: list[Attempt],
    goal: str,
    hardship: Hardship,
    windows: Callable[[Side], list[Window]] = lambda _: [],
    consider: Callable[[int], Procedure[None]] = one_roll_will_do,
) -> Procedure[Challenged]:
    """FG-11, FG-20: test against a difficulty. Before the dice others may have their say.

    Whatever the difficulty becomes by that, whether one roll is enough is considered; else it is `CalledOff`.
    """
    scene = contest.state
    side = Side(team=scene.who(group[0].name).team, role="test", members=group)
    test = scene.test = Trial(goal=goal, sides=[side], hindering=hardship.hindering)
    counted = test.difficulty

    def settle() -> Procedure[None]:
        """What has changed changes the difficulty; what the game master corrected in it stays."""
        nonlocal counted
        before, (counted, _) = counted, hardship.difficulty(scene, side)
        test.difficulty = max(1, test.difficulty + counted - before)
        yield from consider(test.hardness(side))

    def told() -> None:
        contest.report(Declared.of, side, goal)
        full, base = hardship.difficulty(scene, side)
        raised = scene.knobs.helper_raises * (len(side.members) - 1)
        helpers = {"helpers": raised} if raised else {}
        harm = {"harm": full - base} if full > base else {}
        rule = "FG-20" if helpers else hardship.rule
        contest.report(DifficultySet, test.difficulty, hardship.parts | helpers | harm, under=rule)

    yield from settle()
    yield from play_side(contest, side, lambda: windows(side), told, settle)
    return _outcome(contest, side)


def _outcome(contest: Contest[SceneT], side: Side) -> Challenged:
    """FG-11: effort at or above the difficulty succeeds."""
    scene = contest.state
    effort, difficulty = scene.total(side), scene.running().hardness(side)
    success = effort >= difficulty
    contest.report(Compared.of, side, effort, difficulty, under="FG-11")
    short = {attempt.name: difficulty - scene.effort(side, attempt) for attempt in side.members}
    finish(contest, side, success=success)
    scene.test = None
    return Challenged(success, abs(effort - difficulty), {} if success else short)


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
