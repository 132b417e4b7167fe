"""Stating tactics, having them ruled on, and rolling (QS-3, QS-11, QS-18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from agonist.kernel import Answer, Ask, Choice, Contest, Field, Option, Procedure

from .contestants import Arena, Contestant
from .edits import plot_edit
from .rulings import rule_on, ruling_ask
from .tactics import Tactic, help_ask, tactic_ask, tactic_from

A = TypeVar("A", bound=Arena)


def stated(
    contest: Contest[A], actors: Sequence[Contestant], why: str = ""
) -> Procedure[tuple[dict[str, Tactic], dict[str, str]]]:
    """QS-18: all state their tactics at once, and others say whether they help; a plot edit comes before (QS-32).

    Returns the tactics by name, and who helps with what. A tactic of the kind ``settled`` is a major edit.
    """
    state = contest.state
    helpers = [each for each in state.helpers if each not in actors]
    answers = yield (
        *(tactic_ask(state, who, why) for who in actors),
        *(help_ask(each) for each in helpers),
    )
    tactics: dict[str, Tactic] = {}
    for who, answer in zip(actors, answers, strict=False):
        tactics[who.name] = yield from without_edits(contest, who, tactic_from(answer))
    offered = answers[len(actors) :]
    return tactics, {each.name: ability for each, ability in zip(helpers, offered, strict=True) if ability}


def without_edits(contest: Contest[A], who: Contestant, tactic: Tactic) -> Procedure[Tactic]:
    """QS-32: after a plot edit, bought or not, the tactic is stated; a major one settles everything."""
    while tactic.kind == "edit":
        level = yield from plot_edit(contest, who, tactic.words)
        if level == "major":
            return Tactic("settled")
        tactic = tactic_from((yield tactic_ask(contest.state, who)))
    return tactic


def ruled(
    contest: Contest[A],
    who: Contestant,
    opponent: Contestant | None,
    tactic: Tactic,
    helps: Mapping[str, str],
    more: tuple[Field, ...] = (),
) -> Procedure[tuple[Tactic, Mapping[str, Answer]]]:
    """QS-11: the game master's word on a tactic; what is refused is chosen again, or given up (QS-71)."""
    ruling: Mapping[str, Answer] = {}
    while tactic.acts:
        ruling = yield ruling_ask(contest.state, who, opponent, tactic, helps, more)
        accepted = yield from rule_on(contest, who, opponent, tactic, ruling, helps)
        if accepted and (yield from stays_with(who, tactic)):
            break
        tactic = tactic_from((yield tactic_ask(contest.state, who)))
        tactic = yield from without_edits(contest, who, tactic)
    return tactic, ruling


def stays_with(who: Contestant, tactic: Tactic) -> Procedure[bool]:
    """QS-3: with a whole rating of 0 or less another tactic is asked for first."""
    if not who.rating(tactic.ability).hopeless:
        return True
    answer = yield Ask(
        who.seat,
        "hopeless",
        Choice((Option("stay", "Stay with it"), Option("other", "Choose another tactic")), "stay"),
        "QS-3",
        f"{tactic.ability} is at {who.rating(tactic.ability).whole}: hopeless. {who.name}, do you stay with it?",
        f"{who.name} reconsiders a hopeless tactic.",
        who.name,
    )
    return bool(answer == "stay")
