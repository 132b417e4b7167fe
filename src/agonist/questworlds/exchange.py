"""An exchange: the actor has bid, both roll, somebody pays (QW-15 to QW-21, QW-27)."""

from __future__ import annotations

from typing import TypeVar

from agonist.kernel import GM, Ask, Contest, Procedure, yes_or_no

from .advantage import change, falls
from .contestants import Contestant
from .events import AnsweredWith, Augmented, Bid, BothFumble, Compared, PlainLoss
from .events_of_actions import Achieved
from .knowledge import knowers
from .modifiers import Modifier
from .offers import ability_form, answering_abilities
from .opposed import opposed
from .plan import Part, Plan
from .results import Result
from .rollers import using
from .rolls import Clash
from .states import ExtendedState
from .tables import AUGMENTS, EXCHANGE, GAP, portion

E = TypeVar("E", bound=ExtendedState)


def exchange(contest: Contest[E], actor: Contestant, plan: Plan, part: Part) -> Procedure[None]:
    """QW-15: the bid is stated, the responder picks an ability, both roll, and the table says who pays."""
    state = contest.state
    target = state.find(part.target)
    aim = _aim(plan) if plan.kind == "asymmetrical" else ""
    contest.report(Bid(actor.name, target.name, plan.ability, part.bid, plan.words, aim))
    answer = yield from _answer(contest, target, actor)
    ours, theirs = using(actor, plan.ability), using(target, answer)
    clash = yield from opposed(contest, ours, theirs)
    wholes = ours.rating().whole, theirs.rating().whole
    actor.used(wholes[0])
    target.used(wholes[1])
    _meet(actor, target)
    _meet(target, actor)
    if clash.results == (Result.FUMBLE, Result.FUMBLE):
        yield from _two_fumbles(contest, actor, target, part.bid)
    elif plan.kind == "asymmetrical" and clash.winner(state.options.better_roll) == 0:
        _achieve(contest, actor, plan, clash)
    else:
        _settle(contest, (actor, target), clash, wholes, part.bid)


def _answer(contest: Contest[E], target: Contestant, actor: Contestant) -> Procedure[str]:
    """QW-15: the responder picks the ability to answer with; locks hold (QW-11, QW-25)."""
    names = answering_abilities(contest.state, target)
    if len(names) == 1:
        return names[0]
    answer: str = yield Ask(
        target.seat,
        "answer",
        lambda: ability_form(target, answering_abilities(contest.state, target)),
        "QW-15",
        f"{actor.name} acts against you. {target.name}, which ability do you answer with?",
        f"{target.name} picks an ability to answer with.",
        target.name,
    )
    contest.report(AnsweredWith(target.name, answer))
    return answer


def _meet(who: Contestant, opponent: Contestant) -> None:
    """QW-26, QW-39: remember with whom one is engaged, and whom one met last."""
    if opponent.name not in who.engaged:
        who.engaged.append(opponent.name)
    who.met = [name for name in who.met if name != opponent.name] + [opponent.name]


def _settle(
    contest: Contest[E], pair: tuple[Contestant, Contestant], clash: Clash, wholes: tuple[int, int], bid: int
) -> None:
    """QW-17 to QW-20: the table's cell, times the actor's bid, lost or transferred by the worse side."""
    state = contest.state
    won = clash.winner(state.options.better_roll)
    if won is None:
        words = clash.results[0].word, clash.results[1].word
        contest.report(Compared(pair[0].name, pair[1].name, words))
        return
    winner, loser = pair[won], pair[1 - won]
    better, worse = clash.results[won], clash.results[1 - won]
    cell = EXCHANGE[better, worse]
    edge = pair[0].edge if won == 0 and state.options.edges else 0
    price = portion(max(0, bid + edge), cell.halves, 2)
    contest.report(
        Compared(
            winner.name, loser.name, (better.word, worse.word), cell.multiple, cell.transfer, bid, edge, price,
            under="QW-20" if edge else "",
        )
    )  # fmt: skip
    change(contest, loser, -price)
    if cell.transfer and wholes[1 - won] + GAP <= wholes[won]:
        contest.report(PlainLoss(loser.name))
    elif cell.transfer:
        change(contest, winner, price)
    falls(contest, loser, winner.name)


def _two_fumbles(contest: Contest[E], actor: Contestant, target: Contestant, bid: int) -> Procedure[None]:
    """QW-17: a tie; in a group the game master may rule that both lose half the bid (QW-21)."""
    ruling = contest.state.double_fumble
    if ruling == "ask":
        hurts = yield Ask(
            GM,
            "double fumble",
            yes_or_no("Both lose half the bid", "Nothing changes"),
            "QW-21",
            f"{actor.name} and {target.name} both fumble. Does it cost them half the bid of {bid}?",
            "The game master rules on two fumbles.",
            actor.name,
        )
        ruling = "hurts-both" if hurts == "yes" else "tie"
    if not contest.state.group:
        contest.report(Compared(actor.name, target.name, (Result.FUMBLE.word, Result.FUMBLE.word)))
        return
    contest.report(BothFumble(ruling == "hurts-both"))
    if ruling == "hurts-both":
        for each in (actor, target):
            change(contest, each, -portion(bid, 1, 2), "QW-21")
        for each in (actor, target):
            falls(contest, each)


def _achieve(contest: Contest[E], actor: Contestant, plan: Plan, clash: Clash) -> None:
    """QW-27: winning scores no AP and achieves the aim."""
    contest.report(Achieved(actor.name, plan.words))
    if plan.helps:
        size = AUGMENTS[clash.level(contest.state.options.better_roll)]
        augment(contest, contest.state.find(plan.helps), actor, plan, size, "QW-27")


def augment(
    contest: Contest[E],
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
    contest.report(Augmented(helped.name, label, size, plan.helped, under=rule, audience=aware))


def _aim(plan: Plan) -> str:
    if plan.helps:
        return f"an augment for {plan.helped} of {plan.helps}"
    return "something else"
