"""FG-60, CF-11: enterprises, which nobody opposes: to navigate a chain of traits, or to explore a journey."""

from __future__ import annotations

from typing import Annotated

from agonist.kernel import OPEN, Ask, Choice, Contest, Correctable, Event, Number, Option, Procedure, Roll
from agonist.tabletop import Told, ask_of

from ..harm.naming import ask_and_name, name_the_rest
from ..people.sheet import Trait
from ..test.approach import attribute_choice
from ..test.challenge import Hardship, challenge
from ..test.pool import faces as pool_faces
from ..test.steps import attempt_by, captain_first
from ..trial import Attempt
from .ending import has_broken_morale, keep_morale
from .morale import MoraleMoved, leave_last_stands, lose, move_morale, surrender, take_harm
from .teams import Gauntlet, Team

JOURNEY = "The journey"


class Enterprise(Gauntlet, kw_only=True):
    """`ahead` is what is still to be passed, the next first; an exploration has one obstacle at a time."""

    ahead: Annotated[list[Trait], OPEN]
    passed: Annotated[int, OPEN] = 0
    journey_rating: Annotated[int, OPEN] = 0
    journey_training: Annotated[int, OPEN] = 5
    journey_morale: Annotated[int, OPEN, Correctable(Number(least=-30, most=30), "the journey's morale")] = 0
    names: Annotated[list[str], OPEN] = []

    @property
    def explores(self) -> bool:
        return self.kind == "explore"


def play_enterprise(contest: Contest[Enterprise]) -> Procedure[None]:
    """One step: a group challenge, a captain's test to keep morale, or the journey's own."""
    state = contest.state
    team = state.teams[0]
    match state.phase:
        case "open":
            if state.explores:
                yield from _roll_obstacle(contest)
            state.active, state.phase = team.name, "act"
        case "act":
            state.phase = "keep"
            yield from _go_on(contest, team)
        case "keep":
            state.phase = "journey"
            if has_broken_morale(state, team):
                yield from keep_morale(contest, team)
        case _:
            state.phase = "act"
            if state.explores and state.journey_morale < 0:
                yield from _journey_keeps_morale(contest, team)
    _settle(contest, team)
    if state.over:
        yield from name_the_rest(contest)


class NewObstacle(Told, frozen=True):
    rule, faces, ways = "FG-60", ("dice",), {"faces": pool_faces}
    says = "The journey rolls {dice:faces}: {title} {rating} lies ahead."
    title: str
    rating: int
    dice: tuple[int, ...]


def _roll_obstacle(contest: Contest[Enterprise]) -> Procedure[None]:
    """FG-60: the journey's dice at its training; the hits, at least 1, rate the next trait."""
    state = contest.state
    dice = yield Roll.d(6, state.journey_rating, what="the journey: what comes next", rule="FG-60")
    rating = max(1, sum(die >= state.journey_training for die in dice))
    title = state.names[state.passed % len(state.names)] if state.names else f"LEG {state.passed + 1}"
    state.ahead = [Trait(title, rating)]
    contest.report(NewObstacle, title, rating, tuple(sorted(dice)))


STAY, LEAVE = "stay", "leave"


def _asked(state: Enterprise, name: str) -> Ask:
    character, obstacle = state.who(name), state.ahead[0]

    def form() -> Choice:
        ways = attribute_choice(character, state.skill)
        leave = Option(LEAVE, "Leave for good", help="you are out and safe", rule="FG-47")
        return Choice((*ways.options, Option(STAY, "Stay behind this time"), leave), default=ways.default)

    text = f"{{who}}, {obstacle.name} {obstacle.rating} lies ahead. How do you go on?"
    rule = state.rules().rule("FG-60")
    return ask_of(character, "go on", form, rule, text, "{who} decides how to go on.")


class StaysBehind(Told, frozen=True):
    rule, says = "FG-60", "{name} stays behind this time."
    name: str


