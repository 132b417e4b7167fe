"""A teammate's assist: a roll against the base, harder each time, if the game master finds it credible (QS-38, QS-47,
QS-68)."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Ask, Choice, Number, Option, Procedure
from agonist.tabletop import Told, picked

from ...chassis import Rating
from ...chassis.ratings import MOST
from ..clash.opposed import fallen
from ..clash.rollers import Roller, against
from ..people.contestants import Contestant
from ..rolls.rolls import Clash
from .state import Sequence, SequenceState


class NoAssist(Told, frozen=True):
    rule = "QS-38"
    says = "{name} cannot help {friend} so."
    name: str
    friend: str


def beneficiaries(state: SequenceState, friend: Contestant) -> list[str]:
    """QS-47: those who share a tally are one, and each of them has been helped when they part."""
    return [each.name for each in state.sharing(friend)] if state.kind == "scored" else [friend.name]


def harder(state: SequenceState, friend: Contestant) -> Rating:
    """QS-47, QS-68: +5 for every earlier assist of this sequence to the same beneficiary, whoever gave it."""
    before = [state.assists[name] for name in beneficiaries(state, friend) if name in state.assists]
    return Rating(max(before) + state.options.house.assist_step) if before else state.base


def challenged(contest: Sequence, roller: Roller, friend: Contestant, rule: str) -> Procedure[Clash | None]:
    """QS-38, QS-47: the resistance is as the rule has it, unless the game master starts elsewhere, or sees no way; then
    nothing is rolled."""
    state = contest.state
    offered = harder(state, friend)
    ask = _weighed(roller, friend, offered, rule)
    while True:
        word, number = picked(ask.assumed())
        if word == "no":
            contest.report(NoAssist, roller.name, friend.name)
            return None
        resistance = offered if number is None else Rating(number)
        other = against(resistance)
        said, mine, theirs = yield (ask, roller.die(), other.die())
        if mine is not None and theirs is not None:
            state.assists |= dict.fromkeys(beneficiaries(state, friend), resistance.whole)
            return (yield from fallen(contest, (roller, other), (mine[0], theirs[0])))
        ask = msgspec.structs.replace(ask, assume=said)


def _weighed(roller: Roller, friend: Contestant, offered: Rating, rule: str) -> Ask:
    other = Option("other", "Another resistance", then=Number(0, MOST, offered.whole))
    options = (Option("yes", f"Against {offered}", rule=rule), other, Option("no", "It does not help"))
    return Ask(
        GM,
        "resistance",
        Choice(options, "yes"),
        rule,
        f"{roller.name} helps {friend.name} with {roller.ability}, against {offered}. Is that right?",
        "The game master looks at the resistance.",
        roller.name,
        assume="yes",
        interrupts=True,
    )
