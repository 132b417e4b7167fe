"""An exchange: the actor has bid, both roll, somebody pays (QW-15 to QW-21, QW-27)."""

from __future__ import annotations

from functools import partial

from agonist.kernel import GM, Contest, Event, Procedure, Staged
from agonist.tabletop import Told, as_corrected, begun, quoted

from ..clash.opposed import Weight, read_off
from ..clash.rollers import Asks, Roller, Settled, thrown, using
from ..clash.telling import met
from ..people.consequences import change, falls
from ..people.contestants import Contestant
from ..people.knowledge import knowers, knows
from ..people.modifiers import Modifier
from ..people.states import ExtendedState, Part, Plan
from ..plans.offers import answering_abilities, means_asks, usual_ability
from ..questions import question
from ..rolls.faces import Clash
from ..rolls.results import Result, portion
from .preparing import Augmented
from .price import Price, price_of


class Bid(Event, frozen=True):
    """An action, its ability and its bid, against somebody."""

    rule = "QW-15"
    name: str
    target: str
    ability: str
    bid: int
    words: str = ""
    aim: str = ""
    all_in: bool = False

    def staged(self) -> Staged | None:
        says = f"{begun(self.name)} risked everything"
        return Staged(who=self.name, word="All in", rare="bright", says=says) if self.all_in else None

    def text(self) -> str:
        instead = f", not for advantage but for {self.aim}" if self.aim else ""
        return f"{self.name} bids {self.bid} against {self.target} with {self.ability}{instead}.{quoted(self.words)}"


class AnsweredWith(Told, frozen=True):
    rule = "QW-15"
    says = "{name} answers with {ability}."
    name: str
    ability: str


def exchange(
    contest: Contest[ExtendedState],
    actor: Contestant,
    plan: Plan,
    part: Part,
    asks: Asks | None = None,
    *,
    opening: bool = False,
) -> Procedure[Settled]:
    """QW-15: the bid is stated, the responder picks an ability, both roll, and the table says who pays.

    `asks` are what others can do about it before the dice fall; if one of them cuts it short, nothing has happened, nor
    if one of the two was put out of the contest meanwhile by a correction (QW-22).
    With the `opening` exchange of an action, what engaged the actor since the last one is over (QW-26).
    """
    state = contest.state
    target = state.find(part.target)
    if not state.group:  # in a group it was declared
        contest.report(_bid, state, actor, plan, part)
    usual = asks or {}
    if not contest.closed("answer"):
        answers = partial(answering_abilities, state, target)
        usual = {**usual, **means_asks("answer", target, answers, actor=actor.name)}
    ours, theirs = using(actor, plan.ability), using(target, target.hand)
    moment = yield from thrown(usual, ours, theirs)
    if moment.cut or actor.spent or target.spent:
        return moment
    if state.group:
        contest.report(_bid, state, actor, plan, part)
    if plan.kind == "exchange" and target.undefeated:
        actor.hand = plan.ability
    if opening:
        actor.engaged = []
    actor.stake(part.bid, target)
    answer = moment.answers.get("answer") or usual_ability(target, answering_abilities(state, target))
    if "answer" in moment.answers:
        contest.report(AnsweredWith, target.name, answer)
    theirs = theirs if answer == theirs.ability else using(target, answer)
    yield from _played(contest, (actor, target), (ours, theirs), plan, part.bid, moment)
    return moment


def _bid(state: ExtendedState, actor: Contestant, plan: Plan, part: Part) -> Bid:
    aim = _aim(plan) if plan.kind == "asymmetrical" else ""
    all_in = part.bid >= actor.ap and knowers(state, actor) is None
    return Bid(actor.name, part.target, plan.ability, part.bid, plan.words, aim, all_in)


def _played(
    contest: Contest[ExtendedState],
    pair: tuple[Contestant, Contestant],
    rollers: tuple[Roller, Roller],
    plan: Plan,
    bid: int,
    moment: Settled,
) -> Procedure[None]:
    """QW-17: the dice have fallen; hero points, and then the table."""
    state, aside = contest.state, plan.kind == "asymmetrical"
    (actor, target), (ours, theirs) = pair, rollers

    def rated() -> tuple[int, int]:
        return ours.rating().whole, theirs.rating().whole

    wholes = rated()

    def weigh(clash: Clash, seat: str) -> Weight:
        won = clash.winner(state.options.better_roll)
        if aside and won == 0:
            return Weight(
                won, state.options.house.augment(state.level_of(clash)) if plan.helps else "", (0, 0)
            )
        return _weighed(state, pair, price_of(state, pair, clash, wholes, bid), seat)

    clash = yield from read_off(contest, ours, theirs, moment, weigh, wholes=wholes)
    wholes = as_corrected(contest, wholes, rated)
    actor.used(wholes[0])
    target.used(wholes[1])
    _meet(actor, target)
    _meet(target, actor)
    if clash.results == (Result.FUMBLE, Result.FUMBLE):
        yield from _two_fumbles(contest, actor, target, bid)
    elif aside and clash.winner(state.options.better_roll) == 0:
        _achieve(contest, actor, plan, clash)
    else:
        _settle(contest, pair, clash, price_of(state, pair, clash, wholes, bid), bid)


def _meet(who: Contestant, opponent: Contestant) -> None:
    """QW-26, QW-39: remember with whom one is engaged, and whom one met last."""
    if opponent.name not in who.engaged:
        who.engaged.append(opponent.name)
    if not who.met or who.met[-1] != opponent.name:
        who.met = [*(name for name in who.met if name != opponent.name), opponent.name]


