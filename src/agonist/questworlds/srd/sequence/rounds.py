"""A round of two: who has the initiative, who states what, who leaves (QS-34, QS-37, QS-65, QS-71).

Pairs that do not touch state their tactics side by side; what comes of them, dice or somebody's leaving, comes pair by
pair.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from agonist.kernel import GM, Answer, Ask, Choice, Fields, Option, Procedure, in_turn
from agonist.tabletop import Told, picked

from ..approach.tactics import Tactic, plot_edit
from ..people.contestants import Contestant
from ..questions import question
from .duels import settle
from .kind import Kind
from .leaving import go_on, goes_on, leave, withdraw
from .round_tactics import round_ask, round_tactic, their_fields, their_tactic
from .state import Bout, Sequence, SequenceState


class Opens(Told, frozen=True):
    rule = "QS-34"
    says = "{name} has the initiative against {other}."
    name: str
    other: str


class BrokenOff(Told, frozen=True):
    rule = "QS-71"
    says = "The game master breaks off: nobody has the prize."


Stated = dict[str, Tactic] | Callable[[], Procedure[None]]
"""The tactics of two, or what comes in their place."""


def round_stated(contest: Sequence, kind: Kind, bout: Bout) -> Procedure[Stated]:
    """QS-34: tactics are stated, the one with the initiative first. Nothing comes of them yet, for anybody."""
    state = contest.state
    one, two = state.find(bout.one), state.find(bout.two)
    for who in (one, two):
        who.stance, who.wager = "", 0
    return (yield from _stated(contest, kind, bout, one, two))


def play_round(contest: Sequence, kind: Kind, bout: Bout, stated: Stated) -> Procedure[None]:
    """QS-34: the dice say what tactics come to."""
    if not isinstance(stated, dict):
        yield from stated()
        return
    yield from kind.exchange(contest, bout, stated)
    bout.rounds = 1
    for name in (bout.one, bout.two):
        contest.state.find(name).acted = True


def initiative(state: SequenceState, one: Contestant, two: Contestant) -> Contestant:
    """QS-34: as a rule the character; between characters who opened the sequence."""
    return two if not two.opposition and state.opened_by == two.name else one


def _stated(contest: Sequence, kind: Kind, bout: Bout, one: Contestant, two: Contestant) -> Procedure[Stated]:
    """QS-34, QS-71: the game master may give the initiative to the other, let the opposition leave, or break off,
    while the first tactic is thought about."""
    state = contest.state
    later = state.kind == "chained" and bool(bout.rounds)
    if later and not two.opposition and (gone := (yield from go_on(contest, bout))):
        return gone
    first = initiative(state, one, two)
    yields = (goes_on(two),) if later and two.opposition else ()
    steer, *said, answer = yield (
        _steering(kind, state, bout, first),
        *yields,
        round_ask(kind, state, bout, first),
    )
    word, more = picked(steer)
    if said == ["yield"] and word != "break-off":
        word = "leave"
    if word == "break-off":
        return partial(_break_off, contest)
    if word == "leave":
        both = answer is not None and picked(answer)[0] == "leave"
        other = state.find(bout.other(first.name))
        return partial(withdraw, contest, bout) if both else partial(leave, contest, other, first)
    theirs: Tactic | None = None
    if word == "initiative":
        other = state.find(bout.other(first.name))
        contest.report(Opens, other.name, first.name)
        first = other
        if other.opposition:
            theirs = their_tactic(kind, other, more)
            other.stance, other.wager = theirs.stance, theirs.wager
            first = state.find(bout.other(other.name))
        answer = yield round_ask(kind, state, bout, first, theirs)
    mine = yield from _read(contest, kind, bout, first, answer)
    if not isinstance(mine, Tactic):
        return mine
    return (yield from _second(contest, kind, bout, first, mine, theirs))


def _second(
    contest: Sequence, kind: Kind, bout: Bout, first: Contestant, mine: Tactic, theirs: Tactic | None
) -> Procedure[Stated]:
    """QS-34: the other answers: a player with a tactic; the game master's word comes before the dice."""
    state = contest.state
    other = state.find(bout.other(first.name))
    if theirs is not None:
        return {other.name: theirs, first.name: mine}
    if not other.opposition:
        answer = yield round_ask(kind, state, bout, other, mine)
        said = yield from _read(contest, kind, bout, other, answer)
        if not isinstance(said, Tactic):
            return said
        theirs = said
    return {first.name: mine} if theirs is None else {first.name: mine, other.name: theirs}


def _steering(kind: Kind, state: SequenceState, bout: Bout, first: Contestant) -> Ask:
    """QS-34, QS-37, QS-71: what the game master can do at a round's start."""
    other = state.find(bout.other(first.name))
    fields = their_fields(kind, state, other, bout) if other.opposition else ()
    turns = Option(
        "initiative",
        f"{other.name} has the initiative",
        rule="QS-34",
        then=Fields(fields) if fields else None,
    )
    leaves = other.opposition and state.kind != "chained"
    goes = [Option("leave", f"{other.name} leaves", rule="QS-37")] if leaves else []
    breaks = Option("break-off", "Break off: nobody has the prize", rule="QS-71")
    options = (Option("go-on", f"{first.name} has the initiative"), turns, *goes, breaks)
    return question(
        "round",
        other,
        Choice(options, "go-on"),
        by=GM,
        assume="go-on",
        interrupts=True,
        one=bout.one,
        two=bout.two,
    )


def _read(
    contest: Sequence, kind: Kind, bout: Bout, who: Contestant, answer: Answer
) -> Procedure[Tactic | Callable[[], Procedure[None]]]:
    """QS-32, QS-37: a plot edit comes before the tactic, and a major one ends it all; leaving ends the round. The
    pool that pays for edits is everybody's: of two who want some of it, the pair before has it first (QS-39)."""
    state = contest.state
    tactic = round_tactic(kind, answer)
    while tactic.kind == "edit":
        yield from in_turn(contest)
        level = yield from plot_edit(contest, who, tactic.words)
        if level == "major":
            return partial(settle, contest, who)
        tactic = round_tactic(kind, (yield round_ask(kind, state, bout, who)))
    if tactic.kind == "leave":
        return partial(leave, contest, who, state.find(bout.other(who.name)))
    return tactic


def _break_off(contest: Sequence) -> Procedure[None]:
    """QS-71: the game master ends it for all."""
    contest.state.broken = "game master"
    contest.report(BrokenOff)
    yield from ()
