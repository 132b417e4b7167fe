"""Advantage points won and lost, and what that brings: knowledge, defeat, return (QW-13, QW-18, QW-22)."""

from __future__ import annotations

from agonist.kernel import Contest, Event, Staged
from agonist.tabletop import begun

from ...chassis.words import minus
from ..rolls.results import Level
from .contestants import Contestant
from .states import ExtendedState, Fall


class Changed(Event, frozen=True):
    """Advantage points won or lost, and the total after it."""

    rule = "QW-18"
    name: str
    by: int
    before: int
    after: int

    def text(self) -> str:
        verb = "gains" if self.by > 0 else "loses"
        return f"{self.name} {verb} {abs(self.by)} AP: {minus(self.before)} → {minus(self.after)}."


class InTheOpen(Event, frozen=True):
    """A total becomes known, with what was hidden because of it."""

    rule = "QW-13"
    name: str
    starting: int
    ability: str
    rating: str

    def text(self) -> str:
        start = f"{self.starting} AP at the start, {self.ability} {self.rating}"
        return f"{self.name}'s advantage is in the open now: {start}."


def change(contest: Contest[ExtendedState], who: Contestant, by: int, rule: str = "QW-18") -> None:
    """A total rises or falls; from the first time on everybody knows it (QW-13)."""
    if not by:
        return
    before, hidden = who.ap, not who.known
    who.ap, who.known = before + by, True
    contest.report(Changed, who.name, by, before, who.ap, under=rule)
    if hidden:
        contest.report(_in_the_open, who)


def _in_the_open(who: Contestant) -> InTheOpen:
    return InTheOpen(who.name, who.starting_ap, who.hand, str(who.rating(who.hand)))


class Defeated(Event, frozen=True):
    rule = "QW-22"
    name: str
    ap: int
    degree: str

    def staged(self) -> Staged:
        return Staged(
            self.name,
            word=f"{self.degree.capitalize()} defeat",
            rare="dark",
            says=f"{begun(self.name)} is beaten",
        )

    def text(self) -> str:
        return f"{self.name} is defeated at {minus(self.ap)} AP: a {self.degree} defeat."


def falls(contest: Contest[ExtendedState], who: Contestant, by: str = "") -> None:
    """QW-22: at 0 or fewer AP a contestant is defeated, at once."""
    if who.ap > 0 or not who.undefeated:
        return
    degree = contest.state.options.house.degree_of(who.ap)
    who.status, who.level = "defeated", Level.of(degree, victory=False)
    who.attention = False
    if who.final_action != "spent":
        who.final_action = "next-round"
    contest.state.falls.append(Fall(who.name, by))
    contest.report(Defeated, who.name, who.ap, degree.word)


def returns(who: Contestant) -> None:
    """Back above 0 and in the contest; what was suffered before is no longer open to a worse reading."""
    who.status, who.level, who.fate = "in", None, ""
    if who.final_action != "spent":
        who.final_action = "none"
    for each in who.lasting:
        each.of_this_fall = False


def sweep(contest: Contest[ExtendedState]) -> None:
    """What a correction of the game master may have brought about since the last turn."""
    for who in contest.state.contestants:
        if who.status == "in":
            if who.ap <= 0:
                falls(contest, who)
        elif (
            who.status == "defeated"
            and who.ap > 0
            and not any(fall.name == who.name for fall in contest.state.falls)
        ):
            returns(who)
