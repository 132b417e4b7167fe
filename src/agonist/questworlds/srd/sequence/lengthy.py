"""A lengthy sequence: what has happened between two of its rounds (QS-44)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Field, Fields, Number, Option, Procedure
from agonist.tabletop import Told, picked

from ..aftermath.effects import leave, wording
from ..people.contestants import Contestant
from .state import Sequence


class PoolNow(Told, frozen=True):
    rule = "QS-44"
    says = "There are {points} story points in the pool now."
    points: int


def meanwhile(contest: Sequence) -> Procedure[None]:
    """QS-44: tallies, resistances and lasting effects are kept, augments are stated anew. Other contests may have run
    in between: the game master says what they did to the pool, and what lasts of them."""
    state = contest.state
    for who in state.contestants:
        who.modifiers = [each for each in who.modifiers if each.source != "own"]
    if state.round < 2:
        return
    people = [each for each in state.characters() if each.status in ("in", "left")]
    parts = [Field(who.name, who.name, _change(who)) for who in people]
    if state.options.story_points:
        parts.append(Field("pool", "Story points in the pool", Number(0, 99, state.story_points)))
    answer = yield Ask(
        GM,
        "meanwhile",
        Fields(tuple(parts)),
        "QS-44",
        "Time has passed. What has happened since the last round?",
        "The game master says what has happened meanwhile.",
    )
    for who in people:
        more = picked(answer[who.name])[1]
        if more:
            leave(contest, who, more["size"], more["label"], tuple(more["on"]), under="QS-44")
    if answer.get("pool", state.story_points) != state.story_points:
        state.story_points = answer["pool"]
        contest.report(PoolNow, state.story_points)


def _change(who: Contestant) -> Choice:
    """Nothing, or a lasting effect of a contest in between."""
    form = Fields((Field("size", "How much", Number(-200, 200, -5)), *wording(who).fields))
    return Choice(
        (Option("nothing", "Nothing new"), Option("effect", "A lasting effect", then=form)), "nothing"
    )
