"""How the answers to a question stand, from the contests that were played on from each."""

from __future__ import annotations

import math
from typing import NamedTuple

from agonist.kernel import Answer

from .reckoning import Shrunk, ahead_of, chance_of, difference, error_of, for_few, shrunk

ALIKE = 0.03
"""Chances that are no further apart than this are as good as the same."""
_SURELY = 2
"""By how many standard errors an answer has to be better for people to be told so."""
_DOUBT, GLANCE = 0.25, 0.02
"""How much results are spread before there are any: they are wins and losses, or glances, which differ much less."""
_SQUINT = 0.035
"""How far glances at one answer may be off against those at another, however many there are."""


class Worth(NamedTuple):
    """The chance of success, one standard error (0 if it was worked out exactly), and how many contests tell it."""

    chance: float
    error: float
    contests: int


class Standing:
    """The answers, what came of each contest by contest with the same dice, and what that comes to."""

    def __init__(self, answers: list[Answer], kept: int) -> None:
        self.answers = answers
        self.kept = kept
        """The answer that is never left behind: the usual one."""
        self.results: list[list[float]] = [[] for _ in answers]
        self.exact: list[float] | None = None
        self.doubt = _DOUBT
        self.glance_after = 0
        """After how many requests a glance tells how good an answer was; 0 if contests are played to their end."""
        self.whole: list[float] = []
        """How the usual answer did in contests that were played to their end, where the others are glanced at."""

    @property
    def played(self) -> list[int]:
        """The answers of which something is known."""
        return [
            n for n, results in enumerate(self.results) if results or self.exact or len(self.answers) == 1
        ]

    @property
    def worked_out(self) -> bool:
        """Whether no dice were thrown: all that they can show was gone through, if need be for guesses."""
        return self.exact is not None or (self.doubt < _DOUBT and not self.glance_after)

    @property
    def alike(self) -> int:
        """In how many contests another answer came to the same as the usual one; 0 if once one did not, or if they
        were only glanced at."""
        if self.glance_after:
            return 0
        if self.exact is not None:
            return int(max(self.exact) - min(self.exact) < 1e-9)
        usual = self.results[self.kept]
        same = all(
            abs(one - two) < 1e-9 for each in self.results for one, two in zip(each, usual, strict=False)
        )
        return sum(len(self.results[n]) for n in self.played if n != self.kept) if same else 0

    def ahead(self) -> list[int]:
        """Of the answers compared to the end those that may well be better than the usual one, the best first."""
        last = max(map(len, self.results))
        leads = {
            n: lead.mean for n, lead in self.leads().items() if self.exact or len(self.results[n]) == last
        }
        return sorted((n for n, lead in leads.items() if lead > 0), key=lambda n: -leads[n])

    def leads(self) -> dict[int, Shrunk]:
        """By how much each of the other answers may be taken to be better than the usual one."""
        others = [n for n in self.played if n != self.kept]
        if self.exact is not None:
            usual = self.exact[self.kept]
            return {n: Shrunk(self.exact[n] - usual, 0.0, 1.0) for n in others}
        found = [self._against_usual(n) for n in others]
        told = [Shrunk(*each, 1.0) for each in found] if self.worked_out else shrunk(found)
        return dict(zip(others, told, strict=True))

    def _against_usual(self, n: int) -> tuple[float, float]:
        """How much better an answer did than the usual one, and the standard error of that."""
        mean, error, _ = ahead_of(self.results[self.kept], self.results[n], self.doubt)
        return mean, math.hypot(error, _SQUINT) if self.glance_after else error

    def worths(self) -> dict[int, Worth]:
        """What each answer is worth: the chance of the usual one, and what the others may be taken to differ by."""
        if self.exact is not None:
            return {n: Worth(self.exact[n], 0.0, 0) for n in self.played}
        usual = self.whole if self.glance_after else self.results[self.kept] or [0.5]
        level = Worth(*chance_of(usual))
        if self.worked_out:  # for guesses at what is hidden
            level = Worth(*difference(usual, self.doubt), len(usual))
        found = {self.kept: level}
        for n, lead in self.leads().items():
            chance = min(1.0, max(0.0, level.chance + lead.mean))
            found[n] = Worth(chance, self._error(n, lead, level), len(self.results[n]))
        return found

    def _error(self, n: int, lead: Shrunk, level: Worth) -> float:
        if self.glance_after:
            return math.hypot(level.error, lead.error)
        usual, own = self.results[self.kept], self.results[n]
        _, error, along = ahead_of(usual, own, self.doubt)
        unknown = max(0.0, lead.error**2 - (lead.weight * error) ** 2)
        level_too = 1 + lead.weight * (along - 1)
        shared = error_of(usual, own, along, level_too, lead.weight, self.doubt)
        few = 0.0 if self.worked_out else for_few(min(1.0, max(0.0, level.chance + lead.mean)), len(own))
        return math.sqrt(shared**2 + unknown + few * max(lead.weight, len(own) / len(usual)) ** 2)

    def surely(self) -> int | None:
        """The answer with the highest chance, if it is surely better than the usual one; or if it is that one, and
        every other is surely worse or makes no difference to speak of. None where nothing is so sure."""
        worths, leads = self.worths(), self.leads()
        best = max(worths, key=lambda n: (worths[n].chance, n == self.kept))
        if best != self.kept:
            return best if leads[best].mean > _SURELY * leads[best].error else None
        below = {n: lead.mean + _SURELY * lead.error for n, lead in leads.items()}
        return best if min(below.values(), default=0.0) < 0 and max(below.values()) < ALIKE else None
