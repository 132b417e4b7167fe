"""Stating tactics, having them ruled on, and rolling (QS-3, QS-11, QS-18)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from agonist.kernel import Answer, Ask, Contest, Field, Procedure

from ..clash.opposed import fallen
from ..clash.rollers import Roller
from ..clash.story_points import Worth, as_it_is
from ..people.contestants import Arena, Contestant
from ..questions import question
from ..rolls.rolls import Clash
from .augments import help_ask, helped_with, may_help
from .flaws import teach
from .resources import use_up
from .ruled import Telling
from .rulings import rule_on, still_holds
from .tactics import NOTHING, Tactic, plot_edit, tactic_ask, tactic_from
from .weighing import Stake, must_be_asked

Aside = tuple[Ask, Callable[[Answer], None]]
"""A window, and what its answer does."""


def stated(contest: Contest[Arena], actors: Sequence[Contestant]) -> Procedure[dict[str, Tactic]]:
    """QS-18: all state their tactics at once.

    Returns the tactics by name. A tactic of the kind ``settled`` is a major plot edit.
    """
    answers = yield tuple(tactic_ask(contest.state, who) for who in actors)
    tactics: dict[str, Tactic] = {}
    for who, answer in zip(actors, answers, strict=True):
        tactics[who.name] = yield from without_edits(contest, who, tactic_from(answer))
    return tactics


def without_edits(contest: Contest[Arena], who: Contestant, tactic: Tactic) -> Procedure[Tactic]:
    """QS-32: after a plot edit, bought or not, the tactic is stated; a major one settles everything."""
    while tactic.kind == "edit":
        level = yield from plot_edit(contest, who, tactic.words)
        if level == "major":
            return Tactic("settled")
        tactic = tactic_from((yield tactic_ask(contest.state, who)))
    return tactic


def at_stake(
    contest: Contest[Arena],
    who: Contestant,
    opponent: Contestant | None,
    tactic: Tactic,
    more: tuple[Field, ...] = (),
) -> Stake:
    """A tactic of a contest, which is stated anew as it was stated."""

    def again() -> Procedure[Tactic]:
        answer = yield tactic_ask(contest.state, who)
        return (yield from without_edits(contest, who, tactic_from(answer)))

    return Stake(who=who, opponent=opponent, tactic=tactic, again=again, more=more)


def laid(contest: Contest[Arena], stake: Stake) -> Procedure[bool]:
    """QS-11: a tactic is taken as offered, where nothing has to be said of it; what cannot be is chosen again, or
    given up (QS-71). False if nobody acts."""
    while stake.tactic.acts:
        stake.before = list(stake.who.modifiers)
        stake.hand, stake.asking = stake.who.hand, stake.who.asking
        stake.resistance = stake.opponent.resistance if stake.opponent else 0
        stake.telling = Telling()
        ask = stake.ask(contest.state)
        must = must_be_asked(contest.state, stake.who, stake.tactic)
        said = (yield ask) if must else None
        stake.form = ask.legal()
        stake.ruling = said or stake.form.fallback()
        if (yield from _ruled(contest, stake)):
            return True
        yield from _another(stake)
    return False


def _another(stake: Stake) -> Procedure[None]:
    """QS-3, QS-11: another tactic takes the place of this one, and nothing of what helped or hindered it stays."""
    stake.take_back()
    stake.helps = {}
    stake.fallen.hold()
    stake.tactic = yield from stake.again()


def thrown(
    contest: Contest[Arena],
    stakes: Sequence[Stake],
    rollers: Callable[[], tuple[Roller, Roller]],
    certain: Callable[[], bool] = lambda: False,
    asides: Callable[[], Sequence[Aside]] = tuple,
    worth: Worth = as_it_is,
    helpers: Sequence[Contestant] = (),
) -> Procedure[Clash | None]:
    """QS-11, QS-12, QS-18: before the dice fall the game master may still say otherwise, and `helpers` may help; then
    both roll. `asides` are what others may say before.

    Returns nothing if a tactic was refused and given up, or if nothing is rolled because all is `certain`.
    """
    while True:
        pair = rollers()
        dice = () if certain() else (pair[0].die(), pair[1].die())
        beside = [*before_dice(contest.state, stakes, helpers), *asides()]
        answers = yield (*(ask for ask, _ in beside), *dice)
        fell = answers[len(beside) :]
        if dice and None not in fell:
            clash = yield from fallen(contest, pair, (fell[0][0], fell[1][0]), worth)
            for stake in stakes:
                carried_out(contest, stake)
            return clash
        changed = heard(contest.state, stakes, beside, answers)
        for stake in changed:
            if not (yield from ruled_anew(contest, stake)):
                return None
        if not (dice or changed):
            return None


def before_dice(state: Arena, stakes: Sequence[Stake], helpers: Sequence[Contestant]) -> list[Aside]:
    """QS-11, QS-12: the game master's word on each tactic, and the help of those who have not helped yet."""
    words: list[Aside] = [(ruling_window(state, stake), stake.hear) for stake in stakes]
    helping = {name for stake in stakes for name in stake.helps}
    for helper in (each for each in helpers if each.name not in helping):
        tactics = {each.who.name: each.tactic for each in stakes if may_help(state, helper, each.who)}
        if tactics:
            words.append((help_ask(helper, tactics), partial(_offered, stakes, helper, list(tactics))))
    return words


