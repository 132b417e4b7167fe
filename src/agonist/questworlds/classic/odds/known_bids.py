"""How an extended contest ends when both sides' bids are known: the chance of every degree of victory and defeat.

The chance moves from layer to layer of equal total AP, from the highest down, as positions are left for the last time
in that order. How often each position of a layer is visited, ties and transfers included, is one system of linear
equations.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .position import FIRST, RESULTS, SECOND, Position, result_of
from .single import price

Array = NDArray[np.float64]

_ROUNDING = 40 * 2.0**-53
"""What rounding can add up to in one layer, as in the solver."""

Bids = Callable[[int, int, int], int]
"""The bid of a side, from its number and both sides' AP."""


def results(position: Position, bids: Bids) -> tuple[dict[str, float], float]:
    """The chance of each result, and how far off they are at most."""
    course = _Course(position, bids)
    course.run()
    return dict(zip(RESULTS, map(float, course.ended), strict=True)), course.error


class _Course:
    def __init__(self, position: Position, bids: Bids) -> None:
        self.position = position
        self.bids = bids
        total = position.first_ap + position.second_ap
        self.arrived = np.zeros((2, total + 1, total + 1))
        self.arrived[position.acts, position.first_ap, position.second_ap] = 1.0
        self.ended = np.zeros(len(RESULTS))
        self.error = 0.0

    def run(self) -> None:
        for total in range(self.position.first_ap + self.position.second_ap, 1, -1):
            firsts = np.arange(1, total)
            arrived = self.arrived[:, firsts, total - firsts]
            if arrived.any():
                self._pass_through(total, arrived)
        self.error = abs(1.0 - float(self.ended.sum())) + _ROUNDING * self.arrived.shape[1]

    def _pass_through(self, total: int, arrived: Array) -> None:
        moves = [self._moves(side, total) for side in (FIRST, SECOND)]
        to_second, to_first = (stay for stay, _ in moves)
        straight = np.eye(total - 1) - to_first.T @ to_second.T
        first = np.linalg.solve(straight, arrived[FIRST] + to_first.T @ arrived[SECOND])
        second = arrived[SECOND] + to_second.T @ first
        for side, visits, (_, leave) in ((FIRST, first, moves[FIRST]), (SECOND, second, moves[SECOND])):
            for place, chance, target in leave:
                mass = visits[place] * chance
                if isinstance(target, int):
                    self.ended[target] += mass
                else:
                    self.arrived[1 - side][target] += mass

    def _moves(self, side: int, total: int) -> tuple[Array, list[tuple[int, float, int | tuple[int, int]]]]:
        """Chances to stay in the layer, by position before and after, and all ways out of it."""
        stay = np.zeros((total - 1, total - 1))
        leave: list[tuple[int, float, int | tuple[int, int]]] = []
        here = self.position
        for place in range(total - 1):
            first, second = place + 1, total - place - 1
            bid = self.bids(side, first, second)
            stay[place, place] += here.ties / 400
            for cell in here.cells:
                edge = here.edge(side) if cell.winner == side else 0
                paid = price(bid, cell.halves, edge)
                ours, theirs = moved(first, second, cell.winner, paid, transfer=cell.transfer)
                if min(ours, theirs) <= 0:
                    leave.append(
                        (place, cell.chance, result_of(cell.winner, min(ours, theirs), self.position.knobs))
                    )
                elif ours + theirs == total:
                    stay[place, ours - 1] += cell.chance
                else:
                    leave.append((place, cell.chance, (ours, theirs)))
        return stay, leave


def moved(first: int, second: int, winner: int, paid: int, *, transfer: bool) -> tuple[int, int]:
    """QW-18: both totals after the loser has paid."""
    gained = paid if transfer else 0
    return (first + gained, second - paid) if winner == FIRST else (first - paid, second + gained)
