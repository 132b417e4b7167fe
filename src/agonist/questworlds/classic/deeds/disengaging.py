"""Leaving a contest and coming back (QW-28, QW-29)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Event, Number, Option, Procedure, yes_or_no
from agonist.tabletop import Told

from ..clash.moment import Asks, thrown, together
from ..clash.opposed import by_level, read_off
from ..clash.rollers import using
from ..people.advantage import change, falls
from ..people.contestants import Contestant
from ..people.plan import Plan
from ..people.states import ExtendedState
from ..plans.offers import ability_form, own_abilities, usual_ability
from ..rolls.results import Degree, Level
from ..rolls.tables import EIGHTHS, portion


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
    """QW-28: whom nobody holds just leaves; else a simple contest decides."""
    state = contest.state
    contest.report(TriesToLeave, actor.name, plan.ability, plan.words)
    holder = yield from _holder(contest, actor)
    if holder is None:
        contest.report(Leaves, actor.name, out=True)
        _away(state, actor)
        return
    ours = using(actor, plan.ability)
    moment = yield from thrown(_holding(holder, actor), ours, using(holder, holder.hand))
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
    name = yield Ask(
        GM,
        "holder",
        Choice(tuple(Option(each, each) for each in holding)),
        "QW-28",
        f"Several try to hold {actor.name}. Who is it that does?",
        f"The game master says who holds {actor.name}.",
        actor.name,
    )
    return state.find(name)


def _hold(holder: Contestant, actor: Contestant) -> Ask:
    return Ask(
        holder.seat,
        "hold",
        yes_or_no(f"Hold {actor.name}", "Let them go", default=True),
        "QW-28",
        f"{actor.name} wants to leave. {holder.name}, do you try to hold them?",
        f"{holder.name} decides whether to hold {actor.name}.",
        holder.name,
    )


def _foes_hold(foes: list[str], actor: Contestant) -> Ask:
    ways = (Option("no", "Let them go"), *(Option(name, f"{name} holds them") for name in foes))
    return Ask(
        GM,
        "hold",
        Choice(ways, foes[0]),
        "QW-28",
        f"{actor.name} wants to leave. Who of yours tries to hold them?",
        f"The game master decides whether to hold {actor.name}.",
        actor.name,
    )


def _holding(holder: Contestant, actor: Contestant) -> Asks:
    """QW-28: an ability of a player's character; the game master's side uses its resistance."""
    if len(own_abilities(holder)) == 1:
        return {}
    ask = Ask(
        holder.seat,
        "holding ability",
        lambda: ability_form(holder, own_abilities(holder)),
        "QW-28",
        f"{holder.name}, what do you hold {actor.name} with?",
        f"{holder.name} picks an ability.",
        holder.name,
        assume=lambda: usual_ability(holder, own_abilities(holder)),
        directed=True,
    )
    return {"holding ability": ask}


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
        restored = yield Ask(
            GM,
            "restore",
            lambda: Number(0, max(0, who.starting_ap - who.ap), 0, "QW-29: up to the starting AP"),
            "QW-29",
            f"{who.name} comes back with {who.ap} AP of {who.starting_ap}. How many are restored?",
            f"The game master rules on {who.name}'s return.",
            who.name,
        )
    who.status = "in"
    contest.report(Rejoins, who.name, restored)
    change(contest, who, restored, "QW-29")
