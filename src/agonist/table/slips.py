"""Slips: what can be done about an answer that somebody would rather not have given."""

from __future__ import annotations

from collections.abc import Mapping

from .live import Live
from .model import Asks, Controls, Plea, Seat, TakeBack


def take_back_of(live: Live, held: tuple[str, ...], who: Seat) -> TakeBack:
    """What a seat of the table can do about its last answer."""
    last = live.referee.own_last(own_seats(live, who)) if live.running and held and not who.gm else None
    if last is None:
        return ""
    if last[1]:
        return "now"
    return (
        "asked"
        if open_pleas(live, live.controls).get(who.id) == Plea(last[0].at, live.referee.undos)
        else "ask"
    )


def asks_back(live: Live, names: Mapping[str, str]) -> tuple[Asks, ...]:
    """Who asks the game master for an answer back."""
    pleas = open_pleas(live, live.controls) if live.running else {}
    if not pleas:
        return ()
    points = live.referee.history.points()
    told = live.annals.decisions(live.referee.open_now) if live.annals else {}
    return tuple(
        Asks(
            holder,
            names.get(holder, "Somebody"),
            "; ".join(f"{each.asked} – {each.answer}" for each in told.get(plea.to, ())),
            sum(at > plea.to for at in points),
        )
        for holder, plea in pleas.items()
    )


def own_seats(live: Live, who: Seat) -> frozenset[str]:
    """The seats of a contest that somebody plays themselves."""
    return frozenset(live.held_by(who)) - set(live.controls.bots)


def open_pleas(live: Live, controls: Controls) -> dict[str, Plea]:
    """The pleas that an undo has not made void."""
    return {key: each for key, each in controls.pleas.items() if each.undos == live.referee.undos}
