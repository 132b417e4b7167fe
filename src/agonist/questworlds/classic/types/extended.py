"""The extended contest of two: exchanges in turn until one is out of advantage points (QW-10 to QW-33)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from agonist.kernel import GM, Ask, Choice, Combatant, Contest, ContestType, Event, Option, Policy, Procedure
from agonist.tabletop import HouseRuled, Told, narrate

from ...chassis.combatants import AP_LEFT, ap_left, combatants, facing
from ..bots.habits import as_before
from ..bots.imagining import imagine
from ..bots.orders import ORDERS
from ..bots.policies import BOTS
from ..clash.moment import Asks, Settled, opened, together
from ..deeds.actions import do_something_else, may_act
from ..deeds.exchange import exchange
from ..deeds.gifting import asked_for_gifts, gift, give, open_gifts
from ..deeds.parting_shot import aftermath
from ..deeds.preparing import prepare
from ..people.advantage import sweep
from ..people.checks import check_characters, check_named, check_options, check_sides
from ..people.contestants import Contestant
from ..people.knowledge import knowers
from ..people.options import ExtendedOptions
from ..people.outlook import outlook
from ..people.plan import Plan
from ..people.setup import (
    ExtendedSetup,
    contestant_from,
    count_ap,
    enlisted,
    helping,
    preparations,
    seats_of,
    willing_followers_serve,
)
from ..people.sheets import Sheet
from ..people.states import ExtendedState
from ..plans.objecting import objected, objections, ruled_anew
from ..plans.planning import plan_ask, plan_told, planned
from ..plans.turns import RoundBegins
from .outcomes import QuestOutcome, closing, decided, extended_outcome
from .simple import frame


class ExtendedContest(HouseRuled, ContestType[ExtendedState]):
    name, title = "extended", "Extended contest"
    stake, headline, left_is = "prize", "degree", AP_LEFT
    blurb = "Two contestants stake their advantage, exchange by exchange, until one of them has none left."
    state_type, setup_type, options_type = ExtendedState, ExtendedSetup, ExtendedOptions
    bots, orders = BOTS, ORDERS

    def check(self, setup: ExtendedSetup, options: ExtendedOptions) -> None:
        check_options(options)
        check_characters(setup.contestants, options, setup.outsiders)
        check_sides(setup.contestants, least=2, most=2)
        check_named(setup.first, setup.contestants, "set-up.first")
        check_named(setup.opened_by, setup.contestants, "set-up.opened_by")

    def seats(self, setup: ExtendedSetup) -> dict[str, str]:
        return seats_of(setup.contestants, setup.outsiders)

    def begin(self, setup: ExtendedSetup, options: ExtendedOptions) -> ExtendedState:
        state = ExtendedState(
            prize=setup.prize,
            contestants=[contestant_from(each, options) for each in setup.contestants],
            outsiders=[contestant_from(each, options, outside=True) for each in setup.outsiders],
            options=options,
            preparations=preparations((*setup.contestants, *setup.outsiders), options),
            opened_by=setup.opened_by,
        )
        willing_followers_serve(state)
        count_ap(state)
        if setup.first:
            state.order = _order(state, setup.first)
        return state

    def turn(self, contest: Contest[ExtendedState]) -> Procedure[None]:
        """QW-14: a round is two exchanges: one contestant acts, then the other."""
        state = contest.state
        frame(contest)
        sweep(contest)
        if state.preparations:
            yield from prepare(contest)
        elif state.falls:
            yield from aftermath(contest)
        elif decided(state):
            yield from closing(contest)
        else:
            yield from _next_step(contest)

    def imagine(self, state: ExtendedState, seat: str, random: Random) -> None:
        imagine(state, seat, random)

    def outcome(self, state: ExtendedState) -> QuestOutcome | None:
        return extended_outcome(state)

    def plays_on(self, state: ExtendedState, seat: str, random: Random) -> Policy:
        return as_before(state, seat, random)

    def outlook(self, state: ExtendedState, seat: str) -> float | None:
        return outlook(state, seat)

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        return combatants(seen, ap_left)

    def facing(self, seen: Mapping[str, Any], acting: str) -> tuple[str, ...]:
        return facing(seen, acting)

    def enlist(self, setup: ExtendedSetup, name: str, sheet: Sheet, seat: str) -> ExtendedSetup:
        return enlisted(setup, name, sheet, seat)


class StartsWith(Event, frozen=True):
    """A contestant's advantage points at the start."""

    rule = "QW-11"
    name: str
    ability: str
    rating: str
    followers: dict[str, int]
    ap: int

    def text(self) -> str:
        helped = "".join(f", {name} {whole}" for name, whole in self.followers.items())
        return f"{self.name} starts with {self.ap} AP: {self.ability} {self.rating}{helped}."


