"""What a decision's cost is called, and how costs become an accuracy."""

from __future__ import annotations

from collections.abc import Iterable

from .model import Estimate, Grade

THRESHOLDS: tuple[tuple[float, Grade], ...] = ((0.10, "blunder"), (0.05, "mistake"), (0.02, "inaccuracy"))
"""From which loss of chance on a decision is called what."""

GRADES = ", ".join(f"{name} from {100 * least:.0f}" for least, name in reversed(THRESHOLDS))
"""The same in words."""

_HALF, _A_POINT = 0.10, 0.01
ACCURACY = (
    "100 × the mean of 2^(−cost ÷ 10 points) over the decisions that were judged; "
    "a cost below twice its error counts as none"
)


def significant(cost: Estimate) -> float:
    """A cost, or 0 if it is smaller than twice its error."""
    return cost.value if cost.value >= 2 * cost.error else 0.0


def grade(cost: Estimate) -> Grade:
    """What a decision of this cost is called; it must have cost a point at the least, for all that it may be off.

    >>> grade(Estimate(0.06, 0.01)), grade(Estimate(0.06, 0.04)), grade(Estimate(0.3)), grade(Estimate(0.023, 0.01))
    ('mistake', '', 'blunder', '')
    """
    lost = cost.value if cost.value - 2 * cost.error >= _A_POINT else 0.0
    return next((name for least, name in THRESHOLDS if lost >= least), "")


def accuracy(costs: Iterable[Estimate]) -> float | None:
    """How near to the best answers, in percent; None if nothing was judged.

    >>> accuracy([Estimate(0.0), Estimate(0.1)])
    75.0
    """
    shares = [0.5 ** (significant(cost) / _HALF) for cost in costs]
    return 100 * sum(shares) / len(shares) if shares else None
