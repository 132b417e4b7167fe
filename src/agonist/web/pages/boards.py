"""The board of a contest, drawn from what a seat sees; its pieces once for all who see the same."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from markupsafe import Markup

from .drawing import draw, environment, own_file

_MOST_KEPT = 4_000
_encode = msgspec.json.Encoder(enc_hook=str).encode
_pieces: OrderedDict[bytes, Markup] = OrderedDict()


def board(name: str, **seen: Any) -> Markup:
    """The board of a game, its own or a plain one.

    `seen` is all that a board may use: ``state``, ``seats``, ``asked_seats``, ``recent``, and whether
    the contest is ``over``.
    """
    own = f"games/{name}/board.html" if own_file(name, "board.html") else "parts/plain_board.html"
    return Markup(draw(own, **seen))  # noqa: S704  a template's own output


def kept(name: str, macro: Callable[..., Markup], *seen: Any, also: Any = ()) -> Markup:
    """A piece of a board as its macro draws it from what is `seen`, drawn once for all who see the same.

    `also` is everything else that the macro looks at; `name` tells the pieces of all games apart.
    """
    key = hashlib.blake2b(_encode((name, seen, also)), digest_size=16).digest()
    found = _pieces.get(key)
    if found is None:
        found = _pieces[key] = macro(*seen)
        if len(_pieces) > _MOST_KEPT:
            _pieces.popitem(last=False)
    else:
        _pieces.move_to_end(key)
    return found


environment().globals |= {"board_of": board, "kept": kept}
