"""Extended contests by the hundred thousand: all at once, exchange by exchange, in arrays.

It plays what the real rules play for two contestants who only exchange blows (QW-14 to QW-22), with bids that depend
on both totals; its results are tested against those rules. `simulate` uses it for such contests.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..rolls.knobs import QuestKnobs
from ..rolls.ratings import Rating
from ..rolls.reading import Clash, bumped, mastery_bumps, read
from .position import FIRST, RESULTS, SECOND, Policy, Position
from .rolls import FACES
from .solver import Solution

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


def simulate_extended(
    position: Position,
    tables: tuple[Ints, Ints],
    contests: int,
    seed: int,
    values: Solution | None = None,
) -> tuple[NDArray[np.int64], Floats]:
    """The result of each contest as its place in `RESULTS`, and what its dice gave the first side.

    `tables` are bids by the first's and the second's AP. What dice gave is counted by `values`: what came of an
    exchange less what was to be expected of it; without them it is 0.
    """
    random = np.random.default_rng(seed)
    first = np.full(contests, position.first_ap, dtype=np.int32)
    second = np.full(contests, position.second_ap, dtype=np.int32)
    results, luck = np.zeros(contests, dtype=np.int64), np.zeros(contests)
    going = np.arange(contests)
    acts = position.acts
    while len(going):
        bids = tables[acts][first, second]
        if values is not None:
            luck[going] -= _expected(values, acts, first, second, bids)
        pair = random.integers(0, FACES, len(first), dtype=np.int16)
        first, second = after_exchange(position, acts, (first, second), bids, pair)
        if values is not None:
            luck[going] += values.at(1 - acts, first, second)
        over = (first <= 0) | (second <= 0)
        if over.any():
            results[going[over]] = _results(first[over], second[over], position.knobs)
            first, second, going = first[~over], second[~over], going[~over]
        acts = 1 - acts
    return results, luck


def _expected(values: Solution, acts: int, first: Ints, second: Ints, bids: Ints) -> Floats:
    """The value to be expected after an exchange with these bids, over all pairs of faces."""
    position = values.position
    sum_ = position.ties / 400 * values.at(1 - acts, first, second)
    for cell in position.cells:
        edge = position.edge(acts) if cell.winner == acts else 0
        paid = (np.maximum(0, bids + edge) * cell.halves + 1) >> 1
        gained = paid if cell.transfer else 0
        ours, theirs = (gained, -paid) if cell.winner == FIRST else (-paid, gained)
        sum_ += cell.chance * values.at(1 - acts, first + ours, second + theirs)
    return sum_


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


def after_exchange(
    position: Position, acts: int, totals: tuple[Ints, Ints], bids: Ints, pair: NDArray[np.int16]
) -> tuple[Ints, Ints]:
    """QW-17 to QW-20: both totals after exchanges in which a side acts, by bids and numbers of pairs of faces."""
    won, halves, transfer = (each[pair] for each in _faces(position))
    edge = position.edge(acts)
    stake = bids if not edge else np.where(won == acts, np.maximum(0, bids + edge), bids)
    paid = (stake * halves + 1) >> 1
    gained = paid * transfer
    ours = won == FIRST
    first, second = totals
    return first + np.where(ours, gained, -paid), second + np.where(ours, -paid, gained)


@lru_cache(maxsize=64)
def _faces(position: Position) -> tuple[NDArray[np.int8], Ints, Ints]:
    """For each of the 400 pairs of faces who wins, the halves of the bid that are paid, and whether they go over.

    The number of a pair is 20 × the first side's face + the second side's, both counted from 0.
    """
    wholes = position.first, position.second
    ratings = Rating(position.first), Rating(position.second)
    knobs = position.knobs
    bumps = tuple(knobs.mastery_bumps * each for each in mastery_bumps(*ratings))
    winner = np.zeros(FACES, dtype=np.int8)
    halves, transfer = np.zeros((2, FACES), dtype=np.int32)
    for pair in range(FACES):
        faces = pair // 20 + 1, pair % 20 + 1
        natural = read(ratings[0], faces[0], knobs), read(ratings[1], faces[1], knobs)
        results = bumped(natural, bumps, surplus_down=position.surplus_bumps_down)
        won = Clash(("", ""), faces, results).winner("low" if position.better_roll == "low" else "high")
        if won is not None:
            cell = knobs.cell(results[won], results[1 - won])
            winner[pair], halves[pair] = won, cell.halves
            transfer[pair] = cell.transfer and wholes[1 - won] + knobs.transfer_gap > wholes[won]
    return winner, halves, transfer


def _results(first: Ints, second: Ints, knobs: QuestKnobs) -> NDArray[np.int64]:
    """QW-22: results by the loser's AP, as places in `RESULTS`."""
    lost = first <= 0
    loser = np.where(lost, first, second)
    bands = np.array((knobs.marginal_down_to, knobs.minor_down_to, knobs.major_down_to))
    degree = (-loser[:, None] > np.maximum.accumulate(bands)).sum(axis=1)
    places: NDArray[np.int64] = np.where(lost, len(RESULTS) // 2 + degree, len(RESULTS) // 2 - 1 - degree)
    return places
