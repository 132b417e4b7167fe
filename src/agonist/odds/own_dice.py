"""Dice of one's own: what is written as ``best 3 of 5d6`` is read here, and icepool counts it.

A line is dice and numbers with + and −, perhaps measured against a number or other dice at its end:
``2d20 low vs 14``. Dice are ``3d6``, ``d20``, ``d%``, ``4dF``, or ``5d6!`` where the highest face is rolled on; of
several the best or worst are kept (``best 3 of 5d6``, ``2d20 low``), or those are counted that show enough
(``6d6 count >= 5``).
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, NamedTuple, NoReturn

from .answer import Odds
from .distribution import Distribution
from .refusal import refuse

EXAMPLES = '"4dF + 2", "best 3 of 5d6", "2d20 low vs 14", "6d6 count >= 5", "5d6!", "2d6 vs 1d12"'
MOST_DICE, MOST_SIDES, MOST_FACES = 100, 1_000, 1_000
"""Of one term: dice and sides. Of all together: dice times sides, which keeps an answer to a few seconds."""
MOST_NUMBER = 10_000
MOST_TERMS = 10
ROLLED_ON = 12
"""How often a die is rolled on at the most; beyond it the chance is told as the error."""

_WEIGHT = 8
"""How many times as long dice take to count that are rolled on."""

_WORD = re.compile(
    r"\s*(?:(?P<dice>(?P<count>\d*)d(?P<sides>\d+|%|f)(?P<on>!?))|(?P<number>\d+)|(?P<sign>>=|<=|≥|≤|[-+−<>=])|(?P<name>[a-z]+))",
    re.IGNORECASE,
)
_SAME = {"−": "-", "≥": ">=", "≤": "<="}
_HIGHEST, _LOWEST = ("best", "highest", "high"), ("worst", "lowest", "low")


class _Pool(NamedTuple):
    """Dice of one kind; `on` is whether the highest face is rolled on."""

    many: int
    sides: int
    fudge: bool
    on: bool


def dice(text: str) -> Odds:
    """The chances of dice as they are written.

    >>> dice("6d6 count >= 5").mean
    Fraction(2, 1)
    """
    try:
        import icepool  # noqa: F401
    except ImportError:
        refuse("Dice of your own need icepool: install it with pip install 'agonist[dice]'.")
    return _Line(text).read()


class _Line:
    """A line, word by word."""

    def __init__(self, text: str) -> None:
        self.text = " ".join(text.split())
        self.words: list[re.Match[str]] = []
        at = 0
        while at < len(self.text):
            found = _WORD.match(self.text, at)
            if found is None:
                self.wrong(f"{self.text[at:].strip()!r} cannot be read")
            self.words.append(found)
            at = found.end()
        self.at = 0
        self.cut = 0.0
        self.faces = 0

    def wrong(self, why: str) -> NoReturn:
        refuse(f"{self.text!r}: {why}.", f"such as {EXAMPLES}", "dice")
        raise AssertionError

    # Words

    def word(self) -> str:
        """The next word, or nothing."""
        if self.at == len(self.words):
            return ""
        said = self.words[self.at][0].strip().lower()
        return _SAME.get(said, said)

    def take(self, *wanted: str) -> str:
        """The next word if it is one of these, or nothing."""
        said = self.word()
        if said not in wanted:
            return ""
        self.at += 1
        return said

    def number(self, what: str) -> int:
        """A number, which may be negative."""
        sign = -1 if self.take("-") else 1
        if not self.word().isdecimal():
            self.wrong(f"{what} is missing")
        found = int(self.word())
        self.at += 1
        if found > MOST_NUMBER:
            self.wrong(f"{found} is more than {MOST_NUMBER}")
        return sign * found

    def pool(self) -> _Pool:
        """Dice such as 5d6."""
        found = self.words[self.at] if self.at < len(self.words) else None
        if found is None or not found["dice"]:
            self.wrong("dice such as 5d6 are missing")
        self.at += 1
        count, written = int(found["count"] or 1), found["sides"].lower()
        fudge, sides = written == "f", {"%": 100, "f": 3}.get(written) or int(written)
        self.faces += count * sides * (_WEIGHT if found["on"] else 1)
        if not (1 <= count <= MOST_DICE and 1 <= sides <= MOST_SIDES and self.faces <= MOST_FACES):
            most = f"up to {MOST_DICE} dice of up to {MOST_SIDES} sides, {MOST_FACES} faces in all"
            self.wrong(f"{most}, are counted")
        if found["on"] and (fudge or sides < 2):
            self.wrong("only dice with a highest number are rolled on")
        return _Pool(count, sides, fudge, bool(found["on"]))

    # Sentences

    def read(self) -> Odds:
        """The whole line."""
        if not self.words:
            self.wrong("nothing is asked")
        mine = self.sum()
        how = self.take("vs", ">=", ">", "<=", "<", "=")
        against = self.sum() if how else None
        if self.at < len(self.words):
            self.wrong(f"{self.words[self.at][0].strip()!r} was not expected")
        total = _distribution(mine)
        numbers: dict[str, Any] = {}
        if against is not None:
            more, equal = (mine > against).mean(), (mine == against).mean()
            chances = {
                "more": Fraction(more),
                "equal": Fraction(equal),
                "less": 1 - Fraction(more) - Fraction(equal),
            }
            numbers["success"] = sum((chances[each] for each in _SUCCESS[how]), start=Fraction(0))
            numbers |= chances
        numbers |= {"mean": total.mean, "total": total}
        notes = (_SAYS.get(how, ""),) if how in _SAYS else ()
        method = "solved" if self.cut else "exact"
        return Odds(self.text, numbers, method=method, error=self.cut, notes=notes)

    def sum(self) -> Any:
        """Terms with + and − between."""
        minus = bool(self.take("-"))
        whole, terms = -self.term() if minus else self.term(), 1
        while sign := self.take("+", "-"):
            terms += 1
            if terms > MOST_TERMS:
                self.wrong(f"up to {MOST_TERMS} terms are added up")
            whole = whole + self.term() if sign == "+" else whole - self.term()
        return whole

    def term(self) -> Any:
        """A number, dice, or the best of some."""
        import icepool  # an extra

        if self.word().isdecimal():
            return icepool.Die([self.number("a number")])
        if which := self.take(*_HIGHEST, *_LOWEST):
            kept = self.number("how many are kept") if self.word().isdecimal() else 1
            self.take("of")
            return self.kept(self.pool(), kept, which)
        pool = self.pool()
        if which := self.take(*_HIGHEST, *_LOWEST):
            kept = self.number("how many are kept") if self.word().isdecimal() else 1
            return self.kept(pool, kept, which)
        if self.take("count"):
            how = self.take(">=", ">", "<=", "<", "=")
            if not how:
                self.wrong("after count comes what is counted, such as >= 5")
            return pool.many @ _TESTS[how](self.die(pool), self.number("what is counted from"))
        return pool.many @ self.die(pool)

    def kept(self, pool: _Pool, kept: int, which: str) -> Any:
        """The best or worst of a pool, added up."""
        if not 1 <= kept <= pool.many:
            self.wrong(f"of {pool.many} dice 1 to {pool.many} can be kept")
        dice = self.die(pool).pool(pool.many)
        return (dice.highest(kept) if which in _HIGHEST else dice.lowest(kept)).sum()

    def die(self, pool: _Pool) -> Any:
        import icepool  # an extra

        if pool.fudge:
            return icepool.Die([-1, 0, 1])
        die = icepool.d(pool.sides)
        if not pool.on:
            return die
        self.cut += pool.many * float(pool.sides) ** -(ROLLED_ON + 1)
        return die.explode(depth=ROLLED_ON)


_TESTS: dict[str, Any] = {
    ">=": lambda die, number: die >= number,
    ">": lambda die, number: die > number,
    "<=": lambda die, number: die <= number,
    "<": lambda die, number: die < number,
    "=": lambda die, number: die == number,
}
_SUCCESS = {
    "vs": ("more", "equal"),
    ">=": ("more", "equal"),
    ">": ("more",),
    "<=": ("less", "equal"),
    "<": ("less",),
    "=": ("equal",),
}
_SAYS = {"vs": "Success is as much or more; write <= where it is as much or less."}


def _distribution(die: Any) -> Distribution:
    weights = dict(die.items())
    first, last = min(weights), max(weights)
    return Distribution(first, [weights.get(value, 0) for value in range(first, last + 1)])
