"""Who is called to a contest: its players, wherever they are at the table's pages."""

from __future__ import annotations

from agonist.table import ContestInfo, Seat, TableView


def called_to(view: TableView, who: Seat) -> ContestInfo | None:
    """The contest to which a seat of the table is called: the last that was begun with it in it.

    A game master goes where they like, and what was forked from another contest is a "What if?" that calls nobody.
    """
    theirs = [each for each in view.running if who.id in each.players and not each.forked_from]
    return None if who.gm or not theirs else theirs[-1]
