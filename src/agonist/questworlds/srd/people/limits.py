"""What the game master may correct a contestant's numbers to: nothing that the rules would not play on with."""

from __future__ import annotations

from typing import Any, Final

from agonist.kernel import Correctable, Number

from ...chassis.ratings import MOST

MOST_BONUS: Final = 200
"""A breakout's bonus is no larger (QS-2)."""
LEAST_RESOLVE, MOST_RESOLVE = -99, 99
MOST_EXPERIENCE: Final = 9_999
"""What a sheet holds; who has that much learns no more (QS-29)."""


def _rating(state: Any, ability: Any) -> Number:
    """QS-1, QS-2: a breakout is never below its keyword."""
    keyword = state.find(ability.whose).ability(ability.keyword) if ability.keyword else None
    if keyword is None:
        return Number(1, MOST)
    return Number(keyword.whole, keyword.whole + MOST_BONUS, why="QS-2: its keyword's rating and a bonus")


def _rated(state: Any, ability: Any, whole: int) -> None:
    """QS-2: breakouts go along with their keyword."""
    more = whole - ability.whole
    ability.whole = whole
    for each in state.find(ability.whose).abilities:
        if each.keyword == ability.name:
            each.whole += more


def _resistance(state: Any, who: Any) -> Number:
    """QS-9, QS-10: of opposition, in a sequence at least 1."""
    if not who.opposition:
        return Number(0, 0, why="QS-9: only opposition has a resistance")
    return Number(state.least_resistance, MOST, why="QS-10")


def _rp(state: Any, who: Any) -> Number:
    """QS-45: a correction puts nobody out, and nobody back in."""
    out = state.options.house.out
    why = f"QS-45: out at {out}"
    return Number(0, out - 1, why=why) if who.rp < out else Number(out, 99, why=why)


def _share_rp(state: Any, who: Any, points: int) -> None:
    """QS-48: a shared tally is one."""
    for each in state.sharing(who):
        each.rp = points


def _ap(_: Any, who: Any) -> Number:
    """QS-57: likewise."""
    return Number(1, 9_999, why="QS-57: out at 0") if who.ap > 0 else Number(-9_999, 0, why="QS-57: out at 0")


def _resolve(state: Any, who: Any) -> Number:
    """QS-64, QS-67: likewise in a chained sequence; never above the start."""
    if not state.wears_resolve:
        return Number(LEAST_RESOLVE, who.starting_resolve)
    least, most = (1, who.starting_resolve) if who.resolve > 0 else (LEAST_RESOLVE, 0)
    return Number(least, most, why="QS-64: out at 0")


def _starting_resolve(_: Any, who: Any) -> Number:
    return Number(max(0, who.resolve), MOST_RESOLVE, why="QS-67: never below what is left")


def most_to_wager(opposition: bool, ap: int, starting_ap: int) -> int:
    """QS-56: the opposition never wagers more than it has, a character may in desperation."""
    return max(1, ap) if opposition else max(1, ap, starting_ap)


RATING = Correctable(_rating, "rating", _rated)
RESISTANCE = Correctable(_resistance, "resistance")
RP = Correctable(_rp, "resolution points", _share_rp)
AP = Correctable(_ap, "advantage points")
RESOLVE = Correctable(_resolve, "resolve")
STARTING = Correctable(_starting_resolve, "starting resolve")
