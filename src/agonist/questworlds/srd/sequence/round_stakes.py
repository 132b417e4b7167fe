"""What the game master may say of a round's tactics: numbers, a switch, what still holds (QS-11, QS-13, QS-16)."""

from __future__ import annotations

from agonist.kernel import Choice, Field, Option, Procedure

from ..approach.edits import plot_edit, settled
from ..approach.rulings import SITUATION, Modified
from ..approach.stating import Stake, laid
from ..approach.tactics import Tactic
from ..people.contestants import NONE, Contestant
from ..people.modifiers import Modifier, signed
from .kind import Kind
from .leaving import leave
from .round_tactics import round_ask, round_tactic, their_tactic
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
