"""The second chance of somebody who is down in a wagered group sequence (QS-61)."""

from __future__ import annotations

from agonist.kernel import (
    GM,
    Choice,
    Event,
    Field,
    Fields,
    Option,
    Procedure,
    Staged,
)
from agonist.tabletop import Told, agreed, listed, minus, picked, signed, whose

from ...chassis import Rating
from ..aftermath.effects import leave, wording
from ..approach.rulings import tried_with
from ..approach.tactics import ability_form
from ..clash.rollers import against, helping
from ..clash.story_points import only_won
from ..people.contestants import Contestant
from ..people.modifiers import Modifier
from ..questions import question
from ..sequence.state import Sequence, SequenceState


def quarter(ap: int) -> int:
    """QS-61: always rounded up."""
    return -(-ap // 4)


class Rises(Event, frozen=True):
    rule = "QS-61"
    name: str
    back: bool
    ap: int

    def staged(self) -> Staged:
        word = "A second chance" if self.back else "In vain"
        says = f"{self.name} is back" if self.back else f"{self.name} tried in vain"
        return Staged(who=self.name, word=word, rare="bright" if self.back else "dark", says=says)

    def text(self) -> str:
        if self.back:
            return f"{self.name} takes a second chance and is back with {self.ap} AP."
        return f"{whose(self.name)} second chance comes to nothing."


class BurnedForIt(Told, frozen=True):
    rule = "QS-61"
    says = "{name} burns a story point for a second chance ({left} left in the pool)."
    name: str
    left: int


class TurnsAway(Told, frozen=True):
    rule = "QS-61"
    says = "The others turn away from {names}: it is not over yet."
    names: str


def could_try(state: SequenceState, who: Contestant) -> bool:
    """QS-61: group sequences, characters only, once each, at 0 AP or less, with a story point left."""
    able = state.kind == "wagered" and state.group and who.character and who.status == "out"
    return able and who.second_chance != "spent" and state.options.story_points and state.story_points > 0


def not_over_yet(contest: Sequence) -> Procedure[bool]:
    """QS-61: when the last of a side could still try, the game master says whether the others turn away."""
    state = contest.state
    hopeful = [
        each for each in state.contestants if could_try(state, each) and each.side not in state.sides_in()
    ]
    if not hopeful or state.turned_away:
        return False
    names = listed([each.name for each in hopeful])
    if not (yield from agreed(question("turn away", names=names))):
        return False
    state.turned_away = True
    for each in hopeful:
        each.attention = False
        each.second_chance = "next round"
    contest.report(TurnsAway, names)
    return True


def offer(contest: Sequence, who: Contestant) -> Procedure[None]:
    """QS-61: a story point, and a contest against the AP below 0; at exactly 0 it succeeds unrolled."""
    state = contest.state
    if not could_try(state, who) or (who.attention and not (yield from _left_alone(who))):
        return
    tries = Option(
        "try",
        "Burn a story point for a second chance",
        rule="QS-61",
        then=ability_form(who, default=who.hand),
    )
    answer = yield question(
        "second chance",
        who,
        Choice((Option("no", "Stay down"), tries), "try"),
        ap=minus(who.ap),
    )
    if answer == "no" or not state.story_points:
        return
    state.story_points -= 1
    who.second_chance = "spent"
    contest.report(BurnedForIt, who.name, state.story_points)
    won = who.ap == 0
    if not won:
        roller, depth = helping(who, picked(answer).more), against(Rating(-who.ap))
        clash, _ = yield from tried_with(contest, roller, depth, only_won)
        won = clash.result.victory
    if won:
        _back(state, who)
    contest.report(Rises, who.name, won, who.ap)
    yield from _toll(contest, who, won=won)


def _toll(contest: Sequence, who: Contestant, *, won: bool) -> Procedure[None]:
    """QS-61: the game master may leave a consequence in any case."""
    sizes = tuple(Option(str(each), signed(each)) for each in (-5, -10, -15, -20))
    leaves = Fields((Field("size", "How much", Choice(sizes, "-5")), *wording(who).fields))
    answer = yield question(
        "toll of a chance",
        who,
        by=GM,
        then={"leave": leaves},
        ended="came off" if won else "came to nothing",
    )
    more = picked(answer)[1]
    if more:
        leave(contest, who, int(more["size"]), more["label"], tuple(more["on"]), under="QS-61")


def _back(state: SequenceState, who: Contestant) -> None:
    who.ap = quarter(who.starting_ap)
    who.status, who.result = "in", None
    state.beaten = [each for each in state.beaten if each.name != who.name]
    penalty = getattr(state.options, "second_chance_penalty", -5)
    who.modifiers.append(Modifier(who.name, "a second chance", "other", penalty))


def _left_alone(who: Contestant) -> Procedure[bool]:
    """QS-61: whom somebody has shot at since, the game master must find free from attention."""
    return (yield from agreed(question("left alone", who, by=GM)))
