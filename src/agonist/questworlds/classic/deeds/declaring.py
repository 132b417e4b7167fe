"""A round's declarations: everybody says openly, at the same time, what they will do (QW-34, QW-29, QW-31)."""

from __future__ import annotations

from typing import Any

from agonist.kernel import (
    GM,
    Answer,
    Ask,
    Choice,
    Contest,
    Event,
    Field,
    Fields,
    Option,
    Procedure,
)
from agonist.tabletop import Deed, Picked, Told, agreed, deeds, done, listed, quoted

from ..clash.rollers import Asks, opened, together
from ..people.contestants import Contestant, FinalAction
from ..people.knowledge import knowers
from ..people.states import GroupState, Plan
from ..plans.objecting import RoundBegins
from ..plans.offers import Exchange, named, plan_form, usual_bid
from ..plans.ordering import boldness
from ..plans.planning import NOTHING_REFUSED, plan_ask, plan_told, planned
from ..questions import question
from .actions import may_act
from .disengaging import rejoin
from .final_action import offer_final_action, open_final_actions, try_final_action
from .gifting import give, open_gifts


def begin_round(contest: Contest[GroupState]) -> None:
    """Those who may make a final action come first, so that everybody else knows who is there (QW-31)."""
    state = contest.state
    state.first_round = not state.begun
    state.round, state.begun = state.round + 1, True
    contest.report(RoundBegins, state.round, under="QW-34")
    state.gifts_due = [each.name for each in state.outsiders]
    for each in state.contestants:
        each.final_action = _CHANCES.get(each.final_action, each.final_action)
    fallen = [each.name for each in state.contestants if each.final_action == "now"]
    absent = [each.name for each in state.contestants if each.status == "away"]
    dying = [each.name for each in state.contestants if each.undefeated and each.dying]
    state.to_declare = [*fallen, *absent, *dying]
    state.declared, state.attacked, state.queue, state.delayed, state.dying_allowed = [], [], [], [], []
    state.unruled, state.risen = [], []
    state.phase = "declare"


_CHANCES: dict[str, FinalAction] = {"next-round": "now", "declined": "open"}
"""QW-31: what a chance of a final action becomes in the next round."""


def next_declaration(contest: Contest[GroupState]) -> Procedure[None]:
    """First whoever may come back, and of whom the game master is asked; then all others at the same time."""
    state = contest.state
    if not state.to_declare:
        yield from _all_declare(contest)
        return
    who = state.find(state.to_declare.pop(0))
    if who.status == "defeated":
        yield from offer_final_action(contest, who)
    elif who.status == "away":
        yield from _offer_return(contest, who)
    if who.undefeated and who.dying and who.name not in state.dying_allowed:
        if (yield from may_act(contest, who)):
            state.dying_allowed.append(who.name)
        else:
            state.declare(who.name, Plan("nothing"))


def _all_declare(contest: Contest[GroupState]) -> Procedure[None]:
    """QW-34: all players at once, each in one form, and the game master for all foes on one sheet."""
    state = contest.state
    acting = _who_declares(state)
    asks: Asks = {each.name: plan_ask(contest, each) for each in acting if each.seat != GM}
    foes = [each for each in acting if each.seat == GM]
    if foes:
        asks["foes"] = _sheet(state, foes)
    windows = {
        **opened(contest, "final action", lambda: open_final_actions(state)),
        **opened(contest, "gift", lambda: open_gifts(state)),
    }
    moment = yield from together({**asks, **windows}) if asks else _nobody()
    if moment is None:
        state.phase = "order"
    elif moment.cut:
        yield from _instead(contest, moment.cut, moment.why)
    else:
        answers = {**moment.answers, **(_plans(state, foes, moment.answers["foes"]) if foes else {})}
        for each in acting:
            plan = yield from plan_told(contest, each, answers[each.name])
            tell(contest, each, plan)
        state.phase = "order"


def _nobody() -> Procedure[Any]:
    yield from ()


def _who_declares(state: GroupState) -> list[Contestant]:
    """Who is in the contest, has somebody against them, and has said nothing yet this round."""
    done = {*state.risen, *[each.name for each in state.declared]}
    there = [each for each in state.contestants if each.undefeated and each.name not in done]
    return [each for each in there if state.opponents(each)]


class Each(Deed, frozen=True):
    key, label = "each", "One by one"
    opens = "Each their own"
    plans: dict[str, Answer]


