"""Duels of QuestWorlds by the ten thousand, exchange by exchange, for what holds on average (QW-14 to QW-22)."""

from typing import Any

import numpy as np

from agonist.questworlds.classic.odds.exchanges import after_exchange
from agonist.questworlds.classic.odds.playing import solved
from agonist.questworlds.classic.odds.position import FIRST, SECOND, Position, parse_policy
from agonist.questworlds.classic.odds.rolls import FACES


def many_duels(policies: tuple[str, str], contests: int, seed: int = 20) -> tuple[Any, Any]:
    """Who won 17 against 14, and what the dice gave, by the values of a review: those of best play."""
    position = Position.opening(17, 14)
    values, tables = solved(position), _bids(position, policies)
    random = np.random.default_rng(seed)
    first = np.full(contests, position.first_ap, dtype=np.int32)
    second = np.full(contests, position.second_ap, dtype=np.int32)
    won, luck = np.zeros(contests, dtype=bool), np.zeros(contests)
    going, acts = np.arange(contests), position.acts
    while len(going):
        bids = tables[acts][first, second]
        luck[going] -= _expected(values, acts, first, second, bids)
        pair = random.integers(0, FACES, len(first), dtype=np.int16)
        first, second = after_exchange(position, acts, (first, second), bids, pair)
        luck[going] += values.at(1 - acts, first, second)
        over = (first <= 0) | (second <= 0)
        won[going[over]] = first[over] > 0
        first, second, going = first[~over], second[~over], going[~over]
        acts = 1 - acts
    return won, luck


def _expected(values: Any, acts: int, first: Any, second: Any, bids: Any) -> Any:
    """The value to be expected after an exchange with these bids, over all pairs of faces."""
    position = values.position
    found = position.ties / FACES * values.at(1 - acts, first, second)
    for cell in position.cells:
        paid = (bids * cell.halves + 1) >> 1
        gained = paid if cell.transfer else 0
        ours, theirs = (gained, -paid) if cell.winner == FIRST else (-paid, gained)
        found += cell.chance * values.at(1 - acts, first + ours, second + theirs)
    return found


def _bids(position: Position, policies: tuple[str, str]) -> Any:
    """The bids of two policies, held to the limits, for every pair of totals."""
    size = position.first_ap + position.second_ap + 1
    tables = np.ones((2, size, size), dtype=np.int32)
    for side, text in ((FIRST, policies[0]), (SECOND, policies[1])):
        policy = parse_policy(text)
        assert policy is not None
        bid = position.held(side, policy)
        for ours in range(1, size):
            for theirs in range(1, size - ours):
                tables[side, ours, theirs] = bid(ours, theirs) if side == FIRST else bid(theirs, ours)
    return tables
