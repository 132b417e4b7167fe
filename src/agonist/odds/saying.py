"""A chance in words, the same on pages, in the terminal and in reviews; numbers as a table in notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

_UNTOLD = 0.3
"""What may be off by so much was tried too few times to say anything."""
_LITTLE = 0.13
"""What may be off by no more than this is said without that, where there is little room."""
_NONE = 4
"""A chance that may be off by so many times itself is told by how high it may be at most: nothing was won."""


def told_with(error: float) -> bool:
    """Whether a chance that may be off by so much is told at all.

    >>> told_with(0.1), told_with(0.4)
    (True, False)
    """
    return error < _UNTOLD


def chance_said(value: float, error: float = 0.0, *, brief: bool = False) -> str:
    """A chance in whole hundredths, with how far it may be off, which a `brief` one says only where it is much; what is
    not certain is never called so, and what may be off by too much is not said.

    >>> [chance_said(value) for value in (0.0, 0.001, 0.584, 0.9999, 1.0)]
    ['0%', 'under 1%', '58%', 'over 99%', '100%']
    >>> [chance_said(value, 0.021) for value in (0.0, 0.584, 1.0)]
    ['under 2%', '58% ± 2', 'over 98%']
    >>> chance_said(0.05, 0.25), chance_said(0.1, 0.25), chance_said(0.98, 0.12)
    ('under 30%', '10% ± 25', 'over 86%')
    >>> chance_said(0.584, 0.021, brief=True), chance_said(0.58, 0.28, brief=True), chance_said(0.44, 0.94)
    ('58%', '58% ± 28', '')
    """
    if not told_with(error):
        return ""
    whole, off = round(100 * value), round(100 * error)
    if off and (whole >= 100 or _NONE * (1 - value) < error):
        return f"over {value - error:.0%}"
    if off and (whole <= 0 or _NONE * value < error):
        return f"under {value + error:.0%}"
    if off:
        return f"{value:.0%}" if brief and error <= _LITTLE else f"{value:.0%} ± {off}"
    if 0 < value < 0.005:
        return "under 1%"
    return "over 99%" if 0.995 <= value < 1 else f"{value:.0%}"


def worked_out_said(value: float | Fraction) -> str:
    """A chance that was worked out, to tenths of a hundredth; what is not certain is never called so.

    >>> [worked_out_said(value) for value in (0.0, 0.0001, 0.5794, 0.99997, 1.0)]
    ['0.0%', 'under 0.1%', '57.9%', 'over 99.9%', '100.0%']
    """
    if 0 < value < 0.0005:
        return "under 0.1%"
    return "over 99.9%" if 0.9995 <= value < 1 else f"{float(value):.1%}"


def listed(names: Sequence[str], most: int = 3) -> str:
    """A few names in a row, and how many more there are.

    >>> listed(["a", "b"]), listed(["a", "b", "c", "d", "e"])
    ('a, b', 'a, b, c and 2 more')
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A small HTML table.

    >>> html_table(("", "chance"), [("<3", "50%")])
    '<table><thead><tr><th></th><th>chance</th></tr></thead><tbody><tr><td>&lt;3</td><td>50%</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(each)}</th>" for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
