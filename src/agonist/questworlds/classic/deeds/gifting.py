"""Gifts of advantage points from outside the contest (QW-33)."""

from __future__ import annotations

from typing import Annotated, Any

from agonist.kernel import GM, Answer, Ask, Choice, Contest, Event, Number, Option, Procedure
from agonist.tabletop import Deed, Detail, deeds, done, picked, quoted

from ...chassis.ratings import Rating
from ..clash.opposed import opposed
from ..clash.rollers import Asks, against, using
from ..people.consequences import change
from ..people.contestants import Contestant
from ..people.states import ExtendedState
from ..plans.offers import WORDS
from ..questions import question
from ..rolls.results import GIFTING, portion
from .actions import may_act


def gift(contest: Contest[ExtendedState], giver: Contestant) -> Procedure[None]:
    """QW-33: asked in the first round; in later ones it stands open while others plan. Of the dying the game master
    is asked (QW-23)."""
    state = contest.state
    if not giver.dying:
        state.gifts_known.append(giver.name)
    elif not (yield from may_act(contest, giver)):
        state.gifts_due.remove(giver.name)
        return
    yield from give(contest, giver, (yield _ask(state, giver)))


def asked_for_gifts(state: ExtendedState) -> list[Contestant]:
    """Those outside who have to be asked now."""
    due = [state.find(name) for name in state.gifts_due]
    return [each for each in due if each.dying or each.name not in state.gifts_known] if due else due


def open_gifts(state: ExtendedState) -> Asks:
    """QW-33: whoever is outside may help once in each round, before somebody's plan is made."""
    return {
        f"gift: {name}": _ask(state, state.find(name), assume="no", interrupts=True)
        for name in state.gifts_due
    }


def _ask(state: ExtendedState, giver: Contestant, **window: Any) -> Ask:
    return question("gift", giver, lambda: _form(state, giver), **window)


class Gifts(Event, frozen=True):
    rule = "QW-33"
    name: str
    to: str
    bid: int
    level: str
    opponent: str = ""
    words: str = ""

    def text(self) -> str:
        goes = f", to the gain of {self.opponent}" if self.opponent else ""
        how = f"with a bid of {self.bid}: {self.level}{goes}"
        return f"{self.name} helps {self.to} from outside {how}.{quoted(self.words)}"


class NotNow(Deed, frozen=True):
    key, label = "no", "Not this round"


class Gift(Deed, frozen=True):
    words: Annotated[str, Detail("How you help", WORDS)]
    to: Annotated[str, Detail("Whom")]
    bid: Annotated[int, Detail("Bid")]


class Help(Deed, frozen=True):
    key, label, rule = "gift", "Help", "QW-33"
    means: Answer

    def given(self) -> tuple[str, Gift]:
        """With which ability, and what."""
        ability, more = picked(self.means)
        return ability, Gift.made(more)


def give(contest: Contest[ExtendedState], giver: Contestant, answer: Answer) -> Procedure[None]:
    """QW-33: once a round, against a resistance of twice the bid."""
    state = contest.state
    state.gifts_due.remove(giver.name)
    helps = done(answer, NotNow, Help)
    if not isinstance(helps, Help):
        return
    ability, chosen = helps.given()
    bid, recipient = chosen.bid, state.find(chosen.to)
    rollers = using(giver, ability), against(Rating(state.options.house.gift_resistance * bid))
    clash = yield from opposed(contest, *rollers, lambda level: GIFTING[level])
    level = state.level_of(clash)
    moved = GIFTING[level]
    opponent = yield from _opponent(contest, recipient) if moved.other else _nobody()
    gains = opponent.name if opponent else ""
    contest.report(Gifts, giver.name, recipient.name, bid, level.word, gains, chosen.words)
    change(contest, recipient, portion(bid, moved.target, 2), "QW-33")
    if opponent:
        change(contest, opponent, portion(bid, moved.other, 2), "QW-33")


def _form(state: ExtendedState, giver: Contestant) -> Choice:
    names = tuple(Option(each.name, each.name) for each in state.contestants if each.undefeated)
    means = tuple(_with(state, giver, each.name, names) for each in giver.abilities)
    usable = names and any(not each.unavailable for each in means)
    return deeds([NotNow.offered(), Help.offered(means=Choice(means)) if usable else None], NotNow.key)


def _with(state: ExtendedState, giver: Contestant, ability: str, names: tuple[Option, ...]) -> Option:
    rating = giver.rating(ability)
    if rating.hopeless:
        return Option(ability, f"With {ability}", unavailable="there is nothing to bid")
    whole = state.options.gift_limit == "rating"
    most, why = (rating.whole, "the whole rating") if whole else (rating.target, "the target number")
    bid = Number(1, most, why=f"QW-33: at most {why}")
    then = Gift.offered(to=Choice(names), bid=bid).then
    return Option(ability, f"With {ability} {rating}", then=then)


def _opponent(contest: Contest[ExtendedState], recipient: Contestant) -> Procedure[Contestant | None]:
    """QW-33: a failed gift helps an opponent of the recipient, whom the game master names."""
    opponents = contest.state.opponents(recipient)
    if len(opponents) < 2:
        return opponents[0] if opponents else None
    name = yield question(
        "opponent", recipient, Choice(tuple(Option(each.name, each.name) for each in opponents)), by=GM
    )
    return contest.state.find(name)


def _nobody() -> Procedure[Contestant | None]:
    yield from ()
    return None
