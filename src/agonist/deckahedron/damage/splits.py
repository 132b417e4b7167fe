"""DK-11: the ways to split a hit, and what each would leave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import permutations
from typing import NamedTuple

import msgspec

from agonist.kernel import Answer, Choice, Field, Fields, Form, Option, Several
from agonist.tabletop import Picked, amount, listed, picked

from ..people.knobs import BOOK, Worth
from ..people.scene import MOST_TOKENS, Part
from .slots import FITS

PARTS: tuple[Part, ...] = ("wound", "harm", "stamina")
"""DK-17: the order in which parts are taken unless the player names another."""


class Split(NamedTuple):
    """So many Wounds, so much Harm, and the rest as Stamina."""

    wounds: int
    harm: int
    stamina: int

    @property
    def key(self) -> str:
        return _key(self)

    @property
    def label(self) -> str:
        return _label(self)

    def counts(self) -> list[tuple[Part, int]]:
        return list(zip(PARTS, self, strict=True))

    def parts(self, order: Sequence[Part] = PARTS) -> list[Part]:
        """What is to be taken, one after the other."""
        return [*_parts(self, tuple(order))]


@lru_cache(maxsize=1_000)
def _parts(split: Split, order: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(part for part in order for _ in range(split[PARTS.index(part)]))


@lru_cache(maxsize=1_000)
def _label(split: Split) -> str:
    said = [
        (split.stamina, "Stamina"),
        (split.harm, "Harm"),
        (split.wounds, "Wound" if split.wounds == 1 else "Wounds"),
    ]
    return listed([f"{count} {what}" for count, what in said if count])


@cache
def _key(split: Split) -> str:
    return "+".join(f"{count}{part}" for part, count in split.counts() if count)


@lru_cache(maxsize=200)
def legal_splits(damage: int, worth: Worth = BOOK.worth) -> tuple[Split, ...]:
    """All splits: −3 for each Harm, −6 for each Wound, nothing below 0; the fewest Wounds and Harm first.

    >>> [split.label for split in legal_splits(7)]
    ['7 Stamina', '4 Stamina and 1 Harm', '1 Stamina and 2 Harm', '1 Stamina and 1 Wound']
    """
    wound, harmed = worth
    return tuple(
        Split(wounds, harm, damage - wound * wounds - harmed * harm)
        for wounds in range(damage // wound + 1)
        for harm in range((damage - wound * wounds) // harmed + 1)
    )


@lru_cache(maxsize=1_000)
def split_named(damage: int, key: str, worth: Worth = BOOK.worth) -> Split:
    return {split.key: split for split in legal_splits(damage, worth)}[key]


class Taken(NamedTuple):
    """How a hit is to be taken: its split, the order (DK-17), and what is to be used against it (DK-12)."""

    split: Split
    order: tuple[Part, ...]
    use: Sequence[str]


def taken(damage: int, answer: Answer, worth: Worth = BOOK.worth) -> Taken:
    """How an answer has it taken: with a split an order may be named, and slots and shields where there are some."""
    if isinstance(answer, str):
        return _plainly(damage, answer, worth)
    key, more = picked(answer)
    told = more if isinstance(more, dict) else {"order": more}
    return Taken(split_named(damage, key, worth), _order(told.get("order", "")), told.get("use", ()))


@lru_cache(maxsize=1_000)
def _plainly(damage: int, key: str, worth: Worth) -> Taken:
    return Taken(split_named(damage, key, worth), PARTS, ())


@lru_cache(maxsize=100)
def _order(named: str) -> tuple[Part, ...]:
    return tuple(part for name in named.split(",") for part in PARTS if part == name) or PARTS


class Condition(msgspec.Struct, frozen=True):
    """How somebody is: Stamina, tokens, cards in deck and discard pile, whether incapacitated."""

    stamina: int
    harm: int
    wounds: int
    cards: int = 0
    down: bool = False

    def after(self, parts: Sequence[Part]) -> Condition:
        """DK-13 to DK-16 as far as they are certain: what taking these parts one by one leaves, nothing absorbed."""
        stamina, harm, wounds, cards = self.stamina, self.harm, self.wounds, self.cards
        for part in parts:
            if part == "harm" and harm < MOST_TOKENS:
                harm += 1
            elif part != "stamina":
                if wounds == MOST_TOKENS:
                    return Condition(stamina, harm, wounds, cards, True)
                wounds, cards = wounds + 1, cards + 1
            stamina, cards = stamina - 1, cards - 1
            if stamina <= 0:
                return Condition(0, harm, wounds, cards, True)
        return Condition(stamina, harm, wounds, cards, self.down)

    def leaves(self) -> tuple[tuple[str, int], ...]:
        """The same as an option's data."""
        numbers = {"stamina": self.stamina, "harm": self.harm, "wounds": self.wounds, "cards": self.cards}
        return (*numbers.items(), ("up", int(not self.down)))


