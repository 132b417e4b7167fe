"""Extended contests by the hundred thousand: all at once, exchange by exchange, in arrays.

It plays what the real rules play for two contestants who only exchange blows (QW-14 to QW-22), with bids that depend
on both totals; its results are tested against those rules.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .position import FIRST, RESULTS, SECOND, Policy, Position

__all__ = ["bid_tables", "simulate_extended"]

Ints = NDArray[np.int32]


def simulate_extended(
    position: Position, tables: tuple[Ints, Ints], contests: int, seed: int
) -> dict[str, int]:
    """How many of the contests end with each result. `tables` are bids by the first's and the second's AP."""
    random = np.random.default_rng(seed)
    winner, halves, transfer = _faces(position)
    first = np.full(contests, position.first_ap, dtype=np.int32)
    second = np.full(contests, position.second_ap, dtype=np.int32)
    counts = np.zeros(len(RESULTS), dtype=np.int64)
    acts = position.acts
    while len(first):
        bids = tables[acts][first, second]
        pair = random.integers(0, 400, len(first), dtype=np.int16)
        won = winner[pair]
        edge = position.edge(acts)
        stake = bids if not edge else np.where(won == acts, np.maximum(0, bids + edge), bids)
        paid = (stake * halves[pair] + 1) >> 1
        gained = paid * transfer[pair]
        ours = won == FIRST
        first += np.where(ours, gained, -paid)
        second += np.where(ours, -paid, gained)
        over = (first <= 0) | (second <= 0)
        if over.any():
            counts += _results(first[over], second[over])
            going = ~over
            first, second = first[going], second[going]
        acts = 1 - acts
    return dict(zip(RESULTS, map(int, counts), strict=True))


def bid_tables(
    position: Position, first: Policy | Callable[[int, int], int], second: Policy
) -> tuple[Ints, Ints]:
    """Tables of the bids of two policies, held to the limits, for every pair of totals."""
    size = position.first_ap + position.second_ap + 1
    tables = np.ones((2, size, size), dtype=np.int32)
    held = position.held(FIRST, first), position.held(SECOND, second)
    for ours in range(1, size):
        for theirs in range(1, size - ours):
            tables[FIRST, ours, theirs] = held[FIRST](ours, theirs)
            tables[SECOND, ours, theirs] = held[SECOND](theirs, ours)
    return tables[FIRST], tables[SECOND]


def _faces(position: Position) -> tuple[NDArray[np.int8], Ints, Ints]:
    """For each of the 400 pairs of faces who wins, the halves of the bid that are paid, and whether they go over."""
    winner = np.zeros(400, dtype=np.int8)
    halves = np.zeros(400, dtype=np.int32)
    transfer = np.zeros(400, dtype=np.int32)
    at = position.ties
    for cell in position.cells:
        span = slice(at, at + cell.count)
        winner[span], halves[span], transfer[span] = cell.winner, cell.halves, cell.transfer
        at += cell.count
    return winner, halves, transfer


def _results(first: Ints, second: Ints) -> NDArray[np.int64]:
    """QW-22: results by the loser's AP, counted."""
    lost = first <= 0
    loser = np.where(lost, first, second)
    degree = np.clip((-loser - 1) // 10, 0, 3)
    return np.bincount(np.where(lost, 4 + degree, 3 - degree), minlength=len(RESULTS))
