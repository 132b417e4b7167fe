"""Who stands against whom, and the Stamina that everybody has left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.kernel import GM, Combatant, Fate
from agonist.tabletop import amount

STAMINA_LEFT = ("Stamina", "Whoever has no Stamina left is out of the fight.")
FULL_DECK = 10
"""How many cards with Stamina a deck has at first."""


def standing(seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
    """DK-10: everybody with the Stamina that is left, the characters against the foes."""
    heroes = [_stands(each, 0, max(FULL_DECK, each["stamina"])) for each in seen["characters"]]
    return (*heroes, *(_stands(foe, 1, foe["most"]) for foe in seen.get("foes", ())))


def facing(seen: Mapping[str, Any], acting: str) -> tuple[str, ...]:
    """Who strikes, or is struck: by the hit that comes in, the foe whose turn it is, or the one that was aimed at."""
    for hit in seen["hits"]:
        if acting in (hit["victim"], hit["source"]):
            return (hit["source"] if acting == hit["victim"] else hit["victim"],)
    aimed = seen.get("target", "") if acting not in seen.get("order", ()) else ""
    return (aimed,) if aimed else tuple(seen.get("due", ())[:1])


def _stands(each: Mapping[str, Any], side: int, full: int) -> Combatant:
    fates: dict[str, Fate] = {"up": "stands", "gone": "left"}
    tokens = [
        amount(each[what], word) for what, word in (("harm", "Harm"), ("wounds", "Wound")) if each[what]
    ]
    said = "" if each["standing"] == "up" else each["standing"]
    return Combatant(
        each["name"],
        side,
        each.get("seat", GM),
        ("the characters", "the foes")[side],
        each["stamina"],
        full,
        fate=fates.get(each["standing"], "fell"),
        said="got away" if said == "gone" else said,
        count=", ".join([f"{each['stamina']} Stamina of {full}", *tokens]),
    )
