"""Any value, any time: corrections after which cards, tokens and Stamina still agree (DK-2, DK-10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from agonist.kernel import Choice, Correctable, Field, Fields, Flag, Number, Option, Several

from .cards import SUITS, has_stamina, is_blessing, is_wound, move, named


def flag(label: str) -> Correctable:
    """A field that is so or not."""
    return Correctable(Flag(), label)


def one_of(words: Iterable[str], label: str) -> Correctable:
    """A field with one of these words."""
    return Correctable(Choice(options=tuple(Option(word, word.title()) for word in words)), label)


def some_of(whom: Callable[[Any], Iterable[str]], label: str) -> Correctable:
    """A field that names some of those whom the state has."""
    return Correctable(
        lambda state, _: Several(options=tuple(Option(name, name) for name in whom(state)), ordered=True),
        label,
    )


def _stamina(_: Any, owner: Any, wanted: int) -> None:
    """Cards follow the number: lost ones from the discard pile first, regained ones go there (DK-13, DK-32)."""
    there = [card for card in (*owner.discard, *owner.deck) if has_stamina(card)]
    coming = owner.exhaustion[::-1][: max(0, wanted - len(there))]
    for card in there[: max(0, len(there) - wanted)]:
        _lie(owner, card, _pile_of(owner, card), owner.exhaustion)
    for card in coming:
        _lie(owner, card, owner.exhaustion, owner.discard)


def _wounds(state: Any, owner: Any, wanted: int) -> None:
    """DK-16, DK-40: a wound card comes and goes with its token."""
    own = [card for card in owner.added if is_wound(card)]
    coming = sorted({card for card in state.supply if is_wound(card)} - {*own})
    for card in coming[: max(0, wanted - owner.wounds)]:
        _lie(owner, card, state.supply, owner.discard)
    for card in own[: max(0, owner.wounds - wanted)]:
        _lie(owner, card, _pile_of(owner, card), state.supply)
    owner.wounds = wanted


def _pile_of(owner: Any, card: str) -> list[str]:
    """Where a card lies that is not lost."""
    pile: list[str] = owner.discard if card in owner.discard else owner.deck
    return pile


def _lie(owner: Any, card: str, source: list[str], where: list[str]) -> None:
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


def _ticks(cards: Iterable[str]) -> Several:
    return Several(options=tuple(Option(key, named(card)) for key, card in _keys(cards).items()))


def _own(owner: Any) -> list[str]:
    return [*owner.deck, *owner.discard, *owner.exhaustion]


def _losable(owner: Any) -> list[str]:
    return [card for card in _own(owner) if has_stamina(card)]


def _not_lost(owner: Any) -> list[str]:
    return [*owner.deck, *owner.discard]


def _lost(_: Any, owner: Any, keys: list[str]) -> None:
    """Exactly these cards are lost; the others that were come back to the discard pile."""
    lost = [_keys(_losable(owner))[key] for key in keys]
    for card in list(owner.exhaustion):
        _lie(owner, card, owner.exhaustion, owner.discard)
    for card in lost:
        _lie(owner, card, _pile_of(owner, card), owner.exhaustion)


def _discarded(_: Any, owner: Any, keys: list[str]) -> None:
    """Exactly these cards are discarded; the others that are not lost are in the deck."""
    known = _keys(_not_lost(owner))
    owner.discard = sorted(known[key] for key in keys)
    owner.deck = sorted(card for key, card in known.items() if key not in keys)


def _addable(state: Any, owner: Any) -> list[str]:
    """What the character has, and what the supply has for this character."""
    wounds = {card for card in state.supply if is_wound(card)} - {*owner.added}
    return [*owner.added, *wounds, *filter(is_blessing, state.supply)]


def _added(state: Any, owner: Any, keys: list[str]) -> None:
    """Exactly these wound and blessing cards: others go to the supply, new ones to the discard pile."""
    wanted = [_keys(_addable(state, owner))[key] for key in keys]
    for card in list(owner.added):
        if card in wanted:
            wanted.remove(card)
        else:
            _lie(owner, card, _pile_of(owner, card), state.supply)
    for card in wanted:
        _lie(owner, card, state.supply, owner.discard)


STAMINA = Correctable(lambda _, owner: Number(least=0, most=len(_losable(owner))), "Stamina", _stamina)
WOUNDS = Correctable(Number(least=0, most=2), "Wound tokens, with their cards", _wounds)
EXHAUSTION = Correctable(
    lambda _, owner: _ticks(_losable(owner)),
    "cards on the Exhaustion pile",
    _lost,
    lambda owner: [*_keys(owner.exhaustion)],
)
DISCARD = Correctable(
    lambda _, owner: _ticks(_not_lost(owner)),
    "cards on the discard pile",
    _discarded,
    lambda owner: [*_keys(owner.discard)],
)
ADDED = Correctable(
    lambda state, owner: _ticks(_addable(state, owner)),
    "wound and blessing cards",
    _added,
    lambda owner: [*_keys(owner.added)],
)
SUITED = Correctable(
    lambda _, owner: Fields(
        fields=tuple(
            Field(
                key,
                key.title(),
                Choice(options=tuple(Option(each, each.title()) for each in SUITS), default=suit),
            )
            for key, suit in owner.suits.items()
        )
    ),
    "suits",
)
