"""Who is called to a contest: its players, wherever they are at the table's pages; and what is about to be played."""

from __future__ import annotations

from agonist.kernel import AgonistError, game
from agonist.table import ContestInfo, Seat, TableView


def called_to(view: TableView, who: Seat) -> ContestInfo | None:
    """The contest to which a seat of the table is called: the last that was begun with it in it.

    A game master goes where they like, and what was forked from another contest is a "What if?" that calls nobody.
    """
    theirs = [each for each in view.running if who.id in each.players and not each.forked_from]
    return None if who.gm or not theirs else theirs[-1]


def planned(what: str) -> tuple[str, ...]:
    """What is being set up, a game or "game/type", by its titles, the narrower first; nothing if there is none such."""
    name, _, kind = what.partition("/")
    try:
        rules = game(name)
        return (rules.type(kind).title, rules.title) if kind else (rules.title,)
    except AgonistError:
        return ()
