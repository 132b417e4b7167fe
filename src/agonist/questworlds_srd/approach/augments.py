"""Augments: something else that helps (QS-12, QS-13)."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from agonist.kernel import Choice, Contest, Event, Option, Procedure

from ..people.contestants import Arena, Contestant
from ..rolls.modifiers import Lasting, Modifier, signed
from ..rolls.opposed import opposed
from ..rolls.results import Result
from ..rolls.rollers import Roller, against
from ..rolls.tables import STEP, by_degree

A = TypeVar("A", bound=Arena)
Source = Literal["own", "others", "followers"]


class Augmented(Event, frozen=True):
    rule = "QS-13"
    name: str
    label: str
    value: int

    def text(self) -> str:
        return f"{self.label} helps {self.name}: {signed(self.value)}."


class NotHelped(Event, frozen=True):
    rule = "QS-12"
    name: str
    label: str

    def text(self) -> str:
        return f"{self.label} does not help {self.name}: the game master sees no way."


class HelpCosts(Event, frozen=True):
    rule = "QS-13"
    name: str
    ability: str
    value: int

    def text(self) -> str:
        return f"Helping takes its toll: {signed(self.value)} on {self.ability} of {self.name}."


AUGMENT = Choice(
    (
        Option("5", "+5", rule="QS-13"),
        Option("10", "+10"),
        Option("roll", "Roll for it"),
        Option("no", "It does not help"),
    ),
    "5",
)
"""QS-13: how the game master takes an augment; unrolled +5 is offered first."""


UNROLLED = Choice(tuple(each for each in AUGMENT.options if each.key != "roll"), "5")
"""QS-58: what a follower's help is worth where no follower rolls."""


def augment_value(result: Result) -> int:
    """QS-13: by degree of a victory; +5 on a defeat or tie all the same."""
    return by_degree(result.degree) if result.victory else STEP


def augment(
    contest: Contest[A],
    who: Contestant,
    source: Source,
    label: str,
    roller: Roller,
    ruling: str,
    fallen: dict[str, Any] | None = None,
) -> Procedure[None]:
    """QS-13: assured; unrolled as the game master says, or rolled against the base, once for a tactic: `fallen` has
    what the dice of this tactic came to."""
    if ruling == "no":
        contest.report(NotHelped(who.name, label))
        return
    known = {} if fallen is None else fallen
    if ruling == "roll" and label not in known:
        known[label] = yield from _rolled(contest, roller)
    add_augment(contest, who, source, label, known[label] if ruling == "roll" else int(ruling))


def add_augment(contest: Contest[A], who: Contestant, source: Source, label: str, value: int) -> None:
    """QS-12: of each source the largest counts."""
    before = next((each for each in who.modifiers if each.source == source), None)
    if before is not None and before.value >= value:
        return
    if before is not None:
        who.modifiers.remove(before)
    who.modifiers.append(Modifier(who.name, label, "augment", value, source=source))
    contest.report(Augmented(who.name, label, value))


def _rolled(contest: Contest[A], roller: Roller) -> Procedure[int]:
    """QS-13: a defeat puts a consequence of its degree on the helping ability; the game master may strike it."""
    clash = yield from opposed(contest, roller, against(contest.state.base))
    if clash.result.defeat and roller.contestant is not None:
        helper, cost = roller.contestant, -by_degree(clash.result.degree)
        helper.lasting.append(Lasting(helper.name, cost, f"strained {roller.ability}", (roller.ability,)))
        contest.report(HelpCosts(helper.name, roller.ability, cost))
    return augment_value(clash.result)
