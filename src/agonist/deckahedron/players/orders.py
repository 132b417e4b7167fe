"""Standing orders: what a seat may answer once for the whole contest, from what it sees."""

from __future__ import annotations

from collections.abc import Mapping

from agonist.kernel import Answer, Ask, Choice, Order, Seen

from ..damage.splits import Split
from .bots import Target, foe_does, free, nearest, weakest

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


_AS_SAID = Order("as-said", "as I said when I split it", lambda _, ask: ask.assumed())
"""DK-12, DK-13: what was said to be used is, and the rest is taken."""


def _all(manner: str, title: str, target: Target) -> Order:
    """The same for all foes, in every round, also where only one is left to act."""

    def decide(seen: Seen, ask: Ask) -> Answer:
        return foe_does(seen, ask, target) if ask.about else ask.legal().fallback() | {"all": manner}

    return Order(manner, title, decide)


HIT_ORDERS: Mapping[str, tuple[Order, ...]] = {
    "split": (Order("stamina", f"all as Stamina while {ENOUGH} or more are left", _as_stamina),),
    "stamina": (_AS_SAID,),
    "harm": (_AS_SAID,),
    "wound": (_AS_SAID,),
    "narration": (Order("leave", "leave it out", lambda _, ask: ask.legal().check("")),),
}
FIGHT_ORDERS: Mapping[str, tuple[Order, ...]] = {
    **HIT_ORDERS,
    "opening": (),
    "price": (),
    "aid": (),
    "reshuffle": (),
    "foe": (Order("planned", "each as I planned for all of them", lambda _, ask: ask.assumed()),),
    "foes": (
        _all("nearest", "they attack the nearest", nearest),
        _all("spread", "they spread out", free),
        _all("weakest", "they go for the weakest", weakest),
    ),
}

USUAL_IN_COMPANY: Mapping[str, str] = {
    "stamina": "as-said",
    "harm": "as-said",
    "wound": "as-said",
    "foe": "planned",
}
"""What is not asked again where others wait: it was said with the split, and with the plan for all foes."""
