"""How others seem to play, from what they bid (QW-15), which everybody hears."""

from __future__ import annotations

from random import Random
from typing import Final

from agonist.kernel import Policy

from ..people.contestants import Contestant
from ..people.states import ExtendedState
from .policies import BIDS, Bids, Purse, bidding

_WAYS: Final = tuple(BIDS.values())


def as_before(state: ExtendedState, seat: str, random: Random) -> Policy:
    """The first bot, with others who go on bidding as they did last: like the bot that would have bid so.

    Those who have not bid yet do so like any of the bots, all like the same.
    """
    way = random.choice(_WAYS)
    others = {
        each.name: _bids_like(each) if each.staked else way for each in state.contestants if each.seat != seat
    }
    return bidding(_WAYS[0], heroic=True, others=others)


def _bids_like(who: Contestant) -> Bids:
    own = max(1, who.staked_of)
    purse = Purse(own, who.starting_ap, who.staked_against or None, 1, own)
    return min(_WAYS, key=lambda bids: abs(purse.held(bids(purse)) - who.staked))
