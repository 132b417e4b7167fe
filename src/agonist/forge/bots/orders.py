"""Standing orders: what a seat may answer once for the whole contest."""

from __future__ import annotations

from typing import Final

from agonist.kernel import Answer, Ask, Order, Seen


def _only_when_behind(seen: Seen, ask: Ask) -> Answer | None:
    """Leave a roll as it is unless somebody who has rolled, or a difficulty, would beat it."""
    behind = seen.state["test"]["lacks"].get(ask.about, 0) > 0
    return None if behind else ask.legal().fallback()


ORDERS: Final[dict[str, tuple[Order, ...]]] = {
    "after the roll": (
        Order("behind", "ask me only when my side is behind", _only_when_behind),
        Order("leave", "leave my rolls as they are", lambda _, ask: ask.legal().fallback()),
    ),
    "raise the difficulty": (Order("never", "never raise the difficulty", lambda *_: "enough"),),
    "deny the dice": (Order("never", "keep my Favor", lambda *_: "no"),),
    "join the defence": (Order("stay", "step in for nobody", lambda *_: "stay out"),),
    "defend": (),
    "does it fit": (Order("yes", "what players say fits", lambda *_: "yes"),),
}
"""FG-14, FG-22, FG-45: what is asked, or can be said, again and again."""
