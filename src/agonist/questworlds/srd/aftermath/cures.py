"""Contests for something the rules know: curing a consequence (QS-24), bolstering a resource (QS-17)."""

from __future__ import annotations

from agonist.kernel import Contest, Event

from ..people.checks import check_count, check_named, refuse
from ..people.contestants import Arena, Contestant
from ..people.modifiers import signed
from ..people.setup import ContestSetup, CureSetup
from ..rolls.results import Result


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


class Bolstered(Event, frozen=True):
    rule = "QS-17"
    resource: str
    now: int

    def text(self) -> str:
        return f"{self.resource} is bolstered: {signed(self.now)}."


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
