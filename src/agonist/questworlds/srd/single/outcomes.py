"""How contests end: ties and what was never in doubt (QS-7, QS-10, QS-20), each side's outcome, what carries over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec

from agonist.kernel import GM, OPEN, Contest, Event, Outcome, Procedure, Shown, Staged
from agonist.tabletop import Told, begun, signed

from ..aftermath.effects import endings, lasting_effects, learn
from ..aftermath.goals import remember
from ..approach.resources import cost_of_asking
from ..people.contestants import Arena, Contestant
from ..people.setup import carried_from
from ..people.sheets import Sheet, sheet_of
from ..questions import question
from ..rolls.results import TIE, Result, verdict, victory


class Standing(msgspec.Struct, frozen=True):
    """How one contestant came out of it."""

    name: str
    side: str
    result: str = ""
    tally: str = ""


class SrdOutcome(Outcome, frozen=True, kw_only=True):
    """How a contest ended: each side's outcome as a key such as ``victory-1``, and what comes of it; a cure or a
    bolstering has a `heading` of its own, as its obstacle is nobody who wins."""

    prize: Annotated[str, OPEN] = ""
    degree: Annotated[str, OPEN] = ""
    heading: Annotated[str, Shown(when=lambda _, outcome: bool(outcome.heading))] = ""
    sides: Annotated[dict[str, str], OPEN] = {}
    standings: Annotated[tuple[Standing, ...], Shown(whole=True)] = ()
    goals: Annotated[tuple[str, ...], OPEN] = ()
    carries: Annotated[tuple[str, ...], OPEN] = ()
    sheets: dict[str, Sheet] = {}


class Decided(Event, frozen=True):
    """The outcome of a contest, from one side's view."""

    rule = "QS-6"
    name: str
    other: str
    result: str
    assured: bool = False
    why: str = ""

    def staged(self) -> Staged:
        return verdict(self.result, self.name, self.other, self.why, assured=self.assured)

    def text(self) -> str:
        sure = " The victory was never in doubt." if self.assured else ""
        return begun(f"{self.name} against {self.other}: a {self.result}.{sure}")


class CalledOff(Told, frozen=True):
    rule = "QS-71"
    says = "{name} gives up before the dice: no contest takes place."
    name: str

    def staged(self) -> Staged:
        return Staged(who=self.name, word="Called off", says=f"{begun(self.name)} gave up before the dice")


def carries(state: Arena) -> tuple[str, ...]:
    """What each character takes along, in words."""
    told = [
        f"{who.name}: {each.label} {signed(each.value)}"
        for who in state.everybody()
        if who.character
        for each in who.lasting
        if each.gone == "no" and each.value
    ]
    if state.options.story_points:
        told.append(f"Story points in the pool: {state.story_points}")
    return tuple(told)


def sheets_of(state: Arena) -> dict[str, Sheet]:
    """The characters as the next contest starts from them."""
    return {each.name: sheet_of(each) for each in state.everybody() if each.character}


def purpose(state: Arena, *, won: bool) -> str:
    """QS-17, QS-24: what became of what the contest was for."""
    said = "" if won else "not "
    if state.cures:
        return begun(f"{state.cured} is {said}cured")
    return begun(f"{state.bolsters} is {said}bolstered") if state.bolsters else ""


def finished(
    state: Arena,
    summary: str,
    rule: str,
    sides: dict[str, Result],
    winners: tuple[str, ...] = (),
    tallies: dict[str, str] | None = None,
) -> SrdOutcome:
    """The outcome of any kind of contest, with sheets and what the scene's next contest starts from."""
    best = max((each for each in sides.values() if each.victory), key=lambda each: each.degree, default=None)
    first = next(iter(sides.values()), None)
    heading = "" if first is None else purpose(state, won=first.victory)
    if heading and first is not None:
        summary = f"{heading}: a {first.word}."
    return SrdOutcome(
        summary=begun(summary),
        heading=heading,
        rule=rule,
        winners=winners,
        prize=state.prize,
        degree="" if best is None else best.word,
        sides={side: result.key for side, result in sides.items()},
        standings=tuple(
            Standing(
                each.name,
                each.side,
                each.result.key if each.result else "",
                (tallies or {}).get(each.name, ""),
            )
            for each in state.contestants
        ),
        goals=state.reached,
        carries=carries(state),
        sheets=sheets_of(state),
        carried=carried_from(state),
    )


class TieSettled(Event, frozen=True):
    rule = "QS-7"
    how: str

    def staged(self) -> Staged:
        words = {"standoff": "A standoff", "new": "Overtaken by events", "victory": "Victory by a hair"}
        says = {
            "standoff": "Neither gave way",
            "new": "Something else overtook them",
            "victory": "It just worked",
        }
        return Staged(word=words[self.how], says=says[self.how])

    def text(self) -> str:
        told = {
            "standoff": "A standoff: nobody has the prize.",
            "new": "Something new makes the old prize pointless: nobody has it.",
            "victory": "A standoff makes no sense here: the victory is the character's, of degree 0.",
        }
        return told[self.how]


def certain(opponent: Contestant) -> bool:
    """QS-10: a contest against a resistance of 0 is assured."""
    return opponent.opposition and not opponent.resistance


def sure(rolled: Result) -> Result:
    """QS-20: the victory is certain; its degree is the rolled victory's, else 0."""
    return rolled if rolled.victory else victory(0)


def tie_settled(contest: Contest[Arena], one: Contestant) -> Procedure[Result]:
    """QS-7: a tie that makes no sense is for the game master to settle."""
    how = {"standoff": "standoff", "player": "victory"}.get(contest.state.options.on_a_tie, "")
    if not how:
        how = yield question("tie of two", one, by=GM)
    contest.report(TieSettled, how)
    return victory(0) if how == "victory" else TIE


def own_results(contest: Contest[Arena], fought_with: Callable[[Contestant], str]) -> Procedure[None]:
    """QS-21, QS-29: lasting effects for whoever has a result, and experience for who lost with which ability."""
    results = {each.name: each.result for each in contest.state.characters() if each.result is not None}
    yield from lasting_effects(contest, {name: (result, name) for name, result in results.items()})
    yield from endings(contest)
    for name, result in results.items():
        who = contest.state.find(name)
        cost_of_asking(contest, who)
        if result.defeat:
            learn(contest, who, fought_with(who), f"a defeat with {fought_with(who)}")
            remember(contest.state, who)
