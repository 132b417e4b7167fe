"""DK-13, DK-14: losing Stamina points, and what happens when there are none."""

from __future__ import annotations

from agonist.kernel import Ask, Choice, Contest, Event, Option, Procedure, Rare, Staged
from agonist.tabletop import amount

from .cards import NAMES, has_stamina, named
from .piles import lay_down, may_reshuffle_before_search, next_card, reshuffle
from .scene import Against, Character, Hit, S
from .slots import absorb_with, free_slots, slots_for, wanted
from .tellings import to_tell

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
        return Staged(self.who, f"{self.left} left", cards=self.cards, counts=self.card, word=lost, rare=rare)

    def text(self) -> str:
        found = (
            f" after {amount(len(self.cards) - 1, 'card')} without the symbol" if len(self.cards) > 1 else ""
        )
        return f"{self.who} loses 1 Stamina, {named(self.card)}{found}; {self.left} left."


class Incapacitated(Event, frozen=True):
    rule = "DK-14"
    who: str

    def staged(self) -> Staged:
        return Staged(who=self.who, word="Incapacitated", rare="dark")

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


def absorbs_stamina(
    contest: Contest[S], character: Character, against: Against, because: str, hit: Hit | None
) -> Procedure[bool]:
    """DK-12: whether a slot takes a Stamina point; the player may also reshuffle before the search."""
    while has_a_choice(contest, character, against, hit):
        if contest.quiet:
            answer = _usual(character, against, hit)
        else:
            answer = yield _how(character, against, hit, because)
        if answer == "reshuffle":
            reshuffle(contest, character, rule="DK-13")
            continue
        if answer == "rest" and hit is not None:
            hit.quiet = True
        if answer not in ("lose", "rest"):
            absorb_with(contest, character, "stamina", answer, hit.use if hit is not None else None)
            return True
        break
    return False


def _how(character: Character, against: Against, hit: Hit | None, because: str) -> Ask:
    return Ask(
        character.seat,
        "stamina",
        lambda: _ways(character, against, hit),
        "DK-13",
        f"{because} {character.name}, how do you lose it?",
        waiting=f"{character.name} is losing Stamina.",
        about=character.name,
        assume=lambda: _usual(character, against, hit),
        directed=True,
    )


def search(contest: Contest[S], character: Character, points: int = 1) -> Procedure[None]:
    """DK-13: turn over cards until one has the symbol; a deck without one is reshuffled and searched on.

    Where nobody watches, the cards of several points come in one go.
    """
    character.shown, character.counted = [], ""
    until = _STAMINA if contest.quiet else _ANY
    while points and character.stamina:
        if not character.deck:
            reshuffle(contest, character, rule="DK-13", forced=True)
        count = min(points, character.stamina) if contest.quiet else 1
        for card in (yield next_card(character, "DK-13", count=count, until=until)):
            found = card in _STAMINA
            if lay_down(character, card, character.exhaustion if found else character.discard) and found:
                points, character.stamina = points - 1, character.stamina - 1
                if not contest.bare:
                    shown = tuple(character.shown)
                    contest.report(StaminaLost, character.name, shown, card, character.stamina)
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


def has_a_choice(contest: Contest[S], character: Character, against: Against, hit: Hit | None) -> bool:
    """DK-12, DK-13: whether a Stamina point can be lost in more than one way."""
    if not character.up or (hit is not None and (hit.quiet or (contest.quiet and hit.use == []))):
        return False
    if free_slots(character, "stamina", against):
        return True
    return not contest.quiet and may_reshuffle_before_search(character)


def _usual(character: Character, against: Against, hit: Hit | None) -> str:
    """A slot that may be used takes it; else it is lost, with what else of the hit is Stamina."""
    slots = free_slots(character, "stamina", against)
    if slot := wanted(slots, hit.use if hit is not None else None):
        return slot
    return "rest" if hit is not None and "stamina" in hit.left else "lose"


def _ways(character: Character, against: Against, hit: Hit | None) -> Choice:
    more = hit.left.count("stamina") if hit is not None else 0
    ways = [
        Option(
            "lose",
            "Lose it",
            help=f"Search the deck of {amount(len(character.deck), 'card')} for a Stamina symbol.",
        )
    ]
    if more:
        ways.append(Option("rest", f"Lose all {more + 1}", help="Without being asked about each."))
    slots = slots_for(character, "stamina", against)
    ways += slots
    if may_reshuffle_before_search(character):
        cards = amount(len(character.discard), "card")
        ways.append(
            Option(
                "reshuffle", "Reshuffle first", help=f"Puts {cards} of the discard pile back into the deck."
            )
        )
    return Choice(options=tuple(ways), default=_usual(character, against, hit))
