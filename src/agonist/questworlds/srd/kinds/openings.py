"""What a wagered sequence is begun with: the first ability, what helps it, and followers (QS-12, QS-52, QS-58)."""

from __future__ import annotations

from agonist.kernel import Ask, Event, Field, Fields, Procedure

from ..approach.augments import AUGMENT, UNROLLED, augment
from ..approach.rulings import tried_with
from ..approach.tactics import Tactic, ability_form, opening_form, read_opening
from ..clash.rollers import Roller, by_follower, helping
from ..clash.story_points import only_won
from ..people.contestants import Ability, Contestant, Follower
from ..questions import question
from ..sequence.state import Sequence, SequenceState


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
    ability = yield question(
        "win over",
        who,
        lambda: ability_form(who, default=who.hand),
        follower=follower.name,
        assigned_to=follower.assigned_to,
    )
    reluctance = Roller(follower.name, "reluctance", fixed=contest.state.base)
    clash, _ = yield from tried_with(contest, helping(who, ability), reluctance, only_won)
    goes = clash.result.victory
    follower.serves = follower.assigned_to if goes else who.name
    contest.report(Follows, follower.name, follower.assigned_to, who.name, goes)


def openings(contest: Sequence) -> Procedure[None]:
    """QS-52: whose first ability the set-up does not name says it now, all at once; what helps is weighed then."""
    state = contest.state
    people = [each for each in state.characters() if not each.opens and each.standing]
    if not people:
        return
    answers = yield tuple(_first(state, who) for who in people)
    chosen = [(who, read_opening(answer)) for who, answer in zip(people, answers, strict=True)]
    for who, tactic in chosen:
        who.hand = who.began_with = tactic.ability
    yield from _helped(contest, chosen)


def _first(state: SequenceState, who: Contestant) -> Ask:
    return question("opening", who, lambda: opening_form(state, who))


def _helped(contest: Sequence, chosen: list[tuple[Contestant, Tactic]]) -> Procedure[None]:
    """QS-12, QS-13: one sheet for all that helps; where nothing does, nobody is asked."""
    helps = [
        (who, kind, name)
        for who, tactic in chosen
        for kind, name in (("own", tactic.augment), ("followers", tactic.follower))
        if name
    ]
    if not helps:
        return
    fields = [
        Field(f"{who.name} {kind}", f"{who.name}, helped by {name}", AUGMENT if kind == "own" else UNROLLED)
        for who, kind, name in helps
    ]
    answer = yield question("augments", None, Fields(tuple(fields)))
    for who, kind, name in helps:
        said = answer[f"{who.name} {kind}"]
        yield from augment(contest, who, kind, name, _roller(contest.state, who, kind, name), said)  # type: ignore[arg-type]


def _roller(state: SequenceState, who: Contestant, kind: str, name: str) -> Roller:
    if kind == "own":
        return helping(who, name)
    return by_follower(who, {each.name: each for each in state.augmenting_followers(who)}[name])
