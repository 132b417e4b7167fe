"""DK-3 to DK-5: flipping cards, and what the card that resolves brings."""

from __future__ import annotations

from functools import cache, partial

import msgspec

from agonist.kernel import Chance, Contest, Event, Option, Procedure, Rare, Staged, Viewer
from agonist.tabletop import OnStage, Told, ask_of, deeds

from ..cards import (
    CARD_WAYS,
    CHECK,
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    DOUBLE_CROSS,
    SIGNS,
    Suit,
    face,
    gives_xp,
    is_blessing,
    is_wound,
    named,
)
from ..people.knobs import BOOK
from ..people.scene import Character, S
from .moment import Windows, moment, nothing_else, to_tell
from .piles import draw, give_back, lay_down, next_card, reshuffle, take_from_supply, turn_over


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
        goes = "it goes well" if self.result >= CHECK else "it goes badly"
        says, why = f"{self.who}: {goes}", f"the card shows {SIGNS[self.result]}"
        return Staged(
            self.who,
            note,
            cards=self.cards,
            lit=self.suit,
            counts=self.card,
            word=word,
            rare=rare,
            says=says,
            why=why,
        )

    def text(self) -> str:
        how = " with advantage" if self.net > 0 else " with disadvantage" if self.net < 0 else ""
        what = f" for {self.what}" if self.what else ""
        each = "; ".join(named(card) for card in self.cards)
        counts = "It" if len(self.cards) == 1 else named(self.card)
        return f"{self.who} flips {self.suit.title()}{what}{how}: {each}. {counts} counts as {SIGNS[self.result]}."


class NothingToFlip(Told, frozen=True):
    rule, says = "DK-3", "{who} has no card to flip: that counts as ✗✗."
    shows = OnStage("{who}", "Nothing left", "{who} has no card left", "dark")
    who: str


class WoundCardShown(Told, frozen=True):
    rule, says = "DK-4", "A wound card! {who}'s flip ends here{cut:?, {cut:of card} short}."
    shows = OnStage("{who}", "A wound card", "An old wound stopped {who}", "dark")
    who: str
    card: str
    cut: int


class XpGained(Told, frozen=True):
    rule, says = "DK-5", "The card that counts shows XP: {who} gains {gained} XP, {xp} in all."
    who: str
    xp: int
    gained: int = 1


class BlessingReturned(Told, frozen=True):
    rule, says = "DK-5", "The blessing has done its work: {who} gives it back to the supply."
    who: str
    card: str


class Blessed(Told, frozen=True):
    rule, ways = "DK-5", CARD_WAYS
    says = "Critical success: a blessing card, {card:signs}, goes to {who}'s discard pile."
    who: str
    card: str

    def staged(self) -> Staged:
        says, note = f"{self.who} is blessed", "from the supply"
        return Staged(self.who, note, cards=(self.card,), word="A blessing", rare="bright", says=says)


class Flip(msgspec.Struct, frozen=True):
    """A flip that was made: the cards in their order, the one that counts and its result on the suit."""

    who: str
    suit: Suit
    cards: tuple[str, ...]
    card: str
    result: int

    @property
    def wounded(self) -> bool:
        return bool(self.cards) and is_wound(self.cards[-1])


@cache
def cards_to_flip(net: int, most_extra: int = BOOK.most_extra) -> int:
    """DK-3: one card; two with a net advantage or disadvantage of 1, three with more."""
    return 1 + min(abs(net), most_extra)


def flip(
    contest: Contest[S], character: Character, suit: Suit, net: int = 0, what: str = ""
) -> Procedure[Flip]:
    """A whole flip. When its move is done with, a wound card is still to be paid for: `pay_for_wound_card`."""
    made = yield from reveal(contest, character, suit, net, what)
    if effect(made.card):
        yield from resolve(contest, character, made.card)
    return made


def reveal(
    contest: Contest[S],
    character: Character,
    suit: Suit,
    net: int = 0,
    what: str = "",
    windows: Windows = nothing_else,
    decides: str = "",
) -> Procedure[Flip]:
    """DK-3, DK-4: turn over exactly as many cards as are due, unless a wound card or the deck's end stops it.

    The first card waits for the player, and for what others have to say before it.
    """
    knobs = contest.state.knobs
    if len(character.deck) <= knobs.reshuffle_at and character.discard:
        reshuffle(contest, character, forced=True)
    due = cards_to_flip(net, knobs.most_extra)
    character.shown, character.counted, card = [], suit, ""
    while character.deck and not card:
        dice = partial(_top, character, suit, decides)
        ((first,),) = yield from moment(contest, character, dice, windows)
        card = first if lay_down(character, first, character.discard) else ""
    while len(character.shown) < due and card and not is_wound(card):
        card = yield from turn_over(character, "DK-3")
    if is_wound(card):
        contest.report(WoundCardShown, character.name, card, due - len(character.shown))
        to_tell(contest, "voice", character)
    cards = tuple(character.shown)
    if not cards:
        contest.report(NothingToFlip, character.name)
        return Flip(character.name, suit, (), "", DOUBLE_CROSS)
    counts = cards[0] if len(cards) == 1 else (yield from _the_one_that_counts(character, suit, net, cards))
    made = Flip(character.name, suit, cards, counts, face(counts, suit))
    contest.report(Flipped, character.name, suit, cards, counts, made.result, net, what)
    return made


def _top(character: Character, suit: Suit, decides: str) -> tuple[Chance]:
    def needs(_: Viewer) -> str:
        return f"✔ or ✔✔ beside the {suit} sign"

    return (next_card(character, "DK-3", follows=False, needs=needs, decides=decides),)


def resolve(contest: Contest[S], character: Character, card: str) -> Procedure[None]:
    """DK-5: XP, a blessing that goes back, a blessing for a critical success."""
    knobs = contest.state.knobs
    if gives_xp(card) and knobs.xp_by_card:
        character.xp += knobs.xp_by_card
        contest.report(XpGained, character.name, character.xp, knobs.xp_by_card)
    if is_blessing(card):
        give_back(contest, character, card)
        contest.report(BlessingReturned, character.name, card)
    if card == CRITICAL_SUCCESS and knobs.blessings:
        yield from _take_blessing(contest, character)


def _the_one_that_counts(
    character: Character, suit: Suit, net: int, cards: tuple[str, ...]
) -> Procedure[str]:
    """The best card with advantage, the worst with disadvantage; a tie is the player's to break if it matters."""
    wanted = (min if net < 0 else max)(face(card, suit) for card in cards)
    tied = [card for card in cards if face(card, suit) == wanted]
    different = {effect(card): card for card in reversed(tied)}
    if len(different) == 1:
        return tied[0]
    form = deeds([Option(card, named(card), help=brings(card)) for card in reversed(different.values())])
    text = f"{{who}}, these cards all count as {SIGNS[wanted]}. Which one do you use?"
    return str((yield ask_of(character, "tie", form, "DK-3", text, "{who} picks the card that counts.")))


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
    if there:
        (card,) = yield draw(character, there, "a blessing card from the supply", "DK-5")
        if take_from_supply(contest, character, card):
            contest.report(Blessed, character.name, card)
