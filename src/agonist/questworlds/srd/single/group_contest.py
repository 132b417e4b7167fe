"""The group contest: everybody rolls, and the sides' successes are added up (QS-27)."""

from __future__ import annotations

from typing import Annotated

from agonist.kernel import OPEN, Contest, Event, Procedure, derived
from agonist.tabletop import refuse

from ...chassis.people import Pairing, paired
from ..aftermath.effects import endings, lasting_effects, learn
from ..aftermath.goals import first_of, reach, remember
from ..approach.augments import standing_by
from ..approach.resources import cost_of_asking
from ..approach.stating import at_stake, laid, stated, thrown
from ..approach.tactics import Tactic, settled
from ..approach.weighing import Stake
from ..bots import BOTS
from ..clash.rollers import using
from ..people.checks import check_pairings, check_scene, check_two_sides
from ..people.contestants import AS_KEY, WHOLE, Arena, Contestant
from ..people.options import ContestOptions
from ..people.setup import GroupContestSetup, side_of
from ..questions import question
from ..rolls.results import TIE, Result, defeat, victory
from ..rolls.rolls import Clash
from .contest_type import SrdContest, frame
from .mass_effort import check_effort, fix_the_whole, led
from .outcomes import CalledOff, Decided, SrdOutcome, certain, finished, sure


class GroupState(Arena, kw_only=True):
    """QS-27: who meets whom, and the successes of the sides so far; `suggested` are the rolled outcomes, which in an
    assured pair are not what they come to (QS-20)."""

    options: Annotated[ContestOptions, WHOLE]
    pairings: Annotated[list[Pairing], WHOLE] = []
    sums: Annotated[dict[str, int], OPEN] = {}
    decided: Annotated[Result | None, AS_KEY] = None
    suggested: dict[str, Result] = {}
    result: Result = TIE

    @property
    def assures(self) -> bool:
        return True

    @derived(OPEN)
    def turned_by_a_point(self) -> list[str]:
        """QS-31: whose own roll, or whose side's sum with it, one more success would turn."""
        if self.clash is None:
            return []
        return self.clash.turned(lambda clash: (clash.result.sign, self._ahead(clash)))

    def _ahead(self, clash: Clash) -> int:
        """QS-27: who would be ahead with these rolls, if they are for the sides: 1 for the first."""
        sums = dict(self.sums)
        sides = {each.name: each.side for each in self.contestants}
        if all(name in sides for name in clash.names):
            for name, count in zip(clash.names, clash.successes, strict=True):
                sums[sides[name]] += count
        ours, theirs = self.sides()
        return sums_compared(sums[ours], sums[theirs]).sign


class Adds(Event, frozen=True):
    rule = "QS-27"
    sums: dict[str, int]

    def text(self) -> str:
        return "Successes: " + ", ".join(f"{side} {count}" for side, count in self.sums.items()) + "."


class GroupContest(SrdContest[GroupState]):
    name, title = "group-contest", "Group contest"
    blurb = "Everybody rolls once; the successes of each side are added up."
    state_type, setup_type, options_type = GroupState, GroupContestSetup, ContestOptions
    bots = BOTS

    def check(self, setup: GroupContestSetup, options: ContestOptions) -> None:
        check_scene(setup, options)
        check_two_sides(setup)
        check_pairings(setup.pairings, setup.contestants)
        check_effort(setup)
        if "chained" in (options.sequence_kind, setup.sequences):
            refuse(
                "In a game of chained sequences a group contest is one (QS-62).",
                "a chained sequence",
                "options.sequence_kind",
            )

    def begin(self, setup: GroupContestSetup, options: ContestOptions) -> GroupState:
        state = super().begin(setup, options)
        state.pairings = list(setup.pairings) or paired(setup.contestants, side_of)
        state.sums = dict.fromkeys(state.sides(), 0)
        return state

    def turn(self, contest: Contest[GroupState]) -> Procedure[None]:
        """QS-27: each character rolls, all successes are added up by side, the difference decides."""
        state = contest.state
        if not state.framed:
            yield from frame(contest)
            yield from fix_the_whole(contest)
            return
        people = [each for each in state.characters() if each.standing]
        if not people:
            state.over = True
            return
        tactics = yield from stated(contest, people)
        helpers = standing_by(state)
        for pairing in state.pairings:
            pair = state.find(pairing.one), state.find(pairing.two)
            if state.decided is None and all(each.standing for each in pair):
                helped = yield from _meeting(contest, pair, tactics, helpers)
                helpers = [each for each in helpers if each.name not in helped]
        if state.decided is not None or state.suggested:
            contest.report(Adds, dict(state.sums))
            yield from _sum_up(contest)
        state.over = True

    def outcome(self, state: GroupState) -> SrdOutcome | None:
        if not state.over:
            return None
        ours, theirs = state.sides()
        result = state.result
        side = "" if not result.sign else ours if result.victory else theirs
        prize = f": {state.prize}" if state.prize else ""
        won = tuple(each.name for each in state.contestants if each.side == side)
        summary = (
            f"{side} win with a {victory(result.degree).word}{prize}." if side else f"A stalemate{prize}."
        )
        sides = {ours: result, theirs: result.mirrored}
        if state.decided is None:
            summary, sides = f"No contest takes place{prize}.", {}
        return finished(state, summary, "QS-27", sides, won)


