"""Leaving a contest and coming back (QW-28, QW-29)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Event, Number, Option, Procedure
from agonist.tabletop import Told

from ..clash.opposed import by_level, read_off
from ..clash.rollers import Asks, thrown, together, using
from ..people.consequences import change, falls
from ..people.contestants import Contestant
from ..people.states import ExtendedState, Plan
from ..plans.offers import means_asks, own_abilities
from ..questions import question
from ..rolls.results import EIGHTHS, Degree, Level, portion


class TriesToLeave(Told, frozen=True):
    rule = "QW-28"
    says = "{name} tries to leave with {ability}.{words:quoted}"
    name: str
    ability: str
    words: str = ""


class Leaves(Event, frozen=True):
    """Somebody tries to leave; `level` is empty when nobody tried to hold them."""

    rule = "QW-28"
    name: str
    out: bool
    level: str = ""
    holder: str = ""

    def text(self) -> str:
        if not self.level:
            return f"Nobody holds {self.name}, who leaves the contest."
        end = "gets away" if self.out else "does not get away"
        return f"{self.holder} tries to hold {self.name}, who {end}: {self.level}."


def disengage(contest: Contest[ExtendedState], actor: Contestant, plan: Plan) -> Procedure[None]:
    """QW-28: whom nobody holds just leaves; else a simple contest decides, for which who holds picks an ability."""
    state = contest.state
    contest.report(TriesToLeave, actor.name, plan.ability, plan.words)
    holder = yield from _holder(contest, actor)
    if holder is None:
        contest.report(Leaves, actor.name, out=True)
        _away(state, actor)
        return
    ours = using(actor, plan.ability)
    means = means_asks("holding ability", holder, lambda: own_abilities(holder), actor=actor.name)
    moment = yield from thrown(means, ours, using(holder, holder.hand))
    ability = moment.answers.get("holding ability") or own_abilities(holder)[0]
    weigh = by_level(state, lambda level: min(level, Level.MARGINAL_VICTORY))
    clash = yield from read_off(contest, ours, using(holder, ability), moment, weigh)
    level = state.level_of(clash)
    contest.report(Leaves, actor.name, level.victory, level.word, holder.name)
    actor.engaged = []
    if level.victory:
        _away(state, actor)
    elif level.defeat:
        price = held_price(level, actor.ap)
        change(contest, actor, -price, "QW-28")
        change(contest, holder, price, "QW-28")
        falls(contest, actor)


def held_price(level: Level, ap: int) -> int:
    """QW-28: what a failed disengagement transfers: a share of the current AP, at worst all but 1."""
    if level.degree == Degree.COMPLETE:
        return max(0, ap - 1)
    return portion(max(0, ap), EIGHTHS[level.degree], 8)


def _away(state: ExtendedState, actor: Contestant) -> None:
    actor.status, actor.engaged = "away", []
    if not state.group:
        state.left = actor.name


def _holder(contest: Contest[ExtendedState], actor: Contestant) -> Procedure[Contestant | None]:
    """QW-28: every opponent who is in the contest may try to hold the actor, engaged or not; one of them does.

    Each player's character is asked, and the game master once for all the others.
    """
    state = contest.state
    opponents = state.opponents(actor)
    if not opponents:
        return None
    asks: Asks = {each.name: _hold(each, actor) for each in opponents if each.seat != GM}
    foes = [each.name for each in opponents if each.seat == GM]
    if foes:
        asks[""] = _foes_hold(foes, actor)
    answers = (yield from together(asks)).answers
    holding = [name for name, answer in answers.items() if name and answer == "yes"]
    holding += [answers[""]] if answers.get("", "no") != "no" else []
    if len(holding) < 2:
        return state.find(holding[0]) if holding else None
    name = yield question("holder", actor, Choice(tuple(Option(each, each) for each in holding)), by=GM)
    return state.find(name)


def _hold(holder: Contestant, actor: Contestant) -> Ask:
    return question("hold", holder, actor=actor.name)


def _foes_hold(foes: list[str], actor: Contestant) -> Ask:
    ways = (Option("no", "Let them go"), *(Option(name, f"{name} holds them") for name in foes))
    return question("who holds", actor, Choice(ways, foes[0]), by=GM)


class Rejoins(Event, frozen=True):
    rule = "QW-29"
    name: str
    restored: int = 0

    def text(self) -> str:
        more = f", with {self.restored} AP restored" if self.restored else ""
        return f"{self.name} comes back into the contest{more}."


def rejoin(contest: Contest[ExtendedState], who: Contestant) -> Procedure[None]:
    """QW-29: back with the AP had when leaving; the game master may restore some, up to the starting AP."""
    restored = 0
    if who.ap < who.starting_ap:
        restored = yield question(
            "restore",
            who,
            lambda: Number(0, max(0, who.starting_ap - who.ap), 0, "QW-29: up to the starting AP"),
            by=GM,
            ap=who.ap,
            starting_ap=who.starting_ap,
        )
    who.status = "in"
    contest.report(Rejoins, who.name, restored)
    change(contest, who, restored, "QW-29")
