"""Others who help: said when the tactic has been heard, before the dice fall (QS-12, QS-18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agonist.kernel import Answer, Ask, Choice, Option
from agonist.tabletop import picked

from ..people.contestants import Arena, Contestant
from .tactics import NOTHING, Tactic, ability_option


def standing_by(state: Arena, busy: Sequence[Contestant] = ()) -> list[Contestant]:
    """QS-12: those beside a contest who can help; not who acts in it."""
    return [each for each in state.helpers if each.usable() and each not in busy]


def may_help(state: Arena, helper: Contestant, who: Contestant) -> bool:
    """QS-12: one's own side; who stands beside no side, whom they like."""
    return helper is not who and (helper.side == who.side or helper.side not in state.sides())


def help_ask(helper: Contestant, tactics: Mapping[str, Tactic]) -> Ask:
    """QS-12: another character may lend a hand to one of these, with an ability of their own."""
    told = " ".join(f"{name} uses {each.ability}{_quoted(each)}." for name, each in tactics.items())
    return Ask(
        helper.seat,
        "help",
        lambda: _form(helper, list(tactics)),
        "QS-12",
        f"{told} {helper.name}, do you help, and with what?",
        f"{helper.name} may help.",
        helper.name,
        assume=NOTHING,
        interrupts=True,
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
