"""Who meets whom at the start of a group sequence, and in which order (QS-39)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Event, Field, Fields, Option, Procedure, Several

from ..people.contestants import Contestant
from ..people.setup import Pairing
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
            name = yield Ask(
                who.seat,
                "opponent",
                Choice(tuple(Option(each.name, each.name) for each in open_foes), name),
                "QS-39",
                f"{who.name}, whom do you take on?",
                f"{who.name} picks an opponent.",
                who.name,
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
    answer = yield Ask(
        GM,
        "left over",
        Fields(fields),
        "QS-39",
        "Who is left over, and whom do they join against?",
        "The game master places who is left over.",
    )
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
    answer = yield Ask(
        GM,
        "order",
        Several(
            tuple(Option(key, key) for key in keys), len(keys), len(keys), ordered=True, default=tuple(keys)
        ),
        "QS-39",
        "In which order do the pairs act?",
        "The game master sets the order.",
        assume=list(keys),
        directed=True,
    )
    return [keys[key] for key in answer]
