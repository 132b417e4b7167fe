"""Characters as a set-up gives them and as they go on to the next contest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from agonist.tabletop import check_names, refuse, seat_named

from ..cards import BLESSINGS, DECKAHEDRON, WOUND_CARDS, Suit, has_stamina, is_blessing, is_wound
from .scene import MOST_TOKENS, Against, Character, Protection, Slot, Weapon

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Cards = tuple[str, ...]

READY: dict[str, Protection] = {
    "leather": Protection("leather", [Slot("harm-or-wound")]),
    "padded": Protection("padded", [Slot("harm"), Slot("harm"), Slot("harm-or-wound")]),
    "full plate": Protection("full plate", [Slot("harm-or-wound") for _ in range(3)]),
    "good cardio": Protection("good cardio", [Slot("stamina")], against="physical"),
    "sangfroid": Protection("sangfroid", [Slot("stamina")], against="mental"),
    "buckler": Protection("buckler", shield="harm"),
    "tower shield": Protection("tower shield", shield="harm-or-wound"),
}
"""DK-20, DK-21: cards that a set-up can name."""
ENDURANCE = ("good cardio", "sangfroid")
"""Moves with one Stamina slot a level."""

MOST_CHARACTERS = 12
MOST_THINGS = 20
"""So many cards that protect, slots on each, and weapons."""


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card that protects: one of the ready ones by its name alone, or any with its slots or as a shield."""

    name: Annotated[Name, Meta(description=f"One of {', '.join(READY)}, or any other with its slots.")]
    level: Annotated[int, Meta(ge=1, le=10, description="How many Stamina slots an endurance move has.")] = 1
    slots: Annotated[tuple[Slot, ...], Meta(description="For a card that is none of the ready ones.")] = ()
    shield: Annotated[Literal["", "harm", "harm-or-wound"], Meta(description="What a shield can avoid.")] = ""
    against: Annotated[Against, Meta(description="What sort of danger it helps against.")] = "physical"


class Sheet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A character between contests. Without a `deck`, all cards that lie nowhere else are in it."""

    strength: Annotated[
        Suit, Meta(description="The suit for melee. Anvil is the weakest, Dragon the best.")
    ] = "blade"
    dexterity: Annotated[Suit, Meta(description="The suit for shots, shields and breathers.")] = "blade"
    intelligence: Annotated[Suit, Meta(description="The suit for breathers and cleverness.")] = "blade"
    protection: Annotated[tuple[Card, ...], Meta(description="Armour, shields and endurance moves.")] = ()
    weapons: Annotated[tuple[Weapon, ...], Meta(description="Without any, fists deal 1.")] = ()
    ammo: Annotated[int, Meta(ge=0, le=99, description="For ranged weapons.")] = 3
    harm: Annotated[int, Meta(ge=0, le=MOST_TOKENS, description="Harm tokens, 2 at most.")] = 0
    wounds: Annotated[int, Meta(ge=0, le=MOST_TOKENS, description="Wound tokens, 2 at most.")] = 0
    exhaustion: Annotated[Cards, Meta(description="The cards that are lost, such as 1334s.")] = ()
    discard: Annotated[Cards, Meta(description="The cards on the discard pile.")] = ()
    deck: Annotated[Cards | None, Meta(description="Left empty: all cards that lie nowhere else.")] = None
    standing: Literal["up", "incapacitated"] = "up"
    xp: Annotated[int, Meta(ge=0, le=9999)] = 0


class CharacterSetup(Sheet, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A character in a set-up, and the seat that plays it; without one, a seat of the character's name."""

    name: Name
    seat: Annotated[
        str, Meta(max_length=40, description="Who plays; left empty: a seat of the same name.")
    ] = ""


def seat_of(character: CharacterSetup) -> str:
    """The seat that plays a character.

    >>> seat_of(CharacterSetup(name="Bera Ash"))
    'bera-ash'
    """
    return character.seat or seat_named(character.name)


def check_characters(characters: Sequence[CharacterSetup]) -> None:
    """Refuse characters that the game cannot start from."""
    count = len(characters)
    if not 1 <= count <= MOST_CHARACTERS:
        refuse(f"There are {count} characters.", f"1 to {MOST_CHARACTERS}", "characters")
    check_names([each.name for each in characters], "characters")
    for n, each in enumerate(characters):
        _check_piles(each, f"characters[{n}]")
        _check_count(each.weapons, f"characters[{n}].weapons")
        _check_count(each.protection, f"characters[{n}].protection")
        for m, card in enumerate(each.protection):
            _check_card(card, f"characters[{n}].protection[{m}]")
    lying = [card for each in characters for card in each.discard + (each.deck or ())]
    if Counter(filter(is_blessing, lying)) - Counter(BLESSINGS):
        refuse("More blessings are out than there are.", "two of each", "characters")


