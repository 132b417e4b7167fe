"""Unrelated actions (QW-26)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure
from agonist.tabletop import picked, quoted

from ..clash.opposed import opposed
from ..clash.rollers import against, using
from ..people.contestants import Contestant
from ..people.modifiers import quick_augment
from ..people.plan import Plan
from ..people.states import ExtendedState
from ..plans.rulings import Allowed
from ..rolls.resistance import resistance_form, resistance_from
from .exchange import augment


class Unrelated(Event, frozen=True):
    rule = "QW-26"
    name: str
    words: str
    level: str = ""
    against: str = ""

    def text(self) -> str:
        how = f" (resistance {self.against}): {self.level}" if self.level else ""
        return f"{self.name} does something unrelated{how}.{quoted(self.words)}"


def unrelated(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[bool]:
    """QW-26: something else, with or without a simple contest against a resistance; an augment is one of QW-9.

    False if the game master rules that the actor is engaged.
    """
    base = contest.state.options.base
    answer = yield Ask(
        GM,
        "unrelated action",
        Choice(
            (
                Option("happens", "It just happens"),
                Option("contest", "It needs a simple contest", then=resistance_form(base)),
                Option("engaged", "Not now: they are engaged"),
            ),
            "contest" if plan.helps else "happens",
        ),
        "QW-26",
        f"{actor.name} does something unrelated with {plan.ability}. Does it need a roll?{quoted(plan.words)}",
        f"The game master rules on {actor.name}'s unrelated action.",
        actor.name,
    )
    if answer == "engaged":
        contest.report(Allowed, actor.name, "do something unrelated", False, under="QW-26")
        return False
    actor.engaged = []
    if answer == "happens":
        contest.report(Unrelated, actor.name, plan.words)
        size = quick_augment(max(0, actor.rating(plan.ability).whole), contest.state.options.house)
    else:
        rating = resistance_from(picked(answer).more, base)
        clash = yield from opposed(contest, using(actor, plan.ability), against(rating))
        level = contest.state.level_of(clash)
        contest.report(Unrelated, actor.name, plan.words, level.word, str(rating))
        size = contest.state.options.house.augment(level)
    if plan.helps:
        quick = answer == "happens"  # a fifth of the rating, which may be hidden (QW-13)
        augment(contest, contest.state.find(plan.helps), actor, plan, size, secret=quick)
    return True
