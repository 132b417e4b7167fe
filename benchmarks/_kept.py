"""What long measurements have found so far, so that they can be gone on with: a file, a line a piece."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

KEPT = os.environ.get("BENCH_KEPT", "")
"""The file: whoever names it again goes on after what is there."""


@cache
def _found(file: str) -> dict[str, Any]:
    lines = Path(file).read_bytes().splitlines() if Path(file).exists() else []
    return dict(msgspec.json.decode(line) for line in lines)


def kept(key: str, make: Callable[[], Any]) -> Any:
    """A piece by its key, which says all that it depends on, as plain data: as it was found before, or found now."""
    if not KEPT:
        return msgspec.to_builtins(make())
    found = _found(KEPT)
    if key not in found:
        found[key] = msgspec.to_builtins(make())
        with Path(KEPT).open("ab") as file:
            file.write(msgspec.json.encode((key, found[key])) + b"\n")
    return found[key]
