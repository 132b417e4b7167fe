"""A round that is one contest: what scored and chained sequences have in common (QS-34, QS-36)."""

from __future__ import annotations

from agonist.kernel import Procedure, Staged
from agonist.tabletop import Told

from ..approach.augments import count_augment, given_by
from ..approach.stating import thrown
from ..approach.tactics import Tactic
from ..clash.rollers import using
from ..people.contestants import Contestant
from ..people.modifiers import signed
from ..rolls.results import Result
from ..rolls.verdicts import prevails
from .kind import Kind
from .round_stakes import not_acting, prepared, round_stake
from .round_tactics import their_fields, their_tactic
from .state import Bout, Sequence


class RoundEnds(Told, frozen=True):
    rule = "QS-34"
    says = "{name} against {other}: a {result}."
    name: str
    other: str
    result: str
    why: str = ""

    def staged(self) -> Staged:
        return prevails(self.name, self.other, self.result, self.why)


class Achieves(Told, frozen=True):
    rule = "QS-36"
    says = "{name} goes for something else and has it: {what}."
    name: str
    what: str


def duel(contest: Sequence, kind: Kind, bout: Bout, tactics: dict[str, Tactic]) -> Procedure[Result | None]:
    """QS-34: both roll once. Returns the outcome from the first one's view; the tactics are filled in."""
    state = contest.state
    one, two = state.find(bout.one), state.find(bout.two)
    stakes = []
    for who, other in ((one, two), (two, one)):
        if who.opposition:
            continue
        more = (
            their_fields(kind, state, other, bout) if other.opposition and other.name not in tactics else ()
        )
        stakes.append(round_stake(contest, kind, bout, who, tactics[who.name], more))
    if not (yield from prepared(contest, stakes, bout)):
        return None

    def on_the_table() -> dict[str, Tactic]:
        mine = {stake.who.name: stake.tactic for stake in stakes}
        unsaid = [each for each in (one, two) if each.name not in {**tactics, **mine}]
        return {**tactics, **mine, **{foe.name: their_tactic(kind, foe, stakes[0].ruling) for foe in unsaid}}

    def worth(result: Result) -> object:
        stated = on_the_table()
        return kind.worth(contest.state, result, stated[one.name], stated[two.name])

    clash = yield from thrown(contest, stakes, lambda: (using(one), using(two)), worth=worth)
    if clash is None:
        yield from not_acting(contest, stakes, bout)
        return None
    tactics |= on_the_table()
    contest.report(RoundEnds, one.name, two.name, clash.result.word, clash.why)
    return clash.result


def achieved(contest: Sequence, who: Contestant, tactic: Tactic, result: Result) -> None:
    """QS-36: what was gone for is won; an augment has its size by degree."""
    if tactic.aim.augments:
        friend = contest.state.find(tactic.aim.augments)
        source, label = given_by(who, friend, tactic.ability)
        value = contest.state.options.house.by_degree(result.degree)
        more = count_augment(friend, source, label, value)
        won = f"{label} helps {friend.name}, {signed(value)}"
        contest.report(Achieves, who.name, won if more else f"{won}, which is no more than helps already")
    else:
        contest.report(Achieves, who.name, tactic.aim.words)
