"""What may come of a roll, in words: the same on pages, on the big screen and in the terminal."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from .foresight import End, Foresight, Shift
from .saying import chance_said

_WORDS = {"ahead": "Win", "level": "Even", "behind": "Lose"}
_OVER = {"ahead": "it is won", "level": "it is over", "behind": "it is lost"}
_OFTEN = 0.25
"""How often something has to be left so to be told beside what is left most often."""
_CHANGES = 3
"""How many changes of one end are told."""


class Stake(msgspec.Struct, frozen=True):
    """One end: its word, its share of the bar, the chance in words, and who comes from what to what."""

    leaves: str
    word: str
    share: float
    chance: str
    changes: tuple[tuple[str, str, str], ...]
    over: bool
    """Whether it is mostly the end of the contest, where not everything is."""
    settles: bool = False
    """Whether nothing more can be said of it than its word: whatever falls settles the contest, and no more."""
    becomes: str = ""
    """What becomes then of what is at stake."""

    @property
    def brings(self) -> str:
        """What it brings, in a line."""
        told = ", ".join(
            f"{name} {before} → {after}" if before else f"{name} {after}"
            for name, before, after in self.changes
        )
        if self.over:
            over = _OVER[self.leaves]
            return f"{told}, and {over}" if told else over
        return told or (self.becomes if self.settles else "nothing changes")

    @property
    def certainly(self) -> str:
        """How it ends, where that is all there is to say."""
        return (self.becomes or _OVER[self.leaves]) if self.settles else ""

    def line(self, *, odds: bool) -> str:
        """All of it in a few words."""
        word = f"{self.word} {self.chance}" if odds else self.word
        return f"{word}: {self.brings}" if self.brings else word


class Foretold(msgspec.Struct, frozen=True):
    """All ends, the good one first; `guessed` says that something hidden was made up."""

    stakes: tuple[Stake, ...]
    guessed: bool

    def line(self, *, odds: bool) -> str:
        """All of it in a line."""
        return " · ".join(each.line(odds=odds) for each in self.stakes)


def foretold(foresight: Foresight, becomes: tuple[str, str] = ("", "")) -> Foretold | None:
    """The ends of an exchange in words, with what `becomes` of the stake; None where all stays as it is."""
    ends = sorted(foresight.ends, key=lambda end: list(_WORDS).index(end.leaves))
    if not any(end.changes or end.over for end in ends):
        return None
    settles = all(end.over > 0.5 and not end.changes for end in ends)
    threat = {end.leaves for end in ends} == {"level", "behind"}
    stakes = [_stake(end, foresight.error, settles=settles, threat=threat) for end in ends]
    said = {"ahead": becomes[0], "behind": becomes[1]} if settles else {}
    stakes = [replace(each, becomes=said.get(each.leaves, "")) for each in stakes]
    return Foretold(tuple(stakes), foresight.guessed)


def _stake(end: End, error: float, *, settles: bool, threat: bool) -> Stake:
    """One end; where nothing can be won, nothing lost is what one hopes for."""
    safe = threat and end.leaves == "level" and not end.changes
    lost_first = sorted(end.changes, key=lambda change: change.usual - (change.before or 0.0))
    word = "No loss" if safe else _WORDS[end.leaves]
    told = [(each.name, _before(each), _after(each)) for each in lost_first]
    changes = tuple([(name, was, then) for name, was, then in told if then and was != then][:_CHANGES])
    said = chance_said(end.chance, error, brief=True)
    over = end.over > 0.5 and not settles
    return Stake(end.leaves, word, end.chance, said, changes, over, settles)


def _before(change: Shift) -> str:
    return "" if change.before is None else _number(change.before)


def _after(change: Shift) -> str:
    """What is left then, most often first; by how much it changes, if it does, where what there is is hidden.

    >>> _after(Shift("Raider", 5, ((3, 0.6), (2, 0.4)))), _after(Shift("Raider", 5, ((3, 0.9), (2, 0.1))))
    ('3 or 2', '3')
    >>> _after(Shift("Raider", None, ((-3, 0.6), (-2, 0.4))))
    'loses 3 or 2'
    """
    often = [value for n, (value, share) in enumerate(change.after) if n == 0 or share >= _OFTEN]
    if change.before is not None:
        return " or ".join(_number(value) for value in often[:2])
    moved = [value for value in often if value]
    values = [value for value in moved if (value < 0) == (moved[0] < 0)][:2]
    said = " or ".join(_number(abs(value)) for value in values)
    return f"{'loses' if values[0] < 0 else 'gains'} {said}" if values else ""


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")
