"""Two rolls against each other, with bumps and hero points: the heart of every contest (QW-3 to QW-5, QW-17)."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from agonist.kernel import Ask, Contest, Procedure, Roll, yes_or_no
from agonist.questworlds_common.words import begun

from .contestants import Arena, Contestant
from .events import HeroPoint, Stands
from .knowledge import knowers
from .rollers import Roller
from .rolls import Clash, bumped, mastery_bumps, read
from .telling import tell_rolls

A = TypeVar("A", bound=Arena)


def opposed(contest: Contest[A], one: Roller, two: Roller, *, secret: bool = False) -> Procedure[Clash]:
    """QW-17: both roll, mastery bumps, then hero points. What is rolled in secret is for those who may know it."""
    state = contest.state
    (first,), (second,) = yield (_die(one), _die(two))
    ratings = one.rating(), two.rating()
    natural = read(ratings[0], first), read(ratings[1], second)
    masteries = mastery_bumps(*ratings)
    bumps = masteries[0] + one.lasting_bumps(), masteries[1] + two.lasting_bumps()
    results = bumped(natural, bumps, surplus_down=state.options.surplus_bumps_down)
    clash = Clash((one.name, two.name), (first, second), results)
    state.clash = None if secret else clash
    if contest.events is not None:
        tell_rolls(contest, (one, two), clash, natural, secret=secret)
    clash = yield from _hero_points(contest, (one, two), clash, secret)
    state.clash = None
    return clash


def _die(roller: Roller) -> Roll:
    return Roll((20,), seat=roller.seat, what=begun(f"{roller.name}'s d20"), rule="QW-3", about=roller.name)


def _hero_points(
    contest: Contest[A], rollers: tuple[Roller, Roller], clash: Clash, secret: bool
) -> Procedure[Clash]:
    """QW-5: all players concerned are asked at once, and none sees another's choice."""
    heroes = [(n, hero) for n, roller in enumerate(rollers) if (hero := roller.hero()) is not None]
    if not heroes:
        return clash
    answers = yield tuple(_offer(hero, n, clash) for n, hero in heroes)
    spent = [0, 0]
    for (n, hero), answer in zip(heroes, answers, strict=True):
        if answer == "yes" and hero.hero_points > 0:
            hero.hero_points -= 1
            spent[n] = 1
            contest.report(HeroPoint(hero.name, hero.hero_points))
    if not any(spent):
        return clash
    surplus_down = contest.state.options.surplus_bumps_down
    results = bumped(clash.results, (spent[0], spent[1]), surplus_down=surplus_down)
    aware = knowers(contest.state, *(hero for _, hero in heroes)) if secret else None
    words = results[0].word, results[1].word
    contest.report(Stands(clash.names, words, under="QW-5", audience=aware))
    return msgspec.structs.replace(clash, results=results)


def _offer(hero: Contestant, mine: int, clash: Clash) -> Ask:
    other = clash.names[1 - mine]
    now = f"You have a {clash.results[mine].word} ({clash.dice[mine]}), {other} a {clash.results[1 - mine].word}"
    return Ask(
        hero.seat,
        "hero point",
        yes_or_no("Spend a hero point", "Keep it", help="Bumps your result up one step."),
        "QW-5",
        f"{now} ({clash.dice[1 - mine]}). {hero.name}, do you spend a hero point?",
        f"{hero.name} thinks about a hero point.",
        hero.name,
    )
