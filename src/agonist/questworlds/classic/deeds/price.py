"""What an exchange costs, and whom: the table, the bid, edges and the gap between ratings (QW-17 to QW-21)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ..people.contestants import Contestant
from ..people.states import ExtendedState
from ..rolls.faces import Clash
from ..rolls.knobs import BOOK, QuestKnobs
from ..rolls.results import Cell, Result, portion


class Price(msgspec.Struct, frozen=True):
    """What an exchange costs: who won it, by which cell, with which edge, and what both totals change by."""

    won: int | None
    cell: Cell = Cell(0)
    edge: int = 0
    lost: int = 0
    ap: tuple[int, int] = (0, 0)


def price_of(
    state: ExtendedState,
    pair: tuple[Contestant, Contestant],
    clash: Clash,
    wholes: tuple[int, int],
    bid: int,
) -> Price:
    """QW-17 to QW-20: the table's cell, times the actor's bid, lost or transferred by the worse side.

    Two fumbles cost nothing, or in a group perhaps both half the bid (QW-21).
    """
    won = clash.winner(state.options.better_roll)
    if won is None:
        hurts = clash.results == (Result.FUMBLE, Result.FUMBLE) and state.double_fumble == "hurts-both"
        half = portion(bid, 1, 2) if hurts else 0
        return Price(won, lost=half, ap=(-half, -half))
    edge = pair[0].edge if won == 0 and state.options.edges else 0
    knobs = state.options.house
    in_reach = wholes[1 - won] + knobs.transfer_gap > wholes[won]
    known = () if knobs is BOOK else (knobs,)
    return _price(won, clash.results[won], clash.results[1 - won], bid, edge, in_reach, *known)


@lru_cache(maxsize=10_000)
def _price(
    won: int, better: Result, worse: Result, bid: int, edge: int, in_reach: bool, knobs: QuestKnobs = BOOK
) -> Price:
    """QW-18 to QW-20: nothing is transferred to who is so much the better."""
    cell = knobs.cell(better, worse)
    lost = portion(max(0, bid + edge), cell.halves, 2)
    gained = lost if cell.transfer and in_reach else 0
    return Price(won, cell, edge, lost, (gained, -lost) if won == 0 else (-lost, gained))
