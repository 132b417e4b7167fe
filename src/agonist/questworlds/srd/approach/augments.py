"""Augments: something or somebody else that helps (QS-12, QS-13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from agonist.kernel import Answer, Ask, Choice, Contest, Option, Procedure
from agonist.tabletop import picked

from ..clash.opposed import opposed
from ..clash.rollers import Roller, against
from ..people.contestants import Arena, Contestant
from ..people.modifiers import Lasting, Modifier
from ..questions import question
from ..rolls.results import Result
from .ruled import Help, Left, Memory, Ruled, Tell
from .tactics import NOTHING, Tactic, ability_option

Source = Literal["own", "others", "followers"]


class Augmented(Ruled, frozen=True):
    rule = "QS-13"
    about = ("help", "name", "label")
    undone = "{label} does not help {name} after all."
    says = "{label} helps {name}: {value:signed}."
    name: str
    label: str
    value: int


class NotHelped(Ruled, frozen=True):
    rule = "QS-12"
    about = ("help", "name", "label")
    says = "{label} does not help {name}: the game master sees no way."
    name: str
    label: str


class HelpCosts(Ruled, frozen=True):
    rule = "QS-13"
    about = ("toll", "name", "ability")
    undone = "{ability} of {name} is spared the toll of helping."
    says = "Helping takes its toll: {value:signed} on {ability} of {name}."
    name: str
    ability: str
    value: int


AUGMENT = Choice(
    (
        Option("5", "+5", rule="QS-13"),
        Option("10", "+10"),
        Option("roll", "Roll for it"),
        Option("no", "It does not help"),
    ),
    "5",
)
"""QS-13: how the game master takes an augment; unrolled +5 is offered first."""


UNROLLED = Choice(tuple(each for each in AUGMENT.options if each.key != "roll"), "5")
"""QS-58: what a follower's help is worth where no follower rolls."""


def augment(
    contest: Contest[Arena],
    who: Contestant,
    source: Source,
    label: str,
    roller: Roller,
    ruling: str,
    fallen: Memory | None = None,
    tell: Tell | None = None,
) -> Procedure[None]:
    """QS-13: assured; unrolled as the game master says, or rolled against the base, once for a tactic: `fallen` has
    what the dice of this tactic came to."""
    told = tell or contest.tell
    if ruling == "no":
        told(NotHelped(who.name, label))
        return
    known = Memory() if fallen is None else fallen
    if ruling == "roll" and label not in known.help:
        known.help[label] = yield from _rolled(contest, roller)
    value = known.help[label].value if ruling == "roll" else int(ruling)
    if ruling == "roll" and (cost := known.help[label].cost) is not None:
        cost.stand()
        told(HelpCosts(cost.who.name, roller.ability, cost.effect.value))
    add_augment(told, who, source, label, value)


def add_augment(tell: Tell, who: Contestant, source: Source, label: str, value: int) -> None:
    """QS-12: of each source the largest counts; it is told."""
    if count_augment(who, source, label, value):
        tell(Augmented(who.name, label, value))


def count_augment(who: Contestant, source: Source, label: str, value: int) -> bool:
    """QS-12: of each source the largest counts; whether it is this one."""
    before = next((each for each in who.modifiers if each.source == source), None)
    if before is not None and before.value >= value:
        return False
    if before is not None:
        who.modifiers.remove(before)
    who.modifiers.append(Modifier(who.name, label, "augment", value, source=source))
    return True


def given_by(who: Contestant, friend: Contestant, ability: str) -> tuple[Source, str]:
    """QS-12: whose help it counts as, and what it is called: an own ability by its name alone, so that it does not help
    itself."""
    if friend is who:
        return "own", ability
    return "followers" if who.leader else "others", f"{who.name} ({ability})"


def _rolled(contest: Contest[Arena], roller: Roller) -> Procedure[Help]:
    """QS-13: a defeat puts a consequence of its degree on the helping ability; the game master may strike it."""
    knobs = contest.state.options.house

    def worth(result: Result) -> object:
        """QS-13: what it adds, and what a defeat costs."""
        return knobs.augment_value(result), knobs.by_degree(result.degree) if result.defeat else 0

    clash = yield from opposed(contest, roller, against(contest.state.base), worth)
    came_to = Help(knobs.augment_value(clash.result))
    if clash.result.defeat and (helper := roller.contestant) is not None:
        cost = -knobs.by_degree(clash.result.degree)
        came_to.cost = Left(
            helper, Lasting(helper.name, cost, f"strained {roller.ability}", (roller.ability,))
        )
    return came_to


def standing_by(state: Arena, busy: Sequence[Contestant] = ()) -> list[Contestant]:
    """QS-12: those beside a contest who can help; not who acts in it."""
    return [each for each in state.helpers if each.usable() and each not in busy]


def may_help(state: Arena, helper: Contestant, who: Contestant) -> bool:
    """QS-12: one's own side; who stands beside no side, whom they like."""
    return helper is not who and (helper.side == who.side or helper.side not in state.sides())


def help_ask(helper: Contestant, tactics: Mapping[str, Tactic]) -> Ask:
    """QS-12: another character may lend a hand to one of these, with an ability of their own."""
    told = " ".join(f"{name} uses {each.ability}{_quoted(each)}." for name, each in tactics.items())
    return question(
        "help", helper, lambda: _form(helper, list(tactics)), assume=NOTHING, interrupts=True, told=told
    )


def _quoted(tactic: Tactic) -> str:
    return f", “{tactic.words}”" if tactic.words else ""


def _form(helper: Contestant, names: list[str]) -> Choice:
    """The abilities; where there are several to help, whom first."""
    nothing = Option(NOTHING, "Stay out of it")
    abilities = tuple(ability_option(helper, name) for name in helper.usable())
    if len(names) == 1:
        return Choice((nothing, *abilities), NOTHING)
    whom = tuple(Option(name, f"Help {name}", then=Choice(abilities, abilities[0].key)) for name in names)
    return Choice((nothing, *whom), NOTHING)


def helped_with(answer: Answer, names: list[str]) -> tuple[str, str]:
    """Who is helped, and with what; nobody, with nothing."""
    key, ability = picked(answer)
    if key == NOTHING:
        return "", ""
    return (key, str(ability)) if ability is not None else (names[0], key)
