"""Two rolls against each other, with bumps and hero points: the heart of every contest (QW-3 to QW-5, QW-17)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

import msgspec

from agonist.kernel import Ask, Contest, Event, Procedure, yes_or_no

from ..people.contestants import Arena, Contestant
from ..people.knowledge import knowers
from ..plans.moment import Moment, thrown
from .reading import Clash, bumped, read_both
from .rollers import Roller
from .telling import Stands, tell_rolls

A = TypeVar("A", bound=Arena)


class Weight(msgspec.Struct, frozen=True):
    """What results come to: what they decide, all that they change, worked out where it is asked for, and the AP that
    both gain or lose."""

    decides: Any
    changes: Callable[[], Any]
    ap: tuple[int, int] | None = None


Weigh = Callable[[Clash, str], Weight]
"""What a clash comes to, as far as a seat may know."""


def opposed(contest: Contest[A], one: Roller, two: Roller, *, secret: bool = False) -> Procedure[Clash]:
    """QW-17: both roll, mastery bumps, then hero points. What is rolled in secret is for those who may know it."""
    moment = yield from thrown(contest, {}, one, two)
    return (yield from read_off(contest, one, two, moment, secret=secret))


def read_off(
    contest: Contest[A],
    one: Roller,
    two: Roller,
    moment: Moment,
    weigh: Weigh | None = None,
    *,
    wholes: tuple[int, int] | None = None,
    secret: bool = False,
) -> Procedure[Clash]:
    """QW-3 to QW-5: what two dice come to once they have fallen."""
    state = contest.state
    first, second = moment.dice or (0, 0)
    lasting = one.lasting_bumps(), two.lasting_bumps()
    wholes = wholes or (one.rating().whole, two.rating().whole)
    natural, results = read_both(wholes, (first, second), lasting, state.options.surplus_bumps_down)
    clash = Clash((one.name, two.name), (first, second), results)
    state.clash = None if secret else clash
    if contest.events is not None:
        tell_rolls(contest, (one, two), clash, natural, secret=secret)
    clash = yield from _hero_points(contest, (one, two), clash, moment, weigh or _by_level(state), secret)
    state.clash = None
    return clash


def _by_level(state: Arena) -> Weigh:
    """In a simple contest every degree counts."""

    def weigh(clash: Clash, _: str) -> Weight:
        level = clash.level(state.options.better_roll)
        return Weight(level, lambda: level)

    return weigh


class HeroPoint(Event, frozen=True):
    rule = "QW-5"
    name: str
    left: int

    def text(self) -> str:
        return f"{self.name} spends a hero point for a bump up ({self.left} left)."


def _hero_points(
    contest: Contest[A],
    rollers: tuple[Roller, Roller],
    clash: Clash,
    moment: Moment,
    weigh: Weigh,
    secret: bool,
) -> Procedure[Clash]:
    """QW-5: all players concerned are asked at once, and none sees another's choice.

    Where a point would be idle, or was not wished for, it is taken for granted that it is kept.
    """
    heroes = [(n, hero) for n, roller in enumerate(rollers) if (hero := roller.hero()) is not None]
    if not heroes:
        return clash
    ways = _ways(contest.state, clash, dict(heroes))
    asked = [_worth_asking(n, hero, moment.wish(n), ways, weigh) for n, hero in heroes]
    if contest.quiet and True not in asked:
        return clash
    answers = yield tuple(
        _offer(hero, n, ways, weigh, idle=not worth) for (n, hero), worth in zip(heroes, asked, strict=True)
    )
    spent = [0, 0]
    for (n, hero), answer in zip(heroes, answers, strict=True):
        if answer == "yes" and hero.hero_points > 0:
            hero.hero_points -= 1
            spent[n] = 1
            contest.report(HeroPoint(hero.name, hero.hero_points))
    if not any(spent):
        return clash
    clash = ways[spent[0], spent[1]]
    aware = knowers(contest.state, *(hero for _, hero in heroes)) if secret else None
    words = clash.results[0].word, clash.results[1].word
    contest.report(Stands(clash.names, words, under="QW-5", audience=aware))
    return clash


Ways = dict[tuple[int, int], Clash]


def _ways(state: Arena, clash: Clash, heroes: Collection[int]) -> Ways:
    """The clash as it would stand, by who spends a hero point."""
    ways = {(0, 0): clash}
    down = state.options.surplus_bumps_down
    for spent in ((1, 0), (0, 1), (1, 1)):
        if spent[0] <= (0 in heroes) and spent[1] <= (1 in heroes):
            ways[spent] = Clash(clash.names, clash.dice, bumped(clash.results, spent, surplus_down=down))
    return ways


def _worth_asking(mine: int, hero: Contestant, wish: str, ways: Ways, weigh: Weigh) -> bool:
    """Whether a hero point can decide something that matters to its owner, or what the owner wished to be asked for."""
    if wish == "no":
        return False
    for spent, kept in ways.items():
        if not spent[mine]:
            used = ways[(1, spent[1]) if mine == 0 else (spent[0], 1)]
            if used.results == kept.results:
                continue
            before, after = weigh(kept, hero.seat), weigh(used, hero.seat)
            if wish == "any" and before.changes() != after.changes():
                return True
            if before.decides != after.decides and _heavy(mine, hero, before, after):
                return True
    return False


def _heavy(mine: int, hero: Contestant, before: Weight, after: Weight) -> bool:
    """A quarter of one's advantage points (QW-35: more than cautious), somebody's fall, or a degree."""
    if before.ap is None or after.ap is None:
        return True
    falls = before.decides[1] != after.decides[1]
    return falls or 4 * abs(after.ap[mine] - before.ap[mine]) >= hero.ap


def _offer(hero: Contestant, mine: int, ways: Ways, weigh: Weigh, *, idle: bool) -> Ask:
    clash = ways[0, 0]
    other = clash.names[1 - mine]
    now = f"You have a {clash.results[mine].word} ({clash.dice[mine]}), {other} a {clash.results[1 - mine].word}"
    kept: dict[str, Any] = {"assume": "no"} if idle else {}
    return Ask(
        hero.seat,
        "hero point",
        lambda: yes_or_no("Spend a hero point", "Keep it", help=_comes_to(hero, mine, ways, weigh)),
        "QW-5",
        f"{now} ({clash.dice[1 - mine]}). {hero.name}, do you spend a hero point?",
        f"{hero.name} thinks about a hero point.",
        hero.name,
        **kept,
    )


def _comes_to(hero: Contestant, mine: int, ways: Ways, weigh: Weigh) -> str:
    """What a hero point would make of the roll if nobody else spends one, and of what either loses.

    What somebody would gain is not said: it may hang on a rating that is hidden (QW-13, QW-19).
    """
    kept, used = ways[0, 0], ways[(1, 0) if mine == 0 else (0, 1)]
    said = [f"A bump up: a {used.results[mine].word} against a {used.results[1 - mine].word}"]
    before, after = (weigh(each, hero.seat).ap or (0, 0) for each in (kept, used))
    for loses, n in (("you lose", mine), (f"{kept.names[1 - mine]} loses", 1 - mine)):
        if (then := -min(0, after[n])) != (now := -min(0, before[n])):
            said.append(
                f"{loses} {f'{then} AP' if then else 'nothing'}" + (f" instead of {now}" if now else "")
            )
    return "; ".join(said) + "."
