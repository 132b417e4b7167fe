"""What the game master says of a tactic before the dice: credible or not, what helps and hinders, how hard it is
(QS-8 to QS-17). Everything has a default, so that "as offered" is one answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from agonist.kernel import GM, Answer, Ask, Choice, Contest, Event, Field, Fields, Number, Option, Procedure
from agonist.questworlds_common import Rating
from agonist.questworlds_common.ratings import MOST

from .augments import AUGMENT, UNROLLED, augment
from .contestants import NONE, Arena, Contestant
from .flaws import flaw_form, hinder, tempt
from .knowledge import knowers
from .modifiers import Modifier, signed
from .resistance import resistance_form, resistance_named
from .resources import call_on
from .rollers import by_follower, helping
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


def ruling_form(
    state: Arena,
    who: Contestant,
    opponent: Contestant | None,
    tactic: Tactic,
    helps: Mapping[str, str] = {},
    more: tuple[Field, ...] = (),
) -> Fields:
    """QS-11: all that the game master may say of one tactic, each part as it is offered."""
    parts = [*_retry(state, who, tactic), Field("tactic", "The tactic is", _credible(tactic))]
    parts.append(Field("situation", "The situation", _situation()))
    parts += _augments(state, tactic, helps)
    parts += [Field(f"flaw {each}", each, flaw_form(who, each)) for each in who.flaws]
    parts += _hindering_ability(who, tactic)
    if _mixed(who, tactic.ability):
        both = Choice((Option("add", "All count"), Option("strike", "Struck")), "add")
        parts.append(Field("effects", "Benefits against consequences", both))
    if tactic.resource:
        parts.append(Field("resource", f"Winning over {tactic.resource}", resistance_form(state.base)))
    if (used := who.ability(tactic.ability)) and used.relationship:
        parts.append(Field("relationship", "A defeat costs", _relationship()))
    if opponent is not None and opponent.opposition:
        parts.append(Field("resistance", f"{opponent.name}", resistance_anew(state, opponent)))
    return Fields((*parts, *more))


def ruling_ask(
    state: Arena,
    who: Contestant,
    opponent: Contestant | None,
    tactic: Tactic,
    helps: Mapping[str, str] = {},
    more: tuple[Field, ...] = (),
) -> Ask:
    said = f" “{tactic.words}”" if tactic.words else ""
    return Ask(
        GM,
        "ruling",
        lambda: ruling_form(state, who, opponent, tactic, helps, more),
        "QS-11",
        f"{who.name} uses {tactic.ability} ({who.rating(tactic.ability)}){_declared(tactic)}.{said} What do you say?",
        f"The game master weighs what {who.name} does.",
        who.name,
    )


def _declared(tactic: Tactic) -> str:
    """QS-46, QS-53: what the other side hears before it answers."""
    how = {"gambit": ", risking a gambit", "defensive": ", defensively"}.get(tactic.stance, "")
    return how + (f", and wagers {tactic.wager}" if tactic.wager else "")


def _credible(tactic: Tactic) -> Choice:
    sure = "A rating of 5 is never refused." if tactic.ability == NONE else ""
    return Choice(
        (
            Option("credible", "Credible"),
            Option("-5", "A stretch: −5", rule="QS-11"),
            Option("-10", "A far stretch: −10"),
            Option("refuse", "Not possible", sure),
        ),
        "credible",
    )


def _situation() -> Choice:
    """QS-8, QS-11: ±5 or ±10 as a rule; other values are accepted from the game master."""
    steps = tuple(Option(str(each), signed(each)) for each in (-10, -5, 5, 10))
    other = Option("other", "Another modifier", then=Number(-200, 200, 0))
    return Choice((Option("0", "Nothing special"), *steps, other), "0")


def _augments(state: Arena, tactic: Tactic, helps: Mapping[str, str]) -> list[Field]:
    parts = [Field("augment", f"Help from {tactic.augment}", AUGMENT)] if tactic.augment else []
    if tactic.follower:
        form = AUGMENT if state.followers_roll else UNROLLED
        parts.append(Field("follower", f"Help from {tactic.follower}", form))
    return parts + [
        Field(f"help {name}", f"Help from {name} ({ability})", AUGMENT) for name, ability in helps.items()
    ]


def _hindering_ability(who: Contestant, tactic: Tactic) -> list[Field]:
    """QS-14: an ability can stand against a tactic like a flaw."""
    names = [each.name for each in who.abilities if each.name != tactic.ability and not each.lent_by]
    if not names:
        return []
    options = tuple(Option(each, each, then=flaw_form(who, each, tempts=False)) for each in names)
    return [
        Field(
            "ability against",
            "An ability stands against it",
            Choice((Option("none", "None"), *options), "none"),
        )
    ]


def _mixed(who: Contestant, ability: str) -> bool:
    """QS-23: a benefit meets a consequence."""
    signs = {each.value > 0 for each in who.lasting if each.on(ability) and each.value}
    return len(signs) == 2


def _relationship() -> Choice:
    """QS-2: announced before the roll."""
    return Choice(
        (
            Option("nothing", "Nothing more"),
            Option("consequence", "Who is called upon: a consequence", rule="QS-2"),
            Option("ability", "The relationship, until the next advance"),
        ),
        "nothing",
    )


def resistance_anew(state: Arena, opponent: Contestant) -> Choice:
    """QS-9, QS-10: as it stands, or set anew before the dice."""
    least = state.least_resistance
    named = resistance_form(state.base, least=least)
    stands = Option("as-set", f"As it is ({Rating(opponent.resistance)})")
    other = Option("other", "Another resistance", then=Number(least, MOST, opponent.resistance))
    return Choice((stands, *named.options[:-1], other), "as-set")


def _retry(state: Arena, who: Contestant, tactic: Tactic) -> list[Field]:
    """QS-18: a lost contest is not tried again with the same tactic, unless the game master waves it through."""
    tried = ((each.who, each.prize, each.ability) for each in state.tried)
    if tactic.ability == NONE or (who.name, state.prize, tactic.ability) not in tried:
        return []
    form = Choice((Option("yes", "Let it be tried again"), Option("no", "Another tactic")), "no")
    label = f"{tactic.ability} has failed here before"
    return [Field("retry", label, form, help="QS-18: the same tactic is not tried twice.")]


def must_be_asked(state: Arena, who: Contestant, tactic: Tactic) -> bool:
    """QS-17, QS-18: how hard it is to win over a community, and whether a lost contest may be tried again."""
    return bool(tactic.resource or _retry(state, who, tactic))


def clear(who: Contestant, *, kept: bool = False) -> None:
    """QS-11: what was said of an earlier tactic no longer counts."""
    who.modifiers = [
        each for each in who.modifiers if each.until != "round" or (kept and each.label == SITUATION)
    ]
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
