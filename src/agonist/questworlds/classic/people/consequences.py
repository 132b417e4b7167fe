"""What a contest leaves people with: consequences, benefits, fates (QW-22, QW-23)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Several, Text
from agonist.tabletop import Told, listed, picked

from ..rolls.results import Degree
from ..rolls.tables import FATES
from .contestants import Arena, Contestant, lasting
from .modifiers import signed


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
    abilities = yield from _related(
        contest, who, f"{who.name} is {effect}. Which abilities does that hinder?"
    )
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
    abilities = yield from _related(contest, who, f"{who.name} is {effect}. Which abilities does that help?")
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
    return Ask(
        GM,
        "fate",
        Choice((table, other), "table"),
        "QW-22",
        f"What becomes of {who.name}?",
        f"The game master says what becomes of {who.name}.",
        who.name,
        assume="table",
        directed=True,
    )


def _related(contest: Contest[Arena], who: Contestant, text: str) -> Procedure[tuple[str, ...]]:
    """QW-23: a lasting effect is on related abilities; which these are the game master says, else all."""
    names = tuple([each.name for each in who.abilities if not each.lent_by])
    if len(names) < 2 or contest.closed("related abilities"):
        return names
    answer = yield Ask(
        GM,
        "related abilities",
        Several(tuple(Option(name, name) for name in names), 1, default=names),
        "QW-23",
        text,
        f"The game master says what is left to {who.name}.",
        who.name,
        assume=list(names),
        directed=True,
    )
    return tuple(answer)
