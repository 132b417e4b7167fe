"""The three sequences: two sides, rounds of pairs, until a side has nobody left in (QS-33 to QS-44)."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, ClassVar

import msgspec

from agonist.kernel import GM, Contest, Event, Policy, Procedure, together
from agonist.tabletop import refuse

from ...chassis.combatants import AP_LEFT, Left, Row, ap_left
from ...chassis.people import Pairing, check_named
from ..aftermath.goals import add_obstacle, check_cure, nothing_to_cure
from ..bots import CHAINED_BOTS, SCORED_BOTS, WAGERED_BOTS, usual_orders
from ..people.checks import check_kind, check_pairings, check_scene, check_two_sides
from ..people.contestants import WHOLE, Ability, Contestant, Follower
from ..people.modifiers import Lasting
from ..people.options import ChainedOptions, SequenceOptions, WageredOptions
from ..people.setup import SequenceSetup, lent_abilities, scene
from ..questions import question
from ..rolls.resistance import resistance_from
from ..sequence.closing import close, decided, sequence_outcome
from ..sequence.falls import see_to
from ..sequence.free_actions import act_freely, engage
from ..sequence.kind import Kind
from ..sequence.pairing import meanwhile, pair_up
from ..sequence.rounds import BrokenOff, play_round, round_stated
from ..sequence.state import Bout, SequenceState, Slot, outlook
from ..single.contest_type import SrdContest, frame
from ..single.mass_effort import check_effort, fix_the_whole
from ..single.outcomes import SrdOutcome
from .chained import RESOLVE_LEFT, Chained, resolve_left
from .openings import openings, send
from .scored import Scored, out_in, rp_left, shift
from .second_chance import not_over_yet, offer
from .wagered import Wagered

LAST = 10_000
"""QS-38: the place of newcomers."""


class State(SequenceState, kw_only=True):
    """A sequence, and how it was set up to be paired."""

    given: list[Pairing] = []


class ScoredState(State, kw_only=True):
    options: Annotated[SequenceOptions, WHOLE]


class WageredState(State, kw_only=True):
    options: Annotated[WageredOptions, WHOLE]


class ChainedState(State, kw_only=True):
    options: Annotated[ChainedOptions, WHOLE]


class RoundBegins(Event, frozen=True):
    rule = "QS-34"
    round: int
    lengthy: bool = False

    def text(self) -> str:
        later = " Time has passed." if self.lengthy and self.round > 1 else ""
        return f"Round {self.round}.{later}"


class Sequence(SrdContest[State]):
    """What the three kinds share; each names its own tally."""

    kind: ClassVar[Kind]
    announces = frozenset({"tactic", "opponent"})
    setup_type = SequenceSetup

    def check(self, setup: SequenceSetup, options: SequenceOptions) -> None:
        check_scene(setup, options)
        if not check_cure(setup):
            check_two_sides(setup)
        check_pairings(setup.pairings, setup.contestants)
        check_named(setup.opened_by, setup.contestants, "set-up.opened_by")
        check_effort(setup)
        check_kind(self.name, setup)
        for n, who in enumerate(setup.contestants):
            if who.opposition and resistance_from(who.resistance, options.base).whole < 1:
                refuse("A sequence needs a resistance.", "at least 1", f"set-up.contestants[{n}].resistance")
            if self.name == "chained" and not who.opposition and min(who.resolve, who.starting_resolve) <= 0:
                refuse(
                    f"{who.name} has no resolve left (QS-63).",
                    "a resolve of at least 1: a recovery comes first",
                    f"set-up.contestants[{n}].resolve",
                )

    def begin(self, setup: SequenceSetup, options: SequenceOptions) -> State:
        given = list(setup.pairings)
        state: State = scene(self.state_type, setup, options, kind=self.name, given=given)
        add_obstacle(state)
        if self.name != "wagered":
            for who in state.everybody():
                who.abilities += lent_abilities(who, beside=True)
        for who in state.contestants:
            if who.opposition:
                who.starting_resolve = who.resolve
        for who in state.characters():
            state.contestants += _own_feet(state, who, "contestant")
            state.helpers += _own_feet(state, who, "supporter")
        counts = [sum(each.side == side for each in state.contestants) for side in state.sides()]
        state.group = max(counts) > 1
        self.kind.begin(state)
        return state

    def success(self, state: State, outcome: Any, seat: str) -> float:
        """QS-71: what the game master breaks off is no success of the opposition's."""
        return 0.0 if state.broken and seat == GM else super().success(state, outcome, seat)

    def outlook(self, state: State, seat: str) -> float | None:
        return outlook(state, seat)

    def usual_orders(self, state: State) -> dict[str, str]:
        return usual_orders(len(state.bouts))

    def turn(self, contest: Contest[State]) -> Procedure[None]:
        """QS-39: one round for each pair, and again from the top; a fall is seen to at once."""
        state = contest.state
        if not state.framed:
            yield from self._frame(contest)
        elif state.falls:
            yield from see_to(contest, self.kind)
        elif decided(state):
            if state.broken or state.settled is not None or not (yield from not_over_yet(contest)):
                yield from close(contest)
            else:
                yield from self._begin_round(contest)
        elif not state.paired:
            yield from pair_up(contest, self.kind, state.given)
        elif not state.in_round:
            yield from self._begin_round(contest)
        elif state.queue:
            yield from self._next(contest)
        else:
            yield from self._end_round(contest)

    def _frame(self, contest: Contest[State]) -> Procedure[None]:
        yield from frame(contest)
        if len(contest.state.sides_in()) < 2:
            contest.state.broken = "backed out"
            return
        if nothing_to_cure(contest):
            contest.state.broken = "nothing to cure"
            return
        yield from fix_the_whole(contest)
        if isinstance(self.kind, Wagered):
            yield from send(contest)
            yield from openings(contest)
            self.kind.begin(contest.state)
            self.kind.tell_start(contest)

    def _begin_round(self, contest: Contest[State]) -> Procedure[None]:
        """QS-44, QS-50, QS-61, QS-68: what is done at a round's start; then pairs in their order, and who is free."""
        state = contest.state
        state.round += 1
        for who in state.contestants:
            who.rests = False
        contest.report(RoundBegins, state.round, state.lengthy)
        for who in [each for each in state.contestants if each.second_chance in ("now", "next round")]:
            who.second_chance = "now"
            yield from offer(contest, who)
        if state.kind == "scored":
            yield from together(contest, *_shifts(contest))
        if state.lengthy:
            yield from meanwhile(contest)
        state.lull = not state.bouts
        state.queue = _queue(state, self.kind)
        state.in_round = True

    def _next(self, contest: Contest[State]) -> Procedure[None]:
        """QS-39: what comes next in the order; pairs that come after each other and do not touch state their tactics
        side by side, then one after the other has its dice, and a fall is seen to at once."""
        state = contest.state
        bouts = _side_by_side(state, self.kind)
        if len(bouts) > 1:
            del state.queue[: len(bouts)]
            stated = yield from together(contest, *(round_stated(contest, self.kind, each) for each in bouts))
            for bout, said in zip(bouts, stated, strict=True):
                while state.falls:
                    yield from see_to(contest, self.kind)
                if not decided(state):
                    yield from play_round(contest, self.kind, bout, said)
            return
        slot = state.queue.pop(0)
        if not slot.two:
            who = state.find(slot.one)
            if who.status != "out" and not who.rests and not state.engaged(who.name):
                yield from act_freely(contest, self.kind, who)
            return
        pair = state.bout(slot.one, slot.two)
        if pair is not None and slot.only:
            yield from self.kind.single(contest, pair, state.find(slot.only))
        elif pair is not None:
            said = yield from round_stated(contest, self.kind, pair)
            yield from play_round(contest, self.kind, pair, said)

    def _end_round(self, contest: Contest[State]) -> Procedure[None]:
        """QS-71: if nobody is engaged for a whole round, the game master pairs them or breaks off."""
        state = contest.state
        state.in_round = False
        if state.lull and len(state.sides_in()) == 2:
            yield from self._nobody_engaged(contest)

    def _nobody_engaged(self, contest: Contest[State]) -> Procedure[None]:
        state = contest.state
        answer = yield question("nobody engaged")
        if answer == "break-off":
            state.broken = "game master"
            contest.report(BrokenOff)
            return
        ours, theirs = state.line_up()
        for one, two in zip(ours, theirs, strict=False):
            engage(contest, self.kind, one, two, joins=False)

    def imagine(self, state: State, seat: str, random: Random) -> None:
        super().imagine(state, seat, random)
        for n, each in enumerate(state.beaten):
            rating = state.find(each.name).sheet(state.find(each.name).began_with).whole
            state.beaten[n] = msgspec.structs.replace(each, rating=rating)

    def outcome(self, state: State) -> SrdOutcome | None:
        told = {each.name: self.kind.tell(each) for each in state.contestants if self.kind.open(state, each)}
        return sequence_outcome(state, told)


