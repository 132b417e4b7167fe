"""How a sequence ends: who has the prize, the overall degree, effects and experience (QS-43, QS-71)."""

from __future__ import annotations

from collections import Counter

import msgspec

from agonist.kernel import Event, Procedure, Staged
from agonist.tabletop import begun

from ..aftermath.effects import careers
from ..aftermath.goals import done, first_of, reach
from ..people.contestants import Contestant
from ..people.modifiers import Lasting
from ..rolls.results import TIE, Result, defeat, victory
from ..single.mass_effort import led
from ..single.outcomes import SrdOutcome, finished, own_results
from .state import Beaten, Sequence, SequenceState


class PrizeGoes(Event, frozen=True):
    rule = "QS-43"
    side: str
    prize: str
    result: str

    def staged(self) -> Staged:
        if not self.side:
            return Staged(word="A tie", says="Nobody wins")
        return Staged(
            begun(self.side), word=self.result.capitalize(), rare="bright", says=f"It goes to {self.side}"
        )

    def text(self) -> str:
        prize = self.prize or "the prize"
        if not self.side:
            return f"Nobody has {prize}."
        return f"{self.side[:1].upper()}{self.side[1:]}: {prize}, with a {self.result}."


def overall_degree(beaten: list[Beaten]) -> int:
    """QS-43: the outcome against the one with the highest rating; of several equally high the second-highest degree.

    >>> overall_degree([Beaten("a", "x", 3, 15), Beaten("b", "x", 1, 15)])
    1
    """
    if not beaten:
        return 0
    top = max(each.rating for each in beaten)
    degrees = sorted((each.degree for each in beaten if each.rating == top), reverse=True)
    return degrees[1] if len(degrees) > 1 else degrees[0]


def decided(state: SequenceState) -> bool:
    return bool(state.broken or state.settled is not None or len(state.sides_in()) < 2)


def result_of(state: SequenceState) -> Result:
    """QS-43: from the first side's view; broken off, or both emptied at once, nobody has the prize. An opponent who is
    gone counts as one who is beaten, a character who has left does not, unless all have."""
    ours, theirs = state.sides()
    if state.settled is not None:
        return state.settled
    standing = state.sides_in()
    if state.broken or len(standing) != 1:
        return TIE
    if standing[0] == ours:
        return victory(overall_degree([each for each in state.beaten if each.side == theirs]))
    lost = [each for each in state.beaten if each.side == ours]
    return defeat(overall_degree([each for each in lost if not each.left] or lost))


def close(contest: Sequence) -> Procedure[None]:
    """QS-21, QS-29, QS-43: own outcomes, lasting effects, experience; of breaking off nothing comes (QS-71)."""
    state = contest.state
    ours, theirs = state.sides()
    result = result_of(state)
    _settle_followers(state)
    state.sequences = state.kind
    if state.kind == "chained":
        state.gone += [each.name for each in state.contestants if each.opposition and each.resolve <= 0]
    side = "" if not result.sign else ours if result.victory else theirs
    contest.report(PrizeGoes, side, state.prize, victory(result.degree).word)
    if state.broken:
        for who in state.contestants:
            who.result = None
        state.over = True
        return
    _own_results(state, result)
    done(contest, result)
    yield from own_results(contest, lambda who: who.began_with)
    yield from careers(contest)
    if state.effort == "contributing" and state.leader:
        result = state.settled = yield from led(contest, result)
    yield from reach(contest, first_of(state, ours), result)
    state.over = True


def _settle_followers(state: SequenceState) -> None:
    """QS-23, QS-66: what lasts on followers who stood for themselves stays with their leader, and so does what resolve
    they have lost; who has lost 3 in all leaves for good."""
    full = state.options.house.follower_resolve
    for who in (each for each in state.everybody() if each.leader):
        leader = state.find(who.leader)
        leader.lasting += _new_effects(leader, who)
        follower = leader.follower(who.name)
        if follower is not None and state.kind == "chained":
            follower.lost = full - who.resolve
            follower.status = "gone for good" if follower.lost >= full else "here"


def _new_effects(leader: Contestant, who: Contestant) -> list[Lasting]:
    """What was not on the leader's sheet when the follower began to stand alone."""
    known = Counter((each.label, each.touches) for each in leader.lasting)
    made = Counter((each.label, each.touches) for each in who.lasting) - known
    new = []
    for each in reversed(who.lasting):
        if made[each.label, each.touches]:
            made[each.label, each.touches] -= 1
            new.append(msgspec.structs.replace(each, whose=leader.name))
    return new[::-1]


def _own_results(state: SequenceState, result: Result) -> None:
    """Who still stands has a victory by the best they beat, else by the whole; all others have theirs already, and who
    backed out before any die (QS-19) has none."""
    ours = state.sides()[0]
    for who in state.contestants:
        if who.result is not None or who.status == "left":
            continue
        side = result if who.side == ours else result.mirrored
        degrees = [each.degree for each in state.beaten if each.by == who.name]
        who.result = victory(max(degrees)) if degrees and side.victory else side


def sequence_outcome(state: SequenceState, tallies: dict[str, str]) -> SrdOutcome | None:
    if not state.over:
        return None
    ours, theirs = state.sides()
    result = result_of(state)
    side = "" if not result.sign else ours if result.victory else theirs
    names = tuple(each.name for each in state.contestants if each.side == side)
    prize = f": {state.prize}" if state.prize else ""
    who = names[0] if len(names) == 1 else side
    wins = "wins" if len(names) == 1 else "win"
    summary = f"{who} {wins} with a {victory(result.degree).word}{prize}." if side else f"Nobody wins{prize}."
    sides = {} if state.broken else {ours: result, theirs: result.mirrored}
    return finished(state, summary, "QS-43", sides, names, tallies=tallies)