def absorbable(parts: Sequence[Part], free: Sequence[str]) -> list[Part]:
    """DK-12: what free slots of these kinds could take, the heaviest first; a slot for Stamina also takes the point
    that a Harm or a Wound would cost."""
    left, taken = list(free), []
    for part in sorted(parts, key=PARTS.index):
        if part != "stamina" and (fitting := [kind for kind in FITS[part] if kind in left]):
            left.remove(fitting[0])
            taken.append(part)
    points = len(parts) - len(taken)
    return taken + ["stamina"] * min(points, left.count("stamina"))


Helpful = Sequence[tuple[Option, Sequence[Part]]]
"""Slots and shields, each with the parts that it helps against."""


def split_form(
    damage: int,
    now: Condition,
    free: Sequence[str],
    shields: Sequence[Part],
    helpful: Helpful = (),
    worth: Worth = BOOK.worth,
) -> Choice:
    """Every legal split with what it leaves, those that one survives first, the lightest first; and with each what
    there is to use against it."""
    each = tuple((option, tuple(against)) for option, against in helpful)
    return _split_form(damage, now, tuple(free), tuple(shields), each, worth)


@lru_cache(maxsize=2_000)
def _split_form(
    damage: int,
    now: Condition,
    free: tuple[str, ...],
    shields: tuple[Part, ...],
    helpful: Helpful,
    worth: Worth,
) -> Choice:
    splits = sorted(legal_splits(damage, worth), key=lambda split: now.after(split.parts()).down)
    return Choice(options=tuple(_option(split, now, free, shields, helpful) for split in splits))


def uses(helpful: Helpful, parts: Sequence[Part]) -> Several | None:
    """DK-12: what of this could be used against these parts; all of it, unless the player says otherwise."""
    options = tuple(option for option, against in helpful if any(part in against for part in parts))
    return Several(options=options, default=tuple(each.key for each in options)) if options else None


def orders(split: Split) -> list[tuple[Part, ...]]:
    """DK-17: the orders in which the kinds of parts can be taken, the usual one first."""
    return list(permutations(part for part, count in split.counts() if count))


def as_usual(split: Split, helpful: Helpful) -> Answer:
    """The answer that takes a split in the usual order and uses all that helps."""
    then = _then(split, helpful) if helpful or split.harm or split.wounds else None
    return Picked(split.key, then.fallback() if then is not None else None).answer()


def _then(split: Split, helpful: Helpful) -> Form | None:
    """What goes with a split: the order, if there is one, and what to use."""
    use, ways = uses(helpful, split.parts()), [",".join(each) for each in orders(split)]
    said = [Option(way, way.title().replace(",", ", then "), rule="DK-17") for way in ways]
    order = Choice(tuple(said), ways[0]) if len(ways) > 1 else None
    if use is None:
        return order
    first = [Field("order", "Take it in this order", order)] if order is not None else []
    return Fields((*first, Field("use", "Use against it", use)))


def _option(
    split: Split, now: Condition, free: Sequence[str], shields: Sequence[Part], helpful: Helpful
) -> Option:
    then = now.after(split.parts())
    tokens = f"{then.harm} Harm, {then.wounds} {'Wound' if then.wounds == 1 else 'Wounds'}"
    leaves = f"{then.stamina} Stamina, {tokens}, {then.cards} cards in deck and discard pile"
    says = f"Incapacitated, with {leaves}." if then.down else f"Leaves {leaves}."
    if absorbed := absorbable(split.parts(), free):
        each = [f"{absorbed.count(part)} {part.title()}" for part in PARTS if part in absorbed]
        says += f" Slots could take {listed(each)}."
    if any(part in shields for part in split.parts()):
        says += " A shield could be raised."
    then_ask = _then(split, helpful)
    hurts = [(split.wounds, "wound"), (split.harm, "hurt")]
    taken = listed(
        [f"{'a' if count == 1 else count} {amount(count, what).split()[1]}" for count, what in hurts if count]
    )
    does = f"Take {taken}" if taken else "Grit your teeth"
    return Option(
        split.key, split.label, help=says, rule="DK-11", then=then_ask, deed=does, leaves=then.leaves()
    )
