"""Parts of a page, sent anew when they change: named by what goes into them, drawn once for all who see the same."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

import msgspec
from markupsafe import Markup

from ..sse import event
from .drawing import draw

__all__ = ["Part", "part"]

_MOST_KEPT = 1_000
_encode = msgspec.json.Encoder().encode


class Part(msgspec.Struct, frozen=True):
    """A part of a page as it stands in the page, and as an event of a stream; the same key, nothing new to see."""

    key: str
    html: Markup
    event: bytes


_kept: OrderedDict[str, Part] = OrderedDict()


def part(name: str, seen: dict[str, Any], **passing: Any) -> Part:
    """The part of this name that is drawn from what is `seen`.

    What is `passing`, such as the time, is drawn too, but makes it no other part.
    """
    key = hashlib.blake2b(_encode((name, seen)), digest_size=8).hexdigest()
    found = _kept.get(key)
    if found is not None:
        _kept.move_to_end(key)
        return found
    html = draw(f"contest/{name}.html", **seen, **passing, key=key).strip()
    made = _kept[key] = Part(key, Markup(html), event(name, html.encode()))  # noqa: S704  a template's own output
    if len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return made
