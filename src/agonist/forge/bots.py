"""Bots: a plain one that declines every optional step, and a sensible one that plays a whole team."""

from __future__ import annotations

from ..kernel import Policy, defaults

__all__ = ["BOTS", "plain"]

plain: Policy = defaults

BOTS: dict[str, Policy] = {"plain": plain}