def _offered(stakes: Sequence[Stake], helper: Contestant, names: list[str], answer: Answer) -> None:
    whom, ability = helped_with(answer, names)
    for stake in stakes:
        if stake.who.name == whom:
            stake.offer(helper.name, ability)


def heard(
    state: Arena, stakes: Sequence[Stake], beside: Sequence[Aside], answers: Sequence[Answer]
) -> list[Stake]:
    """What was said before the dice; returns the tactics of which something else holds now. What was said of them
    before counts no longer, in nobody's rolls (QS-11)."""
    for (_, hear), answer in zip(beside, answers, strict=False):
        hear(answer)
    changed = [stake for stake in stakes if stake.said != stake.ruling]
    for stake in changed:
        stake.take_back()
        stake.ruling = stake.said
        still_holds(state, stake)
    return changed


def ruling_window(state: Arena, stake: Stake) -> Ask:
    """What the game master may say before the dice fall; unsaid, it is as it was laid. Where the opposition's own part
    in the round is in it (QS-46, QS-53), it is waited for like any player's."""
    return msgspec.structs.replace(
        stake.ask(state),
        form=stake.form,
        assume=stake.ruling,
        interrupts=True,
        directed=any(each.key.startswith("their ") for each in stake.more),
    )


def ruled_anew(contest: Contest[Arena], stake: Stake) -> Procedure[bool]:
    """QS-11: the game master's own word takes the place of what was offered; what was rolled stays as it fell."""
    if (yield from _ruled(contest, stake)):
        return True
    yield from _another(stake)
    return (yield from laid(contest, stake))


def carried_out(contest: Contest[Arena], stake: Stake) -> None:
    """QS-17, QS-29: what a tactic teaches and uses up, now that its dice lie."""
    teach(contest, stake.who, stake.tactic.by_flaw)
    required = stake.ruling.get("requires", NOTHING)
    if required != NOTHING:
        use_up(contest, stake.who, str(required))


def _ruled(contest: Contest[Arena], stake: Stake) -> Procedure[bool]:
    if not (yield from rule_on(contest, stake)):
        return False
    if stake.then is not None:
        yield from stake.then(stake)
    stake.telling.settle(contest.tell)
    return (yield from _stays(stake.who, stake.tactic))


def _stays(who: Contestant, tactic: Tactic) -> Procedure[bool]:
    """QS-3: with a whole rating of 0 or less another tactic is asked for first."""
    rating = who.rating(tactic.ability)
    if not rating.hopeless:
        return True
    answer = yield question("hopeless", who, ability=tactic.ability, whole=rating.whole)
    return bool(answer == "stay")
