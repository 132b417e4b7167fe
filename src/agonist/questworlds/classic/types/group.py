"""The group extended contest: rounds of open declarations, then everybody acts in order (QW-34 to QW-39)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from agonist.kernel import Combatant, Contest, ContestType, Policy, Procedure
from agonist.tabletop import HouseRuled, narrate

from ...chassis.combatants import AP_LEFT, ap_left, combatants, facing
from ..bots.habits import as_before
from ..bots.imagining import imagine
from ..bots.orders import ORDERS, usual_orders
from ..bots.policies import BOTS
from ..deeds.acting import next_to_act
from ..deeds.declaring import begin_round, next_declaration
from ..deeds.final_action import last_stand
from ..deeds.gifting import asked_for_gifts, gift
from ..deeds.parting_shot import aftermath
from ..deeds.preparing import prepare
from ..people.advantage import sweep
from ..people.checks import check_characters, check_options, check_sides
from ..people.options import GroupOptions
from ..people.outlook import outlook
from ..people.setup import (
    GroupSetup,
    contestant_from,
    count_ap,
    enlisted,
    preparations,
    seats_of,
    willing_followers_serve,
)
from ..people.sheets import Sheet
from ..people.states import GroupState
from ..plans.ordering import set_order
from .extended import tell_totals
from .outcomes import QuestOutcome, closing, decided, extended_outcome
from .simple import frame


class GroupContest(HouseRuled, ContestType[GroupState]):
    name, title = "group-extended", "Group extended contest"
    stake, headline, left_is = "prize", "degree", AP_LEFT
    blurb = "Any number of sides and contestants: declare, act in order, and be the last side standing."
    announces = frozenset({"plan"})
    state_type, setup_type, options_type = GroupState, GroupSetup, GroupOptions
    bots, orders = BOTS, ORDERS

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
            preparations=preparations((*setup.contestants, *setup.outsiders), options),
        )
        willing_followers_serve(state)
        count_ap(state)
        return state

    def usual_orders(self, state: GroupState) -> Mapping[str, str]:
        return usual_orders(len(state.contestants))

    def turn(self, contest: Contest[GroupState]) -> Procedure[None]:
        """QW-34: declarations, the order, then one action after the other; a fall is seen to at once."""
        state = contest.state
        frame(contest)
        sweep(contest)
        state.turned_away = state.turned_away and decided(state)
        if state.preparations:
            yield from prepare(contest)
        elif state.falls:
            _lapse(state)
            yield from aftermath(contest)
        elif decided(state) and not (yield from last_stand(contest)):
            yield from closing(contest)
        else:
            yield from _next_step(contest)

    def imagine(self, state: GroupState, seat: str, random: Random) -> None:
        imagine(state, seat, random)

    def outcome(self, state: GroupState) -> QuestOutcome | None:
        return extended_outcome(state)

    def plays_on(self, state: GroupState, seat: str, random: Random) -> Policy:
        return as_before(state, seat, random)

    def outlook(self, state: GroupState, seat: str) -> float | None:
        return outlook(state, seat)

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        return combatants(seen, ap_left)

    def facing(self, seen: Mapping[str, Any], acting: str) -> tuple[str, ...]:
        return facing(seen, acting)

    def enlist(self, setup: GroupSetup, name: str, sheet: Sheet, seat: str) -> GroupSetup:
        return enlisted(setup, name, sheet, seat)


def _next_step(contest: Contest[GroupState]) -> Procedure[None]:
    """The next step of a round, or of the one that begins."""
    state = contest.state
    if state.phase == "begin":
        if not state.begun:
            narrate(contest, tell_totals, contest)
        begin_round(contest)
    if state.phase == "declare" and (givers := asked_for_gifts(state)):
        yield from gift(contest, givers[0])
    elif state.phase == "declare":
        yield from next_declaration(contest)
    elif state.phase == "order":
        yield from set_order(contest)
    else:
        yield from next_to_act(contest)


def _lapse(state: GroupState) -> None:
    """QW-36: if the actor falls, the rest of the action lapses."""
    if any(fall.name == state.busy for fall in state.falls):
        state.busy, state.parts_left = "", []
