"""Any value, any time: corrections after which cards, tokens and Stamina still agree (DK-2, DK-10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from agonist.kernel import Choice, Correctable, Field, Fields, Flag, Number, Option, Several
from agonist.tabletop import options

from ..cards import SUITS, Suit, has_stamina, is_blessing, is_wound, move, named


class Piles(Protocol):
    """Whose cards they are."""

    deck: list[str]
    discard: list[str]
    exhaustion: list[str]
    added: list[str]
    stamina: int
    wounds: int


class Supplied(Protocol):
    """What has the cards that nobody has."""

    supply: list[str]


def flag(label: str) -> Correctable:
    return Correctable(Flag(), label)


def number(label: str, most: int, least: int = 0) -> Correctable:
    return Correctable(Number(least, most), label)


def one_of(words: Iterable[str], label: str, default: str = "") -> Correctable:
    """A field with one of these words."""
    return Correctable(Choice(tuple(Option(word, word.title()) for word in words), default), label)


def some_of(whom: Callable[[Any], Iterable[str]], label: str) -> Correctable:
    """A field that names some of those whom the state has."""
    return Correctable(lambda state, _: Several(options(whom(state)), ordered=True), label)


def _stamina(_: Supplied, owner: Piles, wanted: int) -> None:
    """Cards follow the number: lost ones from the discard pile first, regained ones go there (DK-13, DK-32)."""
    there = [card for card in (*owner.discard, *owner.deck) if has_stamina(card)]
    coming = owner.exhaustion[::-1][: max(0, wanted - len(there))]
    for card in there[: max(0, len(there) - wanted)]:
        _lie(owner, card, _pile_of(owner, card), owner.exhaustion)
    for card in coming:
        _lie(owner, card, owner.exhaustion, owner.discard)


def _wounds(state: Supplied, owner: Piles, wanted: int) -> None:
    """DK-16, DK-40: a wound card comes and goes with its token."""
    own = [card for card in owner.added if is_wound(card)]
    coming = sorted({card for card in state.supply if is_wound(card)} - {*own})
    for card in coming[: max(0, wanted - owner.wounds)]:
        _lie(owner, card, state.supply, owner.discard)
    for card in own[: max(0, owner.wounds - wanted)]:
        _lie(owner, card, _pile_of(owner, card), state.supply)
    owner.wounds = wanted


def _pile_of(owner: Piles, card: str) -> list[str]:
    """Where a card lies that is not lost."""
    return owner.discard if card in owner.discard else owner.deck


def _lie(owner: Piles, card: str, source: list[str], where: list[str]) -> None:
    """Lay a card from one pile onto another; Stamina and what was added are counted anew (DK-2)."""
    move(card, source, where)
    owner.stamina = sum(map(has_stamina, owner.deck + owner.discard))
    owner.added = sorted(card for card in owner.deck + owner.discard if is_wound(card) or is_blessing(card))


def _keys(cards: Iterable[str]) -> dict[str, str]:
    """A key for each card; the second of its kind has a 2 behind it."""
    keys: dict[str, str] = {}
    for card in sorted(cards):
        keys[f"{card}.2" if card in keys else card] = card
    return keys


def _losable(_: Supplied, owner: Piles) -> list[str]:
    return [card for card in owner.deck + owner.discard + owner.exhaustion if has_stamina(card)]


def _not_lost(_: Supplied, owner: Piles) -> list[str]:
    return owner.deck + owner.discard


def _addable(state: Supplied, owner: Piles) -> list[str]:
    """What the character has, and what the supply has for this character."""
    wounds = {card for card in state.supply if is_wound(card)} - {*owner.added}
    return [*owner.added, *wounds, *filter(is_blessing, state.supply)]


def _lost(_: Supplied, owner: Piles, lost: list[str]) -> None:
    """Exactly these cards are lost; the others that were come back to the discard pile."""
    for card in list(owner.exhaustion):
        _lie(owner, card, owner.exhaustion, owner.discard)
    for card in lost:
        _lie(owner, card, _pile_of(owner, card), owner.exhaustion)


def _discarded(_: Supplied, owner: Piles, cards: list[str]) -> None:
    """Exactly these cards are discarded; the others that are not lost are in the deck."""
    deck = owner.deck + owner.discard
    for card in cards:
        deck.remove(card)
    owner.deck, owner.discard = sorted(deck), sorted(cards)


def _added(state: Supplied, owner: Piles, wanted: list[str]) -> None:
    """Exactly these wound and blessing cards: others go to the supply, new ones to the discard pile."""
    for card in list(owner.added):
        if card in wanted:
            wanted.remove(card)
        else:
            _lie(owner, card, _pile_of(owner, card), state.supply)
    for card in wanted:
        _lie(owner, card, state.supply, owner.discard)


def _ticked(
    label: str,
    those: Callable[[Any, Any], list[str]],
    how: Callable[[Any, Any, list[str]], None],
    now: Callable[[Any], list[str]],
) -> Correctable:
    """Cards to tick, of those that could lie there."""

    def form(state: Supplied, owner: Piles) -> Several:
        return Several(tuple(Option(key, named(card)) for key, card in _keys(those(state, owner)).items()))

    def corrected(state: Supplied, owner: Piles, keys: list[str]) -> None:
        known = _keys(those(state, owner))
        how(state, owner, [known[key] for key in keys])

    return Correctable(form, label, corrected, lambda owner: [*_keys(now(owner))])


STAMINA = Correctable(lambda state, owner: Number(0, len(_losable(state, owner))), "Stamina", _stamina)
WOUNDS = Correctable(Number(0, 2), "Wound tokens, with their cards", _wounds)
EXHAUSTION = _ticked("cards on the Exhaustion pile", _losable, _lost, lambda owner: owner.exhaustion)
DISCARD = _ticked("cards on the discard pile", _not_lost, _discarded, lambda owner: owner.discard)
ADDED = _ticked("wound and blessing cards", _addable, _added, lambda owner: owner.added)


def _suits(_: Supplied, owner: Any) -> Fields:
    def one(suit: Suit) -> Choice:
        return Choice(tuple(Option(each, each.title()) for each in SUITS), suit)

    return Fields(tuple(Field(key, key.title(), one(suit)) for key, suit in owner.suits.items()))


SUITED = Correctable(_suits, "suits")
