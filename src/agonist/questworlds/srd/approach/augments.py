"""Augments: something else that helps (QS-12, QS-13)."""

from __future__ import annotations

from typing import Literal

from agonist.kernel import Choice, Contest, Option, Procedure

from ..clash.opposed import opposed
from ..clash.rollers import Roller, against
from ..people.contestants import Arena, Contestant
from ..people.modifiers import Lasting, Modifier, signed
from ..rolls.results import Result
from .ruled import Help, Left, Memory, Ruled, Tell

Source = Literal["own", "others", "followers"]


class Augmented(Ruled, frozen=True):
    rule = "QS-13"
    name: str
    label: str
    value: int

    def subject(self) -> tuple[str, ...]:
        return "help", self.name, self.label

    def withdrawn(self) -> str:
        return f"{self.label} does not help {self.name} after all."

    def text(self) -> str:
        return f"{self.label} helps {self.name}: {signed(self.value)}."


class NotHelped(Ruled, frozen=True):
    rule = "QS-12"
    name: str
    label: str

    def subject(self) -> tuple[str, ...]:
        return "help", self.name, self.label

    def text(self) -> str:
        return f"{self.label} does not help {self.name}: the game master sees no way."


class HelpCosts(Ruled, frozen=True):
    rule = "QS-13"
    name: str
    ability: str
    value: int

    def subject(self) -> tuple[str, ...]:
        return "toll", self.name, self.ability

    def withdrawn(self) -> str:
        return f"{self.ability} of {self.name} is spared the toll of helping."

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


def augment(
    contest: Contest[Arena],
    who: Contestant,
    source: Source,
    label: str,
    roller: Roller,
    ruling: str,
    fallen: Memory | None = None,
    tell: Tell | None = None,
) -> Procedure[None]:
    """QS-13: assured; unrolled as the game master says, or rolled against the base, once for a tactic: `fallen` has
    what the dice of this tactic came to."""
    told = tell or contest.tell
    if ruling == "no":
        told(NotHelped(who.name, label))
        return
    known = Memory() if fallen is None else fallen
    if ruling == "roll" and label not in known.help:
        known.help[label] = yield from _rolled(contest, roller)
    value = known.help[label].value if ruling == "roll" else int(ruling)
    if ruling == "roll" and (cost := known.help[label].cost) is not None:
        cost.stand()
        told(HelpCosts(cost.who.name, roller.ability, cost.effect.value))
    add_augment(told, who, source, label, value)


def add_augment(tell: Tell, who: Contestant, source: Source, label: str, value: int) -> None:
    """QS-12: of each source the largest counts; it is told."""
    if count_augment(who, source, label, value):
        tell(Augmented(who.name, label, value))


def count_augment(who: Contestant, source: Source, label: str, value: int) -> bool:
    """QS-12: of each source the largest counts; whether it is this one."""
    before = next((each for each in who.modifiers if each.source == source), None)
    if before is not None and before.value >= value:
        return False
    if before is not None:
        who.modifiers.remove(before)
    who.modifiers.append(Modifier(who.name, label, "augment", value, source=source))
    return True


def given_by(who: Contestant, friend: Contestant, ability: str) -> tuple[Source, str]:
    """QS-12: whose help it counts as, and what it is called: an own ability by its name alone, so that it does not help
    itself."""
    if friend is who:
        return "own", ability
    return "followers" if who.leader else "others", f"{who.name} ({ability})"


def _rolled(contest: Contest[Arena], roller: Roller) -> Procedure[Help]:
    """QS-13: a defeat puts a consequence of its degree on the helping ability; the game master may strike it."""
    knobs = contest.state.options.house

    def worth(result: Result) -> object:
        """QS-13: what it adds, and what a defeat costs."""
        return knobs.augment_value(result), knobs.by_degree(result.degree) if result.defeat else 0

    clash = yield from opposed(contest, roller, against(contest.state.base), worth)
    came_to = Help(knobs.augment_value(clash.result))
    if clash.result.defeat and (helper := roller.contestant) is not None:
        cost = -knobs.by_degree(clash.result.degree)
        came_to.cost = Left(
            helper, Lasting(helper.name, cost, f"strained {roller.ability}", (roller.ability,))
        )
    return came_to
