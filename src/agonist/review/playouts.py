"""Play-outs: a contest played on from each of its places, every time with the same dice from the same roll on.

As dice are the same wherever the rolls are, two places differ only by what happened between them, and the difference
of their values is known far better than the values are.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from agonist.kernel import GM, Ask, Course, Policy, Seen, realise
from agonist.kernel.course import UNANSWERED, decisions_first
from agonist.kernel.errors import GameBroken

from .places import Place

__all__ = ["Dice", "played_out", "successes"]

_MOST = 20_000
_MASK = 2**64 - 1


class Dice:
    """Dice by the number of the roll: the same roll shows the same, whatever was rolled before.

    A number is mixed from those of the play-out, the roll and the die as SplitMix64 does it.
    """

    def __init__(self, number: int) -> None:
        self._seed = Random(f"review:{number}").getrandbits(64)

    def below(self, roll: int, i: int, sides: int) -> int:
        mixed = self._seed + (roll * 1024 + i + 1) * 0x9E3779B97F4A7C15 & _MASK
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
        return (mixed ^ (mixed >> 31)) * sides >> 64


@lru_cache(maxsize=64)
def dice(number: int) -> Dice:
    """The dice of a play-out."""
    return Dice(number)


def successes(
    place: Place, seats: tuple[str, ...], policy: Policy, number: int, seen_by: str = GM
) -> tuple[list[float], int]:
    """How well each seat does when play-out `number` goes on from a place, and how many requests that took."""
    course = place.course(seat=seen_by, seed=number)
    before = course.at
    ended = played_out(course, policy, dice(number))
    return [course.kind.success(course.contest.state, ended, seat) for seat in seats], course.at - before


def played_out(course: Course[Any], policy: Policy, dice: Dice) -> Any:
    """Play a contest on to its end, from wherever it is."""
    for _ in range(_MOST):
        if course.result is not None:
            return course.result
        _answer_open(course, policy, dice)
    raise GameBroken(f"{course.kind.title} was not over after {_MOST} requests.")


def _answer_open(course: Course[Any], policy: Policy, dice: Dice) -> None:
    at, slots, answers = course.at, course.slots, course.answers
    for slot in decisions_first(slots) if len(slots) > 1 else (0,):
        if answers[slot] is not UNANSWERED:
            continue
        request = slots[slot]
        if isinstance(request, Ask):
            value = policy(Seen(request.seat, course.contest.state), request)
        else:
            roll = course.roll_number(slot)
            value = realise(request, lambda i, n, roll=roll: dice.below(roll, i, n))  # type: ignore[misc]
        course.fill(slot, value)
        if course.at != at:
            return
