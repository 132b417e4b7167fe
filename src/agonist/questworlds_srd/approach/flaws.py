"""Flaws: what stands against a tactic, and what one does against one's will (QS-14, QS-15)."""

from __future__ import annotations

from typing import Any, TypeVar

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, yes_or_no

from ..people.contestants import Arena, Contestant
from ..people.experience import learn
from ..rolls.modifiers import Modifier, signed
from ..rolls.opposed import opposed
from ..rolls.rollers import against, by_flaw, using
from ..rolls.tables import by_degree
from .tactics import ability_form

A = TypeVar("A", bound=Arena)


class Hindered(Event, frozen=True):
    rule = "QS-14"
    name: str
    flaw: str
    value: int

    def text(self) -> str:
        if not self.value:
            return f"{self.flaw} does not hinder {self.name}."
        return f"{self.flaw} hinders {self.name}: {signed(self.value)}."


class Tempted(Event, frozen=True):
    rule = "QS-15"
    name: str
    flaw: str
    gives_in: bool
    tried: bool

    def text(self) -> str:
        if not self.tried:
            return f"{self.name} gives in to {self.flaw}."
        how = "cannot resist" if self.gives_in else "resists"
        return f"{self.name} {how} {self.flaw}."


def flaw_form(who: Contestant, flaw: str, *, tempts: bool = True) -> Choice:
    """QS-14, QS-15: how a flaw comes into it; who just gave in to it cannot contest the hindrance."""
    gave_in = f"{who.name} has just given in to it." if flaw in who.gave_in else ""
    sizes = Choice((Option("-5", "else −5"), Option("-10", "else −10")), "-5")
    options = [
        Option("no", "Not now"),
        Option("-5", "Hinders: −5", rule="QS-14"),
        Option("-10", "Hinders: −10"),
        Option("doubt", "May hinder: it can be rolled for", gave_in, then=sizes),
    ]
    if tempts:
        options.append(Option("tempts", "Tempts", gave_in, rule="QS-15"))
    return Choice(tuple(options), "no")


def hinder(
    contest: Contest[A], who: Contestant, flaw: str, value: int, fallen: dict[str, Any] | None = None
) -> Procedure[None]:
    """QS-14: no doubt, the game master's number; doubt, and the player tries: the flaw rolls against the base, once for
    a tactic: then `fallen` has what the dice of this tactic came to."""
    if fallen is not None:
        rolled, taken = f"hindered by {flaw}", f"hindered by {flaw}: {value}"
        if rolled not in fallen and taken not in fallen:
            if (yield from _tries(who, flaw, value)):
                clash = yield from opposed(contest, by_flaw(who, flaw), against(contest.state.base))
                fallen[rolled] = -by_degree(clash.result.degree) if clash.result.victory else 0
            else:
                fallen[taken] = value
        value = fallen.get(rolled, value)
    contest.report(Hindered(who.name, flaw, value))
    if value:
        who.modifiers.append(Modifier(who.name, flaw, "hindrance", value, until="round"))
        learn(contest, who, flaw, flaw)


def _tries(who: Contestant, flaw: str, value: int) -> Procedure[bool]:
    answer = yield Ask(
        who.seat,
        "doubt a flaw",
        yes_or_no(
            f"Let {flaw} roll ({who.flaw(flaw)} against the base)", f"Take {signed(value)}", default=True
        ),
        "QS-14",
        f"{flaw} may hinder you. {who.name}, do you let the dice say?",
        f"{who.name} decides about {flaw}.",
        who.name,
    )
    return bool(answer == "yes")


def tempt(contest: Contest[A], who: Contestant, flaw: str) -> Procedure[None]:
    """QS-15: give in, or resist with an ability against the flaw; anything but a victory is giving in."""
    resist = Option("resist", "Resist", rule="QS-15", then=ability_form(who, default=who.hand))
    answer = yield Ask(
        who.seat,
        "temptation",
        Choice((Option("give-in", f"Give in to {flaw}"), resist), "resist"),
        "QS-15",
        f"{flaw} ({who.flaw(flaw)}) would have you do otherwise. {who.name}, do you give in or resist?",
        f"{who.name} is tempted by {flaw}.",
        who.name,
    )
    tried = answer != "give-in"
    gives_in = True
    if tried:
        clash = yield from opposed(contest, using(who, answer["with"]), by_flaw(who, flaw))
        gives_in = not clash.result.victory
    contest.report(Tempted(who.name, flaw, gives_in, tried))
    if gives_in:
        who.gave_in.append(flaw)
        learn(contest, who, flaw, flaw)
    yield from _afterwards(who, flaw, gives_in)


def _afterwards(who: Contestant, flaw: str, gives_in: bool) -> Procedure[None]:
    """QS-15: the game master may add a bonus for giving in, or a penalty after a resistance that was won."""
    sizes = (5, 10) if gives_in else (-5, -10)
    options = (Option("0", "Nothing"), *(Option(str(each), signed(each)) for each in sizes))
    answer = yield Ask(
        GM,
        "after a flaw",
        Choice(options, "0"),
        "QS-15",
        f"{who.name} {'gave in to' if gives_in else 'resisted'} {flaw}. Does that leave a modifier?",
        "The game master looks at what the flaw did.",
        who.name,
    )
    if answer != "0":
        who.modifiers.append(Modifier(who.name, flaw, "situational", int(answer), until="roll"))
