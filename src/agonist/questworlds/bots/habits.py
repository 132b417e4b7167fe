"""How others seem to play, from what they bid (QW-15), which everybody hears."""

from __future__ import annotations

from agonist.kernel import Policy

from ..people.contestants import Contestant
from ..types.states import ExtendedState
from .policies import BIDS, BOTS, Bids, Purse, bidding


def as_before(state: ExtendedState, seat: str) -> Policy:
    """The first bot, with others who go on bidding as they did last: like the bot that would have bid so."""
    others = {each.name: _bids_like(each) for each in state.contestants if each.staked and each.seat != seat}
    return bidding(BIDS["cautious"], heroic=True, others=others) if others else BOTS["cautious"]


def _bids_like(who: Contestant) -> Bids:
    own = max(1, who.staked_of)
    purse = Purse(own, who.starting_ap, who.staked_against or None, 1, own)
    return min(BIDS.values(), key=lambda bids: abs(purse.held(bids(purse)) - who.staked))
