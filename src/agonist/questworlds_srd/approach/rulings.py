"""What comes of what the game master says of a tactic before the dice: what helps and hinders, how hard it is (QS-8 to
QS-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from agonist.kernel import Answer, Contest, Event, Procedure
from agonist.questworlds_common import Rating

from ..people.contestants import Arena, Contestant
from ..people.knowledge import knowers
from ..people.resources import call_on
from ..rolls.modifiers import Modifier, signed
from ..rolls.resistance import resistance_named
from ..rolls.rollers import by_follower, helping
from .augments import augment
from .flaws import hinder, tempt
from .tactics import Tactic, picked

A = TypeVar("A", bound=Arena)

SITUATION = "the situation"


class Stated(Event, frozen=True):
    rule = "QS-18"
    name: str
    ability: str
    words: str = ""

    def text(self) -> str:
        said = f" “{self.words}”" if self.words else ""
        return f"{self.name} goes about it with {self.ability}.{said}"


class Refused(Event, frozen=True):
    rule = "QS-11"
    name: str
    ability: str

    def text(self) -> str:
        return f"That cannot work: {self.name} needs another tactic than {self.ability}."


class Modified(Event, frozen=True):
    rule = "QS-8"
    name: str
    label: str
    value: int

    def text(self) -> str:
        return f"{self.name}: {signed(self.value)} for {self.label}."


class ResistanceSet(Event, frozen=True):
    rule = "QS-9"
    name: str
    rating: str

    def text(self) -> str:
        return f"{self.name}: the resistance is {self.rating}."


class Struck(Event, frozen=True):
    rule = "QS-23"
    name: str

    def text(self) -> str:
        return f"Benefits and consequences of {self.name} cancel out this time."


def clear(who: Contestant) -> None:
    """QS-11: what was said of an earlier tactic no longer counts."""
    who.modifiers = [each for each in who.modifiers if each.until != "round"]
    for each in who.lasting:
        each.struck = False


def rule_on(
    contest: Contest[A],
    who: Contestant,
    opponent: Contestant | None,
    tactic: Tactic,
    ruling: Mapping[str, Answer],
    helps: Mapping[str, str] = {},
    *,
    fallen: dict[str, Any],
    say: bool = True,
) -> Procedure[bool]:
    """QS-18: modifiers first, then the resistance. False if another tactic is wanted. With `say` it is told.

    `fallen` keeps what the dice of this tactic's help and hindrances came to: who rules anew does not roll anew.
    """
    clear(who)
    if ruling.get("retry") == "no" or ruling["tactic"] == "refuse":
        contest.report(Refused(who.name, tactic.ability, under="QS-18" if "retry" in ruling else ""))
        return False
    for flaw in who.flaws:
        if ruling[f"flaw {flaw}"] == "tempts" and not (yield from _resisted(contest, who, flaw, fallen)):
            return False
    if say:
        contest.report(Stated(who.name, tactic.ability, tactic.words))
    who.hand = tactic.ability
    who.asking = str(ruling.get("relationship", "")).replace("nothing", "")
    _modify(contest, who, ruling)
    yield from _help(contest, who, tactic, ruling, helps, fallen)
    yield from _hindrances(contest, who, ruling, fallen)
    if ruling.get("effects") == "strike":
        _strike(contest, who, tactic.ability)
    if tactic.resource:
        difficulty = resistance_named(ruling["resource"], contest.state.base)
        yield from call_on(contest, who, tactic.resource, tactic.calls_with, difficulty, fallen)
    if opponent is not None and ruling.get("resistance", "as-set") != "as-set":
        set_resistance(contest, opponent, resistance_named(ruling["resistance"], contest.state.base))
    return True


def _resisted(contest: Contest[A], who: Contestant, flaw: str, fallen: dict[str, Any]) -> Procedure[bool]:
    """QS-15: False if they give in, and do as the flaw says."""
    known = f"tempted by {flaw}"
    if known in fallen:
        who.modifiers += [each.copy() for each in fallen[known]]
        return True
    before = len(who.modifiers)
    yield from tempt(contest, who, flaw)
    fallen[known] = [each.copy() for each in who.modifiers[before:]]
    return flaw not in who.gave_in


def set_resistance(contest: Contest[A], opponent: Contestant, rating: Rating) -> None:
    """QS-10: told to those who may know it."""
    opponent.resistance = max(contest.state.least_resistance, rating.whole)
    opponent.rolled = False
    contest.report(
        ResistanceSet(
            opponent.name, str(Rating(opponent.resistance)), audience=knowers(contest.state, opponent)
        )
    )


def _modify(contest: Contest[A], who: Contestant, ruling: Mapping[str, Answer]) -> None:
    stretch = 0 if ruling["tactic"] == "credible" else int(ruling["tactic"])
    key, other = picked(ruling["situation"])
    situation = other if key == "other" else int(key)
    for label, kind, value in (("a stretch", "stretch", stretch), (SITUATION, "situational", situation)):
        if value:
            who.modifiers.append(Modifier(who.name, label, kind, value, until="round"))  # type: ignore[arg-type]
            contest.report(Modified(who.name, label, value, under="QS-11"))


def _help(
    contest: Contest[A],
    who: Contestant,
    tactic: Tactic,
    ruling: Mapping[str, Answer],
    helps: Mapping[str, str],
    fallen: dict[str, Any],
) -> Procedure[None]:
    if tactic.augment:
        roller = helping(who, tactic.augment)
        yield from augment(contest, who, "own", tactic.augment, roller, ruling["augment"], fallen)
    if tactic.follower:
        follower = next(
            each for each in contest.state.augmenting_followers(who) if each.name == tactic.follower
        )
        roller = by_follower(who, follower)
        yield from augment(contest, who, "followers", tactic.follower, roller, ruling["follower"], fallen)
    for name, ability in helps.items():
        helper = contest.state.find(name)
        said = ruling[f"help {name}"]
        yield from augment(
            contest, who, "others", f"{name} ({ability})", helping(helper, ability), said, fallen
        )


def _hindrances(
    contest: Contest[A], who: Contestant, ruling: Mapping[str, Answer], fallen: dict[str, Any]
) -> Procedure[None]:
    """QS-14: several add up."""
    against, how = picked(ruling.get("ability against", "none"))
    said = [(flaw, ruling[f"flaw {flaw}"]) for flaw in who.flaws] + (
        [(against, how)] if against != "none" else []
    )
    for flaw, answer in said:
        key, size = picked(answer)
        if key in ("-5", "-10"):
            yield from hinder(contest, who, flaw, int(key))
        elif key == "doubt":
            yield from hinder(contest, who, flaw, int(size), fallen)


def _strike(contest: Contest[A], who: Contestant, ability: str) -> None:
    for each in who.lasting:
        if each.on(ability):
            each.struck = True
    contest.report(Struck(who.name))
