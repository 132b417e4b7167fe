"""Advantage points: what an exchange costs, who gains it, when one is out, and giving them (QS-54, QS-55, QS-57,
QS-59)."""

from __future__ import annotations

from collections.abc import Mapping

from agonist.kernel import GM, Ask, Choice, Event, Number, Option, Procedure
from agonist.tabletop import Told, agreed, picked

from ...chassis import Rating
from ..clash.opposed import fallen
from ..clash.rollers import Roller, against
from ..clash.story_points import only_won
from ..people.contestants import Contestant
from ..questions import question
from ..rolls.results import Result
from ..rolls.rolls import big
from ..sequence.falls import fall
from ..sequence.kind import Kind
from ..sequence.state import Sequence, SequenceState


def half(wager: int) -> int:
    """QS-54: halves go up."""
    return (wager + 1) // 2


def price(degree: int, wager: int) -> int:
    """QS-54: half the wager at degree 0, *n* times the wager at degree *n*."""
    return half(wager) if degree == 0 else degree * wager


class Changes(Event, frozen=True):
    """AP won or lost; from now on everybody knows them (QS-70)."""

    rule = "QS-54"
    name: str
    by: int
    ap: int

    def text(self) -> str:
        verb = "gains" if self.by > 0 else "loses"
        return f"{self.name} {verb} {abs(self.by)} AP and has {self.ap}.".replace("-", "−")


class PlainLoss(Told, frozen=True):
    rule = "QS-55"
    says = "{name} is so far below that nothing is transferred, only lost."
    name: str


def change(contest: Sequence, who: Contestant, by: int, under: str = "") -> None:
    if not by:
        return
    who.ap += by
    who.known = True
    contest.report(Changes, who.name, by, who.ap, under=under)


def pay(
    contest: Sequence,
    kind: Kind,
    actor: Contestant,
    other: Contestant,
    result: Result,
    wager: int,
    ratings: Mapping[str, tuple[Rating, int]],
    *,
    elsewhere: bool = False,
    gives_back: bool = True,
) -> None:
    """QS-54, QS-55, QS-57: by the actor's wager, whoever loses; a big success transfers; at 0 one is out."""
    state = contest.state
    if not result.sign:
        if getattr(state.options, "wager_tie", "both-half") == "both-half":
            payers = (actor,) if elsewhere else (actor, other)
            for who in payers:
                change(contest, who, -half(wager))
            _falls_out(contest, kind, actor, other)
        return
    winner, loser = (actor, other) if result.victory else (other, actor)
    cost = price(result.degree, wager)
    change(contest, loser, -cost)
    rating, die = ratings[winner.name]
    if big(rating, die, state.options.house) and (gives_back or winner is actor):
        if _too_far(state, rating, ratings[loser.name][0]):
            contest.report(PlainLoss, loser.name)
        else:
            change(contest, winner, cost, "QS-55")
    _falls_out(contest, kind, winner, loser)


def _too_far(state: SequenceState, winner: Rating, loser: Rating) -> bool:
    limited = getattr(state.options, "transfer_gap", "6") != "off"
    return limited and winner.whole - loser.whole >= state.options.house.transfer_gap


def _falls_out(contest: Sequence, kind: Kind, one: Contestant, two: Contestant) -> None:
    """QS-57: at 0 AP or less one is out at once; both by one tie, and nobody shoots."""
    down = [each for each in (one, two) if each.ap <= 0 and each.standing]
    for each in down:
        other = two if each is one else one
        fall(contest, kind, each, "" if other.ap <= 0 else other.name)


def given(
    contest: Sequence, roller: Roller, friend: Contestant, amount: int
) -> Procedure[tuple[int, bool] | None]:
    """QS-59: the number is the resistance; the game master may propose another before the dice, which need not be
    taken. Returns how many are given and whether they arrive, or nothing if nothing is given."""
    who = contest.state.find(roller.name)
    while amount < who.ap or (yield from _gives_all(who, friend)):
        other = against(Rating(amount))
        said, mine, theirs = yield (_proposal(who, friend, amount), roller.die(), other.die())
        if mine is not None and theirs is not None:
            clash = yield from fallen(contest, (roller, other), (mine[0], theirs[0]), only_won)
            return amount, clash.result.victory
        amount = yield from _taken(who, amount, picked(said)[1])
    return None


def _proposal(who: Contestant, friend: Contestant, amount: int) -> Ask:
    other = Option("propose", "Propose another", then=Number(1, max(1, who.ap), amount))
    return question(
        "propose a gift",
        who,
        Choice((Option("as-stated", f"{amount} AP"), other), "as-stated"),
        by=GM,
        assume="as-stated",
        interrupts=True,
        amount=amount,
        friend=friend.name,
        rating=Rating(amount),
    )


def _taken(who: Contestant, amount: int, proposed: int) -> Procedure[int]:
    answer = yield question("proposal", who, proposed=proposed, amount=amount)
    return proposed if answer == "take" else amount


def _gives_all(who: Contestant, friend: Contestant) -> Procedure[bool]:
    """QS-59: giving the last AP puts one out, which is asked to confirm."""
    return (yield from agreed(question("give all", who, friend=friend.name)))
