"""The extended contests: exchanges in turn until one is out of advantage points (QW-10 to QW-33); in a group, rounds of
open declarations, then everybody acts in order (QW-34 to QW-39)."""

from __future__ import annotations

from agonist.kernel import Choice, Contest, Event, Option, Procedure
from agonist.tabletop import Told, narrate

from ...chassis.people import check_named
from ..bots import usual_orders
from ..clash.rollers import Asks, Settled, opened, together
from ..deeds.acting import next_to_act
from ..deeds.actions import do_something_else, may_act
from ..deeds.declaring import begin_round, next_declaration
from ..deeds.exchange import exchange
from ..deeds.final_action import last_stand
from ..deeds.gifting import asked_for_gifts, gift, give, open_gifts
from ..deeds.parting_shot import aftermath
from ..deeds.preparing import prepare
from ..people.checks import check_sides
from ..people.consequences import sweep
from ..people.contestants import Contestant
from ..people.knowledge import knowers
from ..people.options import ExtendedOptions, GroupOptions, SimpleOptions
from ..people.setup import ExtendedSetup, GroupSetup, helping
from ..people.states import ExtendedState, GroupState, Plan
from ..plans.objecting import RoundBegins, objected, objections, ruled_anew
from ..plans.ordering import set_order
from ..plans.planning import plan_ask, plan_told, planned
from ..questions import question
from .contest_type import LongContest
from .outcomes import closing, decided
from .simple import frame


class ExtendedContest(LongContest[ExtendedState]):
    name, title = "extended", "Extended contest"
    blurb = "Two contestants stake their advantage, exchange by exchange, until one of them has none left."
    state_type, setup_type, options_type = ExtendedState, ExtendedSetup, ExtendedOptions

    def check(self, setup: ExtendedSetup, options: SimpleOptions) -> None:
        super().check(setup, options)
        check_sides(setup.contestants, least=2, most=2)
        check_named(setup.first, setup.contestants, "set-up.first")
        check_named(setup.opened_by, setup.contestants, "set-up.opened_by")

    def begin(self, setup: ExtendedSetup, options: ExtendedOptions) -> ExtendedState:
        state = super().begin(setup, options)
        state.opened_by = setup.opened_by
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
    ask = question(
        "first to act",
        None,
        Choice(tuple(Option(each.name, each.name) for each in state.contestants), _opens(state)),
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


class GroupContest(LongContest[GroupState]):
    name, title = "group-extended", "Group extended contest"
    blurb = "Any number of sides and contestants: declare, act in order, and be the last side standing."
    announces = frozenset({"plan"})
    state_type, setup_type, options_type = GroupState, GroupSetup, GroupOptions

    def check(self, setup: GroupSetup, options: SimpleOptions) -> None:
        super().check(setup, options)
        check_sides(setup.contestants, least=3)

    def usual_orders(self, state: GroupState) -> dict[str, str]:
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
            yield from _group_step(contest)


def _group_step(contest: Contest[GroupState]) -> Procedure[None]:
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
