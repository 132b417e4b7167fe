"""Who is asked, who is waited for, who is there: the people of a contest as its page tells of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.kernel import GM, SeatView
from agonist.table import ContestSeat, ContestView, KeptDice, TableView

from .staging import purpose_of, throwing


def asked_seats(view: SeatView) -> list[str]:
    """The seats that the contest waits for."""
    asked = {each.seat for each in view.asked if not each.window}
    return sorted(asked | {each.seat for each in view.waiting if not each.window})


def waiting_rows(
    view: SeatView, seats: list[ContestSeat], kept: Sequence[KeptDice] = ()
) -> list[dict[str, Any]]:
    """Whom the table waits for, and for what; and who can still speak up. Dice that are kept wait for nobody's word."""
    bots = {each.seat for each in seats if each.bot}
    thrown = {each.seat for each in kept}
    rows = []
    for each in view.waiting:
        if each.chance and each.seat in thrown:
            continue
        called = view.seats.get(each.seat, each.seat)
        acts = each.about if each.about and each.text.startswith(f"{each.about} ") else called
        text = each.text.removeprefix(acts).strip() if each.text else f"decides: {each.what}."
        if each.chance:
            text, acts = f"{throwing(each.throws, purpose_of(each.what, called))}.", called
        rows.append(
            {
                "seat": each.seat,
                "name": acts,
                "text": text,
                "bot": each.seat in bots,
                "window": each.window,
                "held": bool(each.throws),
            }
        )
    return list({(row["seat"], row["text"]): row for row in rows}.values())


def bots_of(view: ContestView) -> set[str]:
    """The seats that bots play."""
    return {each.seat for each in view.seats if each.bot}


def asked_elsewhere(view: ContestView) -> list[str]:
    """The other seats of this screen that are asked."""
    asked = [seat for seat in view.asked_of if seat != view.seen_as]
    return [seat for seat in asked if seat not in bots_of(view)] if asked else asked


def asked_here(view: ContestView) -> bool:
    """Whether the seat that is looked at must decide something."""
    kept = {each.request for each in view.kept}
    return any(
        each.seat == view.seen_as and not each.window and each.id not in kept for each in view.view.asked
    )


def screen_seats(view: ContestView) -> list[str]:
    """The seats that can be looked at from this screen."""
    bots = bots_of(view)
    return [seat for seat in view.holds if seat == view.seen_as or seat not in bots]


def seat_marks(view: ContestView, table: TableView) -> list[dict[str, str]]:
    """Who plays each seat of the contest, and whether they are there."""
    here = {seat.id: seat.present for seat in table.seats}
    gms = any(seat.present for seat in table.seats if seat.role == "gm")
    marks = []
    for seat in view.seats:
        present = gms if seat.seat == GM else here.get(seat.holder or "", 0)
        mark, word = ("bot", "a bot") if seat.bot else ("here", "here") if present else ("away", "not here")
        if not seat.bot and seat.holder is None and seat.seat != GM:
            mark, word = ("away", "played by the game master")
        marks.append({"name": seat.name, "initial": seat.name[:1].upper(), "mark": mark, "word": word})
    return marks
