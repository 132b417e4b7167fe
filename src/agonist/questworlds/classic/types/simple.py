"""The simple contest (QW-7)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from agonist.kernel import (
    GM,
    Ask,
    Choice,
    Combatant,
    Contest,
    ContestType,
    Event,
    Option,
    Procedure,
    Staged,
)
from agonist.tabletop import HouseRuled, listed

from ...chassis.combatants import combatants, facing
from ..bots.imagining import imagine
from ..bots.orders import ORDERS
from ..bots.policies import BOTS
from ..clash.opposed import opposed
from ..clash.rollers import using
from ..clash.telling import ends, why
from ..deeds.preparing import prepare
from ..people.checks import check_characters, check_options, check_sides
from ..people.consequences import benefit, suffer
from ..people.contestants import Arena, Contestant
from ..people.options import SimpleOptions
from ..people.setup import (
    SimpleSetup,
    contestant_from,
    enlisted,
    preparations,
    seats_of,
    willing_followers_serve,
)
from ..people.sheets import Sheet, sheet_of
from ..rolls.results import Level, for_whom
from .outcomes import PrizeGoes, QuestOutcome, carries, standings


class SimpleState(Arena, kw_only=True):
    """A simple contest: nothing in it is hidden."""


class SimpleContest(HouseRuled, ContestType[SimpleState]):
    name, title = "simple", "Simple contest"
    stake, headline = "prize", "degree"
    blurb = "One roll each, and it is decided."
    state_type, setup_type, options_type = SimpleState, SimpleSetup, SimpleOptions
    bots, orders = BOTS, ORDERS

    def check(self, setup: SimpleSetup, options: SimpleOptions) -> None:
        check_options(options)
        check_characters(setup.contestants, options)
        check_sides(setup.contestants, least=2, most=2)

    def seats(self, setup: SimpleSetup) -> dict[str, str]:
        return seats_of(setup.contestants)

    def begin(self, setup: SimpleSetup, options: SimpleOptions) -> SimpleState:
        state = SimpleState(
            prize=setup.prize,
            contestants=open_contestants(setup, options),
            options=options,
            preparations=preparations(setup.contestants, options),
        )
        willing_followers_serve(state)
        return state

    def turn(self, contest: Contest[SimpleState]) -> Procedure[None]:
        """QW-7: both roll, and the steps between the results give the degree."""
        state = contest.state
        frame(contest)
        if state.preparations:
            yield from prepare(contest)
            return
        one, two = state.contestants
        level = yield from meeting(contest, one, two)
        if level:
            leaves = yield from leaves_effects(level, one.name, two.name)
            if leaves:
                yield from left_with(contest, one, two, level)
        state.over = True
        won = tuple(each.name for each in (one, two) if each.level is not None and each.level.victory)
        contest.report(PrizeGoes, won, state.prize, _victory_word(level), under="QW-7")

    def imagine(self, state: SimpleState, seat: str, random: Random) -> None:
        imagine(state, seat, random)

    def outcome(self, state: SimpleState) -> QuestOutcome | None:
        if not state.over:
            return None
        one, two = state.contestants
        level = one.level or Level.TIE
        won = () if level == Level.TIE else ((one if level.victory else two).name,)
        prize = f": {state.prize}" if state.prize else ""
        return QuestOutcome(
            summary=f"{won[0]} wins the prize with a {level.degree.word} victory{prize}."
            if won
            else f"A tie{prize}.",
            rule="QW-7",
            winners=won,
            prize=state.prize,
            degree=level.degree.word if won else "tie",
            sides={one.side: level.key, two.side: level.mirrored.key},
            standings=standings(state),
            carries=carries(state),
            sheets={each.name: sheet_of(each) for each in state.contestants if each.player},
        )

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        return combatants(seen)

    def facing(self, seen: Mapping[str, Any], acting: str) -> tuple[str, ...]:
        return facing(seen, acting)

    def enlist(self, setup: SimpleSetup, name: str, sheet: Sheet, seat: str) -> SimpleSetup:
        return enlisted(setup, name, sheet, seat)


def open_contestants(setup: SimpleSetup, options: SimpleOptions) -> list[Contestant]:
    """Contestants without advantage points have nothing to hide."""
    contestants = [contestant_from(each, options) for each in setup.contestants]
    for each in contestants:
        each.known = True
    return contestants


class Framed(Event, frozen=True):
    """The contest begins: what for, and who meets whom."""

    rule = "QW-10"
    prize: str
    sides: dict[str, tuple[str, ...]]

    def text(self) -> str:
        sides = [listed(names) for names in self.sides.values()]
        return f"The prize: {self.prize or 'what is at stake'}. {' against '.join(sides)}."


def frame(contest: Contest[Arena]) -> None:
    """QW-10: what is at stake, and between whom; told once."""
    if contest.state.framed:
        return
    contest.state.framed = True
    sides: dict[str, tuple[str, ...]] = {}
    for who in contest.state.contestants:
        sides[who.side] = (*sides.get(who.side, ()), who.name)
    contest.report(Framed, contest.state.prize, sides)


class Outcomes(Event, frozen=True):
    """QW-7: how a simple contest went, for its first side."""

    rule = "QW-7"
    name: str
    other: str
    level: str
    why: str = ""

    def staged(self) -> Staged:
        return ends(self.name, self.other, self.level, self.why)

    def text(self) -> str:
        return f"{self.name} against {self.other}: a {for_whom(self.level, self.name)}."


def meeting(contest: Contest[Arena], one: Contestant, two: Contestant) -> Procedure[Level]:
    """QW-7: a simple contest between two contestants, each with the ability in hand."""
    ours, theirs = using(one, one.hand), using(two, two.hand)
    clash = yield from opposed(contest, ours, theirs)
    one.used(ours.rating().whole)
    two.used(theirs.rating().whole)
    better_roll = contest.state.options.better_roll
    level = contest.state.level_of(clash)
    one.level, two.level = level, level.mirrored
    contest.report(Outcomes, one.name, two.name, level.word, why(clash, clash.winner(better_roll)))
    return level


def leaves_effects(level: Level, *names: str) -> Procedure[bool]:
    """QW-23: the game master says whether this contest leaves lasting effects."""
    answer = yield Ask(
        GM,
        "lasting effects",
        Choice((Option("table", "As the table has it"), Option("none", "Nothing lasting")), "table"),
        "QW-23",
        f"{' against '.join(names)}: a {for_whom(level.word, names[0])}. Does it leave lasting effects?",
        "The game master rules on what is left behind.",
    )
    return bool(answer == "table")


def left_with(
    contest: Contest[Arena],
    one: Contestant,
    two: Contestant,
    level: Level,
    *,
    suffers: bool = True,
    gains: bool = True,
) -> Procedure[None]:
    """QW-22, QW-23: the loser's consequence and the winner's benefit, by degree."""
    winner, loser = (one, two) if level.victory else (two, one)
    if suffers:
        yield from suffer(contest, loser, level.degree)
    if gains:
        yield from benefit(contest, winner, loser, level.degree)


def _victory_word(level: Level) -> str:
    return f"{level.degree.word} victory" if level else ""
