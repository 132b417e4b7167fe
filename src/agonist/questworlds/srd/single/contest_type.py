"""What all contests of this game have in common, and how they begin (QS-18, QS-19, QS-23, QS-30)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, TypeVar

from agonist.kernel import (
    Ask,
    Choice,
    Contest,
    Event,
    Field,
    Fields,
    Option,
    Outcome,
    Procedure,
)
from agonist.tabletop import Told, listed, signed

from ...chassis.combatants import QuestContest
from ..aftermath.effects import new_session
from ..aftermath.goals import add_obstacle
from ..bots import ORDERS, imagine
from ..clash.story_points import refresh
from ..people.contestants import Arena, Contestant
from ..people.modifiers import Lasting
from ..people.setup import lent_abilities, scene
from ..people.sheets import Character, Sheet, reconciled
from ..questions import question
from ..rolls.results import STEP
from .outcomes import sheets_of


class Framed(Event, frozen=True):
    """The contest begins: what for, against what, and who meets whom."""

    rule = "QS-18"
    prize: str
    obstacle: str
    sides: dict[str, tuple[str, ...]]

    def text(self) -> str:
        sides = " against ".join(listed(names) for names in self.sides.values())
        hard = f" {self.obstacle}" if self.obstacle else ""
        return f"The prize: {self.prize or 'what is at stake'}.{hard} {sides}."


class Fades(Event, frozen=True):
    rule = "QS-23"
    name: str
    label: str
    value: int

    def text(self) -> str:
        what = f"is {signed(self.value)} now" if self.value else "is gone"
        return f"A new session: {self.label} of {self.name} {what}."


class AtStake(Told, frozen=True):
    rule = "QS-19"
    says = "Somebody's story may end here."


class BacksOut(Told, frozen=True):
    rule = "QS-19"
    says = "{name} backs out before any die is rolled."
    name: str


def frame(contest: Contest[Arena]) -> Procedure[None]:
    """QS-18: told once, with what a new session brings; then whoever wants to may still back out (QS-19)."""
    state = contest.state
    state.framed = True
    sides: dict[str, tuple[str, ...]] = {}
    for who in state.contestants:
        sides[who.side] = (*sides.get(who.side, ()), who.name)
    contest.report(Framed, state.prize, state.obstacle, sides)
    if state.begins == "session":
        yield from _session(contest)
    yield from refresh(contest)
    if state.story_at_stake:
        yield from _stake(contest)


def _session(contest: Contest[Arena]) -> Procedure[None]:
    """QS-23: the game master is asked which lasting effects stay, shrink or go. QS-29: all can teach again."""
    effects = [each for who in contest.state.everybody() for each in who.lasting]
    for who in contest.state.everybody():
        new_session(who)
    if not effects:
        return
    answer = yield question(
        "what lasts",
        None,
        Fields(tuple(Field(str(n), each.name, _fading(each)) for n, each in enumerate(effects))),
    )
    was = contest.state.to_cure
    for n, each in enumerate(effects):
        value = int(answer[str(n)])
        if value != each.value:
            each.value = value
            contest.report(Fades, each.whose, each.label, value)
    contest.state.keep_up_with_cure(was)


def _fading(effect: Lasting) -> Choice:
    """By steps of 5 towards nothing."""
    step = -STEP if effect.value > 0 else STEP
    values = dict.fromkeys([*range(effect.value, 0, step), 0])
    options = tuple(Option(str(value), signed(value) if value else "It is gone") for value in values)
    return Choice(options, str(effect.value))


def _stake(contest: Contest[Arena]) -> Procedure[None]:
    """QS-19: announced before any die; each may back out."""
    contest.report(AtStake)
    people = contest.state.characters()
    answers = yield tuple(_stays(who) for who in people)
    for who, answer in zip(people, answers, strict=True):
        if answer == "out":
            who.status = "left"
            contest.report(BacksOut, who.name)


def _stays(who: Contestant) -> Ask:
    return question("story at stake", who)


A = TypeVar("A", bound=Arena)


class SrdContest(QuestContest[A]):
    """The pool, resources and the kind of sequences belong to the table (QS-17, QS-30, QS-33); fallen opposition stays
    away in its scene (QS-69)."""

    stays: ClassVar[tuple[str, ...]] = ("story_points", "resources", "sequences")
    pool: ClassVar[str] = "story_points"
    headcount: ClassVar[str] = "party"
    orders, character = ORDERS, Character

    def begin(self, setup: Any, options: Any) -> A:
        """QS-2: a sidekick's abilities can be used as one's own."""
        state: A = scene(self.state_type, setup, options)
        add_obstacle(state)
        for who in state.everybody():
            who.abilities += lent_abilities(who)
        return state

    def imagine(self, state: A, seat: str, random: Random) -> None:
        imagine(state, seat, random)

    def success(self, state: A, outcome: Outcome, seat: str) -> float:
        """QS-12: who helps does well where somebody does who plays and helps nobody."""
        helps = any(each.seat == seat for each in state.helpers)
        own = {each.seat for each in state.contestants if each.character}
        seats = own if helps and seat not in own else {seat}
        return max(super(SrdContest, self).success(state, outcome, each) for each in seats)

    def sheets(self, state: A) -> dict[str, Sheet]:
        return sheets_of(state)

    def reconciled(self, began: Sheet, kept: Sheet, ended: Sheet) -> Sheet:
        return reconciled(began, kept, ended)
