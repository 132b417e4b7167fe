"""The group simple contest: pairings that score for their sides (QW-40)."""

from __future__ import annotations

from typing import Annotated

from agonist.kernel import (
    OPEN,
    Ask,
    Contest,
    Event,
    Number,
    Procedure,
    Shown,
    Staged,
)
from agonist.tabletop import listed, refuse, side_by_side

from ...chassis.people import Pairing, check_named, paired, sides_of
from ..clash.opposed import by_level, read_off
from ..clash.rollers import Roller, Settled, die, using
from ..clash.telling import ends, why
from ..deeds.preparing import prepare
from ..people.checks import check_sides
from ..people.contestants import Arena, Contestant
from ..people.options import SimpleOptions
from ..people.setup import Character, GroupSimpleSetup, side_of
from ..questions import question
from ..rolls.faces import Clash
from ..rolls.results import Degree, Level, degree_of_difference, for_whom
from .contest_type import ClassicContest
from .outcomes import PrizeGoes, QuestOutcome, decided_outcome
from .simple import frame, leaves_effects, left_with


class GroupSimpleState(Arena, kw_only=True):
    """QW-40: the pairings that are still to roll, and the scores so far."""

    pairings: Annotated[list[Pairing], Shown(whole=True)] = []
    next: Annotated[int, OPEN] = 0
    sides: Annotated[list[str], OPEN] = []
    scores: Annotated[dict[str, int], OPEN] = {}
    level: Annotated[Level | None, Shown(show=lambda level: level if level is None else level.key)] = None
    boosted: bool = False
    levels: list[Level] = []

    def pair(self, n: int) -> tuple[Contestant, Contestant]:
        return self.find(self.pairings[n].one), self.find(self.pairings[n].two)


class GroupSimpleContest(ClassicContest[GroupSimpleState]):
    name, title = "group-simple", "Group simple contest"
    blurb = "Everybody rolls once against somebody; the sides' scores decide."
    state_type, setup_type, options_type = GroupSimpleState, GroupSimpleSetup, SimpleOptions

    def check(self, setup: GroupSimpleSetup, options: SimpleOptions) -> None:
        super().check(setup, options)
        check_sides(setup.contestants, least=2)
        sides = sides_of(setup.contestants, side_of)
        if len(sides) != 2:
            refuse(f"There are {len(sides)} sides.", "exactly 2", "set-up.contestants")
        for n, pairing in enumerate(setup.pairings):
            _check_pairing(pairing, setup.contestants, f"set-up.pairings[{n}]")

    def begin(self, setup: GroupSimpleSetup, options: SimpleOptions) -> GroupSimpleState:
        state = super().begin(setup, options)
        state.sides = sides_of(setup.contestants, side_of)
        state.pairings = list(setup.pairings) or paired(setup.contestants, side_of)
        state.scores = dict.fromkeys(state.sides, 0)
        return state

    def turn(self, contest: Contest[GroupSimpleState]) -> Procedure[None]:
        """QW-40: one pairing after the other, then the sums, then a boost."""
        state = contest.state
        frame(contest)
        if state.preparations:
            yield from prepare(contest)
        elif state.next < len(state.pairings):
            yield from _pairings(contest)
        elif state.level is None:
            _tally(contest)
        elif not state.boosted:
            yield from _boost(contest)
        else:
            yield from _close(contest)

    def outcome(self, state: GroupSimpleState) -> QuestOutcome | None:
        if not state.over or state.level is None:
            return None
        side = _winning_side(state)
        won = tuple(each.name for each in state.contestants if each.side == side)
        return decided_outcome(state, "QW-40", state.level, side, won, state.sides)


def _check_pairing(pairing: Pairing, contestants: tuple[Character, ...], place: str) -> None:
    check_named(pairing.one, contestants, f"{place}.one")
    check_named(pairing.two, contestants, f"{place}.two")
    sides = [side_of(each) for each in contestants if each.name in (pairing.one, pairing.two)]
    if len(set(sides)) != 2:
        refuse("A pairing is of two sides.", "one name of each side", place)


