"""Contests for something the rules know: curing a consequence (QS-24), bolstering a resource (QS-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agonist.kernel import Contest, Event

from .checks import check_count, check_named, refuse
from .contestants import Contestant
from .modifiers import Lasting
from .resources import Bolstered, bolster, find
from .setup import ContestSetup

if TYPE_CHECKING:
    from .contest import ContestState


class Cured(Event, frozen=True):
    rule = "QS-24"
    name: str
    label: str
    gone: bool

    def text(self) -> str:
        return f"{self.name}: {self.label} is {'cured' if self.gone else 'not cured'}."


def check_purpose(setup: ContestSetup) -> bool:
    """Whether the contest is a cure or bolsters a resource; then its resistance comes from that."""
    if setup.cures:
        check_count(setup, least=1, most=1)
        everybody = (*setup.contestants, *setup.helpers)
        check_named(setup.cures, everybody, "set-up.cures")
        patient = next(each for each in everybody if each.name == setup.cures)
        labels = [each.label for each in patient.lasting if each.value < 0]
        if setup.cured not in labels:
            refuse(
                f"{setup.cures} has no such consequence.",
                ", ".join(labels) or "nothing to cure",
                "set-up.cured",
            )
    elif setup.bolsters:
        check_count(setup, least=1, most=1)
        names = [each.name for each in setup.resources]
        if setup.bolsters not in names:
            refuse("There is no such resource.", ", ".join(names) or "none", "set-up.bolsters")
    return bool(setup.cures or setup.bolsters)


def add_obstacle(state: ContestState) -> None:
    """QS-24: base and the consequence's size. QS-17: base and the resource's bonus."""
    if state.cures:
        size = -_consequence(state).value
    elif state.bolsters:
        size = find(state, state.bolsters).bonus
    else:
        return
    name = state.cured or state.bolsters
    state.contestants.append(
        Contestant(
            name=name, seat="gm", side="the opposition", opposition=True, hand="Resistance",
            resistance=max(0, state.base.whole + size),
        )
    )  # fmt: skip


def done(contest: Contest[ContestState]) -> None:
    """QS-24: any victory removes the consequence. QS-17: a victory bolsters."""
    state = contest.state
    if state.cures:
        if state.result.victory:
            _consequence(state).gone = "yes"
        contest.report(Cured(state.cures, state.cured, state.result.victory))
    elif state.bolsters and state.result.victory:
        resource = find(state, state.bolsters)
        bolster(resource)
        contest.report(Bolstered(resource.name, resource.now + resource.bolstered))


def _consequence(state: ContestState) -> Lasting:
    return next(
        each
        for each in state.find(state.cures).lasting
        if each.label == state.cured and each.value < 0 and each.gone == "no"
    )
