"""How outcomes are said on stage: in a word, and in a light of its own for what is rare."""

from __future__ import annotations

from agonist.kernel import Rare, Staged
from agonist.tabletop import begun

FAR = 2
"""QS-6: from this degree on an outcome is rare."""


def verdict(result: str, who: str = "", *, assured: bool = False) -> Staged:
    """QS-6, QS-20: an outcome in its own words, from one side's view."""
    if result == "tie":
        return Staged(word="A tie")
    word = f"assured {result}" if assured else result
    return Staged(who=begun(who), word=word.capitalize(), rare="" if assured else rare_of(result))


def prevails(name: str, other: str, result: str) -> Staged:
    """QS-34, QS-54: who has the better of a round or an exchange."""
    if result == "tie":
        return Staged(word="A tie")
    better = name if result.startswith("victory") else other
    return Staged(word=begun(f"{better} prevails"))


def rare_of(result: str) -> Rare:
    """Bright for a victory that goes far, dark for such a defeat."""
    kind, _, degree = result.partition(" of degree ")
    if int(degree) < FAR:
        return ""
    return "bright" if kind == "victory" else "dark"
