"""Best play of an extended contest: the value of every position and the best bid in it, with a certified error.

The contest is a game of two sides with perfect information: who acts bids, then dice decide. While it goes on, the
total of both AP never grows: a loss lowers it, and a transfer or a tie leaves it as it is. So positions are solved in
layers of equal total, the lowest first. From a position all losses lead to layers that are solved already or to
the end; only transfers and ties stay within the layer, and they have a small chance, by which value iteration
within a layer converges. That chance also bounds what is still missing when the iteration stops:

Let s and t be the largest chances to stay when the first and the second side acts, and let the second side's values
have moved by at most d in the last sweep. Each sweep is a contraction by s·t, hence no value of the layer is further
than s·d / (1 − s·t) from the solution for exact lower layers, and as chances add up to 1, errors of lower layers are
not magnified. Rounding of one sweep, at most `_ROUNDING`, is treated in the same way. The errors of all layers add up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from .position import FIRST, SECOND, Policy, Position

Array = NDArray[np.float64]

_ROUNDING = 40 * 2.0**-53
"""A sweep adds up fewer than 20 products of numbers below 1; each operation is off by at most 2⁻⁵³ of that."""

_ROOM = 400


@dataclass(frozen=True)
class Solution:
    """The solved contest: chances to win and best bids by totals, certified to `error`."""

    position: Position
    error: float
    _values: Array
    _bids: NDArray[np.int32]
    _pad: int

    def value(self, acts: int, first_ap: int, second_ap: int) -> float:
        """The first side's chance to win with these totals when the given side acts."""
        return float(self._values[acts, first_ap + self._pad, second_ap + self._pad])

    def at(self, acts: int, first: NDArray[np.int32], second: NDArray[np.int32]) -> Array:
        """The same for many totals at once."""
        last = self._values.shape[1] - 1
        ours, theirs = (np.clip(each + self._pad, 0, last) for each in (first, second))
        found: Array = self._values[acts, ours, theirs]
        return found

    def bid(self, acts: int, first_ap: int, second_ap: int) -> int:
        """The best bid of the side that acts, the smallest if several are equally good."""
        return int(self._bids[acts, first_ap, second_ap])

    @property
    def win(self) -> float:
        here = self.position
        return self.value(here.acts, here.first_ap, here.second_ap)

    @property
    def best_bid(self) -> int:
        here = self.position
        return self.bid(here.acts, here.first_ap, here.second_ap)

    def by_bid(self, at: Position | None = None) -> dict[int, float]:
        """The first side's chance to win after each legal bid of who acts here, if both play well from then on.

        `at` is another position of the same contest: no larger a total, the same ratings and starts.
        """
        here = at or self.position
        acts, pad = here.acts, self._pad
        own = here.first_ap if acts == FIRST else here.second_ap
        after = self._values[1 - acts]
        chances = {}
        for bid in range(1, here.most(acts, own) + 1):
            chance = here.ties / 400 * after[here.first_ap + pad, here.second_ap + pad]
            for cell in here.cells:
                edge = here.edge(acts) if cell.winner == acts else 0
                paid = min((max(0, bid + edge) * cell.halves + 1) // 2, pad - 1)
                gained = paid if cell.transfer else 0
                ours, theirs = (gained, -paid) if cell.winner == FIRST else (-paid, gained)
                chance += cell.chance * after[here.first_ap + ours + pad, here.second_ap + theirs + pad]
            chances[bid] = float(chance)
        return chances


def solve(
    position: Position, first: Policy | None = None, second: Policy | None = None, *, error: float = 5e-10
) -> Solution:
    """Solve a position; a side with a policy follows it, one without plays as well as possible."""
    return _Solver(position, (first, second), error).solution()


class _Solver:
    def __init__(
        self, position: Position, policies: tuple[Policy | None, Policy | None], error: float
    ) -> None:
        self.position = position
        self.total = position.first_ap + position.second_ap
        self.policies = [
            None if policy is None else position.held(side, policy) for side, policy in enumerate(policies)
        ]
        self.most = max(self.total - 1, position.first_start, position.second_start)
        edge = max(0, position.first_edge, position.second_edge)
        # Paying more than the total ends the contest just the same, so longer payments need no room of their own.
        self.pad = min(3 * (self.most + edge), max(_ROOM, self.total)) + 1
        self.width = self.total + 2 * self.pad + 1
        # Where the second side has nothing left the first has won; elsewhere nothing is known yet.
        self.values = np.zeros((2, self.width, self.width))
        self.values[:, self.pad + 1 :, : self.pad + 1] = 1.0
        self.bids = np.zeros((2, self.total + 1, self.total + 1), dtype=np.int32)
        self.sides = [_Side(self, side, policy) for side, policy in enumerate(self.policies)]
        self.stay = [side.stay for side in self.sides]
        self.tolerance = error / (2 * self.total)

    def solution(self) -> Solution:
        error = 0.0
        for total in range(2, self.total + 1):
            error += self._solve_layer(total)
        return Solution(self.position, min(1.0, error), self.values, self.bids, self.pad)

    def _solve_layer(self, total: int) -> float:
        one, two = (side.layer(total) for side in self.sides)
        start = self.diagonal(SECOND, total)
        start[:] = self._guess(total)
        shrink = self.stay[FIRST] / max(1e-12, 1 - self.stay[FIRST] * self.stay[SECOND])
        missing = 1.0
        for _ in range(400):
            before = start.copy()
            one.sweep()
            two.sweep()
            missing = shrink * float(np.abs(start - before).max()) if shrink else 0.0
            if missing < self.tolerance:
                break
        one.remember()
        two.remember()
        rounding = 2 * _ROUNDING / max(1e-12, 1 - self.stay[FIRST] * self.stay[SECOND])
        return missing + rounding

    def _guess(self, total: int) -> Array:
        """Where to start from: a share of the total, or the layer below."""
        if total == 2:
            return np.array([0.5])
        below = self.diagonal(SECOND, total - 1)
        guess: Array = np.interp(np.linspace(0, 1, total - 1), np.linspace(0, 1, total - 2), below)
        return guess

    def diagonal(self, side: int, total: int) -> Array:
        """The values of all positions with this total, by the first side's AP from 1 on."""
        flat = self.values[side].reshape(-1)
        begin = (self.pad + 1) * self.width + self.pad + total - 1
        along: Array = flat[begin : begin + (total - 1) * (self.width - 1) : self.width - 1]
        return along

    def steps(self, side: int, total: int, along: int, count: int) -> Array:
        """A view of the values that positions of a layer lead to: by position, and by 0, 1, 2, … AP moved."""
        flat = self.values[side].reshape(-1)
        begin = (self.pad + 1) * self.width + self.pad + total - 1
        strides = ((self.width - 1) * flat.itemsize, along * flat.itemsize)
        return as_strided(flat[begin:], shape=(total - 1, count), strides=strides, writeable=False)


class _Side:
    """The exchanges in which one side acts: what each bid moves, by cell of the table."""

    def __init__(self, solver: _Solver, side: int, policy: Policy | None) -> None:
        self.solver = solver
        self.side = side
        self.policy = policy
        position = solver.position
        bids = np.arange(1, solver.most + 1)
        self.tie = position.ties / 400
        self.within: list[tuple[float, int, NDArray[np.int64]]] = []
        self.below: list[tuple[float, int, NDArray[np.int64]]] = []
        leaves = np.zeros(solver.most)
        for cell in position.cells:
            edge = position.edge(side) if cell.winner == side else 0
            paid = np.minimum((np.maximum(0, bids + edge) * cell.halves + 1) // 2, solver.pad - 1)
            along = self._along(cell.winner, transfer=cell.transfer)
            stays = cell.transfer or bool((paid == 0).any())
            (self.within if stays else self.below).append((cell.chance, along, paid))
            leaves += 0 if cell.transfer else cell.chance * (paid > 0)
        self.stay = float(1 - leaves.min())

    def _along(self, winner: int, *, transfer: bool) -> int:
        """How far apart in memory positions lie that differ by one AP paid to this winner."""
        row = self.solver.width
        if winner == FIRST:
            return row - 1 if transfer else -1
        return 1 - row if transfer else -row

    def layer(self, total: int) -> _Layer:
        return _Layer(self, total)


class _Layer:
    """All positions of one total in which one side acts."""

    def __init__(self, side: _Side, total: int) -> None:
        self.side = side
        self.total = total
        self.own = np.arange(1, total) if side.side == FIRST else np.arange(total - 1, 0, -1)
        position = side.solver.position
        start = position.first_start if side.side == FIRST else position.second_start
        self.worst = -np.inf if side.side == FIRST else np.inf
        self.values = side.solver.diagonal(side.side, total)
        self.after = side.solver.diagonal(1 - side.side, total)
        if side.policy is None:
            self.limits = np.maximum(self.own, start)
            self.bids = slice(0, int(self.limits.max()))
            self.closed = np.arange(1, self.bids.stop + 1)[None, :] > self.limits[:, None]
            self.chosen: Any = None
        else:
            chosen = [side.policy(int(own), total - int(own)) for own in self.own]
            self.chosen = np.array(chosen, dtype=np.int64)
        self.latest = self.known = self._sum(side.below)
        self.open = [(chance, self._view(along, paid)) for chance, along, paid in side.within]

    def _view(self, along: int, paid: NDArray[np.int64]) -> Any:
        solver = self.side.solver
        paid = paid[self.bids] if self.chosen is None else paid[self.chosen - 1]
        view = solver.steps(1 - self.side.side, self.total, along, int(paid.max()) + 1)
        if self.chosen is not None:
            return view, (np.arange(self.total - 1), paid)
        step = int(paid[1] - paid[0]) if len(paid) > 1 else 1
        if step > 0 and (np.diff(paid) == step).all():
            return view[:, int(paid[0]) :: step], None
        return view, (slice(None), paid)

    def _sum(self, cells: list[tuple[float, int, NDArray[np.int64]]]) -> Array:
        shape = (self.total - 1, self.bids.stop) if self.chosen is None else (self.total - 1,)
        known = np.zeros(shape)
        for chance, along, paid in cells:
            view, index = self._view(along, paid)
            known += chance * (view if index is None else view[index])
        if self.chosen is None:
            known[self.closed] = self.worst
        return known

    def chances(self) -> Array:
        """The first side's chance to win by position and bid, from the values as they are."""
        sums = self.known.copy()
        for chance, (view, index) in self.open:
            sums += chance * (view if index is None else view[index])
        after = self.side.tie * self.after
        sums += after if self.chosen is not None else after[:, None]
        return sums

    def sweep(self) -> None:
        sums = self.latest = self.chances()
        if self.chosen is None:
            sums = sums.max(axis=1) if self.side.side == FIRST else sums.min(axis=1)
        self.values[:] = sums

    def remember(self) -> None:
        """Keep the best bid of each position; bids within rounding of the best count as equally good."""
        if self.chosen is None:
            sums = self.latest if self.side.side == FIRST else -self.latest
            best = sums.max(axis=1, keepdims=True)
            bids = (sums >= best - 1e-12).argmax(axis=1) + 1
        else:
            bids = self.chosen
        firsts = np.arange(1, self.total)
        self.side.solver.bids[self.side.side, firsts, self.total - firsts] = bids
