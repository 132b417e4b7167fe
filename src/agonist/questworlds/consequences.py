"""What a contest leaves people with: consequences, benefits, fates (QW-22, QW-23)."""

from __future__ import annotations

from typing import TypeVar

from agonist.kernel import GM, Ask, Choice, Contest, Option, Procedure, Several, Text

from .contestants import Arena, Contestant, lasting
from .events_of_fortune import Benefits, Fate, Suffers
from .results import Degree
from .tables import FATES, GAP

A = TypeVar("A", bound=Arena)


def suffer(contest: Contest[A], who: Contestant, degree: Degree) -> Procedure[None]:
    """QW-22, QW-23: the loser's consequence; for a resistance the game master may set another fate."""
    if who.resistance:
        yield from _fate(contest, who, FATES[degree].consequence)
    else:
        yield from bear(contest, who, degree)


def bear(contest: Contest[A], who: Contestant, degree: Degree) -> Procedure[None]:
    """QW-23: a consequence counts from now on; a resistance bears one only if it is brought back with it (QW-30)."""
    effect = FATES[degree].consequence
    abilities = yield from _related(who, effect, "hinder")
    left = lasting(who.name, effect, abilities, contest.state.options.hurt_penalty)
    left.of_this_fall = True
    who.lasting = [each for each in who.lasting if not each.of_this_fall] + [left]
    contest.report(Suffers(who.name, effect, abilities, left.value))


def benefit(contest: Contest[A], who: Contestant, loser: Contestant, degree: Degree) -> Procedure[None]:
    """QW-23: the winner's benefit, unless the winner was so much the better; a resistance carries none (QW-9)."""
    if who.resistance:
        return
    if who.best is not None and loser.worst is not None and who.best - loser.worst >= GAP:
        contest.report(Benefits(who.name))
        return
    effect = FATES[degree].benefit
    abilities = yield from _related(who, effect, "help")
    gained = lasting(who.name, effect, abilities, contest.state.options.hurt_penalty)
    who.lasting.append(gained)
    who.fate = effect
    contest.report(Benefits(who.name, effect, abilities, gained.value))


def _fate(contest: Contest[A], who: Contestant, effect: str) -> Procedure[None]:
    table = Option("table", f"As the table has it: {effect}")
    other = Option("other", "Another fate", then=Text(200, 1, "surrenders"))
    answer = yield Ask(
        GM,
        "fate",
        Choice((table, other), "table"),
        "QW-22",
        f"What becomes of {who.name}?",
        f"The game master says what becomes of {who.name}.",
        who.name,
    )
    who.fate = effect if answer == "table" else answer["with"]
    contest.report(Fate(who.name, who.fate))


def _related(who: Contestant, effect: str, does: str) -> Procedure[tuple[str, ...]]:
    """QW-23: a lasting effect is on related abilities; which these are the game master says."""
    names = tuple(each.name for each in who.abilities if not each.lent_by)
    if len(names) < 2:
        return names
    answer = yield Ask(
        GM,
        "related abilities",
        Several(tuple(Option(name, name) for name in names), 1, default=names),
        "QW-23",
        f"{who.name} is {effect}. Which abilities does that {does}?",
        f"The game master says what being {effect} does to {who.name}.",
        who.name,
    )
    return tuple(answer)