class Scores(Event, frozen=True):
    """A pairing of a group simple contest."""

    rule = "QW-40"
    names: tuple[str, str]
    level: str
    winner: str = ""
    points: int = 0
    why: str = ""

    def staged(self) -> Staged:
        return ends(*self.names, self.level, self.why)

    def text(self) -> str:
        one, two = self.names
        gain = f" {self.points} for {self.winner}." if self.winner else " Nobody scores."
        return f"{one} against {two}: {for_whom(self.level, one)}.{gain}"


def _pairings(contest: Contest[GroupSimpleState]) -> Procedure[None]:
    """QW-40: pairs that come after each other and have no player's character in common roll at the same time; then one
    after the other is looked at. Where nobody watches they come one by one, which is the same."""
    state = contest.state
    due = side_by_side(contest, [state.next], lambda: _next_pairings(state))
    pairs = [tuple([using(each, each.hand) for each in state.pair(n)]) for n in due]
    fallen = yield tuple([die(each) for pair in pairs for each in pair])
    for n, (ours, theirs) in enumerate(pairs):
        (first,), (second,) = fallen[2 * n : 2 * n + 2]
        yield from _scored(contest, ours, theirs, Settled({}, (first, second)))


def _next_pairings(state: GroupSimpleState) -> list[int]:
    """The next pairing, and those after it of other characters: the opposition may meet several at once."""
    rolling: set[str] = set()
    for n in range(state.next, len(state.pairings)):
        heroes = {each.name for each in state.pair(n) if not each.resistance}
        if rolling & heroes:
            return list(range(state.next, n))
        rolling |= heroes
    return list(range(state.next, len(state.pairings)))


def _scored(
    contest: Contest[GroupSimpleState], ours: Roller, theirs: Roller, dice: Settled
) -> Procedure[None]:
    state = contest.state
    one, two = state.pair(state.next)
    state.next += 1
    clash = yield from read_off(contest, ours, theirs, dice, by_level(state))
    one.used(ours.rating().whole)
    two.used(theirs.rating().whole)
    level = paired_level(clash, state)
    state.levels.append(level)
    for who, own in ((one, level), (two, level.mirrored)):
        if who.level is None or abs(own) > abs(who.level):
            who.level = own
    winner = None if level == Level.TIE else one if level.victory else two
    points = state.options.house.points(level.degree) if winner else 0
    if winner:
        state.scores[winner.side] += points
    decided = why(clash, clash.winner(state.options.better_roll))
    contest.report(Scores, (one.name, two.name), level.word, winner.side if winner else "", points, decided)


def paired_level(clash: Clash, state: Arena) -> Level:
    """QW-40: as in a simple contest, but a tie goes to the better roll."""
    level = state.level_of(clash)
    better = clash.better_die(state.options.better_roll)
    if level != Level.TIE or better is None:
        return level
    return Level.of(Degree.MARGINAL, victory=better == 0)


class Tallied(Event, frozen=True):
    rule = "QW-40"
    sums: dict[str, int]
    level: str
    side: str

    def text(self) -> str:
        sums = listed([f"{side} {points}" for side, points in self.sums.items()])
        return f"The scores: {sums}. That is a {for_whom(self.level, self.side)}."


def _tally(contest: Contest[GroupSimpleState]) -> None:
    """QW-40: the difference of the sums gives the degree."""
    state = contest.state
    ahead = state.scores[state.sides[0]] - state.scores[state.sides[1]]
    state.level = Level.of(degree_of_difference(abs(ahead)), victory=ahead > 0) if ahead else Level.TIE
    contest.report(Tallied, dict(state.scores), state.level.word, state.sides[0])


