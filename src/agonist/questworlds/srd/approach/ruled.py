"""What a ruling brings: told once, and taken along when the ruling is taken back (QS-11)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import ClassVar

import msgspec

from agonist.kernel import Event
from agonist.tabletop import Told

from ..people.contestants import Contestant
from ..people.modifiers import Lasting

Tell = Callable[[Event], None]
SITUATION = "the situation"


class Ruled(Told, frozen=True):
    """Something that a ruling brings: of what kind, and about what of its fields; and what is said when it is taken
    back, which is nothing of what changed nothing."""

    about: ClassVar[tuple[str, ...]] = ()
    undone: ClassVar[str] = ""

    def subject(self) -> tuple[str, ...]:
        kind, *fields = self.about
        return (kind, *[getattr(self, field) for field in fields])

    def withdrawn(self) -> str:
        return self.told(self.undone)


class Modified(Ruled, frozen=True):
    rule = "QS-8"
    about = ("modifier", "name", "label")
    undone = "{name}: nothing for {label} after all."
    says = "{name}: {value:signed} for {label}."
    name: str
    label: str
    value: int


class TakenBack(Told, frozen=True):
    rule = "QS-11"
    says = "{words}"
    words: str


class Telling:
    """What was told of a tactic and still holds, so that nothing is told twice."""

    def __init__(self) -> None:
        self.held: list[Event] = []
        self.now: list[Event] = []

    def tells(self, report: Tell) -> Tell:
        """Reports what has not been told."""

        def tell(event: Event) -> None:
            self.now.append(event)
            if event not in self.held:
                report(event)

        return tell

    def settle(self, report: Tell) -> None:
        """Says of what no longer holds that it does not; what is ruled otherwise has been told instead."""
        about = {each.subject() for each in self.now if isinstance(each, Ruled)}
        for each in self.held:
            if isinstance(each, Ruled) and each.subject() not in about and (words := each.withdrawn()):
                report(TakenBack(words, audience=each.audience))
        self.held, self.now = self.now, []


class Left(msgspec.Struct, eq=False):
    """A lasting effect that came of a ruling, and goes with it."""

    who: Contestant
    effect: Lasting

    def stand(self) -> None:
        if all(each is not self.effect for each in self.who.lasting):
            self.who.lasting.append(self.effect)

    def fall(self) -> None:
        self.who.lasting = [each for each in self.who.lasting if each is not self.effect]


class Help(msgspec.Struct):
    """QS-13: what the dice of help came to, and what a defeat costs the helping ability."""

    value: int
    cost: Left | None = None


class Memory(msgspec.Struct):
    """What the dice of a tactic's help and hindrances came to: who rules anew does not roll anew."""

    help: dict[str, Help] = {}
    hindrance: dict[str, int] = {}
    """By flaw what it rolled, or by flaw and offer what was taken instead."""
    resource: dict[str, int | None] = {}
    """What was won of a community's resources; None where they were called on in vain."""
    flaws: dict[str, Left | None] = {}
    """What resisting a flaw, or acting by it, has left."""

    def hold(self, help: Collection[str] = (), flaws: Collection[str] = ()) -> None:
        """What came of words that still hold stands; what came of others goes, before anything else is rolled."""
        costs = [(each.cost, label in help) for label, each in self.help.items()]
        for left, stands in (*costs, *((left, flaw in flaws) for flaw, left in self.flaws.items())):
            if left is not None and stands:
                left.stand()
            elif left is not None:
                left.fall()
