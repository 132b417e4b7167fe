"""Mass efforts: directing, contributing, taking part (QS-26)."""

from __future__ import annotations

from agonist.kernel import GM, Choice, Contest, Field, Fields, Option, Procedure
from agonist.tabletop import Told, listed, refuse

from ...chassis.people import check_named
from ..aftermath.effects import lasting_effects, learn
from ..approach.augments import standing_by
from ..approach.resources import cost_of_asking
from ..approach.ruled import Modified
from ..approach.rulings import set_resistance
from ..approach.stating import at_stake, laid, stated, thrown
from ..approach.tactics import settled
from ..approach.weighing import resistance_anew
from ..clash.rollers import using
from ..people.contestants import Arena, Contestant
from ..people.modifiers import Modifier
from ..people.setup import EffortSetup
from ..questions import question
from ..rolls.resistance import resistance_named
from ..rolls.results import OUTCOMES, TIE, Result, result_from
from .outcomes import CalledOff, Decided, certain, sure, tie_settled


class TakesPart(Told, frozen=True):
    rule = "QS-26"
    says = "What becomes of the whole is settled: a {whole}."
    whole: str


def check_effort(setup: EffortSetup) -> None:
    """QS-25: goals are told apart. QS-26: who contributes is not who leads, and the whole has opposition."""
    names = ("none", *setup.goals)
    if len(set(names)) < len(names) or not all(each.strip() for each in names):
        refuse("Goals are told apart by their names.", "a name of its own for each, not none", "set-up.goals")
    check_named(setup.leader, setup.helpers, "set-up.leader")
    if setup.leader and setup.effort != "contributing":
        refuse("A leader rolls after others have contributed.", "effort: contributing", "set-up.effort")
    if setup.effort != "none" and all(not each.opposition for each in setup.contestants):
        refuse("A mass effort is against opposition.", "somebody with opposition: true", "set-up.effort")


def fix_the_whole(contest: Contest[Arena]) -> Procedure[None]:
    """QS-26: for who takes part the game master fixes the whole's outcome in secret, and from it the resistances."""
    state = contest.state
    if state.effort != "taking-part":
        return
    foes = [each for each in state.contestants if each.opposition]
    whole = Choice(tuple(Option(key, result_from(key).word.capitalize()) for key in OUTCOMES), "victory-0")
    answer = yield question(
        "the whole",
        None,
        Fields(
            (
                Field("whole", "How it ends for all", whole),
                *(Field(f"resistance {each.name}", each.name, resistance_anew(state, each)) for each in foes),
            )
        ),
        names=listed([each.name for each in state.characters()]),
    )
    state.whole = answer["whole"]
    for each in foes:
        said = answer[f"resistance {each.name}"]
        if said != "as-set":
            set_resistance(contest, each, resistance_named(said, state.base))
    contest.report(TakesPart, result_from(state.whole).word, audience=(GM,))


def led(contest: Contest[Arena], contributed: Result) -> Procedure[Result]:
    """QS-26: if another character leads, that one rolls as directing, with the modifier of the contribution's degree,
    against the strongest of the opposition, and that decides. Without a leader the contribution does."""
    state = contest.state
    if state.effort != "contributing" or not state.leader:
        return contributed
    leader = state.find(state.leader)
    opponent = max((each for each in state.contestants if each.opposition), key=lambda who: who.resistance)
    value = state.options.house.lasting_value(contributed)
    if value:
        leader.modifiers.append(Modifier(leader.name, "what others contributed", "other", value))
        contest.report(Modified, leader.name, "what others contributed", value, under="QS-26")
    rolled, assured = yield from _directed(contest, leader, opponent)
    result = leader.result = sure(rolled) if assured else rolled
    opponent.rolled = opponent.rolled or assured
    contest.report(Decided, leader.name, opponent.name, result.word, assured, under="QS-26")
    cost_of_asking(contest, leader)
    yield from lasting_effects(contest, {leader.name: (rolled, leader.name)})
    if result.defeat:
        learn(contest, leader, leader.hand, f"a defeat with {leader.hand}")
    return result


def _directed(
    contest: Contest[Arena], leader: Contestant, opponent: Contestant
) -> Procedure[tuple[Result, bool]]:
    """The leader's own contest, in which a tie is settled as in any (QS-7), and whether the victory is certain (QS-20);
    who gives up before the dice leaves it undecided (QS-71), and a major edit settles it (QS-32)."""
    tactics = yield from stated(contest, [leader])
    stake = at_stake(contest, leader, opponent, tactics[leader.name])
    if (yield from laid(contest, stake)):
        helpers = standing_by(contest.state, [leader])
        rolls = thrown(contest, [stake], lambda: (using(leader), using(opponent)), helpers=helpers)
        clash = yield from rolls
        if clash is not None and (clash.result.sign or certain(opponent)):
            return clash.result, certain(opponent)
        if clash is not None:
            return (yield from tie_settled(contest, leader)), False
    if stake.tactic.kind == "settled":
        return (yield from settled(leader)), False
    contest.report(CalledOff, leader.name)
    return TIE, False
