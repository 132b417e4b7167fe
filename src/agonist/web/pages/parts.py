"""Parts of a page, sent anew when they change: named by what goes into them, drawn once for all who see the same.

What goes in may be named shorter than by all of it: by the number of a line of a story, say, instead of its words.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Any

import msgspec
from markupsafe import Markup

from ..sse import event
from .drawing import draw

_encode = msgspec.json.Encoder().encode


class Part(msgspec.Struct, frozen=True):
    """A part of a page as it stands in the page, and as an event of a stream; the same key, nothing new to see."""

    key: str
    html: Markup
    event: bytes


class Kept:
    """The parts that were drawn last, by the table they are of: so many, with so many bytes together."""

    def __init__(self, most: int = 2_000, most_bytes: int = 32_000_000) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._parts: OrderedDict[tuple[str, bytes], Part] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()
        """Large pages are drawn in threads."""

    def find(self, key: tuple[str, bytes]) -> Part | None:
        with self._lock:
            found = self._parts.get(key)
            if found is not None:
                self._parts.move_to_end(key)
            return found

    def keep(self, key: tuple[str, bytes], part: Part) -> None:
        with self._lock:
            self._drop(key)
            self._parts[key] = part
            self._bytes += _size(part)
            while self._bytes > self._most_bytes or len(self._parts) > self._most:
                self._drop(next(iter(self._parts)))

    def forget(self, table: str) -> None:
        """A table is gone: nothing that was drawn of it stays."""
        with self._lock:
            for key in [each for each in self._parts if each[0] == table]:
                self._drop(key)

    def _drop(self, key: tuple[str, bytes]) -> None:
        gone = self._parts.pop(key, None)
        if gone is not None:
            self._bytes -= _size(gone)


def _size(part: Part) -> int:
    return 2 * len(part.event)


kept = Kept()


def part(table: str, name: str, seen: dict[str, Any]) -> Part:
    """The part of this name that is drawn from what is `seen`."""
    return known_part(table, name, seen, lambda: seen)


def known_part(table: str, name: str, known: Any, seen: Callable[[], dict[str, Any]]) -> Part:
    """The part of this name of which it is `known` what goes in; it is `seen` what that is only if it is drawn."""
    named = hashlib.blake2b(_encode((name, known)), digest_size=16).digest()
    found = kept.find((table, named))
    if found is not None:
        return found
    key = named[:8].hex()
    html = draw(f"contest/{name}.html", **seen(), key=key).strip()
    made = Part(key, Markup(html), event(name, html.encode()))  # noqa: S704  a template's own output
    kept.keep((table, named), made)
    return made
