"""How outcomes are said on stage: in a word, and in a light of its own for what is rare."""

from __future__ import annotations

from agonist.kernel import Rare, Staged
from agonist.tabletop import begun

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
