"""DK-2: cards move between deck, discard pile, Exhaustion pile and supply, and none is created or lost.

Piles are kept sorted: what lies where is all that the rules ask, and an order that nobody has seen need not exist.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from typing import Any

from agonist.kernel import Contest, Draw, Procedure
from agonist.tabletop import Told

from ..cards import NAMES, has_stamina, move
from ..people.scene import Character, S


class Reshuffled(Told, frozen=True):
    rule, says = (
        "DK-3",
        "{who} {forced:?must reshuffle|reshuffles} the discard pile into the deck: {cards:of card}.",
    )
    who: str
    cards: int
    forced: bool = False


def draw(
    owner: Character, pile: Sequence[str], what: str, rule: str, count: int = 1, *, follows: bool = True
) -> Draw:
    """So many of these cards, whichever come up, as follows from what somebody did."""
    who = owner.name
    return Draw(tuple(pile), count, NAMES, seat=owner.seat, what=what, rule=rule, about=who, follows=follows)


def next_card(
    owner: Character,
    rule: str,
    *,
    follows: bool = True,
    count: int = 1,
    until: frozenset[str] = frozenset(),
    **more: Any,
) -> Draw:
    """The deck's top card, whichever it is; or all cards until so many of those have come."""
    deck, what = tuple(owner.deck), f"the next card of {owner.name}'s deck"
    who = owner.name
    return Draw(
        deck, count, NAMES, until, seat=owner.seat, what=what, rule=rule, about=who, follows=follows, **more
    )


def turn_over(character: Character, rule: str) -> Procedure[str]:
    """Turn over the deck's top card onto the discard pile; one that a correction took meanwhile is drawn again, and
    with no card left there is none."""
    while character.deck:
        (card,) = yield next_card(character, rule)
        if lay_down(character, card, character.discard):
            return str(card)
    return ""


def lay_down(character: Character, card: str, pile: list[str]) -> bool:
    """A card that was drawn goes onto a pile, if it is still there to be drawn."""
    try:
        character.deck.remove(card)
    except ValueError:
        return False
    insort(pile, card)
    character.shown.append(card)
    return True


def regain(character: Character, cards: Iterable[str]) -> None:
    """Cards come back from the Exhaustion pile to the discard pile."""
    for card in cards:
        move(card, character.exhaustion, character.discard)
        character.stamina += has_stamina(card)


def reshuffle(contest: Contest[S], character: Character, *, rule: str = "DK-3", forced: bool = False) -> None:
    contest.report(Reshuffled, character.name, len(character.discard), forced, under=rule)
    character.deck = sorted(character.deck + character.discard)
    character.discard = []


def take_from_supply(contest: Contest[S], character: Character, card: str) -> str:
    """A wound or blessing card comes into the discard pile, if a correction has not taken it meanwhile."""
    if card not in contest.state.supply:
        return ""
    move(card, contest.state.supply, character.discard)
    insort(character.added, card)
    return card


def give_back(contest: Contest[S], character: Character, card: str) -> None:
    """A wound or blessing card goes back to the supply, from wherever it lies."""
    if card in character.added:
        move(card, character.discard if card in character.discard else character.deck, contest.state.supply)
        character.added.remove(card)


def may_reshuffle_before_search(character: Character) -> bool:
    """Whether there is a choice: a deck without Stamina is gone through and reshuffled anyway."""
    return bool(character.discard) and any(map(has_stamina, character.deck))
