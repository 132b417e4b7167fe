"""The contest: one roll on each side, and it is decided (QS-18 to QS-26)."""

from __future__ import annotations

from typing import Annotated, Literal

from agonist.kernel import (
    Choice,
    Contest,
    Field,
    Option,
    Outcome,
    Procedure,
    Shown,
)
from agonist.tabletop import refuse

from ...chassis.people import check_count
from ..aftermath.effects import endings, lasting_effects, learn, weaker_note
from ..aftermath.goals import check_purpose, done, nothing_to_cure, reach, remember
from ..approach.augments import standing_by
from ..approach.resources import cost_of_asking
from ..approach.stating import at_stake, laid, stated, thrown
from ..approach.tactics import settled
from ..approach.weighing import Stake
from ..bots import BOTS
from ..clash.rollers import using
from ..people.checks import check_scene, check_two_sides
from ..people.contestants import WHOLE, Arena, Contestant
from ..people.options import ContestOptions
from ..people.setup import ContestSetup
from ..rolls.resistance import resistance_from
from ..rolls.results import TIE, Result, victory
from .contest_type import SrdContest, frame
from .mass_effort import check_effort, fix_the_whole, led
from .outcomes import CalledOff, Decided, SrdOutcome, certain, finished, sure, tie_settled

Assured = Literal["no", "unrolled", "rolled", "apart"]


class ContestState(Arena, kw_only=True):
    """A contest of two. That it is assured, and what was fixed beforehand, only the game master knows (QS-70)."""

    options: Annotated[ContestOptions, WHOLE]
    assured: Annotated[Assured, Shown(when=lambda viewer, state: viewer.gm or state.over)] = "no"
    result: Result = TIE
    took_place: bool = True

    @property
    def assures(self) -> bool:
        return True

    def pair(self) -> tuple[Contestant, Contestant]:
        """The character, and whoever is against them."""
        one, two = self.contestants
        return (two, one) if one.opposition else (one, two)


class PlainContest(SrdContest[ContestState]):
    name, title = "contest", "Contest"
    blurb = "Say what you want and how you go about it, roll once, and it is decided."
    state_type, setup_type, options_type = ContestState, ContestSetup, ContestOptions
    bots = BOTS

    def check(self, setup: ContestSetup, options: ContestOptions) -> None:
        check_scene(setup, options)
        if not check_purpose(setup):
            check_count(setup.contestants, least=2, most=2)
            check_two_sides(setup)
            if "chained" in (options.sequence_kind, setup.sequences) and not _certain(setup, options):
                refuse(
                    "In a game of chained sequences every contest is one (QS-62).",
                    "a chained sequence; or a cure or an assured contest",
                    "options.sequence_kind",
                )
        check_effort(setup)

    def turn(self, contest: Contest[ContestState]) -> Procedure[None]:
        """QS-18: framing, modifiers, resistance, dice, story points, outcome, lasting effects, experience."""
        state = contest.state
        if not state.framed:
            yield from frame(contest)
            if nothing_to_cure(contest):
                state.took_place, state.over = False, True
                return
            yield from fix_the_whole(contest)
            return
        one, two = state.pair()
        if one.standing and two.standing:
            yield from _decide(contest, one, two)
        else:
            state.took_place = False
        state.over = True

    def outcome(self, state: ContestState) -> SrdOutcome | None:
        if not state.over:
            return None
        one, two = state.pair()
        result = state.result
        won: tuple[str, ...] = () if not result.sign else ((one if result.victory else two).name,)
        prize = f": {state.prize}" if state.prize else ""
        summary = f"{won[0]} wins with a {victory(result.degree).word}{prize}." if won else f"A tie{prize}."
        sides = {one.side: result, two.side: result.mirrored}
        if not state.took_place:
            summary, sides = f"No contest takes place{prize}.", {}
        elif state.assured == "apart":
            summary, won = (
                f"The aims do not touch: {one.name} and {two.name} both have theirs.",
                (one.name, two.name),
            )
            sides = dict.fromkeys(sides, result)
        return finished(state, summary, "QS-6", sides, won)

    def success(self, state: ContestState, outcome: Outcome, seat: str) -> float:
        """QS-71: who gives up before the dice goes without, and for the opposition that is no success either."""
        return super().success(state, outcome, seat) if state.took_place else 0.0