def _own_feet(state: State, who: Contestant, role: str) -> list[Contestant]:
    """QS-50, QS-66: a follower as contestant has a tally of their own; a supporter acts beside the others."""
    made = []
    resolve = state.options.house.follower_resolve
    for each in [one for one in who.followers if one.role == role and state.kind != "wagered"]:
        if role == "contestant":
            each.status = "out"
        made.append(
            Contestant(
                name=each.name,
                seat=who.seat,
                side=who.side,
                leader=who.name,
                hand=each.ability,
                began_with=each.ability,
                abilities=[
                    Ability(each.name, name, whole)
                    for name, whole in ((each.ability, each.whole), *each.more)
                ],
                lasting=_on_followers(who, each),
                status="in" if role == "contestant" else "beside",
                resolve=resolve - each.lost,
                starting_resolve=resolve,
            )
        )
    return made


def _on_followers(leader: Contestant, follower: Follower) -> list[Lasting]:
    """QS-23: what lasts on a follower's own abilities goes with them."""
    own = {follower.ability, *(name for name, _ in follower.more)}
    touched = [each for each in leader.lasting if own & set(each.touches)]
    return [Lasting(follower.name, each.value, each.label, each.touches) for each in touched]


def _present(state: State, helper: Contestant) -> bool:
    """A supporter who was driven off is no help."""
    return not helper.leader or any(
        each.name == helper.name and each.here for each in state.find(helper.leader).followers
    )


