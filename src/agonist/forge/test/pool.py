"""FG-10, FG-17: a pool of dice, and what Fervor, Focus and Fortune do to it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Any, Literal

from agonist.kernel import Contest, Event, Procedure, Roll, Staged, Viewer
from agonist.tabletop import SpokenUp, Windows, amount, as_corrected, before_dice, nothing_more

from ..people.sheet import Attribute
from ..scene import Scene, SceneT
from ..trial import Attempt, Side


def some_dice(count: int) -> str:
    return "a die" if count == 1 else f"{count} dice"


def faces(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice)) if dice else "nothing"


Modifier = Literal["fervor", "focus", "fortune"]

_MODIFIERS: dict[str, dict[str, Modifier]] = {
    "example": {"vigor": "fervor", "intuition": "focus", "reason": "fortune"},
    "table": {"vigor": "fervor", "intuition": "fortune", "reason": "focus"},
}


def modifier_of(attribute: Attribute, option: str) -> Modifier:
    """FG-17: the dice modifier of an attribute.

    >>> modifier_of("intuition", "example"), modifier_of("intuition", "table")
    ('focus', 'fortune')
    """
    return _MODIFIERS[option][attribute]


def roll_pools(
    contest: Contest[SceneT],
    side: Side,
    windows: Windows = list,
    declare: Callable[[], None] = lambda: None,
    spoken_up: SpokenUp = nothing_more,
) -> Procedure[None]:
    """FG-10: each on a side rolls dice equal to the attribute, with those that the other side gives.

    What others may do about it they do before; then it is told what is tested.
    """
    scene = contest.state

    def pools() -> tuple[Roll, ...]:
        return tuple([_first(scene, side, each) for each in side.members])

    faces = yield from before_dice(contest, windows, pools, spoken_up)
    declare()
    for attempt, dice in zip(side.members, faces, strict=True):
        attempt.dice = sorted(dice)
        attempt.rolled = True
        _tell(contest, side, attempt, f"{attempt.skill} with {attempt.attribute}", "FG-10", dice)


def _first(scene: Scene, side: Side, attempt: Attempt) -> Roll:
    count = scene.who(attempt.name).dice(attempt.attribute) + attempt.bonus + scene.numbers(side, attempt)

    def needs(_: Viewer) -> str:
        lacks = scene.running().lacks.get(attempt.name)
        return hits_needed(scene.counts_from(side, attempt), lacks, together=len(side.members) > 1)

    why = f"{attempt.skill} with {attempt.attribute}"
    decides = "" if not scene.opposing(side) else "More hits win; a tie is the defender’s"
    return more_dice(attempt, count, why, "FG-10", needs=needs, decides=decides)


def counting(least: int) -> str:
    """FG-10: which dice of a pool count.

    >>> counting(4), counting(5), counting(6)
    ('4 or more', '5 or 6', '6')
    """
    return {5: "5 or 6", 6: "6"}.get(least, f"{least} or more")


def hits_needed(least: int, lacks: int | None, *, together: bool = False) -> str:
    """FG-11, FG-21: how many dice of a pool have to count, where that is known.

    >>> hits_needed(5, 2), hits_needed(6, 1, together=True), hits_needed(5, None), hits_needed(5, 0)
    ('2 dice with 5 or 6', '1 die with 6, together', 'many dice with 5 or 6', 'no more dice with 5 or 6')
    """
    shows = counting(least)
    if lacks is None:
        return f"many dice with {shows}"
    if lacks <= 0:
        return f"no more dice with {shows}"
    return f"{lacks} {'die' if lacks == 1 else 'dice'} with {shows}{', together' if together else ''}"


def more_dice(attempt: Attempt, count: int, why: str, rule: str, **more: Any) -> Roll:
    """So many more dice for a pool."""
    what = f"{attempt.name}: {why}"
    return Roll((6,) * count, True, seat=attempt.seat, what=what, rule=rule, about=attempt.name, **more)


def took(
    contest: Contest[SceneT], side: Side, attempt: Attempt, dice: tuple[int, ...], why: str, rule: str
) -> None:
    """Dice that have fallen go into a pool."""
    attempt.dice = sorted([*attempt.dice, *dice])
    _tell(contest, side, attempt, why, rule, dice)


def add(
    contest: Contest[SceneT], side: Side, attempt: Attempt, count: int, why: str, rule: str
) -> Procedure[None]:
    """Roll so many more dice into a pool, which their player has just asked for: they wait for no further word."""
    if not attempt.rolled:
        attempt.bonus += count
        return
    took(contest, side, attempt, (yield more_dice(attempt, count, why, rule, follows=True)), why, rule)


def modify(contest: Contest[SceneT], side: Side, attempt: Attempt, chosen: list[Modifier]) -> Procedure[None]:
    """FG-17: all dice anew, then the 1s anew, then a die for each 6, so that none undoes another."""
    if "fortune" in chosen:
        count, attempt.dice = len(attempt.dice), []
        yield from add(contest, side, attempt, count, "Fortune", "FG-17")
    knobs = contest.state.knobs
    if "focus" in chosen and (low := bisect_right(attempt.dice, knobs.focus_up_to)):
        attempt.dice = attempt.dice[low:]
        yield from add(contest, side, attempt, low, "Focus", "FG-17")
    if "fervor" in chosen:
        counted = 0
        while more := len(attempt.dice) - bisect_left(attempt.dice, knobs.fervor_from) - counted:
            counted += more
            yield from add(contest, side, attempt, more, "Fervor", "FG-17")


class Rolled(Event, frozen=True):
    rule = "FG-10"
    faces = ("dice",)
    name: str
    why: str
    dice: tuple[int, ...]
    pool: tuple[int, ...]
    effort: int
    least: int = 0

    def staged(self) -> Staged:
        note = f"{self.why}: {counting(self.least)} is a hit" if self.least else self.why
        return Staged(self.name, note, self.dice, least=self.least, word=amount(self.effort, "hit"))

    def text(self) -> str:
        pool = f", now {faces(self.pool)}" if self.pool != self.dice else ""
        return f"{self.name} ({self.why}) rolls {faces(self.dice)}{pool}: effort {self.effort}."


def _tell(
    contest: Contest[SceneT], side: Side, attempt: Attempt, why: str, rule: str, dice: tuple[int, ...]
) -> None:
    attempt.effort = contest.state.effort(side, attempt)
    as_corrected(contest, None, contest.state.count)
    contest.report(_rolled, contest.state, side, attempt, why, rule, dice)


def _rolled(scene: Scene, side: Side, attempt: Attempt, why: str, rule: str, dice: tuple[int, ...]) -> Rolled:
    least, fell, pool = scene.counts_from(side, attempt), tuple(sorted(dice)), tuple(attempt.dice)
    return Rolled(attempt.name, why, fell, pool, attempt.effort, least, under=rule)
