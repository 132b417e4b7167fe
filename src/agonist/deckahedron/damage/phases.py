"""DK-15, DK-16: taking Harm and Wound tokens."""

from __future__ import annotations

from agonist.kernel import Ask, Choice, Contest, Event, Procedure, Staged
from agonist.tabletop import Told, ask_of, at_once, listed, said

from ..cards import CARD_WAYS, is_wound
from ..deck.dice import parse, throw
from ..deck.moment import moment, to_tell
from ..deck.piles import draw, take_from_supply
from ..people.knobs import BOOK, Worth
from ..people.scene import MOST_TOKENS, Character, Hit, S, Takes
from .shield import TOKENS, absorbed, helpful, ready_shields
from .slots import free_slots
from .splits import PARTS, Condition, legal_splits, split_form, taken, uses
from .stamina import absorbs_stamina, collapse_if_spent, has_a_choice, incapacitate, lose_stamina, search


class HarmTaken(Told, frozen=True):
    rule, says = "DK-15", "{who} takes a Harm token, {harm} now."
    who: str
    harm: int


class HarmBecomesWound(Told, frozen=True):
    rule, says = "DK-15", "{who} has two Harm tokens already: this one becomes a Wound."
    who: str


class WoundTaken(Told, frozen=True):
    rule, ways = "DK-16", CARD_WAYS
    says = "{who} takes a Wound token, {wounds} now.{card:? A wound card, {card:signs}, goes to the discard pile.}"
    who: str
    wounds: int
    card: str = ""


