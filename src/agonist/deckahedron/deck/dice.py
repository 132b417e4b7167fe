"""Damage dice: a fixed number, or dice with perhaps a number added."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from agonist.kernel import Contest, Procedure, Roll, Staged
from agonist.tabletop import Told, refuse

from ..people.scene import Character, S

_DICE = re.compile(r"(?:(?P<count>\d?)d(?P<sides>4|6|8|10|12|20))?(?:(?P<sign>\+?)(?P<more>\d{1,2}))?")


class Dice(NamedTuple):
    """`count` dice of `sides` sides, and `more` on top."""

    dice: int
    sides: int
    more: int

    @property
    def mean(self) -> float:
        return self.dice * (self.sides + 1) / 2 + self.more

    @property
    def most(self) -> int:
        return self.dice * self.sides + self.more

    def total(self, faces: Sequence[int]) -> int:
        return sum(faces) + self.more


@cache
def parse(text: str, place: str = "") -> Dice:
    """Read damage dice.

    >>> parse("2d6"), parse("d4+1"), parse("3")
    (Dice(dice=2, sides=6, more=0), Dice(dice=1, sides=4, more=1), Dice(dice=0, sides=0, more=3))
    """
    found = _DICE.fullmatch(text.strip())
    if not text.strip() or found is None or (bool(found["sides"]) != bool(found["sign"]) and found["more"]):
        refuse(f"{text!r} is no damage.", "a number such as 1, or dice such as 1d6 or 2d6+1", place)
    count = int(found["count"] or 1) if found["sides"] else 0
    if found["sides"] and not count:
        refuse(f"{text!r} has no dice.", "at least one die, such as 1d6", place)
    return Dice(count, int(found["sides"] or 0), int(found["more"] or 0))


@lru_cache(maxsize=2_000)
def throw(
    text: str, seat: str, name: str, what: str, rule: str, decides: str = "", *, follows: bool = False
) -> Roll:
    """The request for dice, which is put into words once."""
    sides = (parse(text).sides,) * parse(text).dice
    return Roll(
        sides, pool=True, seat=seat, what=what, rule=rule, about=name, decides=decides, follows=follows
    )


class Rolled(Told, frozen=True):
    """Dice that followed from what somebody did."""

    says = "{who} rolls {dice} for {why}: {total}."
    who: str
    why: str
    dice: str
    total: int
    rolled: tuple[int, ...]

    def staged(self) -> Staged:
        says = f"{self.who} rolled {self.total} for {self.why}"
        return Staged(
            self.who, self.why, self.rolled, parse(self.dice).sides, word=f"{self.total}", says=says
        )


def roll(contest: Contest[S], who: Character, text: str, why: str, what: str, rule: str) -> Procedure[int]:
    """Roll dice that follow from what somebody does; a fixed number needs no roll."""
    if not parse(text).dice:
        return parse(text).more
    faces = yield throw(text, who.seat, who.name, what, rule, follows=True)
    return fell(contest, who, text, why, faces, rule)


def fell(contest: Contest[S], who: Character, text: str, why: str, faces: tuple[int, ...], rule: str) -> int:
    """Tell what dice show, and what it comes to."""
    total = parse(text).total(faces)
    contest.report(Rolled, who.name, why, text, total, tuple(faces), under=rule)
    return total
