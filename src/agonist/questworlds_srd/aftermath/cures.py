"""Contests for something the rules know: curing a consequence (QS-24), bolstering a resource (QS-17)."""

from __future__ import annotations

from typing import TypeVar

from agonist.kernel import Contest, Event

from ..people.contestants import Arena, Contestant
from ..people.resources import bolster, find
from ..rolls.modifiers import Lasting, signed
from ..rolls.results import Result
from ..types.checks import check_count, check_named, refuse
from ..types.setup import ContestSetup, CureSetup

A = TypeVar("A", bound=Arena)


class Cured(Event, frozen=True):
    rule = "QS-24"
    name: str
    label: str
    gone: bool

    def text(self) -> str:
        return f"{self.name}: {self.label} is {'cured' if self.gone else 'not cured'}."


def check_purpose(setup: ContestSetup) -> bool:
    """Whether the contest is a cure or bolsters a resource; then its resistance comes from that."""
    if check_cure(setup):
        return True
    if setup.bolsters:
        check_count(setup, least=1, most=1)
        names = [each.name for each in setup.resources]
        if setup.bolsters not in names:
            refuse("There is no such resource.", ", ".join(names) or "none", "set-up.bolsters")
    return bool(setup.bolsters)


def check_cure(setup: CureSetup) -> bool:
    """QS-24: whether it is to cure a consequence that somebody has; then one character is enough."""
    if not setup.cures:
        return False
    check_count(setup, least=1, most=1)
    everybody = (*setup.contestants, *setup.helpers)
    check_named(setup.cures, everybody, "set-up.cures")
    patient = next(each for each in everybody if each.name == setup.cures)
    labels = [each.label for each in patient.lasting if each.value < 0]
    if setup.cured not in labels:
        refuse(
            f"{setup.cures} has no such consequence.", ", ".join(labels) or "nothing to cure", "set-up.cured"
        )
    return True


def add_obstacle(state: Arena) -> None:
    """QS-24: base and the consequence's size. QS-17: base and the resource's bonus."""
    if state.cures:
        size = -_consequence(state).value
    elif state.bolsters:
        size = find(state, state.bolsters).bonus
    else:
        return
    state.contestants.append(
        Contestant(
            name=state.cured or state.bolsters, seat="gm", side="the opposition", opposition=True, opens=True,
            hand="Resistance", began_with="Resistance", resistance=max(0, state.base.whole + size),
        )
    )  # fmt: skip


class Bolstered(Event, frozen=True):
    rule = "QS-17"
    resource: str
    now: int

    def text(self) -> str:
        return f"{self.resource} is bolstered: {signed(self.now)}."


def done(contest: Contest[A], result: Result) -> None:
    """QS-24: any victory removes the consequence. QS-17: a victory bolsters."""
    state = contest.state
    if state.cures:
        if result.victory:
            _consequence(state).gone = "yes"
        contest.report(Cured(state.cures, state.cured, result.victory))
    elif state.bolsters and result.victory:
        resource = find(state, state.bolsters)
        bolster(resource)
        contest.report(Bolstered(resource.name, resource.now + resource.bolstered))


def _consequence(state: Arena) -> Lasting:
    return next(
        each
        for each in state.find(state.cures).lasting
        if each.label == state.cured and each.value < 0 and each.gone == "no"
    )
