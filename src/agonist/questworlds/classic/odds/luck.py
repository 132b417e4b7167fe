"""What the dice of an exchange gave or took, against what was to be expected of them.

The measure is the value of the totals if both bid well from then on. It need not be what these bots make of them: the
luck of fair dice is 0 on average whatever it is measured by, and a better measure explains more of what happened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from agonist.kernel import Ask, Chance, Event, Roll

from ..deeds.exchange import Bid
from .exchanges import Floats, after_exchange
from .playing import solved
from .position import FIRST, Position, position_of
from .rolls import FACES


def luck_of(
    state: Any, events: list[Event], slots: tuple[Ask | Chance, ...]
) -> Callable[[list[Any]], float] | None:
    """What dice that are about to fall will have given the first side, by what they show; None for other rolls."""
    dice = [n for n, slot in enumerate(slots) if isinstance(slot, Roll) and slot.sides == (20,)]
    bid = next((each for each in reversed(events) if isinstance(each, Bid)), None)
    if bid is None or len(dice) != 2:
        return None
    events.clear()
    here = position_of(state, bid.name)
    if here is None:
        return None
    total = max(here.first_ap + here.second_ap, sum(each.starting_ap for each in state.contestants))
    worth, turned = _worths(here, bid.bid, total), here.acts != FIRST

    def given(answers: list[Any]) -> float:
        (ours,), (theirs,) = (answers[n] for n in (reversed(dice) if turned else dice))
        return float(worth[20 * ours + theirs - 21])

    return given


@lru_cache(maxsize=20_000)
def _worths(here: Position, bid: int, total: int) -> Floats:
    """What each pair of faces gives the first side beyond the average of all pairs.

    The largest position of a contest, by its total, is solved once for all smaller ones.
    """
    values = solved(replace(here, first_ap=total - total // 2, second_ap=total // 2, acts=FIRST))
    totals = np.full(FACES, here.first_ap, dtype=np.int32), np.full(FACES, here.second_ap, dtype=np.int32)
    bids = np.full(FACES, bid, dtype=np.int32)
    pairs = np.arange(FACES, dtype=np.int16)
    after = values.at(1 - here.acts, *after_exchange(here, here.acts, totals, bids, pairs))
    given: Floats = after - after.mean()
    return given
