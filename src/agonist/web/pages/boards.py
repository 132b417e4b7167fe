"""The board of a contest, drawn from what a seat sees, and once for all who see the same."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import msgspec
from markupsafe import Markup

from .drawing import draw, own_file

__all__ = ["board"]

_MOST_KEPT = 128

_encoder = msgspec.json.Encoder(order="sorted")


class _Scene:
    """What a board is drawn from. Two scenes are the same if their content is."""

    def __init__(self, name: str, seen: dict[str, Any]) -> None:
        self.name = name
        self.seen = seen
        self.content = hashlib.blake2b(_encoder.encode((name, seen)), digest_size=16).digest()

    def __hash__(self) -> int:
        return hash(self.content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Scene) and self.content == other.content


@lru_cache(maxsize=_MOST_KEPT)
def _drawn(scene: _Scene) -> Markup:
    own = f"games/{scene.name}/board.html" if own_file(scene.name, "board.html") else "parts/plain_board.html"
    return Markup(draw(own, **scene.seen))  # noqa: S704  a template's own output


def board(name: str, **seen: Any) -> Markup:
    """The board of a game, its own or a plain one.

    `seen` is all that a board may use: ``state``, ``seats``, ``asked_seats``, ``recent`` and ``news``, and whether
    the contest is ``over``.
    """
    return _drawn(_Scene(name, seen))
