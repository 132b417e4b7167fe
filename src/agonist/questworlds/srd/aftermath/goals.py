"""What a contest is for: graduated goals (QS-25), cures (QS-24), bolstering (QS-17); and what is not tried again
(QS-18)."""

from __future__ import annotations

from agonist.kernel import GM, Choice, Contest, Event, Option, Procedure, Several
from agonist.tabletop import Told, listed, refuse

from ...chassis.people import check_count, check_named
from ..people.contestants import Arena, Contestant, Try
from ..people.setup import ContestSetup, CureSetup
from ..questions import question
from ..rolls.results import Result


class Reached(Event, frozen=True):
    rule = "QS-25"
    goals: tuple[str, ...]

    def text(self) -> str:
        return f"Reached: {listed(self.goals)}." if self.goals else "None of the goals is reached."


def goals_won(result: Result, count: int) -> int:
    """QS-25: degree + 1 of them on a victory, at most all."""
    return min(result.degree + 1, count) if result.victory else 0


def first_of(state: Arena, side: str) -> Contestant:
    """QS-25: who picks for a side of several: the first of the characters who still stand, or of all of them."""
    people = [each for each in state.contestants if each.side == side and each.character]
    return next((each for each in people if each.standing), people[0])


def reach(contest: Contest[Arena], who: Contestant, result: Result) -> Procedure[None]:
    """QS-25: in contests, groups and sequences alike the player picks on a victory; on a defeat of degree 0 the game
    master may grant one; on other defeats and on a tie that stays one there is none."""
    state = contest.state
    if not state.goals:
        return
    count = goals_won(result, len(state.goals))
    if count == len(state.goals):
        state.reached = state.goals
    elif count:
        state.reached = yield from _picked(who, state.goals, count)
    elif result.defeat and result.degree == 0:
        state.reached = yield from _granted(who, state.goals)
    contest.report(Reached, state.reached)


def _picked(who: Contestant, goals: tuple[str, ...], count: int) -> Procedure[tuple[str, ...]]:
    answer = yield question(
        "goals",
        who,
        Several(tuple(Option(goal, goal) for goal in goals), count, count),
        goals="goal" if count == 1 else f"{count} goals",
    )
    return tuple(answer)


def _granted(who: Contestant, goals: tuple[str, ...]) -> Procedure[tuple[str, ...]]:
    answer = yield question(
        "grant a goal",
        who,
        Choice((Option("none", "None"), *(Option(goal, goal) for goal in goals)), "none"),
        by=GM,
    )
    return () if answer == "none" else (answer,)


class Cured(Event, frozen=True):
    """What became of a consequence; `before`: it was gone before the cure."""

    rule = "QS-24"
    name: str
    label: str
    gone: bool
    before: bool = False

    def text(self) -> str:
        if self.before:
            return f"{self.name}: {self.label} was gone already."
        return f"{self.name}: {self.label} is {'cured' if self.gone else 'not cured'}."


def check_purpose(setup: ContestSetup) -> bool:
    """Whether the contest is a cure or bolsters a resource; then its resistance comes from that."""
    if check_cure(setup):
        return True
    if setup.bolsters:
        check_count(setup.contestants, least=1, most=1)
        names = [each.name for each in setup.resources]
        if setup.bolsters not in names:
            refuse("There is no such resource.", ", ".join(names) or "none", "set-up.bolsters")
    return bool(setup.bolsters)


def check_cure(setup: CureSetup) -> bool:
    """QS-24: whether it is to cure a consequence that somebody has; then one character is enough."""
    if not setup.cures:
        return False
    check_count(setup.contestants, least=1, most=1)
    everybody = (*setup.contestants, *setup.helpers)
    check_named(setup.cures, everybody, "set-up.cures")
    labels = [
        each.label for who in everybody if who.name == setup.cures for each in who.lasting if each.value < 0
    ]
    if setup.cured not in labels:
        refuse(
            f"{setup.cures} has no such consequence.", ", ".join(labels) or "nothing to cure", "set-up.cured"
        )
    names = [name for who in everybody for name in (who.name, *(each.name for each in who.followers))]
    if not setup.cured or setup.cured in names:
        refuse("What is cured has a name of its own.", "a label that nobody is called by", "set-up.cured")
    return True


def add_obstacle(state: Arena) -> None:
    """QS-24: base and the consequence's size. QS-17: base and the resource's present bonus, or penalty."""
    if state.cures:
        resistance = state.to_cure
    elif state.bolsters:
        resistance = state.base.whole + state.resource(state.bolsters).present
    else:
        return
    state.contestants.append(
        Contestant(
            name=state.cured or state.bolsters, seat="gm", side="the opposition", opposition=True, opens=True,
            hand="Resistance", began_with="Resistance", resistance=max(0, resistance or 0),
        )
    )  # fmt: skip


class Bolstered(Told, frozen=True):
    rule = "QS-17"
    says = "{resource} is bolstered: {now:signed}."
    resource: str
    now: int


def done(contest: Contest[Arena], result: Result) -> None:
    """QS-24: any victory removes the consequence. QS-17: a victory bolsters."""
    state = contest.state
    if state.cures:
        effect = state.consequence()
        if effect is not None and result.victory:
            effect.gone = "yes"
        contest.report(Cured, state.cures, state.cured, result.victory, before=effect is None)
    elif state.bolsters and result.victory:
        resource = state.resource(state.bolsters)
        resource.bolster()
        contest.report(Bolstered, resource.name, resource.present)


def nothing_to_cure(contest: Contest[Arena]) -> bool:
    """QS-23, QS-24: whether the consequence has faded before its cure, with the new session; it is told."""
    state = contest.state
    faded = bool(state.cures) and state.consequence() is None
    if faded:
        contest.report(Cured, state.cures, state.cured, True, before=True)
    return faded


MOST = 50
"""So many are remembered."""


def remember(state: Arena, who: Contestant) -> None:
    """QS-18: who lost this prize with which ability, for the scene's later contests."""
    if state.prize:
        state.tried = [*state.tried, Try(who.name, state.prize, who.hand)][-MOST:]
