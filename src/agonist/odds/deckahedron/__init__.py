"""Deckahedron odds: flips from the cards left, and how long a character lasts."""

from typing import TYPE_CHECKING, Any

from ..asking import Parameter, Question, part_of

if TYPE_CHECKING:
    from .enduring import Condition, Endurance, endure
    from .fighting import fight
    from .flips import flip, flip_from

__all__ = ["Condition", "Endurance", "QUESTIONS", "endure", "fight", "flip", "flip_from"]

_SUITS = ("anvil", "blade", "crown", "dragon")

QUESTIONS = (
    Question(
        "deckahedron",
        "flip",
        "Flip",
        "The chances of a flip from the cards that are left.",
        "agonist odds deckahedron flip --suit crown --lost 3 --wounds 1 --advantage 1",
        (
            Parameter("suit", "The suit of the attribute.", "choice", choices=_SUITS, required=True),
            Parameter(
                "lost", "Stamina cards on the Exhaustion pile, any of them.", "number", 0, least=0, most=9
            ),
            Parameter("wounds", "Wound cards among the cards.", "number", 0, least=0, most=2),
            Parameter("advantage", "Advantages.", "number", 0, least=0, most=9),
            Parameter("disadvantage", "Disadvantages.", "number", 0, least=0, most=9),
            Parameter(
                "deck", "A card in the deck, such as 1334s, where all are known.", many=True, default=()
            ),
            Parameter(
                "discard", "A card on the discard pile, for a deck that is too small.", many=True, default=()
            ),
        ),
        "agonist.odds.deckahedron.flips:flip",
    ),
    Question(
        "deckahedron",
        "endure",
        "Endurance",
        "How many hits a character survives, and how to split each.",
        "agonist odds deckahedron endure --damage 1d6 --policy best",
        (
            Parameter("damage", "The damage of a hit, such as 1, 1d6 or 2d6.", required=True),
            Parameter(
                "policy", "How hits are split.", "choice", "best", choices=("best", "stamina", "wound-first")
            ),
            Parameter("stamina", "Stamina points at the start.", "number", 10, least=1, most=10),
            Parameter("harm", "Harm tokens at the start.", "number", 0, least=0, most=2),
            Parameter("wounds", "Wound tokens at the start.", "number", 0, least=0, most=2),
            Parameter(
                "armour",
                "Armour with slots.",
                "choice",
                "none",
                choices=("none", "leather", "padded", "full-plate"),
            ),
            Parameter(
                "cardio", "Slots for Stamina, by levels of an endurance move.", "number", 0, least=0, most=10
            ),
        ),
        "agonist.odds.deckahedron.enduring:endure",
    ),
    Question(
        "deckahedron",
        "fight",
        "Fight, one against one",
        "A fresh character without armour, hand to hand against one foe, to the end.",
        "agonist odds deckahedron fight --suit dragon --weapon 1d6 --foe 6 --damage 1d6",
        (
            Parameter(
                "suit", "The suit of the character's strength.", "choice", choices=_SUITS, required=True
            ),
            Parameter("weapon", "The damage of the character's weapon.", default="1d6"),
            Parameter("foe", "The foe's Stamina.", "number", 6, least=1, most=40),
            Parameter("damage", "The foe's damage.", default="1d6"),
        ),
        "agonist.odds.deckahedron.fighting:fight",
    ),
)

_PARTS = {
    "flip": "flips",
    "fight": "fighting",
    "flip_from": "flips",
    "endure": "enduring",
    "Endurance": "enduring",
    "Condition": "enduring",
}


def __getattr__(name: str) -> Any:
    return part_of(__name__, _PARTS, name)
