"""Characters as a set-up gives them and as they go on to the next contest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from agonist.kernel import SetupRefused

from .cards import BLESSINGS, DECKAHEDRON, WOUND_CARDS, Suit, has_stamina, is_blessing, is_wound
from .scene import MOST_TOKENS, Against, Attribute, Character, Protection, Slot, Weapon
from .slots import ENDURANCE, READY

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Cards = tuple[str, ...]

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
    return character.seat or re.sub(r"[^\w]+", "-", character.name.lower()).strip("-") or "player"


def seats_for(characters: Sequence[CharacterSetup]) -> dict[str, str]:
    """The seats, each called after the characters it plays."""
    seats: dict[str, list[str]] = {}
    for each in characters:
        seats.setdefault(seat_of(each), []).append(each.name)
    return {seat: " and ".join(names) for seat, names in seats.items() if seat != "gm"}


def check_characters(characters: Sequence[CharacterSetup]) -> None:
    """Refuse characters that the game cannot start from."""
    if not 1 <= len(characters) <= MOST_CHARACTERS:
        raise SetupRefused(
            f"There are {len(characters)} characters.", accepted=f"1 to {MOST_CHARACTERS}", place="characters"
        )
    check_names([each.name for each in characters], "characters")
    for n, each in enumerate(characters):
        _check_piles(each, f"characters[{n}]")
        _check_count(each.weapons, f"characters[{n}].weapons")
        _check_count(each.protection, f"characters[{n}].protection")
        for m, card in enumerate(each.protection):
            _check_card(card, f"characters[{n}].protection[{m}]")
    out = Counter(
        card for each in characters for card in each.discard + (each.deck or ()) if is_blessing(card)
    )
    if out - Counter(BLESSINGS):
        raise SetupRefused(
            "More blessings are out than there are.", accepted="two of each", place="characters"
        )


def check_names(names: Sequence[str], place: str) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise SetupRefused(
            f"{twice[0]!r} is there twice.", accepted="a name of its own for each", place=place
        )


def _check_count(things: Sequence[object], place: str) -> None:
    if len(things) > MOST_THINGS:
        raise SetupRefused(f"There are {len(things)}.", accepted=f"{MOST_THINGS} at the most", place=place)


def _check_card(card: Card, place: str) -> None:
    _check_count(card.slots, f"{place}.slots")
    if not card.slots and not card.shield and card.name.lower() not in READY:
        ready = ", ".join(READY)
        raise SetupRefused(
            f"{card.name!r} has no slots and is no shield.", accepted=f"slots, or one of {ready}", place=place
        )


def _check_piles(each: CharacterSetup, place: str) -> None:
    """DK-2, DK-18: the twenty cards, at most two wound cards, blessings, and only Stamina on the Exhaustion pile."""
    known = {*DECKAHEDRON, *WOUND_CARDS, *BLESSINGS}
    for pile, cards in (
        ("exhaustion", each.exhaustion),
        ("discard", each.discard),
        ("deck", each.deck or ()),
    ):
        if strange := [card for card in cards if card not in known]:
            raise SetupRefused(
                f"{strange[0]!r} is no card.",
                accepted=f"cards such as {DECKAHEDRON[3]}",
                place=f"{place}.{pile}",
            )
    if not all(map(has_stamina, each.exhaustion)):
        raise SetupRefused(
            "A card without the symbol cannot be lost.",
            accepted="cards with Stamina",
            place=f"{place}.exhaustion",
        )
    lying = Counter(each.exhaustion + each.discard)
    if too_many := lying - Counter(DECKAHEDRON + WOUND_CARDS + BLESSINGS):
        raise SetupRefused(
            f"{min(too_many)!r} is there too often.", accepted="each card as often as it exists", place=place
        )
    if each.deck is None:
        return
    found = lying + Counter(each.deck)
    if Counter({card: n for card, n in found.items() if card in DECKAHEDRON}) != Counter(DECKAHEDRON):
        raise SetupRefused(
            "These are not the twenty cards.", accepted="all twenty, each in one pile", place=place
        )
    if found - Counter(DECKAHEDRON + WOUND_CARDS + BLESSINGS):
        raise SetupRefused(
            "These are too many wound cards or blessings.", accepted="two at most of each", place=place
        )


def made(each: CharacterSetup) -> Character:
    """A character ready to play."""
    suits: dict[Attribute, Suit] = {"str": each.strength, "dex": each.dexterity, "int": each.intelligence}
    deck = dealt(each)
    stamina = sum(map(has_stamina, (*deck, *each.discard)))
    return Character(
        name=each.name,
        seat=seat_of(each),
        suits=suits,
        deck=deck,
        discard=sorted(each.discard),
        exhaustion=sorted(each.exhaustion),
        stamina=stamina,
        harm=each.harm,
        wounds=each.wounds,
        standing=each.standing if stamina else "incapacitated",
        protection=[protection(card) for card in each.protection],
        weapons=list(each.weapons),
        ammo=each.ammo,
        xp=each.xp,
        added=sorted(card for card in (*deck, *each.discard) if is_wound(card) or is_blessing(card)),
        shown=[],
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
        return Protection(card.name, [Slot(s.takes, s.filled) for s in card.slots], card.shield, card.against)
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
    """A character as the next contest starts from it."""
    return Sheet(
        strength=character.suit("str"),
        dexterity=character.suit("dex"),
        intelligence=character.suit("int"),
        protection=tuple(
            Card(
                card.name,
                1,
                tuple([Slot(slot.takes, slot.filled) for slot in card.slots]),
                card.shield,
                card.against,
            )
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


def enlisted(
    characters: tuple[CharacterSetup, ...], name: str, sheet: Any, seat: str
) -> tuple[CharacterSetup, ...]:
    """The characters with a table's one among them, in the place of one of the same name if there is one."""
    data = msgspec.to_builtins(sheet)
    try:
        new = msgspec.convert({**data, "name": name, "seat": seat}, CharacterSetup)
    except msgspec.ValidationError as problem:
        raise SetupRefused(f"{problem}.", place=name) from None
    if any(each.name == name for each in characters):
        return tuple(new if each.name == name else each for each in characters)
    return (*characters, new)