def take_harm(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-15: absorb it; or with two already take a Wound instead; or lose a Stamina point and place the token."""
    stopped = yield from absorbed(contest, character, "harm", hit)
    if stopped or not character.up:
        return
    if character.harm >= MOST_TOKENS:
        contest.report(HarmBecomesWound, character.name)
        yield from take_wound(contest, character, hit)
        return
    because = "The Harm costs a Stamina point."
    yield from lose_stamina(contest, character, hit.against, because=because, hit=hit)
    character.harm = min(character.harm + 1, MOST_TOKENS)
    contest.report(HarmTaken, character.name, character.harm)
    collapse_if_spent(contest, character)


def take_wound(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-16: absorb it; or be incapacitated by a third; or be told how, lose Stamina, place token and card."""
    stopped = yield from absorbed(contest, character, "wound", hit)
    if stopped or not character.up:
        return
    if character.wounds >= MOST_TOKENS:
        incapacitate(contest, character, "DK-16")
        return
    to_tell(contest, "wound told", character, hit.source)
    because = "The Wound costs a Stamina point."
    yield from lose_stamina(contest, character, hit.against, because=because, hit=hit)
    character.wounds = min(character.wounds + 1, MOST_TOKENS)
    card = yield from _wound_card(contest, character)
    contest.report(WoundTaken, character.name, character.wounds, card)
    collapse_if_spent(contest, character)


def _wound_card(contest: Contest[S], character: Character) -> Procedure[str]:
    """One of the supply's two wound cards for this character goes into the discard pile, whichever comes up."""
    there = sorted({card for card in contest.state.supply if is_wound(card)} - {*character.added})
    if len(there) > 1:
        there = yield draw(character, there, "a wound card from the supply", "DK-16")
    return take_from_supply(contest, character, there[0]) if there else ""


class Struck(Event, frozen=True):
    """Phase one: the damage of a hit."""

    rule = "DK-10"
    who: str
    source: str
    dice: str
    damage: int
    rolled: tuple[int, ...] = ()

    def staged(self) -> Staged | None:
        sides, word = parse(self.dice).sides, f"{self.damage} damage"
        says, why = f"{self.source} hit {self.who} for {self.damage}", f"{self.dice} fell on {self.damage}"
        if not self.rolled:
            return None
        return Staged(self.source, f"damage to {self.who}", self.rolled, sides, word=word, says=says, why=why)

    def text(self) -> str:
        rolled = f" ({self.dice})" if "d" in self.dice else ""
        return f"{self.source}: {self.who} is hit for {self.damage}{rolled}."


class Unharmed(Told, frozen=True):
    rule, says = "DK-11", "No damage: nothing happens to {who}."
    who: str


class Divided(Event, frozen=True):
    """Phase two: how a hit is split, in the order in which it is taken."""

    rule = "DK-11"
    who: str
    damage: int
    wounds: int
    harm: int
    stamina: int
    order: tuple[str, ...] = ()

    def text(self) -> str:
        parts = [(self.wounds, "Wound"), (self.harm, "Harm"), (self.stamina, "Stamina")]
        said = listed([f"{count} {kind}" for count, kind in parts if count])
        usual = tuple(part for part in PARTS if part in self.order)
        order = f", taken {', then '.join(map(str.title, self.order))}" if self.order != usual else ""
        return f"{self.who} splits {self.damage} into {said}{order}."


class Instructed(Event, frozen=True):
    """The game master has a character lose Stamina or take Harm or a Wound directly."""

    rule = "DK-10"
    who: str
    source: str
    parts: tuple[str, ...]

    def text(self) -> str:
        said = listed([f"{self.parts.count(part)} {part.title()}" for part in dict.fromkeys(self.parts)])
        return f"{self.source}: {self.who} is to take {said}."


class Moot(Told, frozen=True):
    """What was still to come means nothing to somebody who is incapacitated."""

    rule, says = "DK-14", "The rest of the hit no longer matters to {who}."
    who: str
    parts: tuple[str, ...]


def suffer(contest: Contest[S]) -> Procedure[None]:
    """The next step of the first hit: roll and split it, take one part of it, or be done with it.

    Where nobody could come between, all of them.
    """
    hit, on = contest.state.hits[0], at_once(contest, True, False)
    character = contest.state.character(hit.victim)
    while character.up and (hit.left or hit.damage is None):
        if hit.damage is not None:
            yield from take(contest, character, hit)
        elif hit.left:
            yield from instruct(contest, character, hit)
        else:
            yield from roll_damage(contest, character, hit)
            yield from split(contest, character, hit)
        if not on:
            return
    if hit.left:
        contest.report(Moot, character.name, tuple(hit.left))
    if hit.damage:
        to_tell(contest, "narration", character)
    contest.state.hits.pop(0)


def instruct(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-10: what the game master instructs in place of phases one and two; it is not split, but the player says what
    is to absorb it (DK-12)."""
    wound, harm = contest.state.knobs.worth
    hit.damage = sum({"wound": wound, "harm": harm}.get(part, 1) for part in hit.left)
    contest.report(Instructed, character.name, hit.source, tuple(hit.left))
    if ways := uses(helpful(character, hit), hit.left):
        text, waiting = f"{hit.source}: {{who}}, what do you use against it?", "{who} looks for protection."
        hit.use = [*(yield ask_of(character, "protection", ways, "DK-12", text, waiting))]


def roll_damage(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-10, phase one: who is hit rolls."""
    dice = parse(hit.dice)
    faces: tuple[int, ...] = ()
    if dice.dice:
        what = f"damage of {hit.source} to {character.name}"
        ready = throw(
            hit.dice, character.seat, hit.source, what, "DK-10", "The number is what the blow costs"
        )
        (faces,) = yield from moment(contest, character, lambda: (ready,))
    hit.damage = dice.total(faces)
    contest.report(Struck, character.name, hit.source, hit.dice, hit.damage, tuple(faces))


def split(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-11, phase two: the player splits the damage, says what is to absorb it, and may name another order (DK-17)."""
    damage = hit.damage or 0
    if not damage:
        contest.report(Unharmed, character.name)
        return
    worth = contest.state.knobs.worth
    free = damage >= min(worth) or free_slots(character, "stamina", hit.against)
    only = None if free else legal_splits(damage, worth)[0].key
    chosen = taken(damage, (yield from said(contest, only, lambda: _how(character, hit, worth))), worth)
    hit.left, hit.use = chosen.split.parts(chosen.order), [*chosen.use]
    order = hit.left
    contest.report(lambda: Divided(character.name, damage, *chosen.split, tuple(dict.fromkeys(order))))


def _how(character: Character, hit: Hit, worth: Worth) -> Ask:
    text = f"{hit.source}: {{who}}, you are hit for {hit.damage}. How do you take it?"
    waiting = f"{{who}} splits a hit of {hit.damage}."
    return ask_of(character, "split", lambda: split_for(character, hit, worth), "DK-11", text, waiting)


def split_for(character: Character, hit: Hit, worth: Worth = BOOK.worth) -> Choice:
    """The splits of a hit as its victim is asked for them."""
    shields = [part for part in TOKENS if ready_shields(character, part, hit)]
    free = slots_left(character, hit)
    return split_form(hit.damage or 0, condition(character), free, shields, helpful(character, hit), worth)


def slots_left(character: Character, hit: Hit) -> list[Takes]:
    """What the free slots take that help against a hit."""
    helping = [card for card in character.protection if card.helps_against(hit.against)]
    return [slot.takes for card in helping for slot in card.slots if not slot.filled]


def condition(character: Character) -> Condition:
    cards = len(character.deck) + len(character.discard)
    return Condition(character.stamina, character.harm, character.wounds, cards, not character.up)


def take(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """Phase three, and what is not absorbed: one part of the hit."""
    part = hit.left.pop(0)
    if part == "wound":
        return take_wound(contest, character, hit)
    return take_harm(contest, character, hit) if part == "harm" else _take_stamina(contest, character, hit)


def _take_stamina(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-13: a Stamina point; where nobody could come between, all that follow it and will not be absorbed either."""
    because = "A Stamina point is going."
    if has_a_choice(contest, character, hit.against, hit) and (
        yield from absorbs_stamina(contest, character, hit.against, because, hit)
    ):
        return
    points, more = 1, at_once(contest, hit.left, [])
    while more and more[0] == "stamina":
        points += 1
        more.pop(0)
    yield from search(contest, character, points)
    collapse_if_spent(contest, character)
