"""The board: who stands against whom as one seat looks at it, own side first, and who is ahead, in a sentence.

A game describes its `combatants` once; pages, the big screen and the terminal draw this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from agonist.kernel import GM, ONLOOKER, Combatant, ContestType

from .words import begun, listed

_NAMED = 2
"""So many of whom something is hidden are named; more are counted."""
_A_LITTLE, _FAR = 0.12, 0.4
"""How much of all that is left one side has more than the other to be a little, or far, ahead."""


class Stand(msgspec.Struct, frozen=True):
    """One who stands there, or a team with its people; `own` is whether the seat that looks plays them."""

    who: Combatant
    own: bool = False
    people: tuple[Combatant, ...] = ()

    @property
    def number(self) -> str:
        """What is left, as it is written; "?" where that is hidden, nothing where nothing is counted."""
        return _number(self.who)


class Flank(msgspec.Struct, frozen=True):
    """A side: its number in the game's own order, what it is called, and who stands there."""

    side: int
    called: str
    stands: tuple[Stand, ...]

    @property
    def left(self) -> list[float | None]:
        """What everybody who still stands has left; None where it is hidden."""
        counting = [each.who for each in self.stands if each.who.fate == "stands"]
        return [each.left for each in counting if each.counts or each.hidden]

    @property
    def many(self) -> bool:
        """Whether it is spoken of as several."""
        return len(self.stands) > 1 or bool(self.stands and self.stands[0].people)


class Board(msgspec.Struct, frozen=True):
    """All sides, the own one first; what stands beside a number, and what it means to have none left."""

    flanks: tuple[Flank, ...]
    unit: str = "left"
    means: str = ""
    ahead: str = ""

    @property
    def top(self) -> float:
        """The most that anybody has when whole: the scale that all long bars have in common."""
        return max([1.0, *(each.who.full for each in self.stands)])

    @property
    def stands(self) -> list[Stand]:
        """Everybody, side by side."""
        return [each for flank in self.flanks for each in flank.stands]

    def out(self, seat: str) -> list[str]:
        """Whom a player's seat plays, if none of them is in any more."""
        every = [who for each in self.stands for who in (each.who, *each.people)]
        own = [each for each in every if each.seat == seat and seat not in (GM, ONLOOKER)]
        return [] if any(each.fate == "stands" for each in own) else [each.name for each in own]

    def of(self, name: str) -> Stand | None:
        """Who is called so, with their team if they stand in one."""
        for each in self.stands:
            if each.who.name == name or any(one.name == name for one in each.people):
                return each
        return None

    def flank_of(self, name: str) -> int:
        """On which side from the left somebody stands, or -1."""
        for n, flank in enumerate(self.flanks):
            if any(
                each.who.name == name or name in {one.name for one in each.people} for each in flank.stands
            ):
                return n
        return -1


def board_of(kind: ContestType[Any], seen: Mapping[str, Any], seat: str) -> Board:
    """The board of a contest as a seat sees it."""
    every = kind.combatants(seen) or _counted(kind, seen)
    first = own_side(every, seat)
    sides = sorted({each.side for each in every}, key=lambda side: (side != first, side))
    flanks = tuple(_flank(every, side, seat) for side in sides)
    unit, means = kind.left_is
    return Board(flanks, unit.partition(" (")[0], means, _ahead(flanks, unit, seat) if kind.compares else "")


def own_side(every: Iterable[Combatant], seat: str) -> int:
    """The side of whoever looks; the game master and onlookers look with the players."""
    played = [each for each in every if each.seat]
    own = [each.side for each in played if each.seat == seat and seat not in (GM, ONLOOKER)]
    players = [each.side for each in played if each.seat != GM]
    return next(iter([*own, *players, 0]))


