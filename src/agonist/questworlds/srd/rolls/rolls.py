"""Reading dice: successes, and who has more of them (QS-3 to QS-6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from ...chassis import Rating
from .knobs import BOOK, StoryKnobs
from .results import TIE, Result, defeat, victory

NO_ABILITY = Rating(5)
"""QS-1: what one rolls against without a relevant ability."""


def die_successes(rating: Rating, die: int, knobs: StoryKnobs = BOOK) -> int:
    """QS-3, QS-4: what the die alone brings. Equal to the target number is a big success."""
    target = rating.target
    if die > target or rating.hopeless:
        return 0
    return knobs.big_success if die > target - knobs.big_faces or die <= knobs.critical else knobs.success


def successes(rating: Rating, die: int, knobs: StoryKnobs = BOOK) -> int:
    """QS-5: one more for each mastery, on a failure too; nothing cancels.

    >>> [successes(Rating(27), die) for die in (7, 3, 12)]
    [3, 2, 1]
    """
    return die_successes(rating, die, knobs) + knobs.mastery * rating.masteries


def big(rating: Rating, die: int, knobs: StoryKnobs = BOOK) -> bool:
    """QS-4: a big success."""
    target = rating.target
    return die <= target and (die > target - knobs.big_faces or die <= knobs.critical) and not rating.hopeless


class Clash(msgspec.Struct, frozen=True):
    """Two rolls against each other, the first side first: the dice, and all successes; what a story point adds."""

    names: tuple[str, str]
    dice: tuple[int, int]
    successes: tuple[int, int]
    point: int = 1

    def shown(self) -> dict[str, list[Any]]:
        """As everybody sees it (QS-70)."""
        return {"names": list(self.names), "dice": list(self.dice), "successes": list(self.successes)}

    def burned(self, points: tuple[int, int]) -> Clash:
        """QS-31: a story point is one more success; no die changes."""
        one, two = self.successes
        return msgspec.structs.replace(
            self, successes=(one + self.point * points[0], two + self.point * points[1])
        )

    @property
    def result(self) -> Result:
        """QS-6: from the first side's view."""
        return compared(self.successes, self.dice)

    @property
    def why(self) -> str:
        """QS-6: what decided it, in a few words."""
        return why(self.names, self.successes, self.dice)

    def turned(self, comes_to: Callable[[Clash], Any] = lambda clash: clash.result.sign) -> list[str]:
        """QS-31: for whom one more success turns a defeat into a tie or a victory, or a tie into a victory; or changes
        what else a clash comes to."""
        points, now = ((1, 0), (0, 1)), comes_to(self)
        return [
            name for name, more in zip(self.names, points, strict=True) if comes_to(self.burned(more)) != now
        ]


def why(names: tuple[str, str], counts: tuple[int, int], dice: tuple[int, int]) -> str:
    """QS-6: what decides between two rolls, in a few words.

    >>> ours = ("Ana", "Ben")
    >>> why(ours, (1, 1), (14, 6)), why(ours, (0, 0), (18, 19)), why(ours, (2, 1), (17, 9)), why(ours, (0, 2), (18, 9))
    ('both made it: the higher wins', 'both missed: the higher wins', '2 successes beat 1', 'only Ben made it')
    """
    most, least = max(counts), min(counts)
    if most == least:
        both = "both missed" if not most else "both made it" if most == 1 else f"{most} successes each"
        return f"{both}, {dice[0]} each" if dice[0] == dice[1] else f"{both}: the higher wins"
    return f"{most} successes beat {least}" if least else f"only {names[counts.index(most)]} made it"


def compared(counts: tuple[int, int], dice: tuple[int, int]) -> Result:
    """QS-6: more successes win by the difference; on equal ones the higher die, by nothing; equal dice tie."""
    ahead = counts[0] - counts[1]
    if ahead:
        return victory(ahead) if ahead > 0 else defeat(-ahead)
    if dice[0] == dice[1]:
        return TIE
    return victory(0) if dice[0] > dice[1] else defeat(0)
