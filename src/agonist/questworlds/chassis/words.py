"""Ways to say numbers, the same in both editions."""

from __future__ import annotations


def minus(number: int) -> str:
    """A number with a proper minus sign.

    >>> minus(-4), minus(7)
    ('−4', '7')
    """
    return str(number).replace("-", "−")
