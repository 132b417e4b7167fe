"""Deckahedron odds: flips from the cards left, and how long a character lasts."""

from typing import TYPE_CHECKING, Any

from ..asking import Parameter, Question, part_of
from .cards import BLESSINGS, DECKAHEDRON, WOUND_CARDS

if TYPE_CHECKING:
    from .enduring import Condition, Endurance, endure
    from .fighting import fight
    from .flips import flip, flip_from

__all__ = ["Condition", "Endurance", "QUESTIONS", "endure", "fight", "flip", "flip_from"]

_SUITS = ("anvil", "blade", "crown", "dragon")
_SIGNS = ("", "✗✗", "✗", "✔", "✔✔")
_MARKS = {"s": "Stamina", "x": "XP", "w": "wound card", "b": "blessing"}


def _named(card: str) -> str:
    """A card as its four results, from Anvil to Dragon, and its marks."""
    marks = ", ".join(_MARKS[mark] for mark in card[4:])
    return " ".join(_SIGNS[int(result)] for result in card[:4]) + (f" ({marks})" if marks else "")


_CARDS = tuple((card, _named(card)) for card in (*DECKAHEDRON, *WOUND_CARDS, *BLESSINGS))


def _count(name: str, help: str, label: str, most: int, *, more: bool = False) -> Parameter:
    return Parameter(name, help, "number", 0, least=0, most=most, label=label, more=more)


def _suit(help: str) -> Parameter:
    says = tuple(suit.capitalize() for suit in _SUITS)
    return Parameter("suit", help, "choice", choices=_SUITS, required=True, label="Suit", says=says)


def _pile(name: str, help: str, label: str) -> Parameter:
    return Parameter(name, help, many=True, default=(), label=label, offers=_CARDS, more=True)


QUESTIONS = (
    Question(
        "deckahedron",
        "flip",
        "Flip",
        "The chances of a flip from the cards that are left.",
        "agonist odds deckahedron flip --suit crown --lost 3 --wounds 1 --advantage 1",
        (
            _suit("The suit of the attribute."),
            _count("lost", "Cards on the Exhaustion pile, any of them.", "Stamina lost", 9),
            _count("wounds", "Wound cards among the cards.", "Wound cards", 2),
            _count("advantage", "Further cards, of which the best counts.", "Advantages", 9),
            _count("disadvantage", "Further cards, of which the worst counts.", "Disadvantages", 9),
            _pile("deck", "Where all are known, such as 1334s on the command line.", "Cards in the deck"),
            _pile("discard", "For a deck that is too small.", "Cards on the discard pile"),
        ),
        "agonist.odds.deckahedron.flips:flip",
        (
            ("outcomes", "The result"),
            ("wound", "A wound card comes up"),
            ("double-cross", "✗✗"),
            ("cross", "✗"),
            ("check", "✔"),
            ("double-check", "✔✔"),
        ),
    ),
    Question(
        "deckahedron",
        "endure",
        "Endurance",
        "How many hits a character survives, and how to split each.",
        "agonist odds deckahedron endure --damage 1d6 --policy best",
        (
            Parameter("damage", "Such as 1, 1d6 or 2d6.", required=True, label="Damage of a hit"),
            Parameter(
                "policy",
                "How hits are split.",
                "choice",
                "best",
                choices=("best", "stamina", "wound-first"),
                label="How hits are split",
                says=("Best play", "All to Stamina", "Wounds first"),
            ),
            Parameter("stamina", "At the start.", "number", 10, least=1, most=10, label="Stamina"),
            _count("harm", "At the start.", "Harm tokens", 2),
            _count("wounds", "At the start.", "Wound tokens", 2),
            Parameter(
                "armour",
                "Armour with slots.",
                "choice",
                "none",
                choices=("none", "leather", "padded", "full-plate"),
                label="Armour",
                says=("None", "Leather", "Padded", "Full plate"),
            ),
            _count("cardio", "By levels of an endurance move.", "Slots for Stamina", 10, more=True),
        ),
        "agonist.odds.deckahedron.enduring:endure",
        (
            ("mean", "Hits to expect"),
            ("hits", "Hits survived"),
            ("split", "How to split a first hit of"),
        ),
    ),
    Question(
        "deckahedron",
        "fight",
        "Fight, one against one",
        "A fresh character without armour, hand to hand against one foe, to the end.",
        "agonist odds deckahedron fight --suit dragon --weapon 1d6 --foe 6 --damage 1d6",
        (
            _suit("The suit of the character's strength."),
            Parameter("weapon", "Such as 1d6.", default="1d6", label="Damage of the weapon"),
            Parameter(
                "foe", "What must be taken from it.", "number", 6, least=1, most=40, label="The foe's Stamina"
            ),
            Parameter("damage", "Such as 1d6.", default="1d6", label="The foe's damage"),
        ),
        "agonist.odds.deckahedron.fighting:fight",
        (
            ("win", "The character wins"),
            ("tie", "Both fall"),
            ("lose", "The character falls"),
            ("mean", "Rounds to expect"),
            ("chance", "How it ends"),
        ),
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
