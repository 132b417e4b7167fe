"""Standing orders: what a seat may answer once for the whole contest."""

from __future__ import annotations

from typing import Final

from agonist.kernel import Answer, Ask, Order, Seen

from .policies import outlasts, saves


def _burned(ask: Ask, *, wanted: bool) -> Answer:
    """Yes or no, or so many where a roll may take several."""
    many = ask.legal().fallback() == 0
    return int(wanted) if many else "yes" if wanted else "no"


def _if_it_saves(seen: Seen, ask: Ask) -> Answer:
    return _burned(ask, wanted=saves(seen, ask))


def _ask_if_it_saves(seen: Seen, ask: Ask) -> Answer | None:
    return None if saves(seen, ask) else _burned(ask, wanted=False)


def _lose_what_is_left(_: Seen, ask: Ask) -> Answer | None:
    return "lose" if outlasts(ask) else None


ORDERS: Final[dict[str, tuple[Order, ...]]] = {
    "story point": (
        Order("ask", "ask me only if it decides who wins", _ask_if_it_saves),
        Order("saves", "burn one whenever it decides who wins", _if_it_saves),
        Order("keep", "keep them", lambda _, ask: _burned(ask, wanted=False)),
    ),
    "loss": (Order("lose", "lose resolve, and ask me only if that takes me out", _lose_what_is_left),),
    "parting shot": (Order("never", "no parting shots", lambda *_: "no"),),
    "free action": (Order("wait", "wait whenever I am free", lambda *_: "wait"),),
    "shift": (Order("keep", "followers take nothing", lambda *_: "keep"),),
}
"""QS-31, QS-38, QS-42, QS-50, QS-64: what is asked again and again."""

CROWD: Final = 5
"""So many pairs are too many to ask everybody about every roll."""


def usual_orders(pairs: int) -> dict[str, str]:
    """QS-31, QS-64: in a crowd a player is asked where a story point decides who wins, or a loss who is out."""
    return {"story point": "ask", "loss": "lose"} if pairs >= CROWD else {}
