"""An extended contest between two: under given bidding policies, and under best play of one or both."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from agonist.odds.answer import Odds
from agonist.odds.refusal import refuse
from agonist.tabletop import knobs_from

from ..rolls.knobs import QuestKnobs
from ..rolls.results import portion
from .exactly import exact_results
from .position import FIRST, RESULTS, SECOND, Policy, Position, parse_policy
from .rolls import parse_rating
from .single import Turned, parse_table

if TYPE_CHECKING:
    from .solver import Solution

SIDES = ("player", "resistance")
_RULES = ("QW-14", "QW-16", "QW-17", "QW-18", "QW-20", "QW-22")
_LEFT_OUT = (
    "Both act in every round with one ability each; nobody spends hero points or is helped by others.",
)
_LEFT_OVER = (
    "The chance to win is proven to be that near; degrees of victory and defeat are so by what is left over."
)

_SEEN = "allin"
_AS_SEEN = (
    "All-in is no more than the other has, which both are taken to know here. Where it is hidden, simulate --bot allin "
    "bids as if the other had as much as oneself, so its chances differ."
)


def extended(
    first: str | int,
    second: str | int,
    *,
    policy: str = "best",
    against: str = "best",
    begins: str = "player",
    better_roll: str = "high",
    edge: int = 0,
    against_edge: int = 0,
    ap: int | None = None,
    against_ap: int | None = None,
    starting_ap: int | None = None,
    surplus_bumps_down: bool = True,
    table: Mapping[str, str] | str | None = None,
    knobs: Turned | None = None,
) -> Odds:
    """The first side's chances in an extended contest; hero points are left out.

    The first side is a player's character, who may stake in desperation up to the starting AP; the second is the
    game master's. AP are the whole ratings unless they are given; so are the starting AP, or as many as there are
    now if that is more, as followers' AP belong to them (QW-11).
    """
    if begins not in SIDES:
        refuse(f"{begins!r} cannot begin.", ", ".join(SIDES), "first")
    one, two = parse_rating(first), parse_rating(second)
    house = knobs_from(QuestKnobs, knobs or {})
    start, against_start = (max(1, portion(each, house.starting_percent, 100)) for each in (one, two))
    ours = start if ap is None else ap
    position = Position(
        one,
        two,
        first_ap=ours,
        second_ap=against_start if against_ap is None else against_ap,
        first_start=max(start, ours) if starting_ap is None else starting_ap,
        acts=SIDES.index(begins),
        better_roll=better_roll,
        surplus_bumps_down=surplus_bumps_down,
        first_edge=edge,
        second_edge=against_edge,
        table=parse_table(table),
        knobs=house,
    )
    title = f"Extended contest of {position.title}, {policy} against {against}, the {begins} begins"
    found = play(position, parse_policy(policy), parse_policy(against), title=title)
    if _SEEN in (policy, against):
        found.notes += (_AS_SEEN,)
    return found


def play(position: Position, first: Policy | None, second: Policy | None, *, title: str = "") -> Odds:
    """The chances from a position; a side without a policy plays as well as possible."""
    title = title or f"Extended contest of {position.title}"
    if first is not None and second is not None:
        exact = exact_results(position, first, second)
        if exact is not None:
            return Odds(title, _numbers(exact), notes=_LEFT_OUT, rules=_RULES)
        solution = None
        bids = _bids(position, first, second)
    else:
        solution = solved(position, first, second)
        bids = solution.bid
    from .known_bids import results

    outcomes, error = results(position, bids)
    numbers = _numbers(outcomes)
    if solution is not None:
        numbers |= {"win": solution.win, "lose": 1.0 - solution.win}
        own = (first, second)[position.acts] is None
        numbers = {"win": numbers["win"], **({"bid": solution.best_bid} if own else {}), **numbers}
        error = max(solution.error, error)
    proven = solution is not None
    notes = (*_LEFT_OUT, _LEFT_OVER) if proven else _LEFT_OUT
    return Odds(title, numbers, method="solved", error=error, proven=proven, notes=notes, rules=_RULES)


@lru_cache(maxsize=64)
def solved(position: Position, first: Policy | None = None, second: Policy | None = None) -> Solution:
    """The solution of a position, kept for when it is asked for again."""
    from .solver import solve

    return solve(position, first, second)


def _bids(position: Position, first: Policy, second: Policy) -> Any:
    held = position.held(FIRST, first), position.held(SECOND, second)
    return lambda side, ours, theirs: held[side](ours, theirs) if side == FIRST else held[side](theirs, ours)


def _numbers(outcomes: dict[str, Any]) -> dict[str, Any]:
    win = sum(
        (outcomes[name] for name in RESULTS if name.endswith("victory")), start=outcomes[RESULTS[0]] * 0
    )
    lose = sum(
        (outcomes[name] for name in RESULTS if name.endswith("defeat")), start=outcomes[RESULTS[0]] * 0
    )
    tie = Fraction(0) if isinstance(win, Fraction) else 0.0
    return {"win": win, "tie": tie, "lose": lose, "outcomes": outcomes}
