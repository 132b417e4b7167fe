"""A position of an extended contest between two, and the moves of its exchanges (QW-14 to QW-22)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from agonist.kernel import AgonistError
from agonist.odds.refusal import refuse

from ..rolls.knobs import BOOK, QuestKnobs
from .rolls import FACES, compare, written
from .single import Table, priced

FIRST, SECOND = 0, 1
MOST_AP = 250

RESULTS = (
    "complete-victory",
    "major-victory",
    "minor-victory",
    "marginal-victory",
    "marginal-defeat",
    "minor-defeat",
    "major-defeat",
    "complete-defeat",
)

Policy = Callable[[int, int], int]
"""A bid from own and the other's AP, before it is held to the limits."""


@dataclass(frozen=True)
class Cell:
    """One way an exchange can go: who wins, the halves of the bid that the other pays or hands over, its count."""

    winner: int
    halves: int
    transfer: bool
    count: int

    @property
    def chance(self) -> float:
        return self.count / FACES


@dataclass(frozen=True)
class Position:
    """Both ratings and totals, who acts, and what bids are held to.

    The first side is a player's character, who may stake up to `first_start` in desperation; the second is the
    game master's unless it has a start of its own (QW-16).
    """

    first: int
    second: int
    first_ap: int
    second_ap: int
    first_start: int
    second_start: int = 0
    acts: int = FIRST
    better_roll: str = "high"
    surplus_bumps_down: bool = True
    first_edge: int = 0
    second_edge: int = 0
    table: Table = ()
    knobs: QuestKnobs = BOOK

    def __post_init__(self) -> None:
        if min(self.first_ap, self.second_ap) < 1:
            refuse("Both sides need advantage points.", "1 or more for each")
        if max(self.first_ap, self.second_ap, self.first_start) > MOST_AP:
            refuse(
                "These are more advantage points than can be solved for.", f"up to {MOST_AP} for each side"
            )

    @classmethod
    def opening(cls, first: int, second: int, **rest: object) -> Position:
        """QW-11: both start with their whole ratings, at least 1."""
        ours, theirs = max(1, first), max(1, second)
        return replace(cls(first, second, ours, theirs, first_start=ours), **rest)  # type: ignore[arg-type]

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """QW-17, QW-18: all ways an exchange can go but the tie."""
        low = self.better_roll == "low"
        found = compare(
            self.first, self.second, low=low, surplus_down=self.surplus_bumps_down, knobs=self.knobs
        )
        cells = []
        for winner, wins, ahead in (
            (FIRST, found.first, self.first - self.second),
            (SECOND, found.second, self.second - self.first),
        ):
            merged: dict[tuple[int, bool], int] = {}
            for halves, transfer, count in priced(wins, self.table, self.knobs):
                kind = (halves, transfer and ahead < self.knobs.transfer_gap)
                merged[kind] = merged.get(kind, 0) + count
            cells += [Cell(winner, halves, transfer, n) for (halves, transfer), n in merged.items() if halves]
        return tuple(cells)

    @cached_property
    def ties(self) -> int:
        """How many of the 400 pairs of faces change nothing."""
        return FACES - sum(cell.count for cell in self.cells)

    def most(self, side: int, own: int) -> int:
        """QW-16: the largest bid of a side with so many AP."""
        return max(own, self.first_start if side == FIRST else self.second_start)

    def edge(self, side: int) -> int:
        return self.first_edge if side == FIRST else self.second_edge

    def held(self, side: int, policy: Policy) -> Policy:
        """QW-15, QW-16: the policy held to the limits of a side."""
        return lambda own, other: max(1, min(policy(own, other), self.most(side, own)))

    @property
    def title(self) -> str:
        return f"{written(self.first)} against {written(self.second)}"


def result_of(winner: int, loser_ap: int, knobs: QuestKnobs = BOOK) -> int:
    """QW-22: the place in `RESULTS`, from who won and the loser's final AP."""
    degree = knobs.degree_of(loser_ap) - 1
    return 3 - degree if winner == FIRST else 4 + degree


def parse_policy(text: str) -> Policy | None:
    """A bidding policy from its name; None for ``best``.

    >>> parse_policy("fraction:0.5")(13, 20), parse_policy("allin")(13, 20)
    (7, 13)
    """
    kind, _, amount = text.partition(":")
    plain: dict[str, Policy | None] = {"best": None, "allin": min}
    if text in plain:
        return plain[text]
    if kind == "const" and amount.isdecimal() and int(amount) >= 1:
        bid = int(amount)
        return lambda *_: bid
    share = _share(amount) if kind == "fraction" else None
    if share is None:
        refuse(
            f"{text!r} is no bidding policy.", "const:N, allin, fraction:F with F from 0 to 1, best", "policy"
        )
    return lambda own, _: -(-own * share.numerator // share.denominator)


def _share(text: str) -> Fraction | None:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    return share if 0 < share <= 1 else None


def position_of(state: Any, actor: str) -> Position | None:
    """The position of an extended contest of two, from its state and who acts; None for any other."""
    if len(state.contestants) != 2:
        return None
    first, second = state.contestants
    edges = state.options.edges
    try:
        return Position(
            first.rating(first.hand).whole,
            second.rating(second.hand).whole,
            first_ap=first.ap,
            second_ap=second.ap,
            first_start=0 if first.resistance else first.starting_ap,
            second_start=0 if second.resistance else second.starting_ap,
            acts=FIRST if actor == first.name else SECOND,
            better_roll=state.options.better_roll,
            surplus_bumps_down=state.options.surplus_bumps_down,
            first_edge=first.edge if edges else 0,
            second_edge=second.edge if edges else 0,
            knobs=state.options.house,
        )
    except AgonistError:
        return None
