"""How totals and outcomes are told."""

from __future__ import annotations


def whose(level: str, name: str) -> str:
    """An outcome and for whom it is one; a tie is for nobody."""
    return level if level == "tie" else f"{level} for {name}"


def total(ap: int) -> str:
    """A total with a proper minus sign."""
    return str(ap).replace("-", "−")
