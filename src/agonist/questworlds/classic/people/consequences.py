"""Advantage points won and lost, and what a contest leaves people with (QW-13, QW-18, QW-22, QW-23)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Several, Staged, Text
from agonist.tabletop import Told, begun, listed, minus, picked

from ..questions import question
from ..rolls.results import FATES, Degree, Level
from .contestants import Arena, Contestant, lasting
from .modifiers import signed
from .states import ExtendedState, Fall


class Changed(Event, frozen=True):
    """Advantage points won or lost, and the total after it."""

    rule = "QW-18"
    name: str
    by: int
    before: int
    after: int

    def text(self) -> str:
        verb = "gains" if self.by > 0 else "loses"
        return f"{self.name} {verb} {abs(self.by)} AP: {minus(self.before)} → {minus(self.after)}."


class InTheOpen(Told, frozen=True):
    """A total becomes known, with what was hidden because of it."""

    rule = "QW-13"
    says = "{name}'s advantage is in the open now: {starting} AP at the start, {ability} {rating}."
    name: str
    starting: int
    ability: str
    rating: str


def change(contest: Contest[ExtendedState], who: Contestant, by: int, rule: str = "QW-18") -> None:
    """A total rises or falls; from the first time on everybody knows it (QW-13)."""
    if not by:
        return
    before, hidden = who.ap, not who.known
    who.ap, who.known = before + by, True
    contest.report(Changed, who.name, by, before, who.ap, under=rule)
    if hidden:
        contest.report(_in_the_open, who)


def _in_the_open(who: Contestant) -> InTheOpen:
    return InTheOpen(who.name, who.starting_ap, who.hand, str(who.rating(who.hand)))


class Defeated(Told, frozen=True):
    rule = "QW-22"
    says = "{name} is defeated at {ap:minus} AP: a {degree} defeat."
    name: str
    ap: int
    degree: str

    def staged(self) -> Staged:
        return Staged(
            self.name,
            word=f"{self.degree.capitalize()} defeat",
            rare="dark",
            says=f"{begun(self.name)} is beaten",
        )


def falls(contest: Contest[ExtendedState], who: Contestant, by: str = "") -> None:
    """QW-22: at 0 or fewer AP a contestant is defeated, at once."""
    if who.ap > 0 or not who.undefeated:
        return
    degree = contest.state.options.house.degree_of(who.ap)
    who.status, who.level = "defeated", Level.of(degree, victory=False)
    who.attention = False
    if who.final_action != "spent":
        who.final_action = "next-round"
    contest.state.falls.append(Fall(who.name, by))
    contest.report(Defeated, who.name, who.ap, degree.word)


def returns(who: Contestant) -> None:
    """Back above 0 and in the contest; what was suffered before is no longer open to a worse reading."""
    who.status, who.level, who.fate = "in", None, ""
    if who.final_action != "spent":
        who.final_action = "none"
    for each in who.lasting:
        each.of_this_fall = False


def sweep(contest: Contest[ExtendedState]) -> None:
    """What a correction of the game master may have brought about since the last turn."""
    for who in contest.state.contestants:
        if who.status == "in":
            if who.ap <= 0:
                falls(contest, who)
        elif (
            who.status == "defeated"
            and who.ap > 0
            and not any(fall.name == who.name for fall in contest.state.falls)
        ):
            returns(who)


def suffer(contest: Contest[Arena], who: Contestant, degree: Degree) -> Procedure[None]:
    """QW-22, QW-23: the loser's consequence; for a resistance the game master may set another fate."""
    if who.resistance:
        yield from _fate(contest, who, FATES[degree].consequence)
    else:
        yield from bear(contest, who, degree)


class Suffers(Event, frozen=True):
    """What a defeat leaves the loser with."""

    rule = "QW-23"
    name: str
    effect: str
    abilities: tuple[str, ...] = ()
    value: int = 0

    def text(self) -> str:
        size = f" ({signed(self.value)})" if self.value else ""
        where = f" on {listed(self.abilities)}" if self.abilities else ""
        return f"{self.name} is {self.effect}{size}{where}."


def bear(contest: Contest[Arena], who: Contestant, degree: Degree) -> Procedure[None]:
    """QW-23: a consequence counts from now on; a resistance bears one only if it is brought back with it (QW-30)."""
    effect = FATES[degree].consequence
    abilities = yield from _related(contest, who, effect, "hinder")
    left = lasting(who.name, effect, abilities, contest.state.options)
    left.of_this_fall = True
    who.lasting = [each for each in who.lasting if not each.of_this_fall] + [left]
    contest.report(Suffers, who.name, effect, left.abilities, left.value)


class Benefits(Event, frozen=True):
    """What a victory leaves the winner with, or why with nothing."""

    rule = "QW-23"
    name: str
    effect: str = ""
    abilities: tuple[str, ...] = ()
    value: int = 0

    def text(self) -> str:
        if not self.effect:
            return f"{self.name} had so much the better ability that the victory brings no benefit."
        size = f" ({signed(self.value)})" if self.value else ""
        where = f" on {listed(self.abilities)}" if self.abilities else ""
        return f"{self.name} is {self.effect}{size}{where}."


def benefit(contest: Contest[Arena], who: Contestant, loser: Contestant, degree: Degree) -> Procedure[None]:
    """QW-23: the winner's benefit, unless the winner was so much the better; a resistance carries none (QW-9)."""
    if who.resistance:
        return
    if (
        who.best is not None
        and loser.worst is not None
        and who.best - loser.worst >= contest.state.options.house.benefit_gap
    ):
        contest.report(Benefits, who.name)
        return
    effect = FATES[degree].benefit
    abilities = yield from _related(contest, who, effect, "help")
    gained = lasting(who.name, effect, abilities, contest.state.options)
    who.lasting.append(gained)
    who.fate = effect
    contest.report(Benefits, who.name, effect, abilities, gained.value)


class Fate(Told, frozen=True):
    """The game master says what becomes of a resistance."""

    rule = "QW-22"
    says = "What becomes of {name}: {fate}."
    name: str
    fate: str


def _fate(contest: Contest[Arena], who: Contestant, effect: str) -> Procedure[None]:
    """QW-22: as the table has it, unless the game master says otherwise."""
    who.fate = effect
    if not contest.closed("fate"):
        who.fate = picked((yield _fate_ask(who, effect))).more or effect
    contest.report(Fate, who.name, who.fate)


def _fate_ask(who: Contestant, effect: str) -> Ask:
    table = Option("table", f"As the table has it: {effect}")
    other = Option("other", "Another fate", then=Text(200, 1, "surrenders"))
    return question("fate", who, Choice((table, other), "table"), by=GM, assume="table", directed=True)


def _related(contest: Contest[Arena], who: Contestant, effect: str, does: str) -> Procedure[tuple[str, ...]]:
    """QW-23: a lasting effect is on related abilities; which these are the game master says, else all."""
    names = tuple([each.name for each in who.abilities if not each.lent_by])
    if len(names) < 2 or contest.closed("related abilities"):
        return names
    answer = yield question(
        "related abilities",
        who,
        Several(tuple(Option(name, name) for name in names), 1, default=names),
        by=GM,
        assume=list(names),
        directed=True,
        effect=effect,
        does=does,
    )
    return tuple(answer)
