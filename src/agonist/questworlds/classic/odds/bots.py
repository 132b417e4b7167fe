"""Bidding policies for the real rules: the same that the calculations know."""

from __future__ import annotations

from collections.abc import Callable

from agonist.kernel import AgonistError, Policy

from ..bots.policies import Purse, bidding
from .position import parse_policy


def bidder(name: str, hidden: int | None = None) -> Policy | None:
    """A policy such as ``const:3``, ``allin`` or ``fraction:0.5``.

    The other's AP, while they are hidden, are taken for `hidden`, or for as many as one's own.
    """
    try:
        choose = parse_policy(name)
    except AgonistError:
        return None
    return None if choose is None else bidding(_purse(choose, hidden))


def _purse(choose: Callable[[int, int], int], hidden: int | None) -> Callable[[Purse], int]:
    def bid(purse: Purse) -> int:
        other = purse.other if purse.other is not None else purse.own if hidden is None else hidden
        return choose(purse.own, other)

    return bid
