"""The moment around a roll: the plan is on the table, and who may do something about it does so now.

A *window* is somebody's to use and nobody's to answer. Used before the dice fall, it may end the moment (where its ask
`interrupts`): what it changes is changed, and the moment begins anew without it. When nobody has anything more to say
the dice fall. After them the same holds for what can still change the result.

This is the one place that knows whether anybody watches: windows at which nobody may speak up are never made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from agonist.kernel import Answer, Ask, Chance, Contest, Procedure

__all__ = ["Window", "after_dice", "before_dice", "nothing_more"]


class Window(msgspec.Struct, frozen=True):
    """Something that can be said around a roll: of what kind it is, the ask, made when it is opened, and what comes of
    saying anything but what is assumed. `key` tells apart windows of a kind that may be used once each."""

    what: str
    ask: Callable[[], Ask]
    then: Callable[[Answer], Procedure[None]]
    key: str = ""


Windows = Callable[[], Iterable[Window]]
"""What is open now, from the state as it is."""


def nothing_more() -> Procedure[None]:
    """What comes of a word beside what it says, where that is nothing."""
    yield from ()


def before_dice(
    contest: Contest[Any],
    windows: Windows,
    dice: Callable[[], tuple[Chance, ...]],
    spoken_up: Callable[[], Procedure[None]] = nothing_more,
) -> Procedure[tuple[Any, ...]]:
    """What the dice show, when everybody has spoken up who wanted to, each window used once at most.

    After every word `spoken_up` looks at what it has changed. Where no dice are due any more nothing is asked.
    """
    if contest.quiet:
        due = dice()
        return tuple((yield due)) if due else ()
    used: set[tuple[str, str]] = set()
    while True:
        due = dice()
        if not due:
            return ()
        opened = _opened(contest, windows, used)
        asks = [each.ask() for each in opened]
        given = yield (*asks, *due)
        yield from _said(opened, asks, given, used, spoken_up)
        fallen = tuple(given[len(asks) :])
        if None not in fallen:
            return fallen


def after_dice(
    contest: Contest[Any], windows: Windows, spoken_up: Callable[[], Procedure[None]] = nothing_more
) -> Procedure[None]:
    """Let everybody change the result who may, until nobody has anything more to say; each window is used once."""
    used: set[tuple[str, str]] = set()
    while opened := [] if contest.quiet else _opened(contest, windows, used):
        asks = [each.ask() for each in opened]
        given = yield tuple(asks)
        before = len(used)
        yield from _said(opened, asks, given, used, spoken_up)
        if len(used) == before:
            return


def _opened(contest: Contest[Any], windows: Windows, used: set[tuple[str, str]]) -> list[Window]:
    return [each for each in windows() if not contest.closed(each.what) and (each.what, each.key) not in used]


def _said(
    opened: list[Window],
    asks: list[Ask],
    given: tuple[Any, ...],
    used: set[tuple[str, str]],
    spoken_up: Callable[[], Procedure[None]],
) -> Procedure[None]:
    """What comes of the words that were spoken."""
    for window, ask, answer in zip(opened, asks, given, strict=False):
        if answer != ask.assumed():
            used.add((window.what, window.key))
            yield from window.then(answer)
            yield from spoken_up()
