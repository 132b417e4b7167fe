"""Standing orders: what a seat may answer once for the whole contest."""

from __future__ import annotations

from typing import Final

from agonist.kernel import Answer, Ask, Choice, Order, Seen

from .policies import losing


def _when_losing(seen: Seen, ask: Ask) -> Answer:
    """Where one is losing and a point changes something by itself, not only if the other spends one too."""
    form = ask.legal()
    assert isinstance(form, Choice)
    changes = {each.key: dict(each.leaves) for each in form.options}["yes"]["changes"]
    return "yes" if changes and losing(seen.state, ask.about) else "no"


def _ask_unless_winning(seen: Seen, ask: Ask) -> Answer | None:
    return "no" if seen.state["prevails"] == ask.about else None


ORDERS: Final[dict[str, tuple[Order, ...]]] = {
    "hero point": (
        Order("ask", "ask me unless I am winning the roll", _ask_unless_winning),
        Order("losing", "spend one whenever I am losing", _when_losing),
        Order("keep", "keep them", lambda *_: "no"),
    ),
    "parting shot": (Order("never", "no parting shots", lambda *_: "no"),),
    "hold": (Order("let-go", "hold nobody", lambda *_: "no"),),
}
"""QW-5, QW-28, QW-30: what is asked again and again."""

CROWD: Final = 5
"""So many contestants are too many to ask everybody about every roll."""


def usual_orders(contestants: int) -> dict[str, str]:
    """QW-5: in a crowd a player is asked about a hero point who is not winning the roll."""
    return {"hero point": "ask"} if contestants >= CROWD else {}
