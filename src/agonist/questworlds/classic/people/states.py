"""The state of an extended contest, for two and for groups: what somebody sets out to do, and how it stands at a
glance."""

from __future__ import annotations

from math import exp, log
from typing import Annotated, Literal

import msgspec

from agonist.kernel import OPEN, Past, Shown, State

from ..rolls.results import Level
from .contestants import WHOLE, Arena, Contestant
from .options import ExtendedOptions, GroupOptions


class Part(msgspec.Struct, frozen=True):
    """A share of the bid and whom it is against (QW-36)."""

    target: str
    bid: int


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action. `helps` and `helped` name who an augment is for and on which ability (QW-27).

    `ruled` is a plan on whose bid the game master has had a say (QW-15).
    """

    kind: str
    words: str = ""
    ability: str = ""
    parts: tuple[Part, ...] = ()
    helps: str = ""
    helped: str = ""
    to: str = ""
    amount: int = 0
    ruled: bool = False

    @property
    def fights(self) -> bool:
        """Whether it is carried out in exchanges."""
        return self.kind in ("exchange", "asymmetrical")

    @property
    def bid(self) -> int:
        return sum([part.bid for part in self.parts])


class Fall(State):
    """A defeat that is not yet seen to: who fell, and who brought it about in an exchange."""

    name: str
    by: str = ""


def _keys(levels: dict[str, Level]) -> dict[str, str]:
    return {side: level.key for side, level in levels.items()}


class ExtendedState(Arena, kw_only=True):
    """QW-10 to QW-33: everything a turn needs stands here."""

    options: Annotated[ExtendedOptions, WHOLE]
    round: Annotated[int, OPEN, Past] = 0
    begun: bool = False
    first_round: bool = True
    order: Annotated[list[str], OPEN] = []
    acting: Annotated[int, OPEN] = 0
    opened_by: Annotated[str, OPEN] = ""
    falls: list[Fall] = []
    gifts_due: list[str] = []
    gifts_known: list[str] = []
    left: Annotated[str, OPEN] = ""
    side_levels: Annotated[dict[str, Level], Shown(show=_keys)] = {}

    @property
    def counts_ap(self) -> bool:
        return True

    @property
    def group(self) -> bool:
        return False

    @property
    def double_fumble(self) -> str:
        return "tie"

    def opponents(self, of: Contestant) -> list[Contestant]:
        """Those of other sides who are in the contest."""
        return [each for each in self.contestants if each.status == "in" and each.side != of.side]

    def comrades(self, of: Contestant) -> list[Contestant]:
        """Others of the same side who are in the contest."""
        return [
            each
            for each in self.contestants
            if each.status == "in" and each.side == of.side and each is not of
        ]

    def is_engaged(self, who: Contestant) -> bool:
        """QW-26: in an exchange since one's last action, with that opponent still in."""
        return any(self.find(name).undefeated for name in who.engaged)

    def sides_in(self) -> list[str]:
        """The sides that still have somebody in (QW-29, QW-38)."""
        return list(dict.fromkeys([each.side for each in self.contestants if each.status == "in"]))


class Declared(State):
    """QW-34: what somebody has openly declared for this round."""

    name: Annotated[str, OPEN]
    plan: Annotated[Plan, WHOLE]


Phase = Literal["begin", "declare", "order", "act"]
OrderBy = Literal["boldness", "bid", "ap"]


class GroupState(ExtendedState, kw_only=True):
    """QW-34 to QW-39: a round's declarations, the order of acting, and how far it has come."""

    options: Annotated[GroupOptions, WHOLE]
    phase: Annotated[Phase, OPEN] = "begin"
    to_declare: Annotated[list[str], OPEN] = []
    declared: Annotated[list[Declared], OPEN] = []
    order_by: Annotated[OrderBy, OPEN] = "bid"
    queue: Annotated[list[str], OPEN] = []
    delayed: Annotated[list[str], OPEN] = []
    order_open: bool = False
    unruled: list[str] = []
    midway: bool = False
    replanned: bool = False
    attacked: Annotated[list[str], OPEN] = []
    dying_allowed: list[str] = []
    turned_away: Annotated[bool, OPEN] = False
    risen: list[str] = []
    busy: Annotated[str, OPEN] = ""
    parts_left: Annotated[list[Part], WHOLE] = []

    @property
    def group(self) -> bool:
        return True

    @property
    def double_fumble(self) -> str:
        return self.options.double_fumble

    def plan_of(self, name: str) -> Plan:
        for each in self.declared:
            if each.name == name:
                return each.plan
        return Plan("nothing")

    def declare(self, name: str, plan: Plan) -> None:
        self.declared = [each for each in self.declared if each.name != name] + [Declared(name, plan)]


def outlook(state: Arena, seat: str) -> float | None:
    """The chance of a seat's side against all others together; None before AP are counted.

    The weights are near those that tell best how 540 contests of bots ended, from all their turns.
    """
    sides = {each.side for each in state.contestants if each.seat == seat}
    here = [each for each in state.contestants if each.undefeated]
    ours = sum(max(0, each.ap) for each in here if each.side in sides)
    theirs = sum(max(0, each.ap) for each in here if each.side not in sides)
    if not sides or not ours + theirs:
        return None
    if not ours or not theirs:
        return float(bool(ours))
    heroic = sum(each.hero_points if each.side in sides else -each.hero_points for each in here)
    return 1 / (1 + exp(-3 * log(ours / theirs) - 0.5 * heroic))
