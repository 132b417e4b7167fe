"""A review as a seat may read it: nothing that the seat may not know shows in its words or moves a digit of it."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from .model import Moment, Person, Review, Side
from .summing import swings_of, turning_of, with_skill


def from_outside(kept: Review) -> Review | None:
    """What is made from an onlooker's knowledge, if it is there: it may be all that is kept of a contest so far."""
    return kept if kept.knowledge else kept.outside


def joined(kept: Review | None, new: Review) -> Review:
    """What is kept of a contest's review, with what was made anew: the game master's part of it, or that of others."""
    if not new.knowledge:
        return replace(new, outside=kept and from_outside(kept))
    return new if kept is None or kept.knowledge else replace(kept, lookers="outside", outside=new)


def shown_to(seats: Collection[str], found: Review) -> Review | None:
    """The whole without others' words, where nothing stayed hidden; else what is made from an onlooker's knowledge, and
    what the seats' own decisions cost. None where there is no such thing."""
    if found.lookers == "whole":
        return replace(found, moments=tuple(_in_own_words(seats, each) for each in found.moments))
    outside = from_outside(found)
    return None if outside is None else _from_outside(seats, outside)


def _from_outside(seats: Collection[str], found: Review) -> Review:
    known = [each for each in found.moments if each.public or each.seat in seats]
    own = (each if each.seat in seats else replace(each, judged=None) for each in known)
    moments = tuple(_in_own_words(seats, each) for each in own)
    return replace(
        found,
        moments=moments,
        sides=tuple(_side(each, found, moments) for each in found.sides),
        people=tuple(_person(each, moments) for each in found.people),
        turning=turning_of(moments),
        swings=swings_of(moments),
    )


def _side(side: Side, found: Review, moments: tuple[Moment, ...]) -> Side:
    seat = side.seats[0]
    start = next(each.start for each in found.people if each.seat == seat)
    return replace(side, curve=(start, *(each.after[seat] for each in moments)))


def _person(who: Person, moments: tuple[Moment, ...]) -> Person:
    return with_skill(who, [each.judged for each in moments if each.seat == who.seat and each.judged])


def _in_own_words(seats: Collection[str], moment: Moment) -> Moment:
    """Without what others chose, drew and were told for themselves."""
    if moment.seat in seats and moment.kind != "dice":
        return replace(moment, told=moment.public)
    judged = moment.judged and replace(moment.judged, best="", answer=None)
    return replace(moment, what="", said="", told=moment.public, dice=(), judged=judged)
