"""Flips from the cards that are left, exactly (DK-3, DK-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from agonist.odds.answer import Odds
from agonist.odds.refusal import refuse

from ..cards import DECKAHEDRON, PLAIN, STAMINA, WOUND_CARDS, Suit, face, is_wound
from .cards import RESULTS, parse_cards, parse_suit

_FORCED_AT = 5

Kinds = tuple[tuple[tuple[int, bool], int], ...]
"""How many cards there are of each result, wound cards apart."""


def flip(
    *,
    suit: str,
    lost: int = 0,
    wounds: int = 0,
    advantage: int = 0,
    disadvantage: int = 0,
    deck: Sequence[str] = (),
    discard: Sequence[str] = (),
) -> Odds:
    """The chances of a flip.

    With `deck` from exactly these cards (and with those of `discard` where the deck is too small). Without it
    from a freshly shuffled Deckahedron: `lost` Stamina cards, any of them, lie on the Exhaustion pile, and `wounds`
    wound cards, either kind first, are in it.

    >>> flip(suit="dragon", advantage=1).outcomes["double-check"]
    Fraction(62, 95)
    """
    on, net = parse_suit(suit), advantage - disadvantage
    if deck:
        known = parse_cards(deck, "deck")
        aside = parse_cards(discard, "discard")
        chances, wounded = flip_from((*known, *aside) if len(known) <= _FORCED_AT else known, on, net)
        title = f"Flip on {suit.title()} from {len(known)} cards"
    else:
        chances, wounded = _fresh(on, lost, wounds, net)
        title = f"Flip on {suit.title()}, {lost} Stamina lost, {wounds} wound cards"
    if net:
        title += f", {'advantage' if net > 0 else 'disadvantage'} {abs(net)}"
    numbers = {
        "success": chances["check"] + chances["double-check"],
        "outcomes": chances,
        "wound": wounded,
    }
    return Odds(title, numbers, rules=("DK-1", "DK-3", "DK-4"))


def flip_from(cards: Sequence[str], suit: Suit, net: int = 0) -> tuple[dict[str, Fraction], Fraction]:
    """The chance of each result from these cards, and that a wound card shows."""
    kinds = Counter((face(card, suit), is_wound(card)) for card in cards)
    return _results(tuple(kinds.items()), net)


def _fresh(suit: Suit, lost: int, wounds: int, net: int) -> tuple[dict[str, Fraction], Fraction]:
    """Averaged over which Stamina cards are lost and which wound card came first."""
    if not 0 <= lost < len(STAMINA):
        refuse(f"{lost} Stamina cannot be lost.", f"0 to {len(STAMINA) - 1}", "lost")
    if not 0 <= wounds <= len(WOUND_CARDS):
        refuse(f"{wounds} wound cards there are not.", f"0 to {len(WOUND_CARDS)}", "wounds")
    whole = Counter(face(card, suit) for card in STAMINA)
    left = Counter(
        tuple(sorted(cards))
        for cards in combinations([face(card, suit) for card in STAMINA], len(STAMINA) - lost)
    )
    added = list(combinations(WOUND_CARDS, wounds))
    plain = [(face(card, suit), False) for card in PLAIN]
    chances = dict.fromkeys(RESULTS, Fraction(0))
    wounded = Fraction(0)
    ways = sum(left.values()) * len(added)
    assert sum(whole.values()) == len(DECKAHEDRON) - len(PLAIN)
    for results, weight in left.items():
        for wound_cards in added:
            kinds = Counter(plain)
            kinds.update((result, False) for result in results)
            kinds.update((face(card, suit), True) for card in wound_cards)
            found, shown = _results(tuple(kinds.items()), net)
            for name in RESULTS:
                chances[name] += found[name] * Fraction(weight, ways)
            wounded += shown * Fraction(weight, ways)
    return chances, wounded


def _results(kinds: Kinds, net: int) -> tuple[dict[str, Fraction], Fraction]:
    pick = min if net < 0 else max
    size = sum(count for _, count in kinds)
    due = min(1 + min(abs(net), 2), size)
    weights = [0] * 5
    wounded = 0
    counts = dict(kinds)

    def turn(shown: int, best: int, weight: int, left: int) -> None:
        nonlocal wounded
        if shown == due:
            weights[best] += weight
            return
        for kind, count in list(counts.items()):
            if not count:
                continue
            result, wound = kind
            counted = result if not shown else pick(best, result)
            if wound:
                rest = 1
                for place in range(due - shown - 1):
                    rest *= left - 1 - place
                weights[counted] += weight * count * rest
                wounded += weight * count * rest
            else:
                counts[kind] -= 1
                turn(shown + 1, counted, weight * count, left - 1)
                counts[kind] += 1

    turn(0, 0, 1, size)
    total = sum(weights)
    chances = {name: Fraction(weights[number], total) for number, name in enumerate(RESULTS, 1)}
    return chances, Fraction(wounded, total)