def boost_cost(characters: int) -> int:
    """QW-40: one hero point per three characters begun."""
    return -(-characters // 3)


class Boosted(Event, frozen=True):
    rule = "QW-40"
    paid: dict[str, int]
    level: str
    side: str

    def text(self) -> str:
        payers = [f"{name} {points}" for name, points in self.paid.items()]
        return f"Hero points lift the outcome ({listed(payers)}): now a {for_whom(self.level, self.side)}."


def _boost(contest: Contest[GroupSimpleState]) -> Procedure[None]:
    """QW-40: hero points lift a tie or a victory; what buys no step stays with its owner."""
    state = contest.state
    state.boosted = True
    assert state.level is not None
    costs = {side: boost_cost(len(_heroes(state, side))) for side in _may_boost(state)}
    payers = [each for side in costs for each in _heroes(state, side) if each.hero_points]
    if not payers:
        return
    room = min(2, Level.COMPLETE_VICTORY - abs(state.level))
    own = state.level if state.sides[0] in costs else state.level.mirrored
    offers = yield tuple(_offer_boost(each, costs[each.side], room, own) for each in payers)
    offered = {payer.name: min(offer, payer.hero_points) for payer, offer in zip(payers, offers, strict=True)}
    lifts = [_pay(payers, offered, side, costs[side], room) if side in costs else {} for side in state.sides]
    steps = [
        sum(paid.values()) // costs[side] if paid else 0
        for side, paid in zip(state.sides, lifts, strict=True)
    ]
    if any(steps):
        level = state.level + steps[0] - steps[1]
        state.level = Level(max(Level.COMPLETE_DEFEAT, min(Level.COMPLETE_VICTORY, level)))
        contest.report(Boosted, lifts[0] | lifts[1], state.level.word, state.sides[0])


def _may_boost(state: GroupSimpleState) -> list[str]:
    """The side that is ahead, or on a tie both, if its players can pay and there is a step to lift."""
    assert state.level is not None
    if abs(state.level) == Level.COMPLETE_VICTORY:
        return []
    sides = state.sides if state.level == Level.TIE else [_winning_side(state)]
    return [side for side in sides if _can_pay(_heroes(state, side))]


def _can_pay(heroes: list[Contestant]) -> bool:
    return bool(heroes) and sum(each.hero_points for each in heroes) >= boost_cost(len(heroes))


def _heroes(state: GroupSimpleState, side: str) -> list[Contestant]:
    return [each for each in state.contestants if each.side == side and each.player]


def _pay(
    payers: list[Contestant], offered: dict[str, int], side: str, cost: int, room: int
) -> dict[str, int]:
    """Take what a boost or a double boost costs, in turn from those who offered."""
    group = [each for each in payers if each.side == side]
    due = cost * min(room, sum(offered[each.name] for each in group) // cost)
    paid: dict[str, int] = {}
    for payer in group:
        share = min(due, offered[payer.name])
        if share:
            payer.hero_points -= share
            due -= share
            paid[payer.name] = share
    return paid


def _offer_boost(payer: Contestant, cost: int, room: int, level: Level) -> Ask:
    double = f", a double boost {2 * cost}" if room > 1 else ""
    return question(
        "boost",
        payer,
        Number(0, min(payer.hero_points, room * cost), 0, f"QW-40: a boost costs {cost}{double}"),
        level=level.word,
        cost=cost,
    )


def _winning_side(state: GroupSimpleState) -> str:
    if not state.level:
        return ""
    return state.sides[0] if state.level.victory else state.sides[1]


def _close(contest: Contest[GroupSimpleState]) -> Procedure[None]:
    """QW-22, QW-23: each pairing leaves what its own outcome leaves, if the game master says so.

    Who was in several is left with the largest of their defeats and of their victories.
    """
    state = contest.state
    assert state.level is not None
    leaves = any(state.levels) and (yield from leaves_effects(state.level, *state.sides))
    suffered: set[str] = set()
    gained: set[str] = set()
    for n in sorted(range(len(state.levels)), key=lambda n: -abs(state.levels[n])):
        pair, level = state.pair(n), state.levels[n]
        winner, loser = pair if level.victory else pair[::-1]
        if leaves and level:
            suffers, gains = loser.name not in suffered, winner.name not in gained
            yield from left_with(contest, *pair, level, suffers=suffers, gains=gains)
            suffered.add(loser.name)
            gained.add(winner.name)
    state.over = True
    side = _winning_side(state)
    degree = f"{state.level.degree.word} victory" if side else ""
    contest.report(PrizeGoes, (side,) if side else (), state.prize, degree, under="QW-40")
