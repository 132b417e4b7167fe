"""Standing orders: what a seat may answer once for the whole contest, from what it sees."""

from __future__ import annotations

from collections.abc import Mapping

from agonist.kernel import Answer, Ask, Choice, Order, Seen

from .splits import Split

ENOUGH = 4
"""With this much Stamina left after a hit nobody need think about Harm."""


def _as_stamina(seen: Seen, ask: Ask) -> Answer | None:
    """All of it as Stamina, as long as enough is left; else the player is asked."""
    form = ask.legal()
    plain = Split(0, 0, seen.state["hits"][0]["damage"]).key
    left = (
        {each.key: dict(each.leaves)["stamina"] for each in form.options} if isinstance(form, Choice) else {}
    )
    return form.pick(plain) if isinstance(form, Choice) and left[plain] >= ENOUGH else None


def _all(manner: str, title: str) -> Order:
    """The same for all foes, in every round."""
    return Order(manner, title, lambda _, ask: ask.legal().fallback() | {"all": manner})


HIT_ORDERS: Mapping[str, tuple[Order, ...]] = {
    "split": (Order("stamina", f"all as Stamina while {ENOUGH} or more are left", _as_stamina),),
}
FIGHT_ORDERS: Mapping[str, tuple[Order, ...]] = {
    **HIT_ORDERS,
    "opening": (),
    "price": (),
    "aid": (),
    "reshuffle": (),
    "foes": (
        _all("nearest", "they attack the nearest"),
        _all("spread", "they spread out"),
        _all("weakest", "they go for the weakest"),
    ),
}
