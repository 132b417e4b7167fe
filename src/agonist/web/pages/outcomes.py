"""How a contest ended, in rows: what its outcome says beyond the summary."""

from __future__ import annotations

import re
from typing import Any

from .drawing import environment, plain, words


def consequences(outcome: dict[str, Any], headline: str) -> list[tuple[str, str]]:
    """What an outcome says beyond its summary and its headline, in rows."""
    rows: list[tuple[str, str]] = []
    for key, value in outcome.items():
        if key in ("summary", "rule", "winners", headline) or value in _NOTHING:
            continue
        if isinstance(value, dict):
            rows += [(words(str(name)), _in_words(each)) for name, each in value.items()]
        elif isinstance(value, list | tuple) and isinstance(value[0], dict):
            rows += [(str(each.get("name", words(key))), _in_words(each)) for each in value]
        else:
            rows.append((words(key), _in_words(value)))
    known = {name for name, _ in rows}
    return [row for n, row in enumerate(rows) if row[0] not in {name for name, _ in rows[n + 1 :]} & known]


def _in_words(value: Any) -> str:
    if isinstance(value, dict):
        rest = {k: v for k, v in value.items() if k not in ("name", "side") and v not in _NOTHING}
        return ", ".join(
            f"{words(k).lower()} {_in_words(v)}" if not isinstance(v, str) else _in_words(v)
            for k, v in rest.items()
        )
    return value.replace("-", " ") if isinstance(value, str) and _SLUG.fullmatch(value) else plain(value)


_NOTHING: tuple[Any, ...] = (None, "", [], {}, ())
_SLUG = re.compile(r"[a-z]+(-[a-z]+)+")

environment().filters["consequences"] = consequences
