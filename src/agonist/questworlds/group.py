"""The group extended contest: rounds of open declarations, then everybody acts in order (QW-34 to QW-39)."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Ask, Contest, ContestType, Procedure, yes_or_no

from .acting import next_to_act
from .actions import may_act
from .advantage import sweep
from .bots import BOTS
from .checks import check_characters, check_options, check_sides
from .contestants import Contestant
from .disengaging import rejoin
from .events import RoundBegins
from .events_of_actions import Boldness, Declares
from .extended import gauges, tell_beginning
from .final_action import offer_final_action
from .gifting import gift
from .knowledge import knowers
from .options import GroupOptions
from .ordering import boldness, set_order
from .outcomes import QuestOutcome, closing, decided, extended_outcome
from .parting_shot import aftermath
from .plan import Plan
from .planning import planned
from .preparing import prepare
from .presets import GROUP
from .setup import (
    GroupSetup,
    contestant_from,
    count_ap,
    enlisted,
    preparations,
    seats_of,
    willing_followers_serve,
)
from .sheets import Sheet
from .states import GroupState


class GroupContest(ContestType[GroupState]):
    name, title = "group-extended", "Group extended contest"
    blurb = "Any number of sides and contestants: declare, act in order, and be the last side standing."
    state_type, setup_type, options_type, outcome_type = GroupState, GroupSetup, GroupOptions, QuestOutcome
    presets, bots = GROUP, BOTS

    def check(self, setup: GroupSetup, options: GroupOptions) -> None:
        check_options(options)
        check_characters(setup.contestants, options, setup.outsiders)
        check_sides(setup.contestants, least=3)

    def seats(self, setup: GroupSetup) -> dict[str, str]:
        return seats_of(setup.contestants, setup.outsiders)

    def begin(self, setup: GroupSetup, options: GroupOptions) -> GroupState:
        state = GroupState(
            prize=setup.prize,
            contestants=[contestant_from(each, options) for each in setup.contestants],
            outsiders=[contestant_from(each, options, outside=True) for each in setup.outsiders],
            options=options,
            preparations=preparations(setup.contestants),
        )
        willing_followers_serve(state)
        count_ap(state)
        return state

    def turn(self, contest: Contest[GroupState]) -> Procedure[None]:
        """QW-34: declarations, the order, then one action after the other; a fall is seen to at once."""
        state = contest.state
        sweep(contest)
        if state.preparations:
            yield from prepare(contest)
        elif state.falls:
            yield from aftermath(contest)
        elif decided(state):
            yield from closing(contest)
        elif state.phase == "begin":
            _begin_round(contest)
        elif state.gifts_due:
            yield from gift(contest, state.find(state.gifts_due.pop(0)))
        elif state.phase == "declare":
            yield from _declare(contest)
        elif state.phase == "order":
            yield from set_order(contest)
        else:
            yield from next_to_act(contest)

    def outcome(self, state: GroupState) -> QuestOutcome | None:
        return extended_outcome(state)

    def gauges(self, seen: dict[str, Any]) -> dict[str, float]:
        return gauges(seen)

    def enlist(self, setup: GroupSetup, name: str, sheet: Sheet, seat: str) -> GroupSetup:
        return enlisted(setup, name, sheet, seat)


def _begin_round(contest: Contest[GroupState]) -> None:
    """Those who may make a final action come first, so that everybody else knows who is there (QW-31)."""
    state = contest.state
    if not state.round:
        tell_beginning(contest)
    state.first_round = not state.round
    state.round += 1
    contest.report(RoundBegins(state.round, under="QW-34"))
    state.gifts_due = [each.name for each in state.outsiders]
    for each in state.contestants:
        if each.final_action != "spent":
            each.final_action = "now" if each.final_action == "next-round" else "none"
    fallen = [
        each.name for each in state.contestants if each.status == "defeated" and each.final_action == "now"
    ]
    absent = [each.name for each in state.contestants if each.status == "away"]
    present = [each.name for each in state.contestants if each.undefeated]
    state.to_declare = [*fallen, *absent, *present]
    state.declared, state.attacked, state.queue, state.delayed = [], [], [], []
    state.phase = "declare"


def _declare(contest: Contest[GroupState]) -> Procedure[None]:
    """QW-34: one contestant's open declaration; QW-29, QW-31 for those who are out."""
    state = contest.state
    if not state.to_declare:
        state.phase = "order"
        return
    who = state.find(state.to_declare.pop(0))
    if who.status == "defeated":
        yield from offer_final_action(contest, who)
        return
    if who.status == "away":
        yield from _offer_return(contest, who)
    if not who.undefeated or not state.opponents(who):
        return
    if not (yield from may_act(contest, who)):
        state.declare(who.name, Plan("nothing"))
        return
    plan = yield from planned(contest, who)
    state.declare(who.name, plan)
    tell_declared(contest, who, plan)


def tell_declared(contest: Contest[GroupState], who: Contestant, plan: Plan) -> None:
    """What is declared is open; how bold it is, is for those who may know the total (QW-35)."""
    bids = {part.target: part.bid for part in plan.parts} if plan.bid else {}
    contest.report(Declares(who.name, WHAT[plan.kind], bids, plan.ability, plan.words))
    if plan.bid:
        word = boldness(plan.bid, who.ap)
        contest.report(Boldness(who.name, word, audience=knowers(contest.state, who)))


WHAT = {
    "exchange": "to act",
    "asymmetrical": "to pursue something else",
    "unrelated": "an unrelated action",
    "disengage": "to leave",
    "lend": "to lend advantage",
    "switch": "to switch abilities",
    "nothing": "to hold back",
}


def _offer_return(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    """QW-29: somebody who left may come back."""
    answer = yield Ask(
        who.seat,
        "return",
        yes_or_no("Come back into the contest", "Stay away"),
        "QW-29",
        f"{who.name}, do you come back?",
        f"{who.name} may come back.",
        who.name,
    )
    if answer == "yes":
        yield from rejoin(contest, who)
