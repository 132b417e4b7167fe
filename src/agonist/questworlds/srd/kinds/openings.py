"""What a wagered sequence is begun with: the first ability, and what helps it, before advantage points are counted
(QS-12, QS-52)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Field, Fields, Procedure

from ..approach.augments import AUGMENT, UNROLLED, augment
from ..approach.tactics import Tactic, opening_form, read_opening
from ..clash.rollers import Roller, by_follower, helping
from ..people.contestants import Contestant
from ..sequence.state import Sequence, SequenceState


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
    return Ask(
        who.seat,
        "opening",
        lambda: opening_form(state, who),
        "QS-52",
        f"{who.name}, what do you begin with? Your advantage points come from it, and it is used in the first round.",
        f"{who.name} chooses what to begin with.",
        who.name,
    )


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
    answer = yield Ask(
        GM,
        "augments",
        Fields(tuple(fields)),
        "QS-13",
        "What is the help worth that they begin with?",
        "The game master weighs augments.",
    )
    for who, kind, name in helps:
        said = answer[f"{who.name} {kind}"]
        yield from augment(contest, who, kind, name, _roller(contest.state, who, kind, name), said)  # type: ignore[arg-type]


def _roller(state: SequenceState, who: Contestant, kind: str, name: str) -> Roller:
    if kind == "own":
        return helping(who, name)
    return by_follower(who, {each.name: each for each in state.augmenting_followers(who)}[name])
