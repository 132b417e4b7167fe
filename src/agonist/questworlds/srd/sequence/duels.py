"""What the game master may say of a round's tactics (QS-11, QS-13, QS-16), and a round that is one contest (QS-34,
QS-36)."""

from __future__ import annotations

from agonist.kernel import Choice, Field, Option, Procedure, Staged
from agonist.tabletop import Told, signed

from ..approach.augments import count_augment, given_by
from ..approach.ruled import SITUATION, Modified
from ..approach.stating import laid, thrown
from ..approach.tactics import Tactic, plot_edit, settled
from ..approach.weighing import Stake
from ..clash.rollers import using
from ..people.contestants import NONE, Contestant
from ..people.modifiers import Modifier
from ..rolls.results import Result, prevails
from .kind import Kind
from .leaving import leave
from .round_tactics import round_ask, round_tactic, their_fields, their_tactic
from .state import Bout, Sequence, SequenceState


def settle(contest: Sequence, who: Contestant) -> Procedure[None]:
    """QS-32: a major edit ends a running sequence as the game master says."""
    state = contest.state
    result = yield from settled(who)
    state.settled = result if who.side == state.sides()[0] else result.mirrored


def round_stake(
    contest: Sequence, kind: Kind, bout: Bout, who: Contestant, tactic: Tactic, more: tuple[Field, ...] = ()
) -> Stake:
    """A tactic of a round, with what the game master may say of numbers and of augments after a switch."""
    state = contest.state
    other = state.find(bout.other(who.name))
    before = _situation(who)
    fields = (*_numbers_field(state, who), *_switch_field(who, tactic), *_keep_field(before), *more)
    changed = state.numbers.get(who.name, [1, 1]) != state.numbers_of(who)

    def then(stake: Stake) -> Procedure[None]:
        _after_ruling(contest, stake, changed)
        if stake.ruling.get("keep situation") == "yes":
            who.modifiers.append(Modifier(who.name, SITUATION, "situational", before, until="round"))
        yield from kind.accepted(contest, bout, stake)
        show(kind, stake, other)

    def again() -> Procedure[Tactic]:
        answer = yield round_ask(kind, state, bout, who)
        stated = round_tactic(kind, answer)
        while stated.kind == "edit":
            level = yield from plot_edit(contest, who, stated.words)
            if level == "major":
                return Tactic("settled")
            stated = round_tactic(kind, (yield round_ask(kind, state, bout, who)))
        return stated

    return Stake(who=who, opponent=other, tactic=tactic, again=again, more=fields, then=then)


def prepared(contest: Sequence, stakes: list[Stake], bout: Bout) -> Procedure[bool]:
    """QS-11: all tactics are taken as offered, or chosen again; who wants none that is left leaves (QS-71)."""
    for stake in stakes:
        if not (yield from laid(contest, stake)):
            yield from not_acting(contest, stakes, bout)
            return False
    return True


def not_acting(contest: Sequence, stakes: list[Stake], bout: Bout) -> Procedure[None]:
    """QS-32, QS-71: who wants no tactic leaves, or has settled it all. What was said of the other's, which meets nobody
    now, counts no longer (QS-11)."""
    for stake in stakes:
        if stake.form is not None:
            stake.take_back()
    for stake in stakes:
        if stake.tactic.kind == "settled":
            yield from settle(contest, stake.who)
        elif not stake.tactic.acts:
            yield from leave(contest, stake.who, contest.state.find(bout.other(stake.who.name)))


def _numbers_field(state: SequenceState, who: Contestant) -> tuple[Field, ...]:
    """QS-16: the game master is asked when a pairing's numbers change; 5 is offered first."""
    ours, theirs = now = state.numbers_of(who)
    if state.numbers.get(who.name, [1, 1]) == now or ours == theirs:
        return ()
    sign = 1 if ours > theirs else -1
    values = (5 * sign, 10 * sign, 0)
    form = Choice(
        tuple(Option(str(each), signed(each) if each else "They do not help") for each in values),
        str(values[0]),
    )
    return (Field("numbers", f"{ours} against {theirs}", form, help="QS-16: while the numbers last."),)


def _situation(who: Contestant) -> int:
    return sum(each.value for each in who.modifiers if each.label == SITUATION)


def _keep_field(before: int) -> tuple[Field, ...]:
    """QS-11: a situational modifier lasts one round, unless the game master keeps it."""
    if not before:
        return ()
    form = Choice((Option("no", "Is over"), Option("yes", f"Stays: {signed(before)}")), "no")
    return (Field("keep situation", "Last round's situation", form),)


def show(kind: Kind, stake: Stake, other: Contestant) -> None:
    """QS-46, QS-53: what is declared is open to all before the dice fall."""
    who = stake.who
    if not who.acted:
        who.began_with = stake.tactic.ability
    who.stance, who.wager = stake.tactic.stance, stake.tactic.wager
    if any(each.key.startswith("their ") for each in stake.more):
        theirs = their_tactic(kind, other, stake.ruling)
        other.stance, other.wager = theirs.stance, theirs.wager


def _switch_field(who: Contestant, tactic: Tactic) -> tuple[Field, ...]:
    """QS-13: on a switch of ability, whether augments still fit."""
    if tactic.ability in (who.hand, NONE) or not any(each.kind == "augment" for each in who.modifiers):
        return ()
    return (
        Field(
            "augments",
            "Earlier help",
            Choice((Option("keep", "Still fits"), Option("drop", "Is gone")), "keep"),
        ),
    )


def _after_ruling(contest: Sequence, stake: Stake, changed: bool) -> None:
    """QS-16: what the game master said of numbers."""
    tell = stake.telling.tells(contest.tell)
    state = contest.state
    who = stake.who
    if changed:
        state.numbers[who.name] = state.numbers_of(who)
        who.modifiers = [each for each in who.modifiers if each.kind != "numbers"]
        value = int(stake.ruling.get("numbers", 0))
        if value:
            who.modifiers.append(Modifier(who.name, "numbers", "numbers", value))
            tell(Modified(who.name, "numbers", value, under="QS-16"))


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
