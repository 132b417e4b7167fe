"""Deckahedron odds: flips from the cards left, and how long a character lasts."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from agonist.kernel import Option, Several, Written
from agonist.odds.declared import Knows, part_of
from agonist.odds.inquiries import Parameter, Question, choice, number

from ..cards import BLESSINGS, DECKAHEDRON, SUITS, WOUND_CARDS

if TYPE_CHECKING:
    from .enduring import Condition, Endurance, endure
    from .fighting import fight
    from .flips import flip, flip_from

__all__ = ["Condition", "Endurance", "KNOWS", "QUESTIONS", "endure", "fight", "flip", "flip_from"]

_SIGNS = ("", "✗✗", "✗", "✔", "✔✔")
_MARKS = {"s": "Stamina", "x": "XP", "w": "wound card", "b": "blessing"}


def _named(card: str) -> str:
    """A card as its four results, from Anvil to Dragon, and its marks."""
    marks = ", ".join(_MARKS[mark] for mark in card[4:])
    return " ".join(_SIGNS[int(result)] for result in card[:4]) + (f" ({marks})" if marks else "")


_COPIES = Counter((*DECKAHEDRON, *WOUND_CARDS, *BLESSINGS))
_PILE = Several(tuple(Option(card, _named(card), times=copies) for card, copies in _COPIES.items()))
_DICE = Written(
    r"(\d{0,2}\s*[dD]\s*\d{1,3})?\s*(\+?\s*\d{1,3})?", "a number or dice such as 1, 1d6, 2d6, 1d4+2", "1d6"
)


def _suit(help: str) -> Parameter:
    return choice("suit", "Suit", help, {suit: suit.capitalize() for suit in SUITS})


def _pile(key: str, label: str, help: str) -> Parameter:
    return Parameter(key, label, _PILE, help, optional=True, default=(), more=True)


QUESTIONS = (
    Question(
        "deckahedron",
        "flip",
        "Flip",
        "The chances of a flip from the cards that are left.",
        "agonist odds deckahedron flip --suit crown --lost 3 --wounds 1 --advantage 1",
        (
            _suit("The suit of the attribute."),
            number("lost", "Stamina lost", "Cards on the Exhaustion pile, any of them.", 9),
            number("wounds", "Wound cards", "Wound cards among the cards.", 2),
            number("advantage", "Advantages", "Further cards, of which the best counts.", 9),
            number("disadvantage", "Disadvantages", "Further cards, of which the worst counts.", 9),
            _pile("deck", "Cards in the deck", "Where all are known, such as 1334s on the command line."),
            _pile("discard", "Cards on the discard pile", "For a deck that is too small."),
        ),
        "agonist.deckahedron.odds.flips:flip",
        (
            ("outcomes", "The result"),
            ("wound", "A wound card comes up"),
            ("double-cross", "✗✗"),
            ("cross", "✗"),
            ("check", "✔"),
            ("double-check", "✔✔"),
        ),
        (("suit", SUITS), ("lost", tuple(range(10))), ("advantage", (0, 1, 2)), ("disadvantage", (0, 1, 2))),
    ),
    Question(
        "deckahedron",
        "endure",
        "Endurance",
        "How many hits a character survives, and how to split each.",
        "agonist odds deckahedron endure --damage 1d6 --policy best",
        (
            Parameter("damage", "Damage of a hit", _DICE, "Such as 1, 1d6 or 2d6."),
            choice(
                "policy",
                "How hits are split",
                "",
                {"best": "Best play", "stamina": "All to Stamina", "wound-first": "Wounds first"},
                "best",
            ),
            number("stamina", "Stamina", "At the start.", 10, 10, least=1),
            number("harm", "Harm tokens", "At the start.", 2),
            number("wounds", "Wound tokens", "At the start.", 2),
            choice(
                "armour",
                "Armour",
                "Armour with slots.",
                {"none": "None", "leather": "Leather", "padded": "Padded", "full-plate": "Full plate"},
                "none",
            ),
            number("cardio", "Slots for Stamina", "By levels of an endurance move.", 10, more=True),
        ),
        "agonist.deckahedron.odds.enduring:endure",
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
            Parameter("weapon", "Damage of the weapon", _DICE, "Such as 1d6.", optional=True, default="1d6"),
            number("foe", "The foe's Stamina", "What must be taken from it.", 40, 6, least=1),
            Parameter("damage", "The foe's damage", _DICE, "Such as 1d6.", optional=True, default="1d6"),
        ),
        "agonist.deckahedron.odds.fighting:fight",
        (
            ("win", "The character wins"),
            ("tie", "Both fall"),
            ("lose", "The character falls"),
            ("mean", "Rounds to expect"),
            ("chance", "How it ends"),
        ),
    ),
)

KNOWS = Knows(
    advice="agonist.deckahedron.odds.advice:advise", reading="agonist.deckahedron.odds.reading:reading"
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
