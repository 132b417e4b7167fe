"""FG-14: the steps of a test for one side, in order, and what every test ends with."""

from __future__ import annotations

from collections.abc import Callable

from agonist.kernel import Contest, Event, Procedure, Staged
from agonist.tabletop import listed

from ..people.sheet import Attribute, SkillName
from ..scene import Scene, SceneT
from ..wording import _verb
from .after_roll import after_roll
from .attempt import Attempt, Side
from .boons import give, raise_difficulty, tell_raised
from .detriment import wear_masterpieces
from .moment import Word, Words, nothing_more
from .pool import roll_pools
from .unnamed import unnamed


class Declared(Event, frozen=True):
    rule = "FG-14"
    names: tuple[str, ...]
    skill: str
    attributes: tuple[str, ...]
    goal: str
    against: tuple[str, ...] = ()

    def text(self) -> str:
        with_what = listed(tuple(attribute.capitalize() for attribute in dict.fromkeys(self.attributes)))
        whom = f" against {listed(self.against)}" if self.against else ""
        verb = "test" if len(self.names) > 1 else "tests"
        goal = f": {self.goal.rstrip('.')}" if self.goal else ""
        return f"{listed(self.names)} {verb} {self.skill.capitalize()} with {with_what}{whom}{goal}."


class Compared(Event, frozen=True):
    """How a test ended; of a contest for the attackers, whose difficulty is the defenders' effort."""

    rule = "FG-10"
    names: tuple[str, ...]
    effort: int
    difficulty: int
    success: bool
    against: tuple[str, ...] = ()

    def staged(self) -> Staged:
        return Staged(word="Success" if self.success else "Failure")

    def text(self) -> str:
        many = len(self.names) > 1
        count = f"effort {self.effort} against {max(0, self.difficulty)}"
        if not self.against:
            return f"{listed(self.names)} {_verb('succeed' if self.success else 'fail', many)} with {count}."
        if self.success:
            return f"{listed(self.names)} {_verb('prevail', many)} over {listed(self.against)}: {count}."
        tie = ", and a tie is the defender’s" if self.effort == self.difficulty else ""
        holds = _verb("hold", len(self.against) > 1)
        return f"{listed(self.against)} {holds} against {listed(self.names)}: {count}{tie}."


def attempt_by(
    scene: Scene, name: str, skill: SkillName, attribute: Attribute, *, original: bool = False
) -> Attempt:
    """Somebody's part of a test."""
    return Attempt(name, scene.who(name).seat, skill, attribute, original=original)


def play_side(
    contest: Contest[SceneT],
    side: Side,
    words: Words = list,
    declare: Callable[[], None] = lambda: None,
    spoken_up: Callable[[], Procedure[None]] = nothing_more,
) -> Procedure[None]:
    """FG-14: perhaps raise the difficulty, roll; then add dice, spend Favor, use a detrimental trait or an asset."""

    def told() -> None:
        contest.state.fresh = []
        declare()
        tell_raised(contest, side)

    def said() -> list[Word]:
        return [*words(), *raise_difficulty(contest, side), *unnamed(contest)]

    yield from roll_pools(contest, side, said, told, spoken_up)
    yield from after_roll(contest, side)


def finish(contest: Contest[SceneT], side: Side, *, success: bool) -> None:
    """What every test ends with: assets wear, a raised difficulty pays out, and who failed marks XP (FG-12)."""
    wear_masterpieces(contest, side, success=success)
    if success and side.stake is not None:
        give(contest, side.main.name, side.main.attribute, side.stake, passing=False)
    if not success:
        for attempt in side.members:
            _mark_xp(contest, attempt)


class XpMarked(Event, frozen=True):
    rule = "FG-12"
    name: str
    skill: str
    xp: int
    training: int
    better: bool = False

    def text(self) -> str:
        grown = f", which is now {self.training}+" if self.better else ""
        return f"{self.name} marks 1 XP for {self.skill.capitalize()} ({self.xp}){grown}."


def _mark_xp(contest: Contest[SceneT], attempt: Attempt) -> None:
    character = contest.state.who(attempt.name)
    skill = character.skills[attempt.skill]
    better = skill.mark()
    character.earned[attempt.skill] = character.earned.get(attempt.skill, 0) + 1
    if not contest.bare:
        contest.report(XpMarked, character.name, attempt.skill, skill.xp, skill.training, better)
