"""Two rolls against each other: the heart of every contest (QS-4 to QS-6, QS-31)."""

from __future__ import annotations

import msgspec

from agonist.kernel import GM, Contest, Event, Procedure, Rare, Staged

from ...chassis.people import others
from ...chassis.ratings import counts_of
from ..people.contestants import Arena
from ..people.knowledge import knowers
from ..rolls.rolls import Clash, big, successes
from .rollers import Roller
from .story_points import Worth, as_it_is, burned


class Rolled(Event, frozen=True):
    """A die and its successes (QS-70: open to all); for those who may know it, what it was rolled against."""

    rule = "QS-4"
    faces = ("die",)
    name: str
    die: int
    successes: int
    ability: str = ""
    rating: str = ""
    big: bool = False

    def staged(self) -> Staged:
        note, word = (
            f"{self.ability} {self.rating}".strip(),
            counted(self.successes) if self.successes else "No success",
        )
        rare: Rare = "bright" if self.big else ""
        needed = counts_of(self.rating)
        made = bool(self.successes) if needed else None
        return Staged(self.name, note, (self.die,), 20, word=word, rare=rare, needed=needed, made=made)

    def text(self) -> str:
        """Without a verb, which would have to know whether an opponent is one or many (QS-16)."""
        against = f" against {self.ability} {self.rating}" if self.rating else ""
        return f"{self.name}: {self.die}{against}, {counted(self.successes)}."


def counted(successes: int) -> str:
    return f"{successes} success{'es' if successes != 1 else ''}"


def opposed(contest: Contest[Arena], one: Roller, two: Roller, worth: Worth = as_it_is) -> Procedure[Clash]:
    """QS-4 to QS-6: both roll, successes are counted, and story points may add to them where that changes what the
    outcome is `worth`."""
    (first,), (second,) = yield (one.die(), two.die())
    return (yield from fallen(contest, (one, two), (first, second), worth))


def fallen(
    contest: Contest[Arena], rollers: tuple[Roller, Roller], dice: tuple[int, int], worth: Worth = as_it_is
) -> Procedure[Clash]:
    """QS-5, QS-31: what dice that lie come to."""
    knobs = contest.state.options.house
    counts = successes(rollers[0].rating(), dice[0], knobs), successes(rollers[1].rating(), dice[1], knobs)
    clash = Clash((rollers[0].name, rollers[1].name), dice, counts, knobs.story_point)
    contest.state.clash = clash
    for roller, die, count in zip(rollers, dice, counts, strict=True):
        tell_roll(contest, roller, die, count)
    clash = yield from burned(contest, rollers, clash, worth)
    contest.state.clash = None
    return clash


def _never_shown(state: Arena, roller: Roller) -> bool:
    """QS-70: a resistance that only the game master ever knows; the base is an option, and a flaw's rating open."""
    hidden = state.options.show_resistance == "never" and not roller.flaw
    return hidden and roller.rating() != state.base


def tell_roll(contest: Contest[Arena], roller: Roller, die: int, count: int) -> None:
    """QS-70: everybody hears die and successes, and the rating who may know it; a resistance is shown now, or never;
    one that makes a contest assured (QS-10) is shown with the outcome."""
    rating = roller.rating()
    told = Rolled(
        roller.name, die, count, roller.ability, str(rating), big(rating, die, contest.state.options.house)
    )
    who = roller.contestant
    aware: tuple[str, ...] | None = None
    if who is not None:
        who.rolled = who.rolled or not (contest.state.assures and who.opposition and not who.resistance)
        aware = knowers(contest.state, who)
    elif _never_shown(contest.state, roller):
        aware = (GM,)
    if aware is not None:
        contest.report(Rolled, roller.name, die, count, audience=others(contest.state, aware))
    contest.report(msgspec.structs.replace, told, audience=aware)
