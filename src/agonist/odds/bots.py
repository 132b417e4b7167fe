"""Policies of the odds room for the real rules, by name: those that its questions know too."""

from __future__ import annotations

from collections.abc import Callable

from agonist.kernel import Policy

from .inquiries import loaded

__all__ = ["named_policy"]

_MAKERS = {"questworlds": "agonist.odds.questworlds.bots:bidder"}


def named_policy(game: str, name: str) -> Policy | None:
    """The policy of that name for a game, or None if there is none."""
    if game not in _MAKERS:
        return None
    maker: Callable[[str], Policy | None] = loaded(_MAKERS[game])
    return maker(name)
