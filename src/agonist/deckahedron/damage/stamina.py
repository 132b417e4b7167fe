"""DK-13, DK-14: losing Stamina points, and what happens when there are none."""

from __future__ import annotations

from collections.abc import Iterable

from agonist.kernel import Ask, Choice, Contest, Event, Option, Procedure, Rare, Staged
from agonist.tabletop import OnStage, Told, amount, ask_of, at_once, deeds, said

from ..cards import NAMES, has_stamina, named
from ..deck.flips import Flip
from ..deck.moment import to_tell
from ..deck.piles import lay_down, may_reshuffle_before_search, next_card, reshuffle
from ..people.scene import Against, Character, Hit, S
from .slots import absorb_with, free_slots, slots_for, wanted

_STAMINA = frozenset(filter(has_stamina, NAMES))
_ANY: frozenset[str] = frozenset()


class StaminaLost(Event, frozen=True):
    """A search for a Stamina symbol: the cards turned over, the one found, what is left."""

    rule = "DK-13"
    who: str
    cards: tuple[str, ...]
    card: str
    left: int

    def staged(self) -> Staged:
        lost = "The last Stamina" if not self.left else "Stamina lost"
        rare: Rare = "" if self.left else "dark"
        says = f"{self.who} weakened" if self.left else f"{self.who} can do no more"
        note = f"{self.left} left"
        return Staged(self.who, note, cards=self.cards, counts=self.card, word=lost, rare=rare, says=says)

    def text(self) -> str:
        others = len(self.cards) - 1
        found = f" after {amount(others, 'card')} without the symbol" if others else ""
        return f"{self.who} loses 1 Stamina, {named(self.card)}{found}; {self.left} left."


class Incapacitated(Told, frozen=True):
    rule = "DK-14"
    shows = OnStage("{who}", "Incapacitated", "{who} is out of the fight", "dark")
    who: str

    def text(self) -> str:
        why = "two Wounds already, and here is a third" if self.cites() == "DK-16" else "no Stamina is left"
        return f"{self.who} is incapacitated: {why}."


def lose_stamina(
    contest: Contest[S], character: Character, against: Against, *, because: str, hit: Hit | None = None
) -> Procedure[None]:
    """DK-12, DK-13: absorb a Stamina point that is about to be lost, or search the deck for it."""
    if has_a_choice(contest, character, against, hit) and (
        yield from absorbs_stamina(contest, character, against, because, hit)
    ):
        return
    yield from search(contest, character)


def has_a_choice(contest: Contest[S], character: Character, against: Against, hit: Hit | None) -> bool:
    """DK-12, DK-13: whether a Stamina point can be lost in more than one way."""
    if not character.up or (hit is not None and hit.quiet):
        return False
    if free_slots(character, "stamina", against):
        return True
    return not contest.closed("stamina") and may_reshuffle_before_search(character)


def absorbs_stamina(
    contest: Contest[S], character: Character, against: Against, because: str, hit: Hit | None
) -> Procedure[bool]:
    """DK-12: whether a slot takes a Stamina point; the player may also reshuffle before the search."""
    use = hit.use if hit is not None else None
    while has_a_choice(contest, character, against, hit):
        usual = _usual(free_slots(character, "stamina", against), hit)
        answer = yield from said(contest, usual, lambda: _how(character, against, hit, because))
        if answer == "reshuffle":
            reshuffle(contest, character, rule="DK-13")
        elif answer in ("lose", "rest"):
            if hit is not None and answer == "rest":
                hit.quiet = True
            return False
        else:
            absorb_with(contest, character, "stamina", answer, use)
            return True
    return False


def _usual(slots: Iterable[str], hit: Hit | None) -> str:
    """A slot that may be used takes it; else it is lost, with what else of the hit is Stamina."""
    if hit is None:
        return wanted(slots, None) or "lose"
    return wanted(slots, hit.use) or ("rest" if "stamina" in hit.left else "lose")


def _how(character: Character, against: Against, hit: Hit | None, because: str) -> Ask:
    def usual() -> str:
        return _usual(free_slots(character, "stamina", against), hit)

    def form() -> Choice:
        more = hit.left.count("stamina") if hit is not None else 0
        deck, discard = (amount(len(pile), "card") for pile in (character.deck, character.discard))
        again = f"Puts {discard} of the discard pile back into the deck."
        ways = [
            Option("lose", "Lose it", help=f"Search the deck of {deck} for a Stamina symbol."),
            Option("rest", f"Lose all {more + 1}", help="Without being asked about each.") if more else None,
            *slots_for(character, "stamina", against),
            Option("reshuffle", "Reshuffle first", help=again)
            if may_reshuffle_before_search(character)
            else None,
        ]
        return deeds(ways, usual())

    text, waiting = f"{because} {{who}}, how do you lose it?", "{who} is losing Stamina."
    return ask_of(character, "stamina", form, "DK-13", text, waiting, assume=usual, directed=True)


def search(contest: Contest[S], character: Character, points: int = 1) -> Procedure[None]:
    """DK-13: turn over cards until one has the symbol; a deck without one is reshuffled and searched on.

    Where nobody could come between, the cards of several points come in one go.
    """
    character.shown, character.counted = [], ""
    until, most = at_once(contest, (_STAMINA, points), (_ANY, 1))
    while points and character.stamina:
        if not character.deck:
            reshuffle(contest, character, rule="DK-13", forced=True)
        count = min(points, most, character.stamina)
        for card in (yield next_card(character, "DK-13", count=count, until=until)):
            found = card in _STAMINA
            if lay_down(character, card, character.exhaustion if found else character.discard) and found:
                points, character.stamina = points - 1, character.stamina - 1
                contest.report(StaminaLost, character.name, tuple(character.shown), card, character.stamina)
                if points and character.stamina:
                    character.shown = []


def collapse_if_spent(contest: Contest[S], character: Character) -> None:
    """DK-14: without a Stamina symbol in deck and discard pile the character is incapacitated."""
    if character.up and not character.stamina:
        incapacitate(contest, character, "DK-14")


def incapacitate(contest: Contest[S], character: Character, rule: str) -> None:
    """The character can do nothing more; the game master may say what that means."""
    character.standing = "incapacitated"
    contest.report(Incapacitated, character.name, under=rule)
    to_tell(contest, "incapacitation", character)


def pay_for_wound_card(contest: Contest[S], character: Character, made: Flip) -> Procedure[None]:
    """DK-4: a wound card in the flip costs 1 Stamina, after the move."""
    if made.wounded and character.up:
        because = "The wound card costs a Stamina point."
        for _ in range(contest.state.knobs.wound_card_costs):
            if character.up:
                yield from lose_stamina(contest, character, "physical", because=because)
        collapse_if_spent(contest, character)
