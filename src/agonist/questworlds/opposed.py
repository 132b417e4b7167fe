"""Two rolls against each other, with bumps and hero points: the heart of every contest (QW-3 to QW-5, QW-17)."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from agonist.kernel import GM, Ask, Contest, Procedure, Roll, yes_or_no

from .contestants import Arena, Contestant
from .events import Bumps, HeroPoint, Rolled, Stands
from .knowledge import knowers
from .ratings import Rating
from .rolls import Clash, bumped, mastery_bumps, read

A = TypeVar("A", bound=Arena)


class Roller(msgspec.Struct):
    """Who rolls with what: a contestant with an ability, or a bare resistance with a fixed rating."""

    name: str
    ability: str
    contestant: Contestant | None = None
    fixed: Rating | None = None

    @property
    def seat(self) -> str:
        return self.contestant.seat if self.contestant else GM

    def rating(self) -> Rating:
        """As it is now: the game master may correct it while dice are being typed in."""
        if self.fixed is not None or self.contestant is None:
            return self.fixed or Rating(0)
        return self.contestant.rating(self.ability)

    def lasting_bumps(self) -> int:
        return self.contestant.bumps(self.ability) if self.contestant and self.fixed is None else 0

    def hero(self) -> Contestant | None:
        """The player's character who may spend a hero point on this roll (QW-5)."""
        who = self.contestant
        return who if who is not None and who.player and who.hero_points > 0 else None


def using(contestant: Contestant, ability: str) -> Roller:
    return Roller(contestant.name, ability, contestant)


def against(rating: Rating, name: str = "the resistance") -> Roller:
    return Roller(name, "resistance", fixed=rating)


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
        for roller, die, rating, result in zip((one, two), clash.dice, ratings, natural, strict=True):
            _tell_roll(contest, roller, Rolled(roller.name, die, roller.ability, str(rating), result.word))
        _tell_bumps(contest, (one, two), masteries)
        aware = (
            knowers(state, *(each.contestant for each in (one, two) if each.contestant)) if secret else None
        )
        contest.report(Stands(clash.names, (results[0].word, results[1].word), audience=aware))
    clash = yield from _hero_points(contest, (one, two), clash, secret)
    state.clash = None
    return clash


def _die(roller: Roller) -> Roll:
    return Roll((20,), by=roller.seat, what=f"{roller.name}'s d20", rule="QW-3", about=roller.name)


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
    contest.report(Stands(clash.names, (results[0].word, results[1].word), under="QW-5", audience=aware))
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


def _tell_roll(contest: Contest[A], roller: Roller, told: Rolled) -> None:
    """Everybody hears the die; what it comes to gives the rating away and is for those who may know it."""
    aware = knowers(contest.state, roller.contestant) if roller.contestant else None
    if aware is not None:
        contest.report(Rolled(roller.name, told.die))
    contest.report(msgspec.structs.replace(told, audience=aware))


def _tell_bumps(contest: Contest[A], rollers: tuple[Roller, Roller], masteries: tuple[int, int]) -> None:
    """Where bumps come from gives ratings away. While one is hidden, there is a line for those in the know even
    if nobody is bumped, so that others cannot tell from a missing line."""
    both = knowers(contest.state, *(roller.contestant for roller in rollers if roller.contestant))
    bumps: dict[str, dict[str, int]] = {}
    for roller, more in zip(rollers, masteries, strict=True):
        lasting = roller.lasting_bumps()
        sources = {f"{more} {'mastery' if more == 1 else 'masteries'} more": more, _effect(lasting): lasting}
        if given := {why: steps for why, steps in sources.items() if steps}:
            bumps[roller.name] = given
    if bumps or both is not None:
        contest.report(Bumps(bumps, audience=both))


def _effect(lasting: int) -> str:
    return "heroic" if lasting > 0 else "dying"
