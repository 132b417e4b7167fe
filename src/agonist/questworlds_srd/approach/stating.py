"""Stating tactics, having them ruled on, and rolling (QS-3, QS-11, QS-18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from agonist.kernel import Answer, Ask, Choice, Contest, Field, Option, Procedure

from ..people.contestants import Arena, Contestant
from ..rolls.modifiers import Modifier
from ..rolls.opposed import fallen
from ..rolls.rollers import Roller
from ..rolls.rolls import Clash
from .edits import plot_edit
from .rulings import rule_on
from .tactics import NOTHING, Tactic, help_ask, tactic_ask, tactic_from
from .weighing import must_be_asked, ruling_ask

A = TypeVar("A", bound=Arena)
Aside = tuple[Ask, Callable[[Answer], None]]
"""A window, and what its answer does."""


class Stake(msgspec.Struct, kw_only=True):
    """A tactic on the table: whose, against whom, who helps, what the game master has said of it so far, how it is
    stated anew if it is refused, and what else to do when it is accepted."""

    who: Contestant
    opponent: Contestant | None
    tactic: Tactic
    again: Any
    helps: Mapping[str, str] = {}
    more: tuple[Field, ...] = ()
    ruling: Mapping[str, Answer] = {}
    before: list[Modifier] = []
    resistance: int = 0
    fallen: dict[str, Any] = {}
    then: Any = None
    form: Any = None

    def ask(self, state: Arena) -> Ask:
        return ruling_ask(state, self.who, self.opponent, self.tactic, self.helps, self.more)


def stated(
    contest: Contest[A], actors: Sequence[Contestant], why: str = ""
) -> Procedure[tuple[dict[str, Tactic], dict[str, str]]]:
    """QS-18: all state their tactics at once, and others can say that they help (QS-12).

    Returns the tactics by name, and who helps with what. A tactic of the kind ``settled`` is a major plot edit.
    """
    state = contest.state
    helpers = [each for each in state.helpers if each not in actors]
    answers = yield (*(tactic_ask(state, who, why) for who in actors), *(help_ask(each) for each in helpers))
    tactics: dict[str, Tactic] = {}
    for who, answer in zip(actors, answers, strict=False):
        tactics[who.name] = yield from without_edits(contest, who, tactic_from(answer))
    offered = answers[len(actors) :]
    return tactics, {
        each.name: ability for each, ability in zip(helpers, offered, strict=True) if ability != NOTHING
    }


def without_edits(contest: Contest[A], who: Contestant, tactic: Tactic) -> Procedure[Tactic]:
    """QS-32: after a plot edit, bought or not, the tactic is stated; a major one settles everything."""
    while tactic.kind == "edit":
        level = yield from plot_edit(contest, who, tactic.words)
        if level == "major":
            return Tactic("settled")
        tactic = tactic_from((yield tactic_ask(contest.state, who)))
    return tactic


def at_stake(
    contest: Contest[A],
    who: Contestant,
    opponent: Contestant | None,
    tactic: Tactic,
    helps: Mapping[str, str] = {},
    more: tuple[Field, ...] = (),
) -> Stake:
    """A tactic of a contest, which is stated anew as it was stated."""

    def again() -> Procedure[Tactic]:
        answer = yield tactic_ask(contest.state, who)
        return (yield from without_edits(contest, who, tactic_from(answer)))

    return Stake(who=who, opponent=opponent, tactic=tactic, again=again, helps=helps, more=more)


def laid(contest: Contest[A], stake: Stake) -> Procedure[bool]:
    """QS-11: a tactic is taken as offered, where nothing has to be said of it; what cannot be is chosen again, or
    given up (QS-71). False if nobody acts."""
    while stake.tactic.acts:
        stake.before = [each.copy() for each in stake.who.modifiers]
        stake.resistance = stake.opponent.resistance if stake.opponent else 0
        stake.fallen = {}
        ask = stake.ask(contest.state)
        stake.form = ask.legal()
        must = must_be_asked(contest.state, stake.who, stake.tactic)
        stake.ruling = (yield ask) if must else stake.form.fallback()
        if (yield from _ruled(contest, stake, say=True)):
            return True
        stake.tactic = yield from stake.again()
    return False


def thrown(
    contest: Contest[A],
    stakes: Sequence[Stake],
    rollers: Callable[[], tuple[Roller, Roller]],
    certain: Callable[[], bool] = lambda: False,
    asides: Callable[[], Sequence[Aside]] = tuple,
) -> Procedure[Clash | None]:
    """QS-11, QS-18: before the dice fall the game master may still say otherwise; then both roll. `asides` are what
    others may say before.

    Returns nothing if a tactic was refused and given up, or if nothing is rolled because all is `certain`.
    """
    while not certain():
        one, two = rollers()
        words = tuple(ruling_window(contest.state, stake) for stake in stakes)
        beside = asides()
        *answers, first, second = yield (*words, *(ask for ask, _ in beside), one.die(), two.die())
        if first is not None and second is not None:
            return (yield from fallen(contest, (one, two), (first[0], second[0])))
        for (_, heard), answer in zip(beside, answers[len(words) :], strict=True):
            heard(answer)
        for stake, answer in zip(stakes, answers, strict=False):
            if answer != stake.ruling and not (yield from ruled_anew(contest, stake, answer)):
                return None
    return None


def ruling_window(state: Arena, stake: Stake) -> Ask:
    """What the game master may say before the dice fall; unsaid, it is as it was laid."""
    return msgspec.structs.replace(stake.ask(state), form=stake.form, assume=stake.ruling, interrupts=True)


def ruled_anew(contest: Contest[A], stake: Stake, ruling: Mapping[str, Answer]) -> Procedure[bool]:
    """QS-11: the game master's own word takes the place of what was offered; what was rolled stays as it fell."""
    stake.who.modifiers = [each.copy() for each in stake.before]
    if stake.opponent is not None:
        stake.opponent.resistance = stake.resistance
    stake.ruling = ruling
    if (yield from _ruled(contest, stake, say=False)):
        return True
    stake.tactic = yield from stake.again()
    return (yield from laid(contest, stake))


def _ruled(contest: Contest[A], stake: Stake, *, say: bool) -> Procedure[bool]:
    accepted = yield from rule_on(
        contest,
        stake.who,
        stake.opponent,
        stake.tactic,
        stake.ruling,
        stake.helps,
        fallen=stake.fallen,
        say=say,
    )
    if accepted and stake.then is not None:
        yield from stake.then(stake)
    return accepted and (yield from _stays(stake.who, stake.tactic))


def _stays(who: Contestant, tactic: Tactic) -> Procedure[bool]:
    """QS-3: with a whole rating of 0 or less another tactic is asked for first."""
    rating = who.rating(tactic.ability)
    if not rating.hopeless:
        return True
    answer = yield Ask(
        who.seat,
        "hopeless",
        Choice((Option("stay", "Stay with it"), Option("other", "Choose another tactic")), "stay"),
        "QS-3",
        f"{tactic.ability} is at {rating.whole}: hopeless. {who.name}, do you stay with it?",
        f"{who.name} reconsiders a hopeless tactic.",
        who.name,
    )
    return bool(answer == "stay")
