"""Two rolls against each other, with bumps and hero points: the heart of every contest (QW-3 to QW-7, QW-17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from agonist.kernel import Ask, Choice, Contest, Option, Procedure
from agonist.tabletop import Told, narrate

from ..people.contestants import Arena, Contestant
from ..people.knowledge import knowers
from ..questions import question
from ..rolls.faces import Clash, bumped, read_both
from ..rolls.knobs import BOOK
from ..rolls.results import Level
from .rollers import Roller, Settled, thrown
from .telling import Stands, tell_rolls


class Weight(msgspec.Struct, frozen=True):
    """What results come to as far as a seat may know: who wins, all that they change, and the AP that both gain or lose
    where there are any."""

    won: int | None
    changes: object
    ap: tuple[int, int] | None = None


Weigh = Callable[[Clash, str], Weight]
"""What a clash comes to, as far as a seat may know."""


class HeroPoint(Told, frozen=True):
    rule = "QW-5"
    says = "{name} spends a hero point for a bump up ({left} left)."
    name: str
    left: int


def hero_points(
    contest: Contest[Arena], rollers: tuple[Roller, Roller], clash: Clash, weigh: Weigh, *, secret: bool
) -> Procedure[Clash]:
    """QW-5, QW-17: every player whose point would change anything may spend one; all at once, and none sees another's
    choice."""
    heroes = {n: hero for n, roller in enumerate(rollers) if (hero := roller.hero()) is not None}
    if not heroes or contest.closed("hero point"):
        return clash
    ways = _ways(contest.state, clash, heroes)
    asked = {
        n: hero for n, hero in heroes.items() if _speaks(contest, n, clash) and _changes(n, hero, ways, weigh)
    }
    if not asked:
        return clash
    answers = yield tuple([_offer(hero, n, ways, weigh) for n, hero in asked.items()])
    spent = [0, 0]
    for (n, hero), answer in zip(asked.items(), answers, strict=True):
        if answer == "yes" and hero.hero_points > 0:
            hero.hero_points -= 1
            spent[n] = 1
            contest.report(HeroPoint, hero.name, hero.hero_points)
    if not any(spent):
        return clash
    clash = ways[spent[0], spent[1]]
    aware = knowers(contest.state, *heroes.values()) if secret else None
    words = clash.results[0].word, clash.results[1].word
    contest.report(Stands, clash.names, words, under="QW-5", audience=aware)
    return clash


AHEAD = "hero point of who is ahead"
"""What a policy speaks at that spends points also on rolls that it is not losing."""


def _speaks(contest: Contest[Arena], mine: int, clash: Clash) -> bool:
    """Whether anybody may speak up who is losing the roll, or is not."""
    return not contest.closed(AHEAD) or clash.winner(contest.state.options.better_roll) == 1 - mine


Ways = dict[tuple[int, int], Clash]


def _ways(state: Arena, clash: Clash, heroes: Mapping[int, Contestant]) -> Ways:
    """The clash as it would stand, by who spends a hero point."""
    ways = {(0, 0): clash}
    down, each = state.options.surplus_bumps_down, state.options.house.hero_bumps
    for spent in ((1, 0), (0, 1), (1, 1)):
        if spent[0] <= (0 in heroes) and spent[1] <= (1 in heroes):
            bumps = each * spent[0], each * spent[1]
            ways[spent] = Clash(clash.names, clash.dice, bumped(clash.results, bumps, surplus_down=down))
    return ways


def _changes(mine: int, hero: Contestant, ways: Ways, weigh: Weigh) -> bool:
    """Whether a hero point would change anything, whatever the other spends."""
    for spent, kept in ways.items():
        if not spent[mine]:
            used = ways[(1, spent[1]) if mine == 0 else (spent[0], 1)]
            if used.results != kept.results:
                before, after = weigh(kept, hero.seat), weigh(used, hero.seat)
                if before.changes != after.changes:
                    return True
    return False


def _offer(hero: Contestant, mine: int, ways: Ways, weigh: Weigh) -> Ask:
    clash, other = ways[0, 0], ways[0, 0].names[1 - mine]
    own = f"You have a {clash.results[mine].word} ({clash.dice[mine]})"
    now = f"{own}, {other} a {clash.results[1 - mine].word} ({clash.dice[1 - mine]})."
    return question(
        "hero point",
        hero,
        lambda: _form(hero, mine, ways, weigh),
        assume="no",
        directed=True,
        now=now,
    )


def _form(hero: Contestant, mine: int, ways: Ways, weigh: Weigh) -> Choice:
    """What a hero point would make of the roll if nobody else spends one, in words and in numbers.

    What somebody would gain is not said: it may hang on a rating that is hidden (QW-13, QW-19).
    """
    kept, used = ways[0, 0], ways[(1, 0) if mine == 0 else (0, 1)]
    before, after = weigh(kept, hero.seat), weigh(used, hero.seat)
    said = [f"A bump up: a {used.results[mine].word} against a {used.results[1 - mine].word}"]
    for loses, n in (("you lose", mine), (f"{kept.names[1 - mine]} loses", 1 - mine)):
        then, now = (-min(0, (each.ap or (0, 0))[n]) for each in (after, before))
        if then != now:
            said.append(
                f"{loses} {f'{then} AP' if then else 'nothing'}" + (f" instead of {now}" if now else "")
            )
    leaves = (*_leaves(mine, after), ("changes", int(before.changes != after.changes)))
    spend = Option(
        "yes", "One step better, for a hero point", help="; ".join(said) + ".", rule="QW-5", leaves=leaves
    )
    return Choice((spend, Option("no", "Leave it so", leaves=_leaves(mine, before))), "no")


def _leaves(mine: int, weight: Weight) -> tuple[tuple[str, int], ...]:
    """For who counts: whether the roll is won, and where there are AP what becomes of one's own."""
    won = (("won", int(weight.won == mine)),)
    return won if weight.ap is None else (*won, ("ap", weight.ap[mine]), ("theirs", weight.ap[1 - mine]))


