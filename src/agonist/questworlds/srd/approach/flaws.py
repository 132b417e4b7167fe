"""Flaws: what stands against a tactic, and what one does against one's will (QS-14, QS-15)."""

from __future__ import annotations

from agonist.kernel import (
    GM,
    Answer,
    Choice,
    Contest,
    Event,
    Field,
    Fields,
    Option,
    Procedure,
)
from agonist.tabletop import agreed, picked, signed

from ..aftermath.effects import learn, leave, wording
from ..clash.opposed import opposed
from ..clash.rollers import against, by_flaw, helping
from ..clash.story_points import only_won
from ..people.contestants import Arena, Contestant
from ..people.modifiers import Modifier
from ..questions import question
from .ruled import Left, Memory, Ruled, Tell
from .tactics import ability_form


class Hindered(Ruled, frozen=True):
    rule = "QS-14"
    about = ("hindrance", "name", "flaw")
    undone = "{flaw} does not hinder {name} after all."
    name: str
    flaw: str
    value: int

    def text(self) -> str:
        if not self.value:
            return f"{self.flaw} does not hinder {self.name}."
        return f"{self.flaw} hinders {self.name}: {signed(self.value)}."

    def withdrawn(self) -> str:
        return super().withdrawn() if self.value else ""


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
    about = ("acting", "name", "flaw")
    says = "{name} acts by {flaw}."
    name: str
    flaw: str


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
    ask = question("doubt a flaw", who, flaw=flaw, rating=who.flaw(flaw), size=signed(value))
    return (yield from agreed(ask))


def tempt(contest: Contest[Arena], who: Contestant, flaw: str) -> Procedure[Left | None]:
    """QS-15: give in, or resist with an ability against the flaw; anything but a victory is giving in. Returns what it
    leaves."""
    resist = Option("resist", "Resist", rule="QS-15", then=ability_form(who, default=who.hand))
    answer = yield question(
        "temptation",
        who,
        Choice((Option("give-in", f"Give in to {flaw}"), resist), "resist"),
        flaw=flaw,
        rating=who.flaw(flaw),
    )
    tried = answer != "give-in"
    gives_in = True
    if tried:
        clash = yield from opposed(contest, helping(who, picked(answer).more), by_flaw(who, flaw), only_won)
        gives_in = not clash.result.victory
    contest.report(Tempted, who.name, flaw, gives_in, tried)
    if gives_in:
        give_in(contest, who, flaw)
    answer = yield question(
        "after a flaw",
        who,
        lambda: afterwards(who, gave_in=gives_in),
        by=GM,
        gave_in="gave in to" if gives_in else "resisted",
        flaw=flaw,
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
