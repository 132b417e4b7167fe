"""Types that msgspec knows before threads meet them.

A struct's fields are looked into when it is first decoded, and in msgspec 0.22 a second thread that meets the type
meanwhile reads what is half done and ends the process. So every type is learned at one moment, by one thread: a
game's when it is loaded or registered, the server's when it starts.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import RLock
from weakref import WeakSet

import msgspec

LEARNING = RLock()
"""Held while types are learned, and by who makes new ones known."""

_learned: WeakSet[type[msgspec.Struct]] = WeakSet()


def learn_types() -> int:
    """Learn all struct types that there are by now; says how many were new."""
    with LEARNING:
        new = {kind for kind in _structs(msgspec.Struct) if kind not in _learned}
        for kind in new:
            try:
                msgspec.json.Decoder(kind)
            except (TypeError, NameError):
                continue  # it is never decoded: it holds what JSON cannot
            finally:
                _learned.add(kind)
        return len(new)


def _structs(parent: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in parent.__subclasses__():
        yield kind
        yield from _structs(kind)
