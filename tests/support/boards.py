"""Boards as people see them, on a page and in a terminal."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from agonist.cli.terminal.board import Board
from agonist.kernel import Referee, seat_view
from agonist.web.pages import boards
from agonist.web.pages import contests as _contests  # noqa: F401  the page brings what templates use
from agonist.web.pages.people import asked_seats

__all__ = ["page_board", "terminal_board"]


def page_board(referee: Referee[Any], seat: str) -> str:
    view = seat_view(referee, seat)
    return boards.board(
        referee.game.name,
        state=view.state,
        seats=view.seats,
        asked_seats=asked_seats(view),
        recent=view.lines[-24:],
        news=view.lines[-3:],
        over=referee.over,
    )


def terminal_board(referee: Referee[Any], seat: str) -> str:
    out = io.StringIO()
    Console(file=out, width=120).print(Board(referee.kind, seat_view(referee, seat)))
    return out.getvalue()