def _queue(state: State, kind: Kind) -> list[Slot]:
    """QS-38, QS-39: pairs by their places, the free at the place of their last pairing, newcomers last; who has left
    may come back if it is a group, and the old tally lets them (QS-37, QS-63)."""
    slots = [(each.place, Slot(each.one, each.two)) for each in state.bouts]
    for who in state.contestants:
        free = who.standing and not state.engaged(who.name)
        left = who.status == "left" and state.group and who.character and not kind.out(state, who)
        if free or (left and state.opponents(who)):
            slots.append((who.place or LAST, Slot(who.name)))
    slots += [(LAST, Slot(who.name)) for who in state.helpers if _present(state, who)]
    return [slot for _, slot in sorted(slots, key=lambda each: each[0])]


def _shifts(contest: Contest[State]) -> list[Procedure[None]]:
    """QS-50: what followers take at a round's start: one after the other where a tally is shared (QS-48)."""
    state = contest.state
    people = [each for each in state.contestants if each.standing and not each.opposition]
    sharing = {tuple(mate.name for mate in people if mate in state.sharing(each)): each for each in people}

    def of(names: tuple[str, ...]) -> Procedure[None]:
        for name in names:
            yield from shift(contest, state.find(name))

    return [of(names) for names in sharing]


def _side_by_side(state: State, kind: Kind) -> list[Bout]:
    """QS-39: the next pairs in the order, as long as they have nobody in common."""
    found, busy = list[Bout](), set[str]()
    for slot in state.queue if kind.side_by_side else ():
        bout = state.bout(slot.one, slot.two) if slot.two and not slot.only else None
        if bout is None or busy & state.touching(bout):
            break
        busy |= state.touching(bout)
        found.append(bout)
    return found


class ScoredSequence(Sequence):
    name, title = "scored", "Scored sequence"
    blurb = "Round by round, and who has five points against them is out."
    state_type, options_type = ScoredState, SequenceOptions
    bots: ClassVar[dict[str, Policy]] = SCORED_BOTS
    kind = Scored()
    left_is = ("from defeat", "Whoever loses a round loses some of these, and whoever has none left is out.")

    def left(self, seen: Row, row: Row) -> Left:
        return rp_left(row, out_in(seen))


class WageredSequence(Sequence):
    name, title = "wagered", "Wagered sequence"
    blurb = "Stake your advantage, exchange by exchange, until somebody has none left."
    state_type, options_type = WageredState, WageredOptions
    bots: ClassVar[dict[str, Policy]] = WAGERED_BOTS
    kind = Wagered()
    left_is = AP_LEFT

    def left(self, seen: Row, row: Row) -> Left:
        return ap_left(row)


class ChainedSequence(Sequence):
    name, title = "chained", "Chained sequence"
    blurb = "Every round wears you down, and what is lost stays lost until you recover."
    state_type, options_type = ChainedState, ChainedOptions
    bots: ClassVar[dict[str, Policy]] = CHAINED_BOTS
    kind = Chained()
    left_is = RESOLVE_LEFT

    def left(self, seen: Row, row: Row) -> Left:
        return resolve_left(row)