def _weighed(state: ExtendedState, pair: tuple[Contestant, Contestant], price: Price, seat: str) -> Weight:
    """For hero points: who wins, and what it costs as far as the seat can know (QW-13).

    Whether what is transferred is gained tells a hidden rating (QW-18): who may not know it is told of no gain, and
    any transfer is another thing than a loss.
    """
    won, ap = price.won, price.ap
    if knows(state, seat, pair[0]) and knows(state, seat, pair[1]):
        return Weight(won, (won, ap), ap)
    lost = min(0, ap[0]), min(0, ap[1])
    return Weight(won, (won, lost, price.cell.transfer), lost)


class Compared(Event, frozen=True):
    """The cell of the exchange table, and what it comes to."""

    rule = "QW-17"
    better: str
    worse: str
    results: tuple[str, str]
    multiple: str = ""
    transfer: bool = False
    bid: int = 0
    edge: int = 0
    price: int = 0

    def staged(self) -> Staged:
        if self.results == ("fumble", "fumble"):
            return TWO_FUMBLES
        return met(self.better, self.worse, self.results, tie=not self.multiple)

    def text(self) -> str:
        mine, yours = self.results
        if not self.multiple:
            return f"{mine.capitalize()} against {yours}: a tie, nothing changes."
        verb = "transfers" if self.transfer else "loses"
        by = ", by the better roll" if mine == yours else ""
        edge = f"+ edge {self.edge}" if self.edge > 0 else f"− handicap {-self.edge}"
        stake = f"({self.bid} {edge})" if self.edge else f"{self.bid}"
        return f"{mine.capitalize()} against {yours}{by}: {self.worse} {verb} {self.multiple} × {stake} = {self.price}."


class PlainLoss(Told, frozen=True):
    rule = "QW-18"
    says = "{name} is so far below the opponent that nothing is transferred, only lost."
    name: str


def _settle(
    contest: Contest[ExtendedState], pair: tuple[Contestant, Contestant], clash: Clash, price: Price, bid: int
) -> None:
    """QW-17, QW-18: the price is paid, and who is out of AP falls."""
    won = price.won
    contest.report(_compared, pair, clash, price, bid)
    if won is None:
        return
    winner, loser = pair[won], pair[1 - won]
    change(contest, loser, -price.lost)
    if price.cell.transfer and price.lost and not price.ap[won]:
        contest.report(PlainLoss, loser.name)
    change(contest, winner, price.ap[won])
    falls(contest, loser, winner.name)


def _compared(pair: tuple[Contestant, Contestant], clash: Clash, price: Price, bid: int) -> Compared:
    better = price.won or 0
    names = pair[better].name, pair[1 - better].name
    words = clash.results[better].word, clash.results[1 - better].word
    if price.won is None:
        return Compared(*names, words)
    cell, edge = price.cell, price.edge
    under = "QW-20" if edge else ""
    return Compared(*names, words, cell.multiple, cell.transfer, bid, edge, price.lost, under=under)


TWO_FUMBLES = Staged(word="Two fumbles", rare="dark", says="Both failed badly", why="a 20 each")


class BothFumble(Event, frozen=True):
    rule = "QW-21"
    hurts: bool

    def staged(self) -> Staged:
        return TWO_FUMBLES

    def text(self) -> str:
        return "Two fumbles: both lose half the bid." if self.hurts else "Two fumbles cancel out."


def _two_fumbles(
    contest: Contest[ExtendedState], actor: Contestant, target: Contestant, bid: int
) -> Procedure[None]:
    """QW-17: a tie; in a group the game master may rule that both lose half the bid (QW-21)."""
    ruling = contest.state.double_fumble
    if ruling == "ask":
        hurts = yield question("double fumble", actor, by=GM, target=target.name, bid=bid)
        ruling = "hurts-both" if hurts == "yes" else "tie"
    if not contest.state.group:
        contest.report(Compared, actor.name, target.name, (Result.FUMBLE.word, Result.FUMBLE.word))
        return
    contest.report(BothFumble, ruling == "hurts-both")
    if ruling == "hurts-both":
        for each in (actor, target):
            change(contest, each, -portion(bid, 1, 2), "QW-21")
        for each in (actor, target):
            falls(contest, each)


class Achieved(Told, frozen=True):
    rule = "QW-27"
    says = "{name} wins the exchange: no AP change hands, but what was wanted is achieved.{words:quoted}"
    name: str
    words: str = ""


def _achieve(contest: Contest[ExtendedState], actor: Contestant, plan: Plan, clash: Clash) -> None:
    """QW-27: winning scores no AP and achieves the aim."""
    contest.report(Achieved, actor.name, plan.words)
    if plan.helps:
        size = contest.state.options.house.augment(contest.state.level_of(clash))
        augment(contest, contest.state.find(plan.helps), actor, plan, size, "QW-27")


def augment(
    contest: Contest[ExtendedState],
    helped: Contestant,
    helper: Contestant,
    plan: Plan,
    size: int,
    rule: str = "QW-9",
    *,
    secret: bool = False,
) -> None:
    """An augment changes target numbers from now on, never AP. A size that tells of a rating may be a secret."""
    label = f"{helper.name}'s {plan.ability}"
    if size:
        helped.modifiers.append(
            Modifier(helped.name, label, "augment", size, plan.helped, own=helped is helper)
        )
    aware = knowers(contest.state, helper) if secret else None
    contest.report(Augmented, helped.name, label, size, plan.helped, under=rule, audience=aware)


def _aim(plan: Plan) -> str:
    if plan.helps:
        return f"an augment for {plan.helped} of {plan.helps}"
    return "something else"
