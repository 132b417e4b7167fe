"""Many contestants, one prize: all roll once, and the best has it (QS-28)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from agonist.kernel import OPEN, Ask, Choice, Contest, Event, Option, Procedure, Staged, derived
from agonist.tabletop import begun, listed

from ...chassis.people import check_count
from ..approach.augments import standing_by
from ..approach.stating import at_stake, before_dice, carried_out, heard, laid, ruled_anew, stated
from ..approach.tactics import settled
from ..approach.weighing import Stake
from ..bots import BOTS
from ..clash.opposed import counted, tell_roll
from ..clash.rollers import Roller, using
from ..clash.story_points import burn, burn_ask, may_burn
from ..people.checks import check_scene
from ..people.contestants import WHOLE, Arena, Contestant
from ..people.options import CommonOptions
from ..people.setup import OnePrizeSetup
from ..questions import question
from ..rolls.results import TIE, defeat, victory
from ..rolls.rolls import successes
from .contest_type import SrdContest, frame
from .outcomes import CalledOff, SrdOutcome, finished, own_results


class Bid(msgspec.Struct, frozen=True):
    """One contestant's roll."""

    name: str
    successes: int
    die: int
    sheet: int = 0
    character: bool = True

    @property
    def rank(self) -> tuple[int, int]:
        """QS-28: most successes, among equals the highest die."""
        return self.successes, self.die


def best(bids: list[Bid]) -> list[Bid]:
    """QS-28: most successes, then the highest die; who is equal in both shares."""
    top = max(each.rank for each in bids)
    return [each for each in bids if each.rank == top]


def unshared(bids: list[Bid]) -> list[Bid]:
    """QS-28: where it cannot be shared, the higher sheet rating, then a character before the opposition."""
    top = max((each.sheet, each.character) for each in bids)
    return [each for each in bids if (each.sheet, each.character) == top]


class OnePrizeState(Arena, kw_only=True):
    """QS-28: who has the prize, alone or with others; and the rolls while they lie on the table."""

    options: Annotated[CommonOptions, WHOLE]
    shareable: Annotated[bool, OPEN] = True
    winners: Annotated[list[str], OPEN] = []
    bids: list[Bid] = []

    @derived(OPEN)
    def turned_by_a_point(self) -> list[str]:
        """QS-31: who does not have it, or not alone, and would with one more success."""
        return [each.name for each in self.bids if _sign(self, each, 0) < _sign(self, each, 1)]


def _sign(state: OnePrizeState, one: Bid, more: int) -> int:
    """QS-28: 1 for who would have the prize alone, 0 for who would share it, −1 for all others."""
    raised = msgspec.structs.replace(one, successes=one.successes + more)
    bids = [raised if each is one else each for each in state.bids]
    winners = best(bids) if any(each.successes for each in bids) else []
    if len(winners) > 1 and not state.shareable:
        winners = unshared(winners)
    return -1 if raised not in winners else int(len(winners) == 1)


class Takes(Event, frozen=True):
    rule = "QS-28"
    names: tuple[str, ...]
    prize: str

    def staged(self) -> Staged:
        if not self.names:
            return Staged(word="No success", says="Nobody has it")
        verb, word = ("share it", "A tie") if len(self.names) > 1 else ("has it", "The best roll")
        return Staged(word=word, rare="bright", says=begun(f"{listed(self.names)} {verb}"))

    def text(self) -> str:
        prize = self.prize or "the prize"
        if not self.names:
            return f"Nobody has a success, and nobody has {prize}."
        share = "share" if len(self.names) > 1 else "has"
        return f"{listed(self.names)} {share} {prize}."


class OnePrize(SrdContest[OnePrizeState]):
    name, title = "one-prize", "Many after one prize"
    blurb = "Everybody for themselves: all roll once, and the best has the prize."
    state_type, setup_type, options_type = OnePrizeState, OnePrizeSetup, CommonOptions
    bots = BOTS

    def check(self, setup: OnePrizeSetup, options: CommonOptions) -> None:
        check_scene(setup, options)
        check_count(setup.contestants, least=2)

    def begin(self, setup: OnePrizeSetup, options: CommonOptions) -> OnePrizeState:
        state = super().begin(setup, options)
        for who in state.everybody():
            who.side = who.name
        return state

    def turn(self, contest: Contest[OnePrizeState]) -> Procedure[None]:
        """QS-28: all roll once."""
        state = contest.state
        if not state.framed:
            yield from frame(contest)
            return
        people = [each for each in state.characters() if each.standing]
        if not people:
            state.over = True
            return
        tactics = yield from stated(contest, people)
        stakes = [at_stake(contest, who, None, tactics[who.name]) for who in people]
        for stake in stakes:
            if not (yield from laid(contest, stake)):
                yield from _stands_back(contest, stake)
        bids = [] if state.winners else (yield from _rolled(contest, stakes))
        if bids and not state.winners:
            yield from _prize(contest, bids)
        state.over = True

    def outcome(self, state: OnePrizeState) -> SrdOutcome | None:
        if not state.over:
            return None
        prize = f": {state.prize}" if state.prize else ""
        names = tuple(state.winners)
        how = "shares" if len(names) > 1 else "wins"
        summary = (
            f"{listed(names)} {how if len(names) == 1 else 'share'}{prize}."
            if names
            else f"Nobody wins{prize}."
        )
        results = {each.name: each.result for each in state.contestants if each.result is not None}
        return finished(state, summary, "QS-28", results, names)


