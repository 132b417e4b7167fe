"""Policies for Forge's real rules that the calculations know too."""

from __future__ import annotations

from agonist.kernel import Policy

__all__ = ["fighter"]


def fighter(name: str) -> Policy | None:
    """No names beyond the game's own bots."""
    return None if name else None
