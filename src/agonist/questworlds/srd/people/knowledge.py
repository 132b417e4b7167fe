"""Who may know a rating, a resistance, advantage points or resolve (QS-70)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agonist.kernel import GM, ONLOOKER, Shown, Viewer

from ...chassis.people import seats

if TYPE_CHECKING:
    from .contestants import Arena, Contestant


def own_side(state: Arena, seat: str, owner: Contestant) -> bool:
    """The game master, and who plays somebody of the contestant's side."""
    return seat == GM or any(each.side == owner.side and each.seat == seat for each in state.everybody())


def knows(state: Arena, seat: str, owner: Contestant) -> bool:
    """QS-70: characters' ratings are open, resistances as the option says; in a wagered sequence both are hidden
    until the contestant has won or lost AP, unless resistances are open."""
    if own_side(state, seat, owner):
        return True
    shown = state.options.show_resistance
    if state.hides_ap and not owner.known:
        return shown == "open" if owner.opposition else not _opposing_players(state, owner)
    return not owner.opposition or shown == "open" or (shown == "after" and owner.rolled)


def knows_ap(state: Arena, seat: str, owner: Contestant) -> bool:
    """QS-70: opposing AP are hidden until they have changed in this sequence."""
    if owner.known or own_side(state, seat, owner):
        return True
    return not owner.opposition and not _opposing_players(state, owner)


def knows_resolve(state: Arena, seat: str, owner: Contestant) -> bool:
    """QS-70: characters' and followers' resolve is open, the opposition's only with the option."""
    return (
        not owner.opposition or own_side(state, seat, owner) or getattr(state.options, "show_resolve", False)
    )


def _opposing_players(state: Arena, owner: Contestant) -> bool:
    """Whether there is a player on another side from whom something is hidden."""
    return any(not each.opposition and each.side != owner.side for each in state.everybody())


def knowers(state: Arena, owner: Contestant) -> tuple[str, ...] | None:
    """The seats that may know a contestant's rating; None if everybody may."""
    if knows(state, ONLOOKER, owner):
        return None
    return tuple(seat for seat in seats(state) if knows(state, seat, owner))


def _owner(viewer: Viewer, owner: Any) -> Any:
    whose = getattr(owner, "whose", None)
    return owner if whose is None else viewer.state.find(whose)


KNOWN = Shown(when=lambda viewer, owner: knows(viewer.state, viewer.seat, _owner(viewer, owner)))
"""Marks what gives a rating away; the field's struct is the contestant, or says `whose` it is."""
AP_KNOWN = Shown(when=lambda viewer, owner: knows_ap(viewer.state, viewer.seat, _owner(viewer, owner)))
"""Marks advantage points."""
RESOLVE_KNOWN = Shown(when=lambda viewer, owner: knows_resolve(viewer.state, viewer.seat, owner))
"""Marks resolve: characters' and followers' is open, the opposition's only with the option."""