def _go_on(contest: Contest[Enterprise], team: Team) -> Procedure[None]:
    """FG-60: those who will go on test as a group against what lies ahead; lost when nobody will.

    A captain leaves after all others who do, so that only who stays is asked to take over.
    """
    state = contest.state
    members = [member.name for member in state.able(team)]
    answers = yield from ask_and_name(contest, tuple(_asked(state, name) for name in members))
    chosen = dict(zip(members, answers, strict=True))
    for name in members:
        if chosen[name] == STAY:
            contest.report(StaysBehind, name)
    leaving = [name for name in members if chosen[name] == LEAVE]
    for name in sorted(leaving, key=lambda name: name == team.captain):
        yield from surrender(contest, name)
    going = [attempt_by(state, n, state.skill, chosen[n]) for n in members if chosen[n] not in (STAY, LEAVE)]
    going = [attempt for attempt in going if not state.who(attempt.name).out]
    if team.lost:
        return
    if not going:
        lose(contest, team, "nobody will go on", state.rules().rule("FG-60"))
        return
    yield from _pass_obstacle(contest, team, captain_first(going, team.captain))


def _pass_obstacle(contest: Contest[Enterprise], team: Team, group: list[Attempt]) -> Procedure[None]:
    state = contest.state
    obstacle = state.ahead[0]
    rule = state.rules().rule("FG-60")
    hardship = Hardship({obstacle.name: obstacle.rating}, [f"environment:{obstacle.name}"], rule)
    result = yield from challenge(contest, group, f"Past {obstacle.name}", hardship)
    change = state.tested(result.success)
    move_morale(contest, team, change, "a test succeeded" if result.success else "a test failed")
    if state.explores:
        _move_journey(contest, *((-1, "the team succeeded") if result.success else (1, "the team failed")))
    if not result.success:
        yield from take_harm(contest, result.short, state.harm_of_failure())
        return
    state.passed += 1
    state.ahead = state.ahead[1:]
    if state.explores:
        yield from _roll_obstacle(contest)
    elif not state.ahead:
        _arrive(contest, team)


def _move_journey(contest: Contest[Enterprise], change: int, cause: str) -> None:
    contest.state.journey_morale += change
    contest.report(MoraleMoved, JOURNEY, change, contest.state.journey_morale, cause, under="FG-60")


class JourneyTest(Event, frozen=True):
    rule = "FG-60"
    faces = ("dice",)
    dice: tuple[int, ...]
    effort: int
    difficulty: int

    def text(self) -> str:
        end = "holds" if self.effort >= self.difficulty else "gives way"
        return f"The journey rolls {pool_faces(self.dice)}, effort {self.effort} against {self.difficulty}, and {end}."


def _journey_keeps_morale(contest: Contest[Enterprise], team: Team) -> Procedure[None]:
    """FG-60: the journey keeps its morale as in FG-52, with its own dice; when it breaks the team has arrived."""
    state = contest.state
    dice = yield Roll.d(6, state.journey_rating, what="the journey: keep morale", rule="FG-60")
    hits = sum(die >= state.journey_training for die in dice)
    difficulty = max(1, -state.journey_morale)
    kept = hits >= difficulty
    contest.report(JourneyTest, tuple(sorted(dice)), hits, difficulty)
    _move_journey(contest, 1 if kept else -1, "morale was kept" if kept else "morale was not kept")
    if not kept:
        _arrive(contest, team)


class Arrived(Told, frozen=True):
    rule, says = "FG-60", "The goal of {team} is reached{goal:?: {goal}}."
    team: str
    goal: str


def _arrive(contest: Contest[Enterprise], team: Team) -> None:
    """FG-60, FG-55: the goal is reached, and last stands end well."""
    leave_last_stands(contest, team)
    team.achieved = True
    contest.state.phase = "over"
    contest.report(Arrived, team.name, team.goal.rstrip("."), under=contest.state.rules().rule("FG-60"))


def _settle(contest: Contest[Enterprise], team: Team) -> None:
    """FG-60, CF-8: lost when nobody can go on, or a collapsed team has nobody left in a last stand."""
    state = contest.state
    if not team.lost and not state.able(team):
        lose(contest, team, "nobody can go on", state.rules().rule("FG-60"))
    collapsed = state.has_collapsed(team) and not state.in_last_stand(team)
    if collapsed and not team.lost and not team.achieved:
        lose(contest, team, "nobody is left in a last stand", "CF-8")
    if team.lost:
        state.phase = "over"
