"""The board of a contest, drawn from what a seat sees."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from .drawing import draw, environment, own_file

__all__ = ["board"]


def board(name: str, **seen: Any) -> Markup:
    """The board of a game, its own or a plain one.

    `seen` is all that a board may use: ``state``, ``seats``, ``asked_seats``, ``recent`` and ``news``, and whether
    the contest is ``over``.
    """
    own = f"games/{name}/board.html" if own_file(name, "board.html") else "parts/plain_board.html"
    return Markup(draw(own, **seen))  # noqa: S704  a template's own output


environment().globals["board_of"] = board
