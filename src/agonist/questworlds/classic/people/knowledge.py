"""Who may know a contestant's advantage points and what would give them away (QW-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agonist.kernel import GM, ONLOOKER, Shown, Viewer

from ...chassis.people import seats

if TYPE_CHECKING:
    from .contestants import Arena, Contestant


def knows(state: Arena, seat: str, owner: Contestant) -> bool:
    """QW-13: the game master, the contestant's own side, and everybody once the total has changed. Who looks on, as
    the room's screen does, knows what all know who take part."""
    if owner.known or seat == GM:
        return True
    if seat == ONLOOKER:
        return all(knows(state, each, owner) for each in seats(state))
    return (owner.side, seat) in [(each.side, each.seat) for each in state.contestants]


def knowers(state: Arena, *owners: Contestant) -> tuple[str, ...] | None:
    """The seats that may know all of these contestants' totals; None if everybody may."""
    if all(owner.known for owner in owners):
        return None
    return tuple(seat for seat in seats(state) if all(knows(state, seat, owner) for owner in owners))


def _may_see(viewer: Viewer, owner: Any) -> bool:
    """A follower who serves somebody else gives that one's total away too, but not to whose follower it is."""
    whose = getattr(owner, "whose", None)
    if whose is None:
        return knows(viewer.state, viewer.seat, owner)
    find = viewer.state.find
    served = getattr(owner, "serves", "")
    if served and viewer.seat != find(whose).seat and not knows(viewer.state, viewer.seat, find(served)):
        return False
    return knows(viewer.state, viewer.seat, find(whose))


KNOWN = Shown(when=_may_see)
"""Marks what gives a total away; the field's struct is the contestant, or says `whose` it is."""
