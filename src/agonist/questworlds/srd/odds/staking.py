"""Wagered sequences to the end: outcomes under best play, or under wagers by a rule (QS-52 to QS-57)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from agonist.odds.answer import Odds
from agonist.odds.refusal import refuse
from agonist.tabletop import knobs_from

from ..rolls.knobs import StoryKnobs
from .rolls import rating, summed, told
from .wagering import MOST_TOTAL, Array, Policy, Solved

_KEYS = (*(f"victory-{n}" for n in range(5)), *(f"defeat-{n}" for n in range(5)), "both", "rounds")
_PLACE = {key: n for n, key in enumerate(_KEYS)}
ACCEPTED = "const:N, max, allin, fraction:F such as fraction:1/2, or best"


def policy_from(text: str, place: str) -> Policy:
    """A rule for wagers: const and max stand when they are cut short, allin and fraction fall (QS-56).

    >>> policy_from("fraction:1/2", "policy").wager(15, 20)
    8
    """
    word, _, amount = text.partition(":")
    if word == "best" and not amount:
        return Policy(None)
    if word == "max" and not amount:
        return Policy(max, stands=True)
    if word == "allin" and not amount:
        return Policy(lambda ap, _: ap)
    if word == "const" and re.fullmatch(r"[1-9]\d{0,3}", amount):
        wager = int(amount)
        return Policy(lambda _ap, _start: wager, stands=True)
    share = _share(amount) if word == "fraction" else None
    if share is None:
        refuse(f"{text!r} is no rule for wagers.", ACCEPTED, place)
    return Policy(lambda ap, _: -(-share.numerator * ap // share.denominator))


def _share(text: str) -> Fraction | None:
    try:
        share = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    return share if 0 < share <= 1 else None


def wagered(
    first: str | int,
    second: str | int,
    *,
    policy: str = "best",
    against: str = "best",
    initiative: str = "player",
    knobs: Mapping[str, Any] | None = None,
) -> Odds:
    """QS-52 to QS-57: a wagered sequence of two with one ability each, without story points and parting shots.

    Both out by one tie is the tie; what the bids are chosen by, with half of it to each, is the score.
    """
    one, two = rating(first, "first"), rating(second, "second")
    starting = max(1, one.whole), max(1, two.whole)
    if sum(starting) > MOST_TOTAL:
        refuse("That is too much advantage to be solved.", f"at most {MOST_TOTAL} AP together", "first")
    policies = policy_from(policy, "policy"), policy_from(against, "against")
    house = knobs_from(StoryKnobs, knobs or {})
    play = Solved((one.whole, two.whole), starting, policies, house, player_first=initiative == "player")
    found = _evaluated(play)[starting]
    chances = {key: float(found[n]) for key, n in _PLACE.items() if key not in ("both", "rounds")}
    both = float(found[_PLACE["both"]])
    outcomes = told({**chances, "tie": both})
    sums = summed(outcomes)
    numbers: dict[str, Any] = {
        "win": float(sums["win"]),
        "tie": both,
        "lose": float(sums["lose"]),
        "score": float(sums["win"]) + both / 2,
        "outcomes": outcomes,
        "rounds": float(found[_PLACE["rounds"]]),
        "opening": f"{play.mine[starting]} against {play.theirs[starting]}",
    }
    title = f"Wagered sequence of {one}, {policy}, against {two}, {against}"
    notes = ("A tie is both out by one; in the score, which best play goes by, it counts half to each.",)
    error = max(play.error, 1e-12)
    return Odds(
        title,
        numbers,
        method="solved",
        error=error,
        proven=False,
        notes=notes,
        rules=("QS-53", "QS-54", "QS-57"),
    )


def _evaluated(play: Solved) -> dict[tuple[int, int], Array]:
    """For every situation the chances of all ends, and rounds, with the wagers that were chosen: for each total
    the situations that lead to each other are solved together."""
    known: dict[tuple[int, int], Array] = {}
    for total in range(2, play.total + 1):
        within: Array = np.zeros((total - 1, total - 1))
        ends: Array = np.zeros((total - 1, len(_KEYS)))
        ends[:, _PLACE["rounds"]] = 1
        for a in range(1, total):
            for chance, own, other in _round(play, a, total - a):
                if own <= 0 or other <= 0:
                    ends[a - 1, _PLACE[_ended(own, other, play.knobs)]] += chance
                elif own + other == total:
                    within[a - 1, own - 1] += chance
                else:
                    ends[a - 1] += chance * known[own, other]
        solved = np.linalg.solve(np.eye(total - 1) - within, ends)
        known |= {(a, total - a): solved[a - 1] for a in range(1, total)}
    return known


def _ended(own: int, other: int, knobs: StoryKnobs) -> str:
    if own <= 0 and other <= 0:
        return "both"
    return f"victory-{knobs.wagered_degree(other)}" if other <= 0 else f"defeat-{knobs.wagered_degree(own)}"


def _round(play: Solved, own: int, other: int) -> Iterator[tuple[float, int, int]]:
    """QS-53, QS-56: all that a round can lead to."""
    mine, theirs = int(play.mine[own, other]), int(play.theirs[own, other])
    player = mine > theirs or (mine == theirs and play.player_first)
    for first in play.changes:
        x, y = first.moves(mine if player else theirs)
        a, b = own + x, other + y
        if a <= 0 or b <= 0:
            yield first.chance, a, b
            continue
        wager = min(theirs, b) if player else play.second_wager(a, b, mine)
        for second in play.changes:
            x, y = second.moves(wager)
            yield first.chance * second.chance, a + x, b + y
