"""Two rolls against each other: the heart of every contest (QS-4 to QS-6, QS-31)."""

from __future__ import annotations

from typing import TypeVar

from agonist.kernel import GM, Contest, Event, Procedure, Rare, Staged
from agonist.questworlds_common import Rating

from ..approach.story_points import burned
from ..people.contestants import Arena
from ..people.knowledge import knowers, others
from .rollers import Roller
from .rolls import Clash, big, successes

A = TypeVar("A", bound=Arena)


class Rolled(Event, frozen=True):
    """A die and its successes (QS-70: open to all); for those who may know it, what it was rolled against."""

    rule = "QS-4"
    faces = ("die",)
    name: str
    die: int
    successes: int
    ability: str = ""
    rating: str = ""

    def staged(self) -> Staged:
        note, word = (
            f"{self.ability} {self.rating}".strip(),
            counted(self.successes) if self.successes else "No success",
        )
        shows = bool(self.rating and self.successes)  # a rating below 0 has none
        rare: Rare = "bright" if shows and big(Rating.parse(self.rating), self.die) else ""
        return Staged(self.name, note, (self.die,), 20, word=word, rare=rare)

    def text(self) -> str:
        count = counted(self.successes)
        if not self.rating:
            return f"{self.name} rolls {self.die}: {count}."
        return f"{self.name} rolls {self.die} against {self.ability} {self.rating}: {count}."


def counted(successes: int) -> str:
    return f"{successes} success{'es' if successes != 1 else ''}"


def opposed(contest: Contest[A], one: Roller, two: Roller) -> Procedure[Clash]:
    """QS-4 to QS-6: both roll, successes are counted, and story points may add to them."""
    (first,), (second,) = yield (one.die(), two.die())
    return (yield from fallen(contest, (one, two), (first, second)))


def fallen(contest: Contest[A], rollers: tuple[Roller, Roller], dice: tuple[int, int]) -> Procedure[Clash]:
    """QS-5, QS-31: what dice that lie come to."""
    counts = successes(rollers[0].rating(), dice[0]), successes(rollers[1].rating(), dice[1])
    clash = Clash((rollers[0].name, rollers[1].name), dice, counts)
    contest.state.clash = clash
    for roller, die, count in zip(rollers, dice, counts, strict=True):
        tell_roll(contest, roller, die, count)
    clash = yield from burned(contest, rollers, clash)
    contest.state.clash = None
    return clash


def _never_shown(state: Arena, roller: Roller) -> bool:
    """QS-70: a resistance that only the game master ever knows; the base is an option, and a flaw's rating open."""
    hidden = state.options.show_resistance == "never" and not roller.flaw
    return hidden and roller.rating() != state.base


def tell_roll(contest: Contest[A], roller: Roller, die: int, count: int) -> None:
    """QS-70: everybody hears die and successes, and the rating who may know it; a resistance is shown now, or never."""
    told = Rolled(roller.name, die, count, roller.ability, str(roller.rating()))
    who = roller.contestant
    aware: tuple[str, ...] | None = None
    if who is not None:
        who.rolled = True
        aware = knowers(contest.state, who)
    elif _never_shown(contest.state, roller):
        aware = (GM,)
    if aware is not None:
        contest.report(Rolled(roller.name, die, count, audience=others(contest.state, aware)))
    contest.report(Rolled(told.name, told.die, told.successes, told.ability, told.rating, audience=aware))
