"""The simple contest (QW-7)."""

from __future__ import annotations

from agonist.kernel import (
    Contest,
    Event,
    Procedure,
    Staged,
)
from agonist.tabletop import listed

from ..clash.opposed import opposed
from ..clash.rollers import using
from ..clash.telling import ends, why
from ..deeds.preparing import prepare
from ..people.checks import check_sides
from ..people.consequences import benefit, suffer
from ..people.contestants import Arena, Contestant
from ..people.options import SimpleOptions
from ..people.setup import (
    SimpleSetup,
)
from ..questions import question
from ..rolls.results import Level, for_whom
from .contest_type import ClassicContest
from .outcomes import PrizeGoes, QuestOutcome, decided_outcome


class SimpleState(Arena, kw_only=True):
    """A simple contest: nothing in it is hidden."""


class SimpleContest(ClassicContest[SimpleState]):
    name, title = "simple", "Simple contest"
    blurb = "One roll each, and it is decided."
    state_type, setup_type, options_type = SimpleState, SimpleSetup, SimpleOptions

    def check(self, setup: SimpleSetup, options: SimpleOptions) -> None:
        super().check(setup, options)
        check_sides(setup.contestants, least=2, most=2)

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

    def outcome(self, state: SimpleState) -> QuestOutcome | None:
        if not state.over:
            return None
        one, two = state.contestants
        level = one.level or Level.TIE
        won = "" if level == Level.TIE else (one if level.victory else two).name
        return decided_outcome(state, "QW-7", level, won, (won,), (one.side, two.side))


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
    answer = yield question(
        "lasting effects", sides=" against ".join(names), level=for_whom(level.word, names[0])
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