class Together(Deed, frozen=True):
    key, label = "together", "All against one"
    opens = "All against"
    target: str


class Spread(Deed, frozen=True):
    key, label = "spread", "Spread out: each against another"
    opens = "Spread out"


def _sheet_form(state: GroupState, foes: list[Contestant]) -> Choice:
    """One by one, each with whom it fights already; or all of them alike."""
    each = tuple(Field(foe.name, foe.name, plan_form(state, foe, NOTHING_REFUSED)) for foe in foes)
    options: list[Option | None] = [Each.offered(plans=Fields(each))]
    if len(foes) > 1:
        meets = [[each.name for each in state.opponents(foe)] for foe in foes]
        targets = tuple([name for name in meets[0] if all(name in theirs for theirs in meets)])
        options.append(Together.offered(target=Choice(named(targets))) if targets else None)
        options.append(Spread.offered())
    return deeds(options, Each.key)


def _plans(state: GroupState, foes: list[Contestant], answer: Answer) -> dict[str, Answer]:
    """For each foe the answer to the form of a single plan."""
    match done(answer, Each, Together, Spread):
        case Each(plans):
            return plans
        case Together(target):
            return {foe.name: _acts(foe, target) for foe in foes}
    opponents = {foe.name: [each.name for each in state.opponents(foe)] for foe in foes}
    targets = {name: theirs[n % len(theirs)] for n, (name, theirs) in enumerate(opponents.items())}
    return {foe.name: _acts(foe, targets[foe.name]) for foe in foes}


def _acts(foe: Contestant, target: str) -> Answer:
    parts = {"words": "", "ability": foe.hand, "bids": {target: usual_bid(foe)}}
    return Picked(Exchange.key, parts).answer()


def _sheet(state: GroupState, foes: list[Contestant]) -> Ask:
    return question("foes", None, lambda: _sheet_form(state, foes))


def _instead(contest: Contest[GroupState], what: str, answer: Any) -> Procedure[None]:
    """Somebody uses a chance before all have declared: a final action, or help from outside."""
    kind, _, name = what.partition(": ")
    who = contest.state.find(name)
    if kind == "final action":
        yield from try_final_action(contest, who, answer)
    else:
        yield from give(contest, who, answer)


def declare(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    """One contestant's declaration, later in the round."""
    plan = yield from planned(contest, who)
    tell(contest, who, plan)


class Declares(Event, frozen=True):
    rule = "QW-34"
    name: str
    what: str
    bids: dict[str, int]
    ability: str = ""
    words: str = ""

    def text(self) -> str:
        shares = [f"{bid} against {target}" for target, bid in self.bids.items()]
        bid = f", {listed(shares)}" if shares else ""
        means = f" with {self.ability}" if self.ability else ""
        return f"{self.name} declares: {self.what}{means}{bid}.{quoted(self.words)}"


class Boldness(Told, frozen=True):
    """For those who know the total: how bold a bid is."""

    rule = "QW-35"
    says = "For {name} that is {word}."
    name: str
    word: str


def tell(contest: Contest[GroupState], who: Contestant, plan: Plan) -> None:
    """QW-34: what is declared is open; how bold it is, is for those who may know the total (QW-35)."""
    state = contest.state
    state.declare(who.name, plan)
    if plan.fights and who.player:
        state.unruled = [*(name for name in state.unruled if name != who.name), who.name]
    bids = {part.target: part.bid for part in plan.parts} if plan.bid else {}
    contest.report(Declares, who.name, _what(plan), bids, plan.ability, plan.words)
    if plan.bid:
        contest.report(_bold, state, who, plan)


def _bold(state: GroupState, who: Contestant, plan: Plan) -> Boldness:
    return Boldness(who.name, boldness(plan.bid, who.ap), audience=knowers(state, who))


WHAT = {
    "exchange": "to act",
    "asymmetrical": "to pursue something else",
    "unrelated": "an unrelated action",
    "disengage": "to leave",
    "switch": "to switch abilities",
    "nothing": "to hold back",
}


def _what(plan: Plan) -> str:
    return f"to lend {plan.to} {plan.amount} AP" if plan.kind == "lend" else WHAT[plan.kind]


def _offer_return(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    """QW-29: somebody who left may come back."""
    if (yield from agreed(question("return", who))):
        yield from rejoin(contest, who)