Brings = Callable[[Level], object]
"""What the outcome of a simple contest brings, where outcomes can come to the same."""


def opposed(
    contest: Contest[Arena], one: Roller, two: Roller, brings: Brings = Level, *, secret: bool = False
) -> Procedure[Clash]:
    """QW-17: both roll, mastery bumps, then hero points. What is rolled in secret is for those who may know it."""
    moment = yield from thrown({}, one, two)
    return (yield from read_off(contest, one, two, moment, by_level(contest.state, brings), secret=secret))


def by_level(state: Arena, brings: Brings = Level) -> Weigh:
    """In a simple contest every degree counts, unless it brings the same as another."""

    def weigh(clash: Clash, _: str) -> Weight:
        return Weight(clash.winner(state.options.better_roll), brings(state.level_of(clash)))

    return weigh


def read_off(
    contest: Contest[Arena],
    one: Roller,
    two: Roller,
    moment: Settled,
    weigh: Weigh,
    *,
    wholes: tuple[int, int] | None = None,
    secret: bool = False,
) -> Procedure[Clash]:
    """QW-3 to QW-5: what two dice come to once they have fallen."""
    state = contest.state
    first, second = moment.dice or (0, 0)
    lasting = one.lasting_bumps(), two.lasting_bumps()
    wholes = wholes or (one.rating().whole, two.rating().whole)
    knobs = state.options.house
    known = () if knobs is BOOK else (knobs,)
    natural, results = read_both(wholes, (first, second), lasting, state.options.surplus_bumps_down, *known)
    clash = Clash((one.name, two.name), (first, second), results)
    state.clash = None if secret else clash
    narrate(contest, tell_rolls, contest, (one, two), clash, natural, secret=secret)
    clash = yield from hero_points(contest, (one, two), clash, weigh, secret=secret)
    state.clash = None
    return clash
