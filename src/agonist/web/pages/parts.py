"""Parts of a page, sent anew when they change: named by what goes into them, drawn once for all who see the same.

What goes in may be named shorter than by all of it: by the number of a line of a story, say, instead of its words.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from markupsafe import Markup

from ..sse import event
from .drawing import draw

_MOST_KEPT = 1_000
_encode = msgspec.json.Encoder().encode


class Part(msgspec.Struct, frozen=True):
    """A part of a page as it stands in the page, and as an event of a stream; the same key, nothing new to see."""

    key: str
    html: Markup
    event: bytes


_kept: OrderedDict[bytes, Part] = OrderedDict()


def part(name: str, seen: dict[str, Any]) -> Part:
    """The part of this name that is drawn from what is `seen`."""
    return known_part(name, seen, lambda: seen)


def known_part(name: str, known: Any, seen: Callable[[], dict[str, Any]]) -> Part:
    """The part of this name of which it is `known` what goes in; it is `seen` what that is only if it is drawn."""
    named = hashlib.blake2b(_encode((name, known)), digest_size=16).digest()
    found = _kept.get(named)
    if found is not None:
        _kept.move_to_end(named)
        return found
    key = named[:8].hex()
    html = draw(f"contest/{name}.html", **seen(), key=key).strip()
    made = _kept[named] = Part(key, Markup(html), event(name, html.encode()))  # noqa: S704  a template's own output
    if len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return made
