"""Observations: a seat's view as numbers of one length, whatever the game.

Each place in the view goes to a few of the numbers by a hash of its name (the hashing trick): a number there changes
one of them by how large it is, a word one by which word it is. What a seat cannot see is in no view, and so in none of
the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray


def observed(view: Any, size: int) -> NDArray[np.float32]:
    """A view as `size` numbers from -1 to 1."""
    found = np.zeros(size, dtype=np.float32)
    for place, value in _leaves(view, ""):
        if isinstance(value, bool) or value is None or isinstance(value, str):
            if value:
                found[crc32(f"{place}={value}".encode()) % size] += 1.0
        else:
            found[crc32(place.encode()) % size] += math.tanh(float(value) / 20)
    return np.clip(found, -1.0, 1.0)


def _leaves(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, f"{place}.{key}")
    elif isinstance(value, list | tuple):
        for n, each in enumerate(value):
            yield from _leaves(each, f"{place}.{n}")
    else:
        yield place, value
