"""Outcomes: a victory, a defeat or a tie, by how much (QS-6), what that is worth, and how it is said on stage."""

from __future__ import annotations

from typing import Final

import msgspec

from agonist.kernel import Rare, Staged
from agonist.tabletop import begun


class Result(msgspec.Struct, frozen=True):
    """An outcome from one side's view. `sign` is 1 for a victory, −1 for a defeat, 0 for a tie.

    >>> Result(1, 2).key, Result(-1).word, Result(1, 2).mirrored.key, TIE.key
    ('victory-2', 'defeat of degree 0', 'defeat-2', 'tie')
    """

    sign: int
    degree: int = 0

    @property
    def victory(self) -> bool:
        return self.sign > 0

    @property
    def defeat(self) -> bool:
        return self.sign < 0

    @property
    def mirrored(self) -> Result:
        """The same outcome from the other side's view."""
        return Result(-self.sign, self.degree)

    @property
    def word(self) -> str:
        if not self.sign:
            return "tie"
        return f"{'victory' if self.victory else 'defeat'} of degree {self.degree}"

    @property
    def key(self) -> str:
        """As programs write it: ``victory-2``."""
        return f"{'victory' if self.victory else 'defeat'}-{self.degree}" if self.sign else "tie"


TIE = Result(0)


def victory(degree: int) -> Result:
    return Result(1, degree)


def defeat(degree: int) -> Result:
    return Result(-1, degree)


def result_from(key: str) -> Result:
    """The outcome that a key names."""
    word, _, degree = key.partition("-")
    return TIE if word == "tie" else Result(1 if word == "victory" else -1, int(degree))


MOST_DEGREE = 4
"""QS-45, QS-57, QS-65: the outcome of a sequence goes no higher."""

OUTCOMES: tuple[str, ...] = (
    *(f"victory-{degree}" for degree in range(MOST_DEGREE, -1, -1)),
    "tie",
    *(f"defeat-{degree}" for degree in range(MOST_DEGREE + 1)),
)
"""The outcomes that a game master can set, from best to worst."""


STEP: Final = 5
"""QS-8: modifiers come in steps of five."""


PRICES: Final[dict[int, tuple[int, ...]]] = {0: (-5, -10), 1: (-5,)}
"""QS-22: what a victory of degree 0 or 1 may cost."""
BOONS: Final[dict[int, tuple[int, ...]]] = {0: (5, 10), 1: (10,)}
"""QS-22: what a defeat of degree 0 or 1 may bring."""


def beside(result: Result) -> tuple[int, ...]:
    """QS-22: the prices of a victory or the boons of a defeat."""
    if not result.sign:
        return ()
    return (PRICES if result.victory else BOONS).get(result.degree, ())


FAR = 2
"""QS-6: from this degree on an outcome is rare."""


NOBODY = "Neither gave way"
"""A tie, for anybody."""


def verdict(result: str, who: str, other: str, why: str = "", *, assured: bool = False) -> Staged:
    """QS-6, QS-20: an outcome in its own words, from one side's view."""
    if result == "tie":
        return Staged(word="A tie", says=NOBODY, why=why)
    word = f"assured {result}" if assured else result
    says = f"{begun(who)} succeeded" if assured else _better(who, other, result)
    rare: Rare = "" if assured else rare_of(result)
    return Staged(who=begun(who), word=word.capitalize(), rare=rare, says=says, why=why)


def prevails(name: str, other: str, result: str, why: str = "") -> Staged:
    """QS-34, QS-54: who has the better of a round or an exchange, in the words of who has it."""
    if result == "tie":
        return Staged(word="A tie", says=NOBODY, why=why)
    says, term = _better(name, other, result), result.replace("defeat", "victory")
    return Staged(word=term.capitalize(), says=says, why=why)


def _better(name: str, other: str, result: str) -> str:
    """In the past, which is the same for one and for many.

    >>> _better("Ana", "the raiders", "victory of degree 0"), _better("Ana", "the raiders", "defeat of degree 1")
    ('Ana got the better of the raiders', 'The raiders clearly got the better of Ana')
    """
    kind, _, degree = result.partition(" of degree ")
    winner, loser = (name, other) if kind == "victory" else (other, name)
    return begun(f"{winner} {'clearly ' if int(degree) else ''}got the better of {loser}")


def rare_of(result: str) -> Rare:
    """Bright for a victory that goes far, dark for such a defeat."""
    kind, _, degree = result.partition(" of degree ")
    if int(degree) < FAR:
        return ""
    return "bright" if kind == "victory" else "dark"
