"""Two rolls against each other, with bumps: the heart of every contest (QW-3, QW-4, QW-7)."""

from __future__ import annotations

from collections.abc import Callable

from agonist.kernel import Contest, Procedure
from agonist.tabletop import narrate

from ..people.contestants import Arena
from ..rolls.faces import Clash, read_both
from ..rolls.knobs import BOOK
from ..rolls.results import Level
from .heroism import Weigh, Weight, hero_points
from .moment import Settled, thrown
from .rollers import Roller
from .telling import tell_rolls

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
