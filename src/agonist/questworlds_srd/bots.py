"""Bots: policies that see only their seat's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from agonist.kernel import Answer, Ask, Policy, Seen


def _result(view: Mapping[str, Any], name: str) -> tuple[int, int]:
    """How far ahead somebody is in successes, and by the die."""
    clash = view.get("clash")
    if not clash or name not in clash["names"]:
        return 0, 0
    mine = clash["names"].index(name)
    ahead = clash["successes"][mine] - clash["successes"][1 - mine]
    return ahead, clash["dice"][mine] - clash["dice"][1 - mine]


def saves(seen: Seen, ask: Ask) -> bool:
    """Whether one more success turns a defeat into a tie or a victory, or a tie into a victory."""
    ahead, die = _result(seen.state, ask.about)
    return (ahead == 0 and die <= 0) or (ahead == -1 and die >= 0)


def steady(seen: Seen, ask: Ask) -> Answer:
    """Everything as offered, and a story point where it changes who wins."""
    form = ask.legal()
    if ask.what == "story point" and saves(seen, ask):
        return 1 if form.fallback() == 0 else "yes"
    return form.fallback()


def thrifty(_: Seen, ask: Ask) -> Answer:
    """Everything as offered, and no story points."""
    return ask.legal().fallback()


BOTS: Final[dict[str, Policy]] = {"steady": steady, "thrifty": thrifty}
