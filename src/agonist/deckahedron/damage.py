"""DK-10 to DK-17: a hit, phase by phase. Each call of `suffer` plays one step, and the state says which is next."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Ask, Choice, Contest, Event, Procedure, Staged
from agonist.tabletop import listed

from .dice import parse, throw
from .moment import moment
from .scene import Character, Hit, Part, S, Takes
from .shield import TOKENS, helpful, may_raise_shield
from .slots import free_slots
from .splits import PARTS, WORTH, Condition, Split, legal_splits, order_named, split_form, split_named, uses
from .stamina import absorbs_stamina, collapse_if_spent, has_a_choice, search
from .tellings import to_tell
from .tokens import take_harm, take_wound


class Struck(Event, frozen=True):
    """Phase one: the damage of a hit."""

    rule = "DK-10"
    who: str
    source: str
    dice: str
    damage: int
    rolled: tuple[int, ...] = ()

    def staged(self) -> Staged | None:
        if not self.rolled:
            return None
        return Staged(
            self.who, self.source, self.rolled, parse(self.dice).sides, word=f"{self.damage} damage"
        )

    def text(self) -> str:
        rolled = f" ({self.dice})" if "d" in self.dice else ""
        return f"{self.source}: {self.who} is hit for {self.damage}{rolled}."


class Unharmed(Event, frozen=True):
    rule = "DK-11"
    who: str

    def text(self) -> str:
        return f"No damage: nothing happens to {self.who}."


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
        usual = tuple(part for part in ("wound", "harm", "stamina") if part in self.order)
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


class Moot(Event, frozen=True):
    """What was still to come means nothing to somebody who is incapacitated."""

    rule = "DK-14"
    who: str
    parts: tuple[str, ...]

    def text(self) -> str:
        return f"The rest of the hit no longer matters to {self.who}."


def suffer(contest: Contest[S]) -> Procedure[None]:
    """The next step of the first hit: roll and split it, take one part of it, or be done with it.

    Where nobody has anything to say in between, all of them.
    """
    hit = contest.state.hits[0]
    character = contest.state.character(hit.victim)
    while character.up and (hit.left or hit.damage is None):
        if hit.damage is not None:
            yield from take(contest, character, hit)
        elif hit.left:
            yield from instruct(contest, character, hit)
        else:
            yield from roll_damage(contest, character, hit)
            yield from split(contest, character, hit)
        if not contest.quiet:
            return
    if hit.left:
        contest.report(Moot, character.name, tuple(hit.left))
    if hit.damage:
        to_tell(contest, "narration", character)
    contest.state.hits.pop(0)


def instruct(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-10: what the game master instructs in place of phases one and two."""
    hit.damage = sum(WORTH[part] for part in hit.left)
    contest.report(Instructed, character.name, hit.source, tuple(hit.left))
    return protect(character, hit)


def roll_damage(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-10, phase one: who is hit rolls."""
    dice = parse(hit.dice)
    faces: tuple[int, ...] = ()
    if dice.dice:
        what = f"damage of {hit.source} to {character.name}"
        ready = throw(hit.dice, character.seat, character.name, what, "DK-10")
        if contest.quiet:
            faces = yield ready
        else:
            faces, _ = yield from moment(contest, character, lambda: ready)
    hit.damage = dice.total(faces)
    if not contest.bare:
        contest.report(Struck, character.name, hit.source, hit.dice, hit.damage, tuple(faces))


def split(contest: Contest[S], character: Character, hit: Hit) -> Procedure[None]:
    """DK-11, phase two: the player splits the damage, says what is to absorb it, and may name another order (DK-17)."""
    damage = hit.damage or 0
    if not damage:
        contest.report(Unharmed, character.name)
        return
    splits = legal_splits(damage)
    if contest.quiet and len(splits) == 1 and not free_slots(character, "stamina", hit.against):
        hit.use, hit.quiet, chosen, order = [], True, splits[0], PARTS
    else:
        chosen, order, hit.use = _answered(damage, (yield _how(character, hit, damage)))
    hit.left = chosen.parts(order)
    if not contest.bare:
        contest.report(Divided, character.name, damage, *chosen, tuple(dict.fromkeys(hit.left)))


def _how(character: Character, hit: Hit, damage: int) -> Ask:
    return Ask(
        character.seat,
        "split",
        lambda: split_for(character, hit),
        "DK-11",
        f"{hit.source}: {character.name}, you are hit for {damage}. How do you take it?",
        waiting=f"{character.name} splits a hit of {damage}.",
        about=character.name,
    )


def _answered(damage: int, answer: Any) -> tuple[Split, tuple[Part, ...], list[str]]:
    """The split that an answer names, the order in which it is taken, and what is used against it."""
    key, more = (answer["pick"], answer["with"]) if isinstance(answer, dict) else (answer, "")
    if isinstance(more, dict):
        named, use = more.get("order", ""), [*more.get("use", [])]
    else:
        named, use = more, []
    return split_named(damage, key), order_named(named) if named else PARTS, use


def split_for(character: Character, hit: Hit) -> Choice:
    """The splits of a hit as its victim is asked for them."""
    shields = [part for part in TOKENS if may_raise_shield(character, part, hit)]
    free = slots_left(character, hit)
    return split_form(hit.damage or 0, condition(character), free, shields, helpful(character, hit))


def slots_left(character: Character, hit: Hit) -> list[Takes]:
    """What the free slots take that help against a hit."""
    return [
        slot.takes
        for card in character.protection
        if card.helps_against(hit.against)
        for slot in card.slots
        if not slot.filled
    ]


def protect(character: Character, hit: Hit) -> Procedure[None]:
    """DK-12: what comes directly is not split, but the player says what is to absorb it."""
    if ways := uses(helpful(character, hit), hit.left):
        chosen = yield Ask(
            character.seat,
            "protection",
            ways,
            "DK-12",
            f"{hit.source}: {character.name}, what do you use against it?",
            waiting=f"{character.name} looks for protection.",
            about=character.name,
        )
        hit.use = [*chosen]


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
    """DK-13: a Stamina point; where nobody watches, all that follow it and will not be absorbed either."""
    if has_a_choice(contest, character, hit.against, hit) and (
        yield from absorbs_stamina(contest, character, hit.against, "A Stamina point is going.", hit)
    ):
        return
    points = 1
    while contest.quiet and hit.left and hit.left[0] == "stamina":
        points += 1
        hit.left.pop(0)
    yield from search(contest, character, points)
    collapse_if_spent(contest, character)