def tell_totals(contest: Contest[ExtendedState]) -> None:
    """QW-11: the totals, for those who may know them."""
    for who in contest.state.contestants:
        audience = knowers(contest.state, who)
        rating = str(who.rating(who.hand))
        helped = helping(contest.state, who)
        contest.report(StartsWith, who.name, who.hand, rating, helped, who.ap, audience=audience)


def _next_step(contest: Contest[ExtendedState]) -> Procedure[None]:
    """Help from outside, where it is offered; then the next of the two acts, in a new round if both have."""
    state = contest.state
    if not state.begun or state.acting > 1:
        _begin_round(contest)
    if givers := asked_for_gifts(state):
        yield from gift(contest, givers[0])
    else:
        yield from _act(contest)


def _begin_round(contest: Contest[ExtendedState]) -> None:
    state = contest.state
    if not state.begun:
        narrate(contest, tell_totals, contest)
    state.first_round = not state.begun
    state.round, state.begun = state.round + 1, True
    state.acting = 0
    state.gifts_due = [each.name for each in state.outsiders]
    contest.report(RoundBegins, state.round)


def _who_begins(state: ExtendedState) -> Asks:
    """QW-14: the game master's choice; by default the side that opened the contest, else the player."""
    if state.order:
        return {}
    ask = Ask(
        GM,
        "first to act",
        Choice(tuple(Option(each.name, each.name) for each in state.contestants), _opens(state)),
        "QW-14",
        "Who acts first?",
        "The game master says who acts first.",
        assume=_opens(state),
        interrupts=True,
        directed=True,
    )
    return {"first to act": ask}


def _opens(state: ExtendedState) -> str:
    return state.opened_by or min(state.contestants, key=lambda each: each.resistance).name


class FirstToAct(Told, frozen=True):
    rule = "QW-14"
    says = "{name} acts first."
    name: str


def _begins(contest: Contest[ExtendedState], name: str) -> None:
    contest.state.order = _order(contest.state, name)
    contest.report(FirstToAct, name)


def _order(state: ExtendedState, first: str) -> list[str]:
    return [first, *(each.name for each in state.contestants if each.name != first)]


def _act(contest: Contest[ExtendedState]) -> Procedure[None]:
    """QW-14, QW-15: one of the two plans, while the game master and those outside can still do their part."""
    state = contest.state
    actor = state.find((state.order or _order(state, _opens(state)))[state.acting])
    if actor.dying and not (yield from may_act(contest, actor)):
        state.acting += 1
        return
    plan_of = plan_ask(contest, actor)
    windows = {
        **opened(contest, "first to act", lambda: _who_begins(state)),
        **opened(contest, "gift", lambda: open_gifts(state)),
    }
    moment = (
        (yield from together({"plan": plan_of, **windows})) if windows else Settled({"plan": (yield plan_of)})
    )
    if moment.cut == "first to act":
        _begins(contest, moment.why)
        return
    if moment.cut:
        yield from give(contest, state.find(moment.cut.partition(": ")[2]), moment.why)
        return
    if not state.order:
        _begins(contest, actor.name)
    state.acting += 1
    plan = yield from plan_told(contest, actor, moment.answers["plan"])
    yield from _carry_out(contest, actor, plan)


def _carry_out(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[None]:
    """The plan, unless the game master objects before the dice fall, or has put somebody out of the contest (QW-22)."""
    if any(each.spent for each in contest.state.contestants):
        return
    if plan.fights:
        asks = opened(contest, "objection", lambda: objections(contest.state, {actor.name: plan}))
        moment = yield from exchange(contest, actor, plan, plan.parts[0], asks, opening=True)
        if moment.cut:
            yield from _carry_out(
                contest, actor, (yield from ruled_anew(contest, actor, plan, objected(moment.why)))
            )
    elif not (yield from do_something_else(contest, actor, plan)):
        again = yield from planned(contest, actor, frozenset({plan.kind}))
        yield from _carry_out(contest, actor, again)
