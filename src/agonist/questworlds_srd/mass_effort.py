"""Mass efforts: directing, contributing, taking part (QS-26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from agonist.kernel import GM, Ask, Choice, Contest, Event, Field, Fields, Option, Procedure

from .checks import refuse
from .contestants import Contestant
from .edits import settled
from .effects import endings, lasting_effects
from .experience import learn
from .modifiers import Modifier
from .outcomes import Decided
from .resistance import resistance_form, resistance_named
from .results import OUTCOMES, Result, result_from
from .rollers import using
from .rulings import Modified, set_resistance
from .setup import ContestSetup, GroupContestSetup
from .stating import at_stake, laid, stated, thrown
from .tables import lasting_value

if TYPE_CHECKING:
    from .contest import ContestState
    from .group_contest import GroupState

Decisive = TypeVar("Decisive", "ContestState", "GroupState")


class TakesPart(Event, frozen=True):
    rule = "QS-26"
    whole: str

    def text(self) -> str:
        return f"What becomes of the whole is settled: a {self.whole}."


def check_effort(setup: ContestSetup | GroupContestSetup) -> None:
    """QS-26: who contributes is not who leads."""
    if setup.leader and setup.effort != "contributing":
        refuse("A leader rolls after others have contributed.", "effort: contributing", "set-up.effort")
    if setup.leader in [each.name for each in setup.contestants]:
        refuse("Who contributes is not who leads.", "one of the helpers", "set-up.leader")


def fix_the_whole(contest: Contest[ContestState]) -> Procedure[None]:
    """QS-26: the game master fixes the whole's outcome in secret, and from it the resistance of one's fate."""
    state = contest.state
    one, two = state.pair()
    whole = Choice(tuple(Option(key, result_from(key).word.capitalize()) for key in OUTCOMES), "victory-0")
    answer = yield Ask(
        GM,
        "the whole",
        Fields(
            (
                Field("whole", "How it ends for all", whole),
                Field("resistance", f"So for {one.name} it is", resistance_form(state.base)),
            )
        ),
        "QS-26",
        f"{one.name} is one of many. How does the whole end, and how hard is it for {one.name}?",
        "The game master fixes how it ends for all.",
    )
    state.whole = answer["whole"]
    set_resistance(contest, two, resistance_named(answer["resistance"], state.base))
    contest.report(TakesPart(result_from(state.whole).word, audience=(GM,)))


def lead(
    contest: Contest[Decisive],
    leader: Contestant,
    opponent: Contestant,
    contributed: Result,
) -> Procedure[None]:
    """QS-26: the leader rolls as directing, with the modifier of the contribution's degree; that decides."""
    state = contest.state
    value = lasting_value(contributed)
    if value:
        leader.modifiers.append(Modifier(leader.name, "what others contributed", "other", value))
        contest.report(Modified(leader.name, "what others contributed", value, under="QS-26"))
    tactics, helps = yield from stated(contest, [leader])
    stake = at_stake(contest, leader, opponent, tactics[leader.name], helps)
    if (yield from laid(contest, stake)):
        clash = yield from thrown(contest, [stake], lambda: (using(leader), using(opponent)))
        state.result = state.result if clash is None else clash.result
    if stake.tactic.kind == "settled":
        state.result = yield from settled(leader)
    leader.result = state.result
    contest.report(Decided(leader.name, opponent.name, state.result.word, under="QS-26"))
    yield from lasting_effects(contest, {leader.name: (state.result, leader.name)})
    yield from endings(contest)
    if state.result.defeat:
        learn(contest, leader, leader.hand, f"a defeat with {leader.hand}")
