"""Flaws: what stands against a tactic, and what one does against one's will (QS-14, QS-15)."""

from __future__ import annotations

from agonist.kernel import (
    GM,
    Answer,
    Ask,
    Choice,
    Contest,
    Event,
    Field,
    Fields,
    Option,
    Procedure,
    yes_or_no,
)
from agonist.tabletop import picked

from ..aftermath.effects import leave, wording
from ..clash.opposed import opposed
from ..clash.rollers import against, by_flaw, helping
from ..clash.story_points import only_won
from ..people.contestants import Arena, Contestant
from ..people.experience import learn
from ..people.modifiers import Modifier, signed
from .ruled import Left, Memory, Ruled, Tell
from .tactics import ability_form


class Hindered(Ruled, frozen=True):
    rule = "QS-14"
    name: str
    flaw: str
    value: int

    def subject(self) -> tuple[str, ...]:
        return "hindrance", self.name, self.flaw

    def withdrawn(self) -> str:
        return f"{self.flaw} does not hinder {self.name} after all." if self.value else ""

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


class ActsBy(Ruled, frozen=True):
    rule = "QS-15"
    name: str
    flaw: str

    def subject(self) -> tuple[str, ...]:
        return "acting", self.name, self.flaw

    def text(self) -> str:
        return f"{self.name} acts by {self.flaw}."


def flaw_form(who: Contestant, flaw: str, *, tempts: bool = True, usual: str = "no") -> Choice:
    """QS-14, QS-15: how a flaw comes into it; who just gave in to it cannot contest the hindrance. Where the player
    brought it up it is usual that it hinders."""
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
    return Choice(tuple(options), usual)


def hinder(who: Contestant, flaw: str, value: int, tell: Tell) -> None:
    """QS-14: the penalty is the game master's number, or what the flaw's roll came to."""
    tell(Hindered(who.name, flaw, value))
    if value:
        who.modifiers.append(Modifier(who.name, flaw, "hindrance", value, until="round"))


def doubted(
    contest: Contest[Arena], who: Contestant, flaw: str, value: int, fallen: Memory
) -> Procedure[int]:
    """QS-14: in doubt, and if the player tries, the flaw rolls against the base, once for a tactic: `fallen` has what
    the dice of this tactic came to."""
    taken = f"{flaw}: {value}"
    if flaw not in fallen.hindrance and taken not in fallen.hindrance:
        if (yield from _tries(who, flaw, value)):
            clash = yield from opposed(contest, by_flaw(who, flaw), against(contest.state.base))
            penalty = contest.state.options.house.by_degree(clash.result.degree)
            fallen.hindrance[flaw] = -penalty if clash.result.victory else 0
        else:
            fallen.hindrance[taken] = value
    return fallen.hindrance.get(flaw, value)


def teach(contest: Contest[Arena], who: Contestant, acted_by: str) -> None:
    """QS-29: 1 experience for a hindrance that gave a penalty, and for acting by a flaw, once the dice lie: what was
    taken back before was neither."""
    for each in who.modifiers:
        if each.kind == "hindrance" and (each.label in who.flaws or who.ability(each.label)):
            learn(contest, who, each.label, each.label)
    if acted_by:
        give_in(contest, who, acted_by)


def give_in(contest: Contest[Arena], who: Contestant, flaw: str) -> None:
    """QS-14, QS-29: who acts by a flaw learns from it, and cannot contest a hindrance of the same situation."""
    if flaw not in who.gave_in:
        who.gave_in.append(flaw)
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


def tempt(contest: Contest[Arena], who: Contestant, flaw: str) -> Procedure[Left | None]:
    """QS-15: give in, or resist with an ability against the flaw; anything but a victory is giving in. Returns what it
    leaves."""
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
        clash = yield from opposed(contest, helping(who, picked(answer).more), by_flaw(who, flaw), only_won)
        gives_in = not clash.result.victory
    contest.report(Tempted, who.name, flaw, gives_in, tried)
    if gives_in:
        give_in(contest, who, flaw)
    answer = yield Ask(
        GM,
        "after a flaw",
        lambda: afterwards(who, gave_in=gives_in),
        "QS-15",
        f"{who.name} {'gave in to' if gives_in else 'resisted'} {flaw}. Does that leave anything?",
        "The game master looks at what the flaw did.",
        who.name,
    )
    return leaves(contest, who, answer)


def afterwards(who: Contestant, *, gave_in: bool) -> Choice:
    """QS-15: a benefit for giving in, or a consequence of a resistance that was won, on an ability or keyword."""
    sizes = tuple(Option(str(each), signed(each)) for each in ((5, 10) if gave_in else (-5, -10)))
    what = Fields((Field("size", "How much", Choice(sizes, sizes[0].key)), *wording(who).fields))
    word = "A benefit" if gave_in else "A consequence"
    return Choice((Option("nothing", "Nothing"), Option("leave", word, rule="QS-15", then=what)), "nothing")


def leaves(contest: Contest[Arena], who: Contestant, answer: Answer) -> Left | None:
    """QS-15, QS-23: it lasts like every other effect."""
    more = picked(answer)[1]
    if not more:
        return None
    effect = leave(contest, who, int(more["size"]), more["label"], tuple(more["on"]), under="QS-15")
    return None if effect is None else Left(who, effect)
