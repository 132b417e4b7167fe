"""A contest, a group contest, and many after one prize, exactly (QS-6, QS-27, QS-28, QS-31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from agonist.odds.answer import Odds
from agonist.odds.refusal import refuse
from agonist.tabletop import knobs_from

from ...chassis import Rating
from ..rolls.knobs import StoryKnobs
from ..rolls.results import Result
from ..rolls.rolls import compared, successes
from ..single.group_contest import sums_compared
from .rolls import FACES, rating, summed, told

SPENDS = ("never", "helps", "loss", "degree")


def burns(spend: str, before: Result, after: Result) -> bool:
    """QS-31: when a story point is spent: where a defeat becomes a tie or a victory, or a tie a victory; to lessen a
    defeat too; always."""
    if spend == "helps":
        return after.sign > before.sign
    return spend == "degree" or (spend == "loss" and not before.victory)


def contest(
    first: str | int,
    second: str | int,
    *,
    story_points: int = 0,
    spend: str = "helps",
    knobs: Mapping[str, Any] | None = None,
) -> Odds:
    """QS-6, QS-31: the chances of a contest; at most one story point goes into a roll.

    >>> float(contest(15, 10).win)
    0.69
    """
    one, two = rating(first, "first"), rating(second, "second")
    house = knobs_from(StoryKnobs, knobs or {})
    counts: Counter[str] = Counter()
    spent = 0
    for mine in range(1, 21):
        for theirs in range(1, 21):
            own, other = successes(one, mine, house), successes(two, theirs, house)
            result = compared((own, other), (mine, theirs))
            lifted = compared((own + house.story_point, other), (mine, theirs))
            if story_points and burns(spend, result, lifted):
                result, spent = lifted, spent + 1
            counts[result.key] += 1
    outcomes = told({key: Fraction(count, FACES) for key, count in counts.items()})
    numbers = {**summed(outcomes), "outcomes": outcomes}
    if story_points:
        numbers["spent"] = Fraction(spent, FACES)
    return Odds(f"Contest of {one} against {two}", numbers, rules=("QS-4", "QS-5", "QS-6", "QS-31"))


def group_contest(pairs: Sequence[str], *, knobs: Mapping[str, Any] | None = None) -> Odds:
    """QS-27: each pair as ``15:10``; all successes are added up by side, and the difference decides."""
    house = knobs_from(StoryKnobs, knobs or {})
    sums = {0: Fraction(1)}
    for n, pair in enumerate(pairs, 1):
        ours, colon, theirs = pair.partition(":")
        if not colon:
            refuse(f"{pair!r} is no pair.", "two ratings such as 15:10", f"pairs.{n}")
        gains = _differences(rating(ours, f"pairs.{n}"), rating(theirs, f"pairs.{n}"), house)
        added: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for more, share in gains.items():
                added[total + more] = added.get(total + more, Fraction(0)) + chance * share
        sums = added
    outcomes: dict[str, Fraction | float] = {}
    for total, chance in sums.items():
        key = sums_compared(total, 0).key
        outcomes[key] = outcomes.get(key, Fraction(0)) + chance
    outcomes = told(outcomes)
    title = f"Group contest of {', '.join(pairs)}".replace("-", "−")
    return Odds(title, {**summed(outcomes), "outcomes": outcomes}, rules=("QS-27",))


def _differences(one: Rating, two: Rating, knobs: StoryKnobs) -> dict[int, Fraction]:
    found: Counter[int] = Counter()
    for mine in range(1, 21):
        for theirs in range(1, 21):
            found[successes(one, mine, knobs) - successes(two, theirs, knobs)] += 1
    return {more: Fraction(count, FACES) for more, count in found.items()}


def one_prize(ratings: Sequence[str | int], *, knobs: Mapping[str, Any] | None = None) -> Odds:
    """QS-28: for each the chance to have the prize alone and to share it; without a success nobody has it."""
    read = [rating(each, f"ratings.{n}") for n, each in enumerate(ratings, 1)]
    if len(read) < 2:
        refuse("One prize needs several who want it.", "at least two ratings", "ratings")
    house = knobs_from(StoryKnobs, knobs or {})
    rolls = [[(successes(each, die, house), die) for die in range(1, 21)] for each in read]
    alone, shared = {}, {}
    for n, mine in enumerate(rolls, 1):
        others = [each for m, each in enumerate(rolls, 1) if m != n]
        best = [roll for roll in mine if roll[0]]
        below = sum((_share(others, roll, strictly=True) for roll in best), Fraction(0)) / 20
        upto = sum((_share(others, roll, strictly=False) for roll in best), Fraction(0)) / 20
        alone[str(n)], shared[str(n)] = below, upto - below
    nobody = prod((Fraction(sum(not roll[0] for roll in each), 20) for each in rolls), start=Fraction(1))
    numbers = {
        "win": alone["1"],
        "tie": shared["1"],
        "lose": 1 - alone["1"] - shared["1"],
        "alone": alone,
        "shared": shared,
        "nobody": nobody,
    }
    return Odds(f"One prize for {', '.join(map(str, read))}", numbers, rules=("QS-28",))


def _share(others: list[list[tuple[int, int]]], roll: tuple[int, int], *, strictly: bool) -> Fraction:
    """The chance that all others stay below a roll, or do not exceed it."""
    return prod(
        (
            Fraction(sum(each < roll or (each == roll and not strictly) for each in faces), 20)
            for faces in others
        ),
        start=Fraction(1),
    )
