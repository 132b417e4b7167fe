"""Patience: whose word a contest waits for although it could go on, and for how long.

What is directed at somebody waits for them some seconds, or until their own dice; what is open to somebody can be
claimed for a breath after the dice were let fall. The rules never look at a clock: this does.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import inf
from typing import get_args

from agonist.kernel import GM, Ask, Chance, Chanced, Pending

from .errors import Refused
from .live import Live
from .model import Controls, Heeded, Heeds, Kept, Seat, TableInfo

BREATH = 1.5
"""How many seconds dice are shaken for those to whom it is open to say something."""

GRACE = 4.0
"""The same where nobody let them fall: a bot throws them, or there are none. Dice that follow were let fall."""

CLAIM = 20.0
"""For how many seconds at most somebody is waited for who asked for it."""

FALLING = 4.0
"""How many seconds dice take on the stage before what can be done about them can be seen."""

INSTANT = 0.001
"""How many seconds are nothing to wait for."""

MOST_PATIENCE = 60


def attended(present: Mapping[str, int], seats: Mapping[str, Seat], controls: Controls) -> frozenset[str]:
    """The seats of a contest at which a person is looking now."""
    gms = {GM} if any(seats[each].gm for each in present if each in seats) else set()
    return frozenset(gms | {seat for seat, holder in controls.casting.items() if holder in present})


def heeded(looking: frozenset[str], controls: Controls, table: TableInfo) -> Heeded:
    """Whom a contest waits for: bots take no time, and a game master may trust the table."""
    trusted = {GM} if table.heeds_gm == "trust" else set()
    seats = looking - trusted - set(controls.bots) if table.patience else frozenset()
    return Heeded(seats, table.patience, table.heeds_gm)


def kept_dice(live: Live, at: int | None = None) -> dict[str, Kept]:
    """The dice that were let fall and are kept, all or those of one request, by what they answer, the first first."""
    kept = live.controls.kept if live.running else {}
    pending = live.referee.pending if kept else ()
    return {each.id: kept[each.id] for each in pending if each.id in kept and at in (None, each.at)}


def waited_for(live: Live, heeds: Heeded, at: int, throwing: tuple[str, ...] = ()) -> dict[str, float]:
    """The seats that may still speak before a request is over, and for how many seconds more each; `inf` until their
    word.

    Who has let dice fall has spoken, for all seats of theirs, and so has who is `throwing` them now.
    """
    pending = [each for each in live.referee.pending if each.at == at]
    windows = [each for each in pending if each.window and each.seat in heeds.seats]
    kept = kept_dice(live, at)
    thrown = time.time() if throwing else max((each.since for each in kept.values()), default=None)
    spoken = {*throwing, *(seat for each in kept.values() for seat in each.spoken)}
    found: dict[str, float] = {}
    for each in windows:
        if each.seat not in spoken:
            found[each.seat] = max(found.get(each.seat, 0.0), _left(live, heeds, each, kept, thrown))
    return {seat: left for seat, left in found.items() if left > INSTANT}


def _left(
    live: Live, heeds: Heeded, window: Pending, kept: Mapping[str, Kept], thrown: float | None
) -> float:
    """For how many seconds more a window is waited for, before dice that were let fall at a time."""
    assert isinstance(window.request, Ask)
    asked_for = live.controls.claims.get(claim_of(live, window))
    if asked_for is not None:
        return asked_for + CLAIM - time.time()
    if window.seat == GM and heeds.gm == "wait":
        return inf
    rest = (FALLING if _after_dice(live, window.at) else 0.0) - live.open_for(window.at)
    if window.request.directed:
        return inf if _rolls_too(live, window, kept) else heeds.patience + rest
    if thrown is not None:
        return thrown + BREATH - time.time()
    return (BREATH if _go_on_by_themselves(live, window.at) else GRACE) + rest


def _go_on_by_themselves(live: Live, at: int) -> bool:
    """Whether what waits are dice that follow from what their seat has just said: with that they were let fall."""
    beside = [each.request for each in live.referee.questions.beside() if each.at == at]
    return any(isinstance(each, Chance) and each.follows for each in beside)


def _rolls_too(live: Live, window: Pending, kept: Mapping[str, Kept]) -> bool:
    """Whether the own dice of a window's seat still wait for it: until then it may decide."""
    dice = (each for each in live.referee.pending if not isinstance(each.request, Ask))
    return any(each.at == window.at and each.seat == window.seat and each.id not in kept for each in dice)


def _after_dice(live: Live, at: int) -> bool:
    """Whether dice fell just before what is open now, which people see falling first."""
    for entry in reversed(live.referee.transcript.entries):
        if getattr(entry, "at", -1) != at:
            return isinstance(entry, Chanced)
    return False


def claim_of(live: Live, window: Pending) -> str:
    """By what a seat's wish to be waited for is known, once for a request."""
    return f"{window.at}.{live.referee.undos}.{window.seat}"


def claimed(live: Live, seats: tuple[str, ...]) -> dict[str, float]:
    """The claims of what is open, with those of these seats where something is open to them."""
    now, windows = time.time(), [each for each in live.referee.pending if each.window]
    here = tuple(f"{at}.{live.referee.undos}." for at in live.referee.open_now)
    old = {name: when for name, when in live.controls.claims.items() if name.startswith(here)}
    return {claim_of(live, each): now for each in windows if each.seat in seats} | old


def checked_patience(seconds: int) -> int:
    """How long people are waited for, or a refusal."""
    if not 0 <= seconds <= MOST_PATIENCE:
        raise Refused(
            f"{seconds} seconds are not possible.", accepted=f"0 to {MOST_PATIENCE}", place="patience"
        )
    return seconds


def checked_heeds(how: str) -> Heeds:
    """How a game master is waited for, or a refusal."""
    for known in get_args(Heeds):
        if how == known:
            return known  # type: ignore[no-any-return]
    raise Refused(f"{how!r} is not known.", accepted=", ".join(get_args(Heeds)), place="heeds_gm")