def _meeting(
    contest: Contest[GroupState],
    pair: tuple[Contestant, Contestant],
    tactics: dict[str, Tactic],
    helpers: list[Contestant],
) -> Procedure[list[str]]:
    """QS-27: an outcome of one's own, in which a tie stays one, and successes for the side, won or lost; against a
    resistance of 0 it is assured (QS-10). Returns who has helped: everybody helps one (QS-12)."""
    state = contest.state
    one, two = pair
    stakes = [
        at_stake(contest, who, other, tactics[who.name])
        for who, other in ((one, two), (two, one))
        if who.character
    ]
    acts = all(each.tactic.acts for each in stakes)
    for stake in stakes:
        acts = acts and (yield from laid(contest, stake))
    rolls = thrown(contest, stakes, lambda: (using(one), using(two)), helpers=helpers)
    clash = (yield from rolls) if acts else None
    if clash is None:
        for stake in stakes:
            yield from _without_dice(contest, stake)
        return []
    own = sure(clash.result) if certain(two) else clash.result
    for who, count, result in ((one, 0, own), (two, 1, own.mirrored)):
        state.sums[who.side] += clash.successes[count]
        if who.result is None or result.degree >= who.result.degree:
            who.result = result
            state.suggested[who.name] = clash.result if count == 0 else clash.result.mirrored
    two.rolled = True
    contest.report(Decided, one.name, two.name, own.word, certain(two), clash.why, under="QS-27")
    return [name for stake in stakes for name in stake.helps]


def _without_dice(contest: Contest[GroupState], stake: Stake) -> Procedure[None]:
    """QS-71, QS-32: who gives up does not roll, nor in a later pair; a major edit settles it for all. What was said of
    a tactic that meets nobody counts in no later pair (QS-11)."""
    if stake.form is not None:
        stake.take_back()
    if stake.tactic.kind == "settled":
        result = yield from settled(stake.who)
        contest.state.decided = result if stake.who.side == contest.state.sides()[0] else result.mirrored
    elif not stake.tactic.acts:
        stake.who.status = "left"
        contest.report(CalledOff, stake.who.name)


def sums_compared(ours: int, theirs: int) -> Result:
    """QS-27: the higher sum wins by the difference.

    >>> sums_compared(3, 4).key
    'defeat-1'
    """
    return TIE if ours == theirs else victory(ours - theirs) if ours > theirs else defeat(theirs - ours)


def _sum_up(contest: Contest[GroupState]) -> Procedure[None]:
    """QS-27: the group's outcome; own and group outcome may each leave an effect; experience counts once (QS-29). Who
    gave up before the dice has had no contest (QS-71)."""
    state = contest.state
    ours, theirs = state.sides()
    state.result = state.decided or sums_compared(state.sums[ours], state.sums[theirs])
    against = [each for each in state.contestants if each.side == theirs]
    assured = all(certain(each) for each in against)
    if assured:
        state.result = sure(state.result)
    elif not state.result.sign and state.decided is None and against[0].opposition:
        state.result = yield from _stalemate(contest)
    state.decided = state.result
    contest.report(Decided, ours, theirs, state.result.word, assured, under="QS-27")
    offers: dict[str, tuple[Result, str]] = {}
    for who in (each for each in state.characters() if each.standing or each.result is not None):
        group = state.result if who.side == ours else state.result.mirrored
        cost_of_asking(contest, who)
        if who.result is not None:
            own = state.suggested[who.name]
            offers |= {who.name: (own, who.name), f"{who.name}, for the group": (group, who.name)}
        if not assured and (group.defeat or (who.result and who.result.defeat)):
            learn(contest, who, who.hand, f"a defeat with {who.hand}")
        if group.defeat:
            remember(state, who)
    yield from lasting_effects(contest, offers)
    yield from endings(contest)
    state.result = state.decided = yield from led(contest, state.result)
    yield from reach(contest, first_of(state, ours), state.result)


def _stalemate(contest: Contest[GroupState]) -> Procedure[Result]:
    """QS-27: equal sums are a stalemate, or, if that makes no sense, the characters' victory of degree 0."""
    how = contest.state.options.tie
    if how == "ask":
        answer = yield question("tie")
        return victory(0) if answer == "player" else TIE
    return victory(0) if how == "player" else TIE
