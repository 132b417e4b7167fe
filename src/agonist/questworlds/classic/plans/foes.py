"""The game master's sheet: what all foes do this round, with sensible defaults (QW-34)."""

from __future__ import annotations

from agonist.kernel import Answer, Choice, Field, Fields, Option

from ..people.contestants import Contestant
from ..types.states import GroupState
from .offers import plan_form, usual_bid, usual_target
from .planning import NOTHING_REFUSED


def sheet_form(state: GroupState, foes: list[Contestant]) -> Choice:
    """One by one, each with whom it fights already; or all of them alike."""
    each = tuple(Field(foe.name, foe.name, plan_form(state, foe, NOTHING_REFUSED)) for foe in foes)
    options = [Option("each", "One by one", then=Fields(each))]
    if len(foes) > 1:
        meets = [[each.name for each in state.opponents(foe)] for foe in foes]
        targets = [name for name in meets[0] if all(name in theirs for theirs in meets)]
        if targets:
            one = Choice(tuple(Option(name, name) for name in targets))
            options.append(Option("together", "All against one", then=one))
        options.append(Option("spread", "Spread out: each against another"))
    return Choice(tuple(options), "each")


def plans_from(answer: Answer, state: GroupState, foes: list[Contestant]) -> dict[str, Answer]:
    """For each foe the answer to the form of a single plan."""
    if answer is None:
        return {}
    if answer == "spread":
        return {foe.name: _acts(foe, _spread(state, foe, n)) for n, foe in enumerate(foes)}
    if answer["pick"] == "together":
        return {foe.name: _acts(foe, answer["with"]) for foe in foes}
    return dict(answer["with"])


def _spread(state: GroupState, foe: Contestant, n: int) -> str:
    opponents = state.opponents(foe)
    return opponents[n % len(opponents)].name if opponents else usual_target(state, foe)


def _acts(foe: Contestant, target: str) -> Answer:
    return {"pick": "exchange", "with": {"words": "", "ability": foe.hand, "bids": {target: usual_bid(foe)}}}
