"""Scored sequences to the end, exactly, with best play (QS-45, QS-46).

Resolution points only rise, so a situation leads to later ones or back to itself. For stances that are kept as long
as nothing changes, its value is what the changes bring, over the chance of a change; a situation that never changes
is endless and counts nothing. Who has the initiative declares first, the other answers: so the value is the best of
the first one's stances against the other's best answer to each.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from agonist.odds.answer import Odds
from agonist.odds.saying import worked_out_said
from agonist.tabletop import knobs_from

from ..approach.tactics import Stance
from ..kinds.scored import rp_taken
from ..rolls.knobs import BOOK, StoryKnobs
from ..rolls.results import Result, defeat, victory
from .rolls import FACES, rating, results, summed, told

STANCES: tuple[Stance, ...] = ("plain", "gambit", "defensive")
POLICIES = ("steady", "gambit", "defensive", "best")
FIXED: dict[str, Stance] = {"steady": "plain", "gambit": "gambit", "defensive": "defensive"}


class Course(NamedTuple):
    """From a situation to the end: chances of each outcome, and rounds times the chance that it ends at all."""

    outcomes: dict[Result, Fraction]
    rounds: Fraction
    ends: Fraction

    @property
    def value(self) -> Fraction:
        """QS-46: own less the other's chance to win; what is endless counts nothing."""
        return sum((chance * result.sign for result, chance in self.outcomes.items()), Fraction(0))


def scored(
    first: str | int,
    second: str | int,
    *,
    policy: str = "steady",
    against: str = "steady",
    initiative: str = "player",
    knobs: Mapping[str, Any] | None = None,
) -> Odds:
    """QS-45, QS-46: a scored sequence of two, without story points and parting shots; as it comes, which is what people
    mostly do, or as said. Beside what both do without much thought stands what best play of both comes to.

    >>> odds = scored(10, 15, policy="defensive", against="steady")
    >>> odds.win > Fraction(99, 100)
    True
    """
    one, two = rating(first, "first"), rating(second, "second")
    house = knobs_from(StoryKnobs, knobs or {})
    play = _Play(one.whole, two.whole, policy, against, initiative, house)
    course = play.course(0, 0)
    outcomes = told({result.key: chance for result, chance in course.outcomes.items()})
    numbers: dict[str, object] = {**summed(outcomes), "endless": 1 - course.ends, "outcomes": outcomes}
    numbers["rounds"] = course.rounds / course.ends if course.ends else Fraction(0)
    if "best" in (policy, against):
        numbers["opening"] = " against ".join(play.stances(0, 0))
    notes = [] if course.ends == 1 else ["The mean of rounds is that of sequences that end."]
    if policy == against == "steady":
        notes.append(
            _by_best_play(_Play(one.whole, two.whole, "best", "best", initiative, house).course(0, 0))
        )
    title = f"Scored sequence of {one}, {policy}, against {two}, {against}"
    return Odds(title, numbers, notes=notes, rules=("QS-45", "QS-46"))


def _by_best_play(course: Course) -> str:
    won, lost = (
        sum(chance for result, chance in course.outcomes.items() if result.sign == sign) for sign in (1, -1)
    )
    return (
        f"If both play as well as can be (--policy best --against best): the character wins "
        f"{worked_out_said(won)}, loses {worked_out_said(lost)}, and {worked_out_said(1 - course.ends)} never end."
    )


class _Play:
    """One pair of ratings, policies and who has the initiative; situations are both sides' RP."""

    def __init__(
        self, one: int, two: int, policy: str, against: str, initiative: str, knobs: StoryKnobs = BOOK
    ) -> None:
        self.knobs = knobs
        self.chances = {result: Fraction(count, FACES) for result, count in results(one, two, knobs).items()}
        self.mine = STANCES if policy == "best" else (FIXED[policy],)
        self.theirs = STANCES if against == "best" else (FIXED[against],)
        self.first = initiative == "player"
        self._courses: dict[tuple[int, int], tuple[tuple[Stance, Stance], Course]] = {}

    def course(self, mine: int, theirs: int) -> Course:
        return self._solved(mine, theirs)[1]

    def stances(self, mine: int, theirs: int) -> tuple[Stance, Stance]:
        return self._solved(mine, theirs)[0]

    def _solved(self, mine: int, theirs: int) -> tuple[tuple[Stance, Stance], Course]:
        key = mine, theirs
        if key not in self._courses:
            self._courses[key] = self._best(mine, theirs)
        return self._courses[key]

    def _best(self, mine: int, theirs: int) -> tuple[tuple[Stance, Stance], Course]:
        """Who declares first takes the stance whose best answer is worst for the other."""
        kept = {(a, b): self._kept(mine, theirs, a, b) for a in self.mine for b in self.theirs}
        if self.first:
            pairs = [min(((a, b) for b in self.theirs), key=lambda p: kept[p].value) for a in self.mine]
            chosen = max(pairs, key=lambda pair: kept[pair].value)
        else:
            pairs = [max(((a, b) for a in self.mine), key=lambda p: kept[p].value) for b in self.theirs]
            chosen = min(pairs, key=lambda pair: kept[pair].value)
        return chosen, kept[chosen]

    def _kept(self, mine: int, theirs: int, own: Stance, other: Stance) -> Course:
        """The course if both keep their stances until something changes."""
        outcomes: dict[Result, Fraction] = {}
        moves = rounds = ends = Fraction(0)
        for result, chance in self.chances.items():
            stances = (own, other) if result.victory else (other, own)
            points = rp_taken(result.degree, *stances, self.knobs)
            if not result.sign or not points:
                continue
            after = (mine, theirs + points) if result.victory else (mine + points, theirs)
            later = ended(*after, self.knobs) or self.course(*after)
            moves += chance
            rounds += chance * later.rounds
            ends += chance * later.ends
            for end, share in later.outcomes.items():
                outcomes[end] = outcomes.get(end, Fraction(0)) + chance * share
        if not moves:
            return Course({}, Fraction(0), Fraction(0))
        ends /= moves
        return Course({end: share / moves for end, share in outcomes.items()}, (rounds + ends) / moves, ends)


@cache
def ended(mine: int, theirs: int, knobs: StoryKnobs = BOOK) -> Course | None:
    """QS-45: at 5 one is out; the degree goes by the difference."""
    if theirs >= knobs.out:
        return Course({victory(knobs.scored_degree(theirs - mine)): Fraction(1)}, Fraction(0), Fraction(1))
    if mine >= knobs.out:
        return Course({defeat(knobs.scored_degree(mine - theirs)): Fraction(1)}, Fraction(0), Fraction(1))
    return None
