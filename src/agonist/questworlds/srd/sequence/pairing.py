"""Who meets whom, in which order (QS-39); and what has happened between two rounds of a lengthy sequence (QS-44)."""

from __future__ import annotations

from agonist.kernel import Choice, Event, Field, Fields, Number, Option, Procedure, Several
from agonist.tabletop import Told, picked

from ...chassis.people import Pairing
from ..aftermath.effects import leave, wording
from ..people.contestants import Contestant
from ..questions import question
from .kind import Kind
from .state import Bout, Sequence, SequenceState

FREE = "free"
"""Stays unengaged."""


class Pairs(Event, frozen=True):
    rule = "QS-39"
    pairs: tuple[tuple[str, str], ...]

    def text(self) -> str:
        return "In order: " + ", ".join(f"{one} against {two}" for one, two in self.pairs) + "."


def pair_up(contest: Sequence, kind: Kind, given: list[Pairing]) -> Procedure[None]:
    """QS-39: as set up; else characters choose from the highest rating down, the game master places who is left
    over and may set the order, which then stays."""
    state = contest.state
    ours, theirs = state.line_up()
    chosen = [(each.one, each.two) for each in given if _both(state, each)]
    if not given:
        yield from _choose(ours, theirs, chosen)
    yield from _left_over(state, ours, theirs, chosen)
    order = yield from _order(state, chosen)
    for n, (one, two) in enumerate(order, 1):
        made = Bout(one, two, n)
        state.bouts.append(made)
        state.find(one).place = state.find(two).place = n
    for bout in state.bouts:
        kind.engage(state, bout)
    state.paired = True
    if len(order) > 1:
        contest.report(Pairs, tuple(order))


def _both(state: SequenceState, pairing: Pairing) -> bool:
    return state.find(pairing.one).standing and state.find(pairing.two).standing


def _by_rating(people: list[Contestant]) -> list[Contestant]:
    """From the highest whole rating down; equal: as seated."""
    return sorted(people, key=lambda who: -who.rating(who.hand).whole)


def _choose(
    ours: list[Contestant], theirs: list[Contestant], chosen: list[tuple[str, str]]
) -> Procedure[None]:
    for who in _by_rating(ours):
        open_foes = [each for each in theirs if all(each.name != two for _, two in chosen)]
        if not open_foes:
            return
        name = open_foes[0].name
        if len(open_foes) > 1:
            name = yield question(
                "opponent", who, Choice(tuple(Option(each.name, each.name) for each in open_foes), name)
            )
        chosen.append((who.name, name))


def _left_over(
    state: SequenceState, ours: list[Contestant], theirs: list[Contestant], chosen: list[tuple[str, str]]
) -> Procedure[None]:
    """QS-39: who is left over joins a pair or stays free; the game master says which, on one sheet."""
    paired = {name for pair in chosen for name in pair}
    rest = [(each, theirs) for each in ours if each.name not in paired]
    rest += [(each, ours) for each in theirs if each.name not in paired]
    if not rest:
        return
    fields = tuple(Field(who.name, who.name, _against(who, foes, n)) for n, (who, foes) in enumerate(rest))
    answer = yield question("left over", None, Fields(fields))
    for who, _ in rest:
        if answer[who.name] != FREE:
            first = who.side == state.sides()[0]
            chosen.append((who.name, answer[who.name]) if first else (answer[who.name], who.name))


def _against(who: Contestant, foes: list[Contestant], n: int) -> Choice:
    options = tuple(Option(each.name, f"joins against {each.name}") for each in foes)
    return Choice(
        (*options, Option(FREE, "stays free")), foes[n % len(foes)].name if who.opposition else FREE
    )


def _order(state: SequenceState, chosen: list[tuple[str, str]]) -> Procedure[list[tuple[str, str]]]:
    """QS-39: by default the characters' whole ratings downwards; the game master may set another."""
    ranked = sorted(chosen, key=lambda pair: -state.find(pair[0]).rating(state.find(pair[0]).hand).whole)
    if len(ranked) < 2:
        return ranked
    keys = {f"{one} / {two}": (one, two) for one, two in ranked}
    answer = yield question(
        "order",
        None,
        Several(
            tuple(Option(key, key) for key in keys), len(keys), len(keys), ordered=True, default=tuple(keys)
        ),
        assume=list(keys),
        directed=True,
    )
    return [keys[key] for key in answer]


class PoolNow(Told, frozen=True):
    rule = "QS-44"
    says = "There are {points} story points in the pool now."
    points: int


def meanwhile(contest: Sequence) -> Procedure[None]:
    """QS-44: tallies, resistances and lasting effects are kept, augments are stated anew. Other contests may have run
    in between: the game master says what they did to the pool, and what lasts of them."""
    state = contest.state
    for who in state.contestants:
        who.modifiers = [each for each in who.modifiers if each.source != "own"]
    if state.round < 2:
        return
    people = [each for each in state.characters() if each.status in ("in", "left")]
    parts = [Field(who.name, who.name, _change(who)) for who in people]
    if state.options.story_points:
        parts.append(Field("pool", "Story points in the pool", Number(0, 99, state.story_points)))
    answer = yield question("meanwhile", None, Fields(tuple(parts)))
    for who in people:
        more = picked(answer[who.name])[1]
        if more:
            leave(contest, who, more["size"], more["label"], tuple(more["on"]), under="QS-44")
    if answer.get("pool", state.story_points) != state.story_points:
        state.story_points = answer["pool"]
        contest.report(PoolNow, state.story_points)


def _change(who: Contestant) -> Choice:
    """Nothing, or a lasting effect of a contest in between."""
    form = Fields((Field("size", "How much", Number(-200, 200, -5)), *wording(who).fields))
    return Choice(
        (Option("nothing", "Nothing new"), Option("effect", "A lasting effect", then=form)), "nothing"
    )
