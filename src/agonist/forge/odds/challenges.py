"""Challenges, alone and as a group, and keeping morale, exactly (FG-11, FG-20, FG-52)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from agonist.odds.answer import Odds
from agonist.odds.distribution import Distribution
from agonist.odds.refusal import refuse
from agonist.tabletop import knobs_from

from ..people.knobs import ForgeKnobs
from .groups import Group
from .pools import Pool, effort, mean_effort, parse_pool


def challenge(
    *,
    dice: int,
    training: int,
    difficulty: int = 1,
    fervor: bool = False,
    focus: bool = False,
    fortune: bool = False,
    added: int = 0,
    minimum: int = 0,
) -> Odds:
    """FG-11: the effort of one test and the chance to reach a difficulty.

    >>> challenge(dice=5, training=5, difficulty=2).success
    Fraction(131, 243)
    """
    if difficulty < 0:
        refuse(f"{difficulty} is no difficulty.", "0 or more", "difficulty")
    pool = Pool(dice + added, training, fervor=fervor, focus=focus, fortune=fortune, minimum=minimum)
    made = effort(pool, lambda number: int(number >= difficulty), difficulty)
    success = made.at_least(difficulty)
    harm = {difficulty - number: chance for number, chance in made.items() if number < difficulty}
    numbers = {
        "success": success,
        "mean": made.mean if fortune else mean_effort(pool),
        "effort": made,
        "harm": dict(sorted(harm.items())),
    }
    cut = float(made.beyond) * 1_000 if fortune else 0.0
    title = f"Test of {pool} against difficulty {difficulty}"
    method = "solved" if cut else "exact"
    return Odds(title, numbers, method=method, error=cut, notes=_cut(made), rules=("FG-10", "FG-11", "FG-17"))


def group_challenge(
    *, members: Sequence[str], difficulty: int, knobs: Mapping[str, Any] | None = None
) -> Odds:
    """FG-20: a group's efforts add up; each beyond the first adds 1 to the difficulty. `difficulty` is for one.

    The first member is the main actor, who alone uses traits. `harm` is what each member takes if the group fails:
    the rating as a number, by member.
    """
    pools = [parse_pool(member) for member in members]
    if not pools:
        refuse("A group has members.", "pools such as 4@5", "members")
    needed = difficulty + knobs_from(ForgeKnobs, knobs or {}).helper_raises * (len(pools) - 1)
    group = Group(pools, needed)
    total = group.total()
    mean = total.mean if pools[0].fortune else sum(map(mean_effort, pools), start=Fraction(0))
    numbers: dict[str, object] = {"success": total.at_least(needed), "mean": mean, "effort": total}
    numbers |= {f"harm_{number + 1}": group.harm(number) for number in range(len(pools))}
    title = f"Group test of {', '.join(map(str, pools))} against difficulty {needed}"
    cut = float(total.beyond) * 1_000 if pools[0].fortune else 0.0
    method = "solved" if cut else "exact"
    return Odds(title, numbers, method=method, error=cut, notes=_cut(total), rules=("FG-17", "FG-20"))


def morale(*, captain: str, below: int, helpers: Sequence[str] = (), tests: Sequence[float] = ()) -> Odds:
    """FG-50 to FG-52: the chance that morale collapses at the end of a turn.

    `below` is how far below 0 the morale is now (a negative number: above), `tests` the chances of success of
    the tests still to come in this turn, each of which moves it by 1.
    """
    pools = [parse_pool(each) for each in (captain, *helpers)]
    ways = {below: Fraction(1)}
    for chance in tests:
        success = Fraction(str(chance))
        if not 0 <= success <= 1:
            refuse(f"{chance} is no chance.", "a number from 0 to 1", "tests")
        moved: dict[int, Fraction] = {}
        for level, so_far in ways.items():
            moved[level - 1] = moved.get(level - 1, Fraction(0)) + so_far * success
            moved[level + 1] = moved.get(level + 1, Fraction(0)) + so_far * (1 - success)
        ways = moved
    broken = sum((chance for level, chance in ways.items() if level > 0), start=Fraction(0))
    collapse = sum(
        (chance * _collapse(pools, level) for level, chance in ways.items() if level > 0),
        start=Fraction(0),
    )
    levels = {-level: chance for level, chance in sorted(ways.items(), reverse=True)}
    numbers = {"success": 1 - collapse, "collapse": collapse, "broken": broken, "morale": levels}
    return Odds(f"Keeping a morale of {-below} with {pools[0]}", numbers, rules=("FG-50", "FG-51", "FG-52"))


def _collapse(pools: Sequence[Pool], level: int) -> Fraction:
    """FG-52: the chance not to reach the rating of the broken morale, 1 more for each who helps."""
    needed = level + len(pools) - 1
    return Group(pools, needed).total().below(needed)


def _cut(made: Distribution) -> tuple[str, ...]:
    if not made.beyond:
        return ()
    last = made.first + len(made.weights) - 1
    return (f"Efforts above {last} have a chance of {float(made.beyond):.1e} together and are not listed.",)