def _stands_back(contest: Contest[OnePrizeState], stake: Stake) -> Procedure[None]:
    """QS-71: who gives up does not roll. QS-32: a major edit settles it for who bought it, and perhaps for all."""
    stake.who.status = "left"
    if stake.tactic.kind != "settled":
        contest.report(CalledOff, stake.who.name)
        return
    stake.who.result = yield from settled(stake.who)
    if stake.who.result.victory:
        contest.state.winners = [stake.who.name]
        contest.report(Takes, (stake.who.name,), contest.state.prize, under="QS-32")


def _rolled(contest: Contest[OnePrizeState], stakes: list[Stake]) -> Procedure[list[Bid]]:
    """All dice at once, then story points of those who may burn one (QS-31)."""
    state = contest.state
    while people := [each for each in state.contestants if each.standing]:
        rollers = tuple(using(each) for each in people)
        open_stakes = [each for each in stakes if each.who.standing]
        beside = before_dice(state, open_stakes, standing_by(state))
        answers = yield (*(ask for ask, _ in beside), *(each.die() for each in rollers))
        fell = answers[len(beside) :]
        if None not in fell:
            bids = yield from _read(contest, people, rollers, [die for (die,) in fell])
            for stake in open_stakes:
                carried_out(contest, stake)
            return bids
        for stake in heard(state, open_stakes, beside, answers):
            if not (yield from ruled_anew(contest, stake)):
                yield from _stands_back(contest, stake)
        if state.winners:
            return []
    return []


def _read(
    contest: Contest[OnePrizeState], people: list[Contestant], rollers: tuple[Roller, ...], dice: list[int]
) -> Procedure[list[Bid]]:
    knobs = contest.state.options.house
    counts = [successes(each.rating(), die, knobs) for each, die in zip(rollers, dice, strict=True)]
    for roller, die, count in zip(rollers, dice, counts, strict=True):
        tell_roll(contest, roller, die, count)
    contest.state.bids = [
        Bid(who.name, count, die, who.sheet(who.hand).whole, who.character)
        for who, count, die in zip(people, counts, dice, strict=True)
    ]
    yield from _burned(contest, rollers)
    bids, contest.state.bids = contest.state.bids, []
    return bids


def _burned(contest: Contest[OnePrizeState], rollers: tuple[Roller, ...]) -> Procedure[None]:
    """QS-31: none where several characters are after the prize, unless the option says so; then all at once."""
    state = contest.state
    able = [n for n, roller in enumerate(rollers) if may_burn(state, rollers, roller)]
    if not able:
        return
    worth = state.options.house.story_point
    answers = yield tuple(_offer(state, rollers[n], state.bids[n]) for n in able)
    for n, points in burn(contest, dict(zip(able, answers, strict=True)), rollers).items():
        bid = state.bids[n]
        state.bids[n] = msgspec.structs.replace(bid, successes=bid.successes + worth * points)


def _offer(state: OnePrizeState, roller: Roller, bid: Bid) -> Ask:
    return burn_ask(state, roller, f"You have {counted(bid.successes)} on a {bid.die}. ")


def _prize(contest: Contest[OnePrizeState], bids: list[Bid]) -> Procedure[None]:
    state = contest.state
    winners = best(bids)
    if not any(each.successes for each in bids) and not (yield from _somebody_wins()):
        winners = []
    if len(winners) > 1 and not state.shareable:
        winners = unshared(winners)
        if len(winners) > 1:
            name = yield from _chosen([each.name for each in winners])
            winners = [each for each in winners if each.name == name]
    state.winners = [each.name for each in winners]
    contest.report(Takes, tuple(state.winners), state.prize)
    _results(state, bids, winners)
    yield from own_results(contest, lambda who: who.hand)


def _results(state: OnePrizeState, bids: list[Bid], winners: list[Bid]) -> None:
    """QS-28: the winner by the lead over the next best, others by what they lack, sharers tie."""
    for each in bids:
        who = state.find(each.name)
        others = [bid.successes for bid in bids if bid is not each]
        if not winners:
            who.result = defeat(0)
        elif each in winners:
            who.result = TIE if len(winners) > 1 else victory(max(0, each.successes - max(others, default=0)))
        else:
            who.result = defeat(max(0, winners[0].successes - each.successes))


def _somebody_wins() -> Procedure[bool]:
    """QS-28: nobody has a success: the game master says whether nobody wins or the same order decides."""
    answer = yield question("all lose")
    return bool(answer == "order")


def _chosen(names: list[str]) -> Procedure[str]:
    """QS-28: at last the game master's choice."""
    answer = yield question("who has it", None, Choice(tuple(Option(name, name) for name in names), names[0]))
    return str(answer)
