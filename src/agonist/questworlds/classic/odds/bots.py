"""Bidding policies for the real rules: the same that the calculations know."""

from __future__ import annotations

from collections.abc import Callable

from agonist.kernel import AgonistError, Policy

from ..bots import Purse, bidding
from .position import parse_policy

_AS_SEEN = (
    "All-in is no more than the other has; where that is hidden from who bids it is taken to be as much as the "
    "bidder's. odds --policy allin takes both to know it, so its chances differ."
)


def bidder(name: str, hidden: int | None = None) -> Policy | None:
    """A policy such as ``const:3``, ``allin`` or ``fraction:0.5``.

    The other's AP, while they are hidden, are taken for `hidden`, or for as many as one's own.
    """
    try:
        choose = parse_policy(name)
    except AgonistError:
        return None
    if choose is None:
        return None
    policy = bidding(_purse(choose, hidden))
    policy.says = _AS_SEEN if name == "allin" else ""  # type: ignore[attr-defined]
    return policy


def _purse(choose: Callable[[int, int], int], hidden: int | None) -> Callable[[Purse], int]:
    def bid(purse: Purse) -> int:
        other = purse.other if purse.other is not None else purse.own if hidden is None else hidden
        return choose(purse.own, other)

    return bid