def _certain(setup: ContestSetup, options: ContestOptions) -> bool:
    """QS-10, QS-20: said to be, or against a resistance of 0."""
    foes = [resistance_from(each.resistance, options.base) for each in setup.contestants if each.opposition]
    return setup.assured != "no" or any(not each.whole for each in foes)


def _decide(contest: Contest[ContestState], one: Contestant, two: Contestant) -> Procedure[None]:
    state = contest.state
    people = [each for each in (one, two) if each.character]
    tactics = yield from stated(contest, people)
    stakes = [
        at_stake(contest, who, two, tactics[who.name], _more(state, two))
        if who is one
        else at_stake(contest, who, one, tactics[who.name])
        for who in people
    ]
    for stake in stakes:
        if not (yield from laid(contest, stake)):
            yield from _without_dice(contest, stake)
            return
    rolled = yield from _rolled(contest, one, two, stakes)
    if rolled is None:
        return
    suggested, why = rolled
    assured = state.assured != "no"
    if assured:
        state.result = sure(suggested)
        two.rolled = True
    contest.report(Decided, one.name, two.name, state.result.word, assured, why)
    yield from _aftermath(contest, one, two, suggested)


def _more(state: ContestState, other: Contestant) -> tuple[Field, ...]:
    """QS-20, QS-25: whether the victory is certain, or the aims do not touch at all."""
    if not other.opposition:
        return ()
    default = state.assured if other.resistance or state.assured != "no" else "rolled"
    options = (
        Option("no", "The dice decide"),
        Option("unrolled", "Assured: no dice", rule="QS-20"),
        Option("rolled", "Assured: rolled for what comes with it"),
        Option("apart", "The aims do not touch: both have theirs", rule="QS-25"),
    )
    return (Field("assured", "In secret", Choice(options, default)),)


def _rolled(
    contest: Contest[ContestState], one: Contestant, two: Contestant, stakes: list[Stake]
) -> Procedure[tuple[Result, str] | None]:
    """QS-4 to QS-7, and what decided it; nothing is rolled where the victory is certain and nobody asks what comes with
    it (QS-20)."""
    state = contest.state

    def without_dice() -> bool:
        return stakes[0].ruling.get("assured") in ("unrolled", "apart")

    rollers, helpers = (lambda: (using(one), using(two))), standing_by(state)
    clash = yield from thrown(contest, stakes, rollers, without_dice, helpers=helpers)
    gave_up = next((each for each in stakes if not each.tactic.acts), None)
    if gave_up is not None:
        yield from _without_dice(contest, gave_up)
        return None
    state.assured = stakes[0].ruling.get("assured", "no")
    if certain(two) and state.assured == "no":
        state.assured = "rolled"
    if clash is None:
        return TIE, ""
    state.result = clash.result
    helps = state.cures or state.bolsters
    if not clash.result.sign and state.assured == "no" and two.opposition and not helps:
        state.result = yield from tie_settled(contest, one)
    return state.result, clash.why


def _without_dice(contest: Contest[ContestState], stake: Stake) -> Procedure[None]:
    """QS-71: giving up before the dice; QS-32: a major edit settles it."""
    state = contest.state
    if stake.tactic.kind != "settled":
        state.took_place = False
        contest.report(CalledOff, stake.who.name)
        return
    result = yield from settled(stake.who)
    one, two = state.pair()
    state.result = result if stake.who is one else result.mirrored
    contest.report(Decided, one.name, two.name, state.result.word, under="QS-32")
    yield from _aftermath(contest, one, two, state.result)


def _aftermath(
    contest: Contest[ContestState],
    one: Contestant,
    two: Contestant,
    suggested: Result,
) -> Procedure[None]:
    """QS-21 to QS-29: goals, what the contest was for, lasting effects, experience."""
    state = contest.state
    one.result, two.result = state.result, state.result.mirrored
    if state.assured == "apart":
        state.reached = state.goals
        return
    done(contest, state.result)
    for who in (one, two):
        cost_of_asking(contest, who)
    offers = {one.name: (suggested, one.name)}
    if two.character:
        offers[two.name] = (state.result.mirrored, two.name)
    notes = weaker_note(one, two) if suggested.victory else ()
    yield from lasting_effects(contest, offers, notes)
    yield from endings(contest)
    for who in (one, two) if state.assured == "no" else ():
        if who.result and who.result.defeat and who.character:
            learn(contest, who, who.hand, f"a defeat with {who.hand}")
            remember(state, who)
    state.result = yield from led(contest, state.result)
    yield from reach(contest, one, state.result)
