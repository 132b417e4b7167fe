"""What exchanges do to both totals, in arrays: by bids and the faces of two dice (QW-17 to QW-20)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...chassis.ratings import Rating
from ..rolls.faces import Clash, bumped, mastery_bumps, read
from .position import FIRST, Position
from .rolls import FACES

Ints = NDArray[np.int32]
Floats = NDArray[np.float64]


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
