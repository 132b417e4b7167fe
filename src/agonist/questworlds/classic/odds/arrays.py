"""Which contests the kernel of arrays plays exactly as the real rules do, and a piece of them played by it.

How a contest begins is left to the real rules: they are run up to the first bid. It must come to two contestants with
one ability each and nothing else that bears on it, and bots who bid by what they can see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from agonist.kernel import GM, AgonistError, Ask, Course
from agonist.odds.jobs import Job, Tally, bots_of, ready
from agonist.odds.luck import ADJUSTED, LUCK

from .many_at_once import bid_tables, simulate_extended
from .playing import solved
from .position import FIRST, RESULTS, SECOND, Policy, Position, parse_policy


def kernel_for(job: Job) -> Callable[[Job, int], Tally] | None:
    """Who plays the pieces of a job in arrays; None if its contest has more to it than that."""
    return None if _plan(job) is None else _piece


def _piece(job: Job, number: int) -> Tally:
    """One piece; luck is measured by what totals are worth to these very bids, and nothing else is left to chance."""
    plan = _plan(job)
    assert plan is not None
    position, bids, tables = plan
    values = solved(position, *bids) if job.luck_adjusted else None
    places, luck = simulate_extended(position, tables, job.piece, _seed_of(job.seed, number), values)
    outcomes = Counter(RESULTS[place] for place in places.tolist())
    wins = places < len(RESULTS) // 2
    tally = Tally(job.piece, {"win": int(wins.sum()), "lose": int((~wins).sum())}, dict(outcomes))
    if values is not None:
        for name, numbers in ((LUCK, luck), (ADJUSTED, wins - luck)):
            tally.sums[name] = float(numbers.sum())
            tally.squares[name] = float((numbers * numbers).sum())
    return tally


def _seed_of(seed: int, number: int) -> int:
    """A seed for one piece, other than any neighbour's."""
    return abs(seed) * 1_000_003 + number * 2 + (seed < 0)


@lru_cache(maxsize=8)
def _plan(job: Job) -> tuple[Position, tuple[Policy, Policy], Any] | None:
    """Where the first bid is made, how both sides bid, and tables of that."""
    if job.type != "extended":
        return None
    kind, state, policy, _ = ready(job)
    course = Course(kind, state.copy(), log=False)
    while course.result is None and not any(_is_plan(slot) for slot in course.slots):
        for slot, request in enumerate(course.slots):
            if not isinstance(request, Ask):
                return None
            decide = policy[request.seat] if isinstance(policy, Mapping) else policy
            course.fill(slot, decide(None, request))
    if course.result is not None:
        return None
    here = course.contest.state
    position = position_of(here, course.slots[0].about)
    bids = [_policy(bots_of(job), each) for each in here.contestants]
    if position is None or bids[0] is None or bids[1] is None or not _plain(here):
        return None
    return position, (bids[0], bids[1]), bid_tables(position, bids[0], bids[1])


def _is_plan(request: Any) -> bool:
    return isinstance(request, Ask) and request.what == "plan"


def _plain(state: Any) -> bool:
    """Whether nothing is there but two contestants with an ability each."""
    return not state.outsiders and all(
        len(each.abilities) == 1 and not each.followers and not each.lasting for each in state.contestants
    )


def _policy(bots: Mapping[str, str], who: Any) -> Policy | None:
    """A contestant's bids, if its bot is one whose bids follow from the totals that it sees (QW-13)."""
    try:
        policy = parse_policy(bots.get(who.seat) or bots.get("") or "")
    except AgonistError:
        return None
    hidden_from_them = who.seat != GM and policy is min
    return None if hidden_from_them else policy


def position_of(state: Any, actor: str) -> Position | None:
    """The position of an extended contest of two, from its state and who acts; None for any other."""
    if len(state.contestants) != 2:
        return None
    first, second = state.contestants
    edges = state.options.edges
    try:
        return Position(
            first.rating(first.hand).whole,
            second.rating(second.hand).whole,
            first_ap=first.ap,
            second_ap=second.ap,
            first_start=0 if first.resistance else first.starting_ap,
            second_start=0 if second.resistance else second.starting_ap,
            acts=FIRST if actor == first.name else SECOND,
            better_roll=state.options.better_roll,
            surplus_bumps_down=state.options.surplus_bumps_down,
            first_edge=first.edge if edges else 0,
            second_edge=second.edge if edges else 0,
            knobs=state.options.house,
        )
    except AgonistError:
        return None
