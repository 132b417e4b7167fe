"""DK-3 to DK-5: flipping cards, and what the card that resolves brings."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import msgspec

from agonist.kernel import Ask, Choice, Contest, Draw, Event, Option, Procedure, Rare, Staged
from agonist.tabletop import amount

from .cards import (
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    DOUBLE_CROSS,
    NAMES,
    SIGNS,
    Suit,
    face,
    gives_xp,
    is_blessing,
    is_wound,
    named,
    signs,
)
from .moment import moment
from .piles import FORCED_AT, give_back, lay_down, next_card, reshuffle, take_from_supply, turn_over
from .scene import Character, S
from .stamina import collapse_if_spent, lose_stamina
from .tellings import to_tell


class Flipped(Event, frozen=True):
    """Cards were flipped, and one of them counts."""

    rule = "DK-3"
    who: str
    suit: str
    cards: tuple[str, ...]
    card: str
    result: int
    net: int = 0
    what: str = ""

    def staged(self) -> Staged:
        critical = {CRITICAL_SUCCESS: "Critical success", CRITICAL_FAILURE: "Critical failure"}
        word = critical.get(self.card, SIGNS[self.result])
        rare: Rare = "bright" if self.card == CRITICAL_SUCCESS else "dark" if self.card in critical else ""
        note = f"{self.suit.title()} {f'for {self.what}' if self.what else ''}".strip()
        return Staged(self.who, note, cards=self.cards, lit=self.suit, counts=self.card, word=word, rare=rare)

    def text(self) -> str:
        how = " with advantage" if self.net > 0 else " with disadvantage" if self.net < 0 else ""
        what = f" for {self.what}" if self.what else ""
        each = "; ".join(named(card) for card in self.cards)
        counts = "It" if len(self.cards) == 1 else named(self.card)
        return f"{self.who} flips {self.suit.title()}{what}{how}: {each}. {counts} counts as {SIGNS[self.result]}."


class NothingToFlip(Event, frozen=True):
    """There was no card to flip."""

    rule = "DK-3"
    who: str

    def staged(self) -> Staged:
        return Staged(who=self.who, word="Nothing left", rare="dark")

    def text(self) -> str:
        return f"{self.who} has no card to flip: that counts as ✗✗."


class WoundCardShown(Event, frozen=True):
    """A wound card ended a flip."""

    rule = "DK-4"
    who: str
    card: str
    cut: int

    def staged(self) -> Staged:
        return Staged(who=self.who, word="A wound card", rare="dark")

    def text(self) -> str:
        cut = f", {amount(self.cut, 'card')} short" if self.cut else ""
        return f"A wound card! {self.who}'s flip ends here{cut}."


class XpGained(Event, frozen=True):
    rule = "DK-5"
    who: str
    xp: int

    def text(self) -> str:
        return f"The card that counts shows XP: {self.who} gains 1 XP, {self.xp} in all."


class BlessingReturned(Event, frozen=True):
    rule = "DK-5"
    who: str
    card: str

    def text(self) -> str:
        return f"The blessing has done its work: {self.who} gives it back to the supply."


class Blessed(Event, frozen=True):
    rule = "DK-5"
    who: str
    card: str

    def staged(self) -> Staged:
        return Staged(self.who, "from the supply", cards=(self.card,), word="A blessing", rare="bright")

    def text(self) -> str:
        return f"Critical success: a blessing card, {signs(self.card)}, goes to {self.who}'s discard pile."


class Flip(msgspec.Struct, frozen=True):
    """A flip that was made: the cards in their order, the one that counts and its result on the suit."""

    who: str
    suit: Suit
    cards: tuple[str, ...]
    card: str
    result: int

    @property
    def wounded(self) -> bool:
        """Whether a wound card ended it."""
        return bool(self.cards) and is_wound(self.cards[-1])


@cache
def cards_to_flip(net: int) -> int:
    """DK-3: one card; two with a net advantage or disadvantage of 1, three with more."""
    return 1 + min(abs(net), 2)


def flip(
    contest: Contest[S], character: Character, suit: Suit, net: int = 0, what: str = ""
) -> Procedure[Flip]:
    """A whole flip. When its move is done with, a wound card is still to be paid for: `pay_for_wound_card`."""
    made, _ = yield from reveal(contest, character, suit, net, what)
    if effect(made.card):
        yield from resolve(contest, character, made.card)
    return made


def reveal(
    contest: Contest[S],
    character: Character,
    suit: Suit,
    net: int = 0,
    what: str = "",
    windows: tuple[Ask, ...] = (),
) -> Procedure[tuple[Flip, list[Any]]]:
    """DK-3, DK-4: turn over exactly as many cards as are due, unless a wound card or the deck's end stops it.

    The first card waits for the player; what others answered in their windows before it comes back too.
    """
    if len(character.deck) <= FORCED_AT and character.discard:
        reshuffle(contest, character, forced=True)
    due = cards_to_flip(net)
    character.shown, character.counted, card = [], suit, ""
    answers = [each.assumed() for each in windows] if windows else []
    while character.deck and not card:
        if contest.quiet:
            (first,) = yield next_card(character, "DK-3", follows=False)
        else:
            drawn = partial(next_card, character, "DK-3", follows=False)
            (first,), answers = yield from moment(contest, character, drawn, *windows)
        card = first if lay_down(character, first, character.discard) else ""
    while len(character.shown) < due and card and not is_wound(card):
        card = yield from turn_over(character, "DK-3")
    if is_wound(card):
        contest.report(WoundCardShown, character.name, card, due - len(character.shown))
        to_tell(contest, "voice", character)
    cards = tuple(character.shown)
    if not cards:
        contest.report(NothingToFlip, character.name)
        return Flip(character.name, suit, (), "", DOUBLE_CROSS), answers
    counts = cards[0] if len(cards) == 1 else (yield from _the_one_that_counts(character, suit, net, cards))
    made = Flip(character.name, suit, cards, counts, face(counts, suit))
    if not contest.bare:
        contest.report(Flipped, character.name, suit, cards, counts, made.result, net, what)
    return made, answers


def resolve(contest: Contest[S], character: Character, card: str) -> Procedure[None]:
    """DK-5: XP, a blessing that goes back, a blessing for a critical success."""
    if gives_xp(card):
        character.xp += 1
        contest.report(XpGained, character.name, character.xp)
    if is_blessing(card):
        give_back(contest, character, card)
        contest.report(BlessingReturned, character.name, card)
    if card == CRITICAL_SUCCESS:
        yield from _take_blessing(contest, character)


def pay_for_wound_card(contest: Contest[S], character: Character, made: Flip) -> Procedure[None]:
    """DK-4: a wound card in the flip costs 1 Stamina, after the move."""
    if made.wounded and character.up:
        yield from lose_stamina(
            contest, character, "physical", because="The wound card costs a Stamina point."
        )
        collapse_if_spent(contest, character)


def _the_one_that_counts(
    character: Character, suit: Suit, net: int, cards: tuple[str, ...]
) -> Procedure[str]:
    """The best card with advantage, the worst with disadvantage; a tie is the player's to break if it matters."""
    wanted = (min if net < 0 else max)(face(card, suit) for card in cards)
    tied = [card for card in cards if face(card, suit) == wanted]
    different = {effect(card): card for card in reversed(tied)}
    if len(different) == 1:
        return tied[0]
    options = tuple(Option(card, named(card), help=brings(card)) for card in reversed(different.values()))
    chosen = yield Ask(
        character.seat,
        "tie",
        Choice(options=options),
        "DK-3",
        f"{character.name}, these cards all count as {SIGNS[wanted]}. Which one do you use?",
        waiting=f"{character.name} picks the card that counts.",
        about=character.name,
    )
    return str(chosen)


@cache
def effect(card: str) -> str:
    """Equal for cards between which a tie does not matter: a plain card is like any other plain one."""
    special = card in (CRITICAL_FAILURE, CRITICAL_SUCCESS) or is_blessing(card)
    return card if special else "xp" if gives_xp(card) else ""


def brings(card: str) -> str:
    """What a card does besides its result when it is the one that counts."""
    if card == CRITICAL_FAILURE:
        return "The critical failure."
    if card == CRITICAL_SUCCESS:
        return "The critical success: a blessing comes."
    if is_blessing(card):
        return "Goes back to the supply."
    return "Gives 1 XP." if gives_xp(card) else "Nothing besides."


def _take_blessing(contest: Contest[S], character: Character) -> Procedure[None]:
    """A blessing card, whichever comes up, goes from the supply into the discard pile; if there is one."""
    there = tuple(filter(is_blessing, contest.state.supply))
    if not there:
        return
    (card,) = yield Draw(
        there,
        names=NAMES,
        seat=character.seat,
        what="a blessing card from the supply",
        rule="DK-5",
        about=character.name,
        follows=True,
    )
    if take_from_supply(contest, character, card):
        contest.report(Blessed, character.name, card)