def _check_count(things: Sequence[object], place: str) -> None:
    if len(things) > MOST_THINGS:
        refuse(f"There are {len(things)}.", f"{MOST_THINGS} at the most", place)


def _check_card(card: Card, place: str) -> None:
    _check_count(card.slots, f"{place}.slots")
    if not card.slots and not card.shield and card.name.lower() not in READY:
        right = f"slots, or one of {', '.join(READY)}"
        refuse(f"{card.name!r} has no slots and is no shield.", right, place)


def _check_piles(each: CharacterSetup, place: str) -> None:
    """DK-2, DK-18: the twenty cards, at most two wound cards, blessings, and only Stamina on the Exhaustion pile."""
    all_cards = Counter(DECKAHEDRON + WOUND_CARDS + BLESSINGS)
    piles = {"exhaustion": each.exhaustion, "discard": each.discard, "deck": each.deck or ()}
    for pile, cards in piles.items():
        if strange := [card for card in cards if card not in all_cards]:
            refuse(f"{strange[0]!r} is no card.", f"cards such as {DECKAHEDRON[3]}", f"{place}.{pile}")
    if not all(map(has_stamina, each.exhaustion)):
        refuse("A card without the symbol cannot be lost.", "cards with Stamina", f"{place}.exhaustion")
    lying = Counter(each.exhaustion + each.discard)
    if too_many := lying - all_cards:
        refuse(f"{min(too_many)!r} is there too often.", "each card as often as it exists", place)
    if each.deck is None:
        return
    found = lying + Counter(each.deck)
    if any(found[card] != all_cards[card] for card in DECKAHEDRON):
        refuse("These are not the twenty cards.", "all twenty, each in one pile", place)
    if found - all_cards:
        refuse("These are too many wound cards or blessings.", "two at most of each", place)


def made(each: CharacterSetup) -> Character:
    deck = dealt(each)
    there = (*deck, *each.discard)
    stamina = sum(map(has_stamina, there))
    return Character(
        each.name,
        seat_of(each),
        {"str": each.strength, "dex": each.dexterity, "int": each.intelligence},
        deck,
        sorted(each.discard),
        sorted(each.exhaustion),
        stamina,
        each.harm,
        each.wounds,
        each.standing if stamina else "incapacitated",
        [protection(card) for card in each.protection],
        list(each.weapons),
        each.ammo,
        xp=each.xp,
        added=sorted(card for card in there if is_wound(card) or is_blessing(card)),
    )


def dealt(each: Sheet) -> list[str]:
    """The deck: as given, or all cards that lie nowhere else, with a wound card for each Wound."""
    if each.deck is not None:
        return sorted(each.deck)
    to_come = [card for card in WOUND_CARDS if card not in each.discard]
    missing = max(0, each.wounds - len(WOUND_CARDS) + len(to_come))
    lying = Counter(each.discard + each.exhaustion)
    return sorted([*(Counter(DECKAHEDRON) - lying).elements(), *to_come[:missing]])


def protection(card: Card) -> Protection:
    """A card as it is played with."""
    ready = READY.get(card.name.lower())
    if card.slots or card.shield or ready is None:
        return Protection(card.name, [slot.copy() for slot in card.slots], card.shield, card.against)
    copy = ready.copy()
    if card.name.lower() in ENDURANCE:
        copy.slots = [Slot("stamina") for _ in range(card.level)]
    return copy


def supply_for(characters: Sequence[Character]) -> list[str]:
    """DK-1: two wound cards for each character and the blessings, without those that are out."""
    all_cards = Counter(WOUND_CARDS * len(characters) + BLESSINGS)
    out = Counter(card for each in characters for card in each.added)
    return sorted((all_cards - out).elements())


def sheet_of(character: Character) -> Sheet:
    return Sheet(
        strength=character.suits["str"],
        dexterity=character.suits["dex"],
        intelligence=character.suits["int"],
        protection=tuple(
            Card(card.name, 1, tuple(card.copy().slots), card.shield, card.against)
            for card in character.protection
        ),
        weapons=tuple(character.weapons),
        ammo=character.ammo,
        harm=character.harm,
        wounds=character.wounds,
        exhaustion=tuple(character.exhaustion),
        discard=tuple(character.discard),
        deck=tuple(character.deck),
        standing="incapacitated" if character.standing == "incapacitated" else "up",
        xp=character.xp,
    )
