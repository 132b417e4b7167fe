"""Advantage points given to a teammate: how many, and whether they arrive (QS-59)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Number, Option, Procedure
from agonist.tabletop import picked

from ...chassis import Rating
from ..clash.opposed import fallen
from ..clash.rollers import Roller, against
from ..clash.story_points import only_won
from ..people.contestants import Contestant
from ..sequence.state import Sequence


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
    return Ask(
        GM,
        "propose a gift",
        Choice((Option("as-stated", f"{amount} AP"), other), "as-stated"),
        "QS-59",
        f"{who.name} gives {amount} AP to {friend.name}, against {Rating(amount)}. Is that right?",
        "The game master looks at what is given.",
        who.name,
        assume="as-stated",
        interrupts=True,
    )


def _taken(who: Contestant, amount: int, proposed: int) -> Procedure[int]:
    answer = yield Ask(
        who.seat,
        "proposal",
        Choice((Option("take", f"Give {proposed}"), Option("keep", f"Give {amount}")), "take"),
        "QS-59",
        f"The game master proposes that you give {proposed}. {who.name}, do you take that?",
        f"{who.name} thinks about another number.",
        who.name,
    )
    return proposed if answer == "take" else amount


def _gives_all(who: Contestant, friend: Contestant) -> Procedure[bool]:
    """QS-59: giving the last AP puts one out, which is asked to confirm."""
    answer = yield Ask(
        who.seat,
        "give all",
        Choice((Option("no", "Keep something"), Option("yes", "Give it all and be out")), "no"),
        "QS-59",
        f"That is all you have. {who.name}, do you give it to {friend.name} and drop out?",
        f"{who.name} thinks about giving everything.",
        who.name,
    )
    return bool(answer == "yes")
