"""The state of a single skill test, and its course: which kind it is, who does what, the test, what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from agonist.kernel import GM, OPEN, Ask, Choice, Contest, Option, Procedure, State, yes_or_no
from agonist.tabletop import Told, picked

from ..people.sheet import Attribute, SkillName, Trait
from ..scene import Scene
from ..test.approach import approach, can_try, riding, way
from ..test.challenge import CalledOff
from ..test.steps import attempt_by
from ..trial import Attempt


class Party(State):
    """A side of a test: its name, goal and members, the skill it tests if it has one of its own, and its captain."""

    name: Annotated[str, OPEN]
    goal: Annotated[str, OPEN]
    members: Annotated[list[str], OPEN]
    skill: Annotated[SkillName | None, OPEN] = None
    captain: Annotated[str, OPEN] = ""


class Plan(State):
    """What somebody has chosen to test with."""

    name: Annotated[str, OPEN]
    skill: Annotated[SkillName, OPEN]
    attribute: Annotated[Attribute, OPEN]


class SkillTest(Scene, kw_only=True):
    """One challenge or contest.

    `groups` are those who still have to test, `succeeded` and `failed` those who have; `winner` is the team that
    won a contest. `together` holds all of a team to one group.
    """

    goal: Annotated[str, OPEN]
    parties: Annotated[list[Party], OPEN]
    skill: Annotated[SkillName | None, OPEN] = None
    kind: Annotated[Literal["challenge", "contest"], OPEN]
    together: Annotated[bool, OPEN] = False
    opposing_traits: Annotated[list[Trait], OPEN] = []
    hindrance: Annotated[str, OPEN] = ""
    defender: Annotated[str, OPEN] = ""
    harm_agreed: Annotated[bool | None, OPEN] = None
    phase: Annotated[Literal["kind", "declare", "test", "over"], OPEN] = "kind"
    groups: Annotated[list[list[Plan]], OPEN] = []
    succeeded: Annotated[list[str], OPEN] = []
    failed: Annotated[list[str], OPEN] = []
    winner: Annotated[str, OPEN] = ""
    at_a_cost: Annotated[list[str], OPEN] = []
    gauntlet_instead: Annotated[bool, OPEN] = False

    def in_the_way(self) -> list[str]:
        return [name for party in self.parties[1:] for name in party.members]


class KindSettled(Told, frozen=True):
    rule, says = "FG-21", "This is a {kind}."
    kind: str


KIND = "contest or challenge"


def kind_of_test(contest: Contest[SkillTest]) -> tuple[Ask, ...]:
    """FG-21: a contest if the other side wants something of its own, a challenge if it only stands in the way.

    The game master has set up the one or the other, and may change it while the first approaches are chosen.
    """
    state = contest.state
    if state.phase != "kind" or len(state.parties) != 2 or contest.closed(KIND):
        return ()
    ways = (
        Option("challenge", "A challenge", help="they only stand in the way"),
        Option("contest", "A contest", help="they want something of their own"),
    )
    other = state.parties[1].name
    text = f"{state.parties[0].name}: {state.goal} Does {other} want something of its own?"
    form = Choice(options=ways, default=state.kind)
    waiting = "The game master may settle the kind of test."
    kind = state.kind
    return (Ask(GM, KIND, form, "FG-21", text, waiting, "", kind, interrupts=True, directed=True),)


def _settle_kind(contest: Contest[SkillTest], kind: Literal["challenge", "contest"]) -> bool:
    """Whether it is still what it was set up as."""
    state = contest.state
    same, state.kind, state.phase = kind == state.kind, kind, "declare"
    contest.report(KindSettled, kind)
    return same


def declare(contest: Contest[SkillTest]) -> Procedure[None]:
    """FG-13, FG-20: the actors say what they test with; equal approaches to the same goal always form a group."""
    state = contest.state
    actors = state.parties[0].members
    yield from has_anything_changed(contest, actors)
    plans = yield from plans_of(contest, actors, state.skill, together=state.together)
    if plans is None:
        return
    if state.together:
        state.groups = [plans] if plans else []
    else:
        for plan in plans:
            _join_equals(contest, plan)
    state.phase = "test" if plans else "over"


def plans_of(
    contest: Contest[SkillTest],
    names: list[str],
    skill: SkillName | None,
    forbidden: str = "",
    *,
    rides: bool = True,
    together: bool = False,
) -> Procedure[list[Plan] | None]:
    """All say at once what they test with; where a group has one skill, the first of it says which.

    None if the game master says meanwhile that it is another kind of test (FG-21).
    """
    state = contest.state
    plans: list[Plan] = []
    waiting = list(names)
    while waiting := [name for name in waiting if not rides or _can_try(contest, name, skill)]:
        now = waiting[:1] if together and skill is None else waiting
        asks = [approach(state, n, state.goal, skill, forbidden, rides=rides) for n in now]
        other_kind = kind_of_test(contest)
        answers = yield (*asks, *other_kind)
        if other_kind and not _settle_kind(contest, answers[-1]):
            return None
        for name, answer in zip(now, answers, strict=False):
            plans.append(Plan(name, skill, answer) if skill else Plan(name, *way(picked(answer))))
        skill, waiting = plans[0].skill if together else skill, waiting[len(now) :]
    return plans


class CannotTry(Told, frozen=True):
    rule, says = "FG-13", "{name} has failed at this in every way that is open: {goal}"
    name: str
    goal: str


def _can_try(contest: Contest[SkillTest], name: str, skill: SkillName | None) -> bool:
    """FG-13: whether any way is left; if not, it is told."""
    if can_try(contest.state, name, contest.state.goal, skill):
        return True
    contest.report(CannotTry, name, contest.state.goal)
    return False


class Grouped(Told, frozen=True):
    rule, says = "FG-20", "{name} does the same as {main}: they test as a group."
    name: str
    main: str


def _join_equals(contest: Contest[SkillTest], plan: Plan) -> None:
    for group in contest.state.groups:
        if group[0].skill == plan.skill and group[0].attribute == plan.attribute:
            group.append(plan)
            contest.report(Grouped, plan.name, group[0].name)
            return
    contest.state.groups.append([plan])


class SituationChanged(Told, frozen=True):
    rule, says = "FG-13", "The situation has changed, and what failed may be tried again: {goal}"
    goal: str


def has_anything_changed(contest: Contest[SkillTest], actors: list[str]) -> Procedure[None]:
    """FG-13: a failure rides until the game master says that the situation changed."""
    state = contest.state
    tried = [name for name in actors if riding(state, name, state.goal)]
    if not tried:
        return
    form = yes_or_no("It has changed", "It has not changed")
    text = f"{', '.join(tried)} failed at this before: {state.goal} Has the situation changed since?"
    waiting = "The game master says whether the situation has changed."
    if (yield Ask(GM, "situation", form, "FG-13", text, waiting)) == "yes":
        state.memory.rides = [r for r in state.memory.rides if r.goal != state.goal or r.who not in tried]
        contest.report(SituationChanged, state.goal)


def group_of(scene: Scene, plans: list[Plan]) -> list[Attempt]:
    return [attempt_by(scene, plan.name, plan.skill, plan.attribute) for plan in plans]


class GauntletCalled(Told, frozen=True):
    rule, says = "FG-11", "A difficulty of {difficulty} is too much for one roll: this calls for a gauntlet."
    difficulty: int


def gauntlet_instead(contest: Contest[SkillTest]) -> Callable[[int], Procedure[None]]:
    """FG-11: the first time that the difficulty is above 3 the game master is offered a gauntlet instead."""
    offered = False

    def consider(difficulty: int) -> Procedure[None]:
        nonlocal offered
        if difficulty <= contest.state.knobs.gauntlet_above or offered:
            return
        offered = True
        form = yes_or_no("Play a gauntlet instead", f"Roll against {difficulty}")
        text = f"The difficulty is {difficulty}. Is one roll enough, or does this deserve a gauntlet?"
        answer = yield Ask(GM, "gauntlet instead", form, "FG-11", text, "The game master weighs a gauntlet.")
        if answer == "yes":
            contest.state.gauntlet_instead = True
            contest.report(GauntletCalled, difficulty)
            raise CalledOff

    return consider
