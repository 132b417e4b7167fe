"""FG-14: the steps of a test for one side, in order, and what every test ends with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from agonist.kernel import Ask, Choice, Contest, Event, Procedure, Staged
from agonist.tabletop import SpokenUp, Told, Window, Windows, amount, listed, nothing_more, options, verb

from ..harm.naming import unnamed
from ..people.sheet import Attribute, Named, SkillName
from ..scene import Scene, SceneT
from ..trial import Attempt, Side
from .after_roll import after_roll
from .boons import give, raise_difficulty, tell_raised
from .detriment import wear_masterpieces
from .pool import roll_pools

N = TypeVar("N", bound=Named)


class Declared(Event, frozen=True):
    rule = "FG-14"
    names: tuple[str, ...]
    skill: str
    attributes: tuple[str, ...]
    goal: str
    against: tuple[str, ...] = ()

    @classmethod
    def of(cls, side: Side, goal: str, against: Side | None = None, under: str = "") -> Declared:
        attributes = tuple(attempt.attribute for attempt in side.members)
        others = against.names if against else ()
        return cls(side.names, side.main.skill, attributes, goal, others, under=under)

    def text(self) -> str:
        with_what = listed(tuple(attribute.capitalize() for attribute in dict.fromkeys(self.attributes)))
        whom = f" against {listed(self.against)}" if self.against else ""
        goal = f": {self.goal.rstrip('.')}" if self.goal else ""
        tests = verb("test", len(self.names) > 1)
        return f"{listed(self.names)} {tests} {self.skill.capitalize()} with {with_what}{whom}{goal}."


class Compared(Event, frozen=True):
    """How a test ended; of a contest for the attackers, whose difficulty is the defenders' effort."""

    rule = "FG-10"
    names: tuple[str, ...]
    effort: int
    difficulty: int
    success: bool
    against: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, side: Side, effort: int, needed: int, against: Side | None = None, under: str = ""
    ) -> Compared:
        rivals = against.names if against else ()
        success = effort > needed if against else effort >= needed
        return cls(side.names, effort, needed, success, rivals, under=under)

    def staged(self) -> Staged:
        word, needed = "Success" if self.success else "Failure", max(0, self.difficulty)
        ours, theirs = listed(self.names), listed(self.against)
        if not self.against:
            says = f"{ours} {'made it' if self.success else 'fell short'}"
            return Staged(word=word, says=says, why=f"{amount(self.effort, 'hit')}, {needed} needed")
        says = f"{ours} got through to {theirs}" if self.success else f"{theirs} held off {ours}"
        tie = ": a tie is the defender’s" if self.effort == self.difficulty else ""
        return Staged(word=word, says=says, why=f"{amount(self.effort, 'hit')} against {needed}{tie}")

    def text(self) -> str:
        many = len(self.names) > 1
        count = f"effort {self.effort} against {max(0, self.difficulty)}"
        if not self.against:
            return f"{listed(self.names)} {verb('succeed' if self.success else 'fail', many)} with {count}."
        if self.success:
            return f"{listed(self.names)} {verb('prevail', many)} over {listed(self.against)}: {count}."
        tie = ", and a tie is the defender’s" if self.effort == self.difficulty else ""
        holds = verb("hold", len(self.against) > 1)
        return f"{listed(self.against)} {holds} against {listed(self.names)}: {count}{tie}."


def attempt_by(
    scene: Scene, name: str, skill: SkillName, attribute: Attribute, *, original: bool = False
) -> Attempt:
    return Attempt(name, scene.who(name).seat, skill, attribute, original=original)


def play_side(
    contest: Contest[SceneT],
    side: Side,
    windows: Windows = list,
    declare: Callable[[], None] = lambda: None,
    spoken_up: SpokenUp = nothing_more,
) -> Procedure[None]:
    """FG-14: perhaps raise the difficulty, roll; then add dice, spend Favor, use a detrimental trait or an asset."""

    def told() -> None:
        contest.state.fresh = []
        declare()
        tell_raised(contest, side)

    def opened() -> list[Window]:
        leads = [_who_leads(contest, side)] if len(side.members) > 1 and not side.raised else []
        return [*windows(), *leads, raise_difficulty(contest, side), *unnamed(contest)]

    yield from roll_pools(contest, side, opened, told, spoken_up)
    yield from after_roll(contest, side)


def captain_first(members: list[N], captain: str) -> list[N]:
    """A group as it is taken to be led: by the captain where there is one, else by who began."""
    return sorted(members, key=lambda member: member.name != captain) if len(members) > 1 else members[:]


def _who_leads(contest: Contest[SceneT], side: Side) -> Window:
    """FG-20: the group may choose another main actor, every time; who leads already speaks for it."""

    def ask() -> Ask:
        speaker = contest.state.who(side.main.name)
        form, about = Choice(options(side.names)), side.original.name
        text = f"{speaker.name}, you are the main actor of your group. Should another be?"
        told = "FG-20", text, "A group may choose another main actor.", about
        return Ask(speaker.seat, "who leads", form, *told, speaker.name, interrupts=True, directed=True)

    def lead(name: str) -> None:
        side.members.sort(key=lambda attempt: attempt.name != name)
        side.chosen = True

    return Window("who leads", ask, lead, side.original.name)


def finish(contest: Contest[SceneT], side: Side, *, success: bool) -> None:
    """What every test ends with: assets wear, a raised difficulty pays out, and who failed marks XP (FG-12)."""
    wear_masterpieces(contest, side, success=success)
    if success and side.stake is not None:
        give(contest, side.main.name, side.main.attribute, side.stake, passing=False)
    if not success:
        for attempt in side.members:
            _mark_xp(contest, attempt)


class XpMarked(Told, frozen=True):
    rule = "FG-12"
    says = "{name} marks {marked} XP for {skill:begun} ({xp}){better:?, which is now {training}+}."
    name: str
    skill: str
    xp: int
    training: int
    better: bool = False
    marked: int = 1


def _mark_xp(contest: Contest[SceneT], attempt: Attempt) -> None:
    character = contest.state.who(attempt.name)
    skill = character.skills[attempt.skill]
    more = contest.state.knobs.xp_for_failure
    if not more:
        return
    better = skill.mark(more)
    character.earned[attempt.skill] = character.earned.get(attempt.skill, 0) + more
    contest.report(XpMarked, character.name, attempt.skill, skill.xp, skill.training, better, more)
