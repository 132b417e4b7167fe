"""Ratings: whole numbers written in tiers of twenty (QW-1, QW-2)."""

from __future__ import annotations

import re

import msgspec

TIER = 20
MOST = 1_000
"""Higher ratings are taken for typing errors."""

_WRITTEN = re.compile(r"\s*(\d{1,4})\s*(?:([mMwW])\s*(\d{0,4}))?\s*")
ACCEPTED = "a rating such as 17, 7M, 3M2 or the plain total 27"


class Rating(msgspec.Struct, frozen=True, order=True):
    """A whole rating; a mastery is worth twenty.

    >>> str(Rating(27)), Rating.parse("3w2").whole, Rating(41).target
    ('7M', 43, 1)
    """

    whole: int

    @classmethod
    def parse(cls, text: str | int) -> Rating:
        """QW-1: read ``7M``, ``7m``, ``7M1``, ``7W``, ``7w2`` or the total ``27``; raise ValueError otherwise."""
        found = cls.read(text)
        if found.whole > MOST:
            raise ValueError(f"{text!r} is higher than any rating")
        return found

    @classmethod
    def read(cls, text: str | int) -> Rating:
        """What is written, however high: with its modifiers a rating may be above all that can be typed."""
        found = _WRITTEN.fullmatch(str(text)) if not isinstance(text, bool) else None
        if found is None:
            raise ValueError(f"{text!r} is no rating")
        number, mastery, count = int(found[1]), found[2], found[3]
        if mastery and not (1 <= number <= TIER and int(count or 1)):
            raise ValueError(f"{text!r} is no rating: before the M stands a number from 1 to 20")
        return cls(number + TIER * int(count or 1) if mastery else number)

    @property
    def hopeless(self) -> bool:
        """QW-2: nothing is left to roll against; the result is a failure whatever the die shows."""
        return self.whole <= 0

    @property
    def masteries(self) -> int:
        return 0 if self.hopeless else (self.whole - 1) // TIER

    @property
    def target(self) -> int:
        """QW-2: the target number, the part within the tier."""
        return self.whole if self.hopeless else (self.whole - 1) % TIER + 1

    @property
    def needs(self) -> str:
        """What a die has to show, in words.

        >>> Rating(17).needs, Rating(27).needs, Rating(45).needs, Rating(0).needs
        ('17 or less', '7 or less, a step better', '5 or less, 2 steps better', 'more than a die can show')
        """
        if self.hopeless:
            return "more than a die can show"
        steps = "a step" if self.masteries == 1 else f"{self.masteries} steps"
        return f"{self.target} or less{f', {steps} better' if self.masteries else ''}"

    @property
    def counts(self) -> str:
        """QS-3: the same where every mastery is a success of its own.

        >>> Rating(17).counts, Rating(27).counts
        ('17 or less', '7 or less: 2 successes, else 1')
        """
        if not self.masteries:
            return self.needs
        return f"{self.target} or less: {self.masteries + 1} successes, else {self.masteries}"

    def plus(self, modifier: int) -> Rating:
        """QW-2: modifiers change the whole rating, so a mastery can be gained or lost."""
        return Rating(self.whole + modifier)

    def __str__(self) -> str:
        if not self.masteries:
            return str(self.whole).replace("-", "−")
        return f"{self.target}M{self.masteries if self.masteries > 1 else ''}"


DECIDES = "Both make it, or both miss: the higher die wins"
"""QW-6, QS-6: what decides between two dice, besides what each needs."""


def counts_of(written: str) -> str:
    """The same as `Rating.counts`, against a rating as it is written."""
    return Rating.read(written).counts if written and not written.startswith("−") else needs_of(written)


def needs_of(written: str) -> str:
    """What a die has to show against a rating as it is written; nothing against none.

    >>> needs_of("7M"), needs_of("−6"), needs_of("")
    ('7 or less, a step better', 'more than a die can show', '')
    """
    if not written:
        return ""
    return Rating(0).needs if written.startswith("−") else Rating.read(written).needs


def raised(text: str, by: int) -> str | None:
    """QW-1: a rating or bonus as it is written, so much higher; nothing for other words.

    >>> raised("16", 5), raised("+3", -5), raised("18", 5), raised("challenging", 5)
    ('1M', '-2', '3M', None)
    """
    if re.fullmatch(r"[+−-]\d{1,3}", text):
        return f"{int(text.replace('−', '-')) + by:+}"
    try:
        whole = Rating.parse(text).whole + by
    except ValueError:
        return None
    return str(Rating(whole)) if whole > 0 else None


class InHand(msgspec.Struct, frozen=True):
    """The rating of what somebody uses now, as boards show it and as it is reckoned with."""

    whole: int
    written: str

    @classmethod
    def at(cls, rating: Rating) -> InHand:
        return cls(rating.whole, str(rating))
