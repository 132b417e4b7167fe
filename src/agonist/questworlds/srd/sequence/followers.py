"""Followers who are sent to a teammate in a wagered sequence (QS-58)."""

from __future__ import annotations

from agonist.kernel import Ask, Event, Procedure

from ..approach.credible import tried_with
from ..approach.tactics import ability_form
from ..clash.rollers import Roller, helping
from ..clash.story_points import only_won
from ..people.contestants import Ability, Contestant, Follower
from .state import Sequence


class Follows(Event, frozen=True):
    rule = "QS-58"
    name: str
    serves: str
    owner: str
    goes: bool

    def text(self) -> str:
        if self.goes:
            return f"{self.name} goes with {self.serves}."
        return f"{self.name} will not go with {self.serves} and stays with {self.owner}."


def send(contest: Sequence) -> Procedure[None]:
    """QS-58: reluctant followers are won over first, by a contest; then who lends an ability lends it."""
    state = contest.state
    for who in state.everybody():
        for follower in who.followers:
            if follower.reluctant and follower.assigned_to:
                yield from _won_over(contest, who, follower)
    for who in state.everybody():
        for follower in who.followers:
            if follower.use == "ability":
                served = state.find(follower.serves)
                for name, whole in ((follower.ability, follower.whole), *follower.more):
                    if served.ability(name) is None:
                        served.abilities.append(Ability(served.name, name, whole, lent_by=follower.name))


def _won_over(contest: Sequence, who: Contestant, follower: Follower) -> Procedure[None]:
    ability = yield Ask(
        who.seat,
        "win over",
        lambda: ability_form(who, default=who.hand),
        "QS-58",
        f"{follower.name} does not like to go with {follower.assigned_to}. {who.name}, how do you win them over?",
        f"{who.name} talks to {follower.name}.",
        who.name,
    )
    reluctance = Roller(follower.name, "reluctance", fixed=contest.state.base)
    clash, _ = yield from tried_with(contest, helping(who, ability), reluctance, only_won)
    goes = clash.result.victory
    follower.serves = follower.assigned_to if goes else who.name
    contest.report(Follows, follower.name, follower.assigned_to, who.name, goes)