def _counted(kind: ContestType[Any], seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
    """Those that a game only gives numbers of."""
    numbers, sides = kind.gauges(seen), kind.stands(seen)
    most, least = max([1.0, *numbers.values()]), min([0.0, *numbers.values()])
    after = max(sides.values(), default=-1)
    return tuple(
        Combatant(name, sides.get(name, after + n), "", name, value, most, least)
        for n, (name, value) in enumerate(numbers.items(), 1)
    )


def _flank(every: Sequence[Combatant], side: int, seat: str) -> Flank:
    here = [each for each in every if each.side == side]
    teams = [each.name for each in here if not each.team]
    alone = [each for each in here if not each.team or each.team not in teams]
    stands = []
    for each in sorted(alone, key=lambda one: one.seat != seat or seat == GM):
        people = tuple(one for one in here if one.team == each.name and not each.team)
        stands.append(Stand(each, seat in {each.seat, *(one.seat for one in people)}, people))
    return Flank(side, alone[0].banner or alone[0].name, tuple(stands))


def _number(who: Combatant) -> str:
    if who.left is None:
        return "?" if who.hidden else ""
    return _said(max(who.left, min(0, who.least)), signed=who.least < 0)


def _said(value: float, *, signed: bool = False) -> str:
    text = f"{value:+g}" if signed and value else f"{value:g}"
    return text.replace("-", "−")


def _ahead(flanks: tuple[Flank, ...], unit: str, seat: str) -> str:
    """Who is ahead in all, in a sentence; nothing where nothing is counted."""
    counted = [flank for flank in flanks if flank.left]
    if len(flanks) < 2 or len(counted) < len(flanks):
        return _alone(flanks)
    unknown = [each.who.name for flank in flanks for each in flank.stands if each.who.hidden]
    if unknown:
        whose = f"{listed(unknown)} {'has' if len(unknown) == 1 else 'have'}"
        whose = whose if len(unknown) <= _NAMED else f"{len(unknown)} of them have"
        return f"Nobody can tell who is ahead: what {whose} left is hidden."
    unit, _, aside = unit.partition(" (")
    aside = f" ({aside}" if aside else ""
    signed = any(each.who.least < 0 for flank in flanks for each in flank.stands)
    sums = sorted(((sum(filter(None, flank.left)), -n) for n, flank in enumerate(flanks)), reverse=True)
    (most, first), (next_most, second) = sums[:2]
    if most == next_most:
        each = "each" if len(flanks) == 2 else "for two"
        return f"Nobody is ahead: {_said(most, signed=signed)} {unit} {each}{aside}."
    leader, other = flanks[-first], flanks[-second]
    in_all = " in all" if any(len(flank.left) > 1 for flank in flanks) else ""
    much, against = _said(most, signed=signed), _said(next_most, signed=signed)
    how = _how_far(most, next_most)
    return (
        f"{_called(leader, seat)} {how}ahead: {much} {unit}{in_all}, {_them(other, seat)} {against}{aside}."
    )


def _alone(flanks: tuple[Flank, ...]) -> str:
    """Where only one side still stands."""
    up = [flank for flank in flanks if any(each.who.fate == "stands" for each in flank.stands)]
    return (
        f"Only {_name(up[0])} still {'stand' if up[0].many else 'stands'}."
        if len(up) == 1 < len(flanks)
        else ""
    )


def _how_far(most: float, other: float) -> str:
    more, whole = most - other, abs(most) + abs(other)
    return "a little " if more <= max(1, _A_LITTLE * whole) else "far " if more > _FAR * whole else ""


def _called(flank: Flank, seat: str) -> str:
    if any(each.own for each in flank.stands) and seat != GM:
        return "Your side is" if len(flank.stands) > 1 or flank.stands[0].people else "You are"
    name = _name(flank)
    return f"{begun(name)} {'are' if flank.many and name.endswith('s') else 'is'}"


def _them(flank: Flank, seat: str) -> str:
    if any(each.own for each in flank.stands) and seat != GM:
        return "yours" if len(flank.stands) > 1 or flank.stands[0].people else "you"
    return _name(flank)


def _name(flank: Flank) -> str:
    return flank.called if flank.many else flank.stands[0].who.name
