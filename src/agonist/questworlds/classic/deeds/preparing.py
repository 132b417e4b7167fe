"""Before the first round: rolled augments (QW-9) and reluctant followers (QW-12)."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Contest, Event, Procedure
from agonist.tabletop import begun, picked

from ...chassis.ratings import Rating
from ..clash.opposed import by_level, opposed, read_off
from ..clash.rollers import Roller, against, thrown, using
from ..people.contestants import Arena, Contestant, Preparation
from ..people.knowledge import knowers
from ..people.modifiers import Modifier, signed
from ..people.setup import count_ap, serve
from ..plans.offers import means_asks, own_abilities
from ..questions import question
from ..rolls.resistance import resistance_form, resistance_named


def prepare(contest: Contest[Arena]) -> Procedure[None]:
    """One preparation; after the last the starting AP are counted."""
    state = contest.state
    due = state.preparations.pop(0)
    who = state.find(due.who)
    if due.kind == "augment":
        yield from rolled_augment(contest, who, due)
    else:
        yield from _win_over(contest, who, due)
    if not state.preparations and state.counts_ap:
        count_ap(state)


class Augmented(Event, frozen=True):
    """An augment changes an ability for the rest of the contest."""

    rule = "QW-9"
    name: str
    label: str
    value: int
    ability: str = ""

    def text(self) -> str:
        if not self.value:
            return begun(f"{self.label} gives {self.name} nothing.")
        what = self.ability or "everything"
        return begun(f"{self.label} augments {what} of {self.name} by {signed(self.value)}.")


def rolled_augment(contest: Contest[Arena], who: Contestant, due: Preparation) -> Procedure[None]:
    """QW-9: a simple contest against the moderate resistance."""
    roller = Roller(who.name, due.label, who, Rating(due.whole))
    moderate = against(contest.state.options.base)
    clash = yield from opposed(contest, roller, moderate, contest.state.options.house.augment, secret=True)
    size = contest.state.options.house.augment(contest.state.level_of(clash))
    if size:
        who.modifiers.append(Modifier(who.name, due.label, "augment", size, due.ability, due.own))
    audience = knowers(contest.state, who)
    contest.report(Augmented, who.name, due.label, size, due.ability, audience=audience)


class FollowerAsked(Event, frozen=True):
    """A reluctant follower was asked to go along with somebody else."""

    rule = "QW-12"
    name: str
    owner: str
    serves: str
    goes: bool

    def text(self) -> str:
        if self.goes:
            return f"{self.name} is won over and follows {self.serves}."
        return f"{self.name} will not go with {self.serves} and stays with {self.owner}."


def _win_over(contest: Contest[Arena], owner: Contestant, due: Preparation) -> Procedure[None]:
    """QW-12: a reluctant follower goes with somebody else only after a simple contest, if the game master says so."""
    state = contest.state
    follower = owner.follower(due.label)
    answer = yield question(
        "reluctant follower",
        owner,
        by=GM,
        then={"contest": resistance_form(state.options.base)},
        follower=follower.name,
        assigned_to=follower.assigned_to,
    )
    ruling = picked(answer)
    goes = ruling.key == "goes"
    if ruling.key == "contest":
        rating = resistance_named(ruling.more, state.options.base)
        asks = means_asks("persuasion", owner, lambda: own_abilities(owner), follower=follower.name)
        moment = yield from thrown(asks, using(owner, owner.hand), against(rating))
        means = using(owner, moment.answers.get("persuasion") or own_abilities(owner)[0])
        weigh = by_level(state, lambda level: level.victory)
        clash = yield from read_off(contest, means, against(rating), moment, weigh, secret=True)
        goes = state.level_of(clash).victory
    serves = follower.assigned_to if goes else owner.name
    serve(state, follower, serves)
    told = FollowerAsked(follower.name, owner.name, follower.assigned_to, goes)
    contest.report(msgspec.structs.replace, told, audience=knowers(state, owner))
