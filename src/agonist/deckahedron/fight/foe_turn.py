"""DK-33: what each foe does that has not answered this round. The game master decides."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET

from agonist.kernel import (
    GM,
    AnswerRefused,
    Ask,
    Choice,
    Contest,
    Field,
    Fields,
    Option,
    Procedure,
    Text,
)
from agonist.tabletop import Deed, Detail, Told, ask_of, deeds, done, said

from ..people.scene import DICE, Character, Harmed, Hit, Kind, Lost, Wounded, direct_hits
from .foes import Fight, Foe, pacify
from .moves import attack

_DID = {"hold": "holds back", "notice": "notices what is going on", "unaware": "suspects nothing yet"}


class FoeDid(Told, frozen=True):
    """What a foe did in place of an attack."""

    rule, says, ways = "DK-33", "{foe} {deed:did}.", {"did": _DID.__getitem__}
    foe: str
    deed: str


class Attack(Deed, frozen=True):
    key, rule = "attack", "DK-33"
    target: str


class Hold(Deed, frozen=True):
    key, label = "hold", "Hold back"


class Notice(Deed, frozen=True):
    key, label = "notice", "Notices"


class Unaware(Deed, frozen=True):
    key, label = "unaware", "Stays unaware"


class GiveUp(Deed, frozen=True):
    key, label, rule = "pacified", "Give up the fight", "DK-35"


class Directly(Deed, frozen=True):
    key, label = "directly", "Without a roll"
    stamina: Lost
    harm: Harmed
    wounds: Wounded


_DAMAGE = deeds(
    [*(Option(dice, f"Roll {dice}" if "d" in dice else dice) for dice in DICE), Directly.offered()]
)


class Danger(Deed, frozen=True):
    """DK-10: any danger can be a source, mental strain too, and Stamina, Harm or a Wound can come directly."""

    key, label, rule = "danger", "Another danger", "DK-10"
    target: Annotated[str, Detail("Who is in danger")]
    source: Annotated[str, Detail("What it is", Text(most=80))]
    damage: Annotated[str | Directly, Detail("Damage", _DAMAGE)]
    against: Kind


_DEEDS: tuple[type[Deed], ...] = (Attack, Hold, Notice, Unaware, GiveUp, Danger)
AS_ALL = "as-all"
_AS_ALL = Option(AS_ALL, "As the others")
_MANNERS = (
    Option("nearest", "Attack the nearest", help="Each whoever struck it last, or who stands first."),
    Option("spread", "Spread out", help="Each somebody whom no other attacks, as far as possible."),
    Option("weakest", "Go for the weakest", help="All whoever has the least Stamina."),
    Hold.offered(),
)
_DANGER = "A spell, a falling beam, a horrible sight: rolled, or taken directly."


def plan_foes(contest: Contest[Fight]) -> Procedure[None]:
    """The game master plays several foes as one, and changes what single ones do."""
    state = contest.state
    waiting = "The foes are about to act."
    answer = yield Ask(GM, "foes", lambda: plan_of(state), "DK-33", "What do the foes do?", waiting)
    singly = {name: answer[f"foe{n}"] for n, name in enumerate(state.due)}
    state.plan = {"": answer["all"]} | {name: deed for name, deed in singly.items() if deed != AS_ALL}


def plan_of(state: Fight) -> Fields:
    """What all foes do who still may, and for each of them what it does instead."""
    single = [
        Field(f"foe{n}", name, Choice((_AS_ALL, *foe_acts_of(state, state.foe(name)).options)))
        for n, name in enumerate(state.due)
    ]
    return Fields((Field("all", "All of them", Choice(_MANNERS)), *single))


def foe_acts(contest: Contest[Fight], foe: Foe) -> Procedure[None]:
    """The game master attacks with a foe, or has it do something else; what was planned goes without asking."""
    state = contest.state
    usual = planned(state, foe) if state.plan else None
    answer = yield from said(contest, usual, lambda: _what_does(state, foe))
    deed = done(answer, *_DEEDS)
    if isinstance(deed, Attack):
        state.aimed.append(deed.target)
        attack(contest, foe, [state.character(deed.target)], rule="DK-33")
    elif isinstance(deed, Danger):
        foe.dealt_with = True
        state.hits += _endangered(deed, deed.source or foe.name)
    elif isinstance(deed, GiveUp):
        pacify(contest, foe)
    else:
        foe.unaware = isinstance(deed, Unaware)
        contest.report(FoeDid, foe.name, deed.key)


def _endangered(danger: Danger, source: str) -> list[Hit]:
    if isinstance(danger.damage, Directly):
        return direct_hits([danger.target], source, danger.damage, danger.against)
    return [Hit(danger.target, source, danger.damage, danger.against)]


def _what_does(state: Fight, foe: Foe) -> Ask:
    """A single foe that nobody has planned for is asked about as several are, so that the same orders hold."""
    what, assume = ("foe", lambda: planned(state, foe).answer()) if state.plan else ("foes", UNSET)
    text, waiting = "What does {who} do?", "{who} is about to act."
    return ask_of(foe, what, lambda: foe_acts_of(state, foe), "DK-33", text, waiting, assume=assume)


def planned(state: Fight, foe: Foe) -> Deed:
    """What a foe does by the plan, as things stand now: whoever was to be attacked may have fallen meanwhile."""
    if foe.name in state.plan:
        try:
            return done(foe_acts_of(state, foe).check(state.plan[foe.name]), *_DEEDS)
        except AnswerRefused:
            pass
    there = state.standing_characters
    if foe.unaware or state.plan.get("") == "hold" or not there:
        return Notice() if foe.unaware else Hold()
    return Attack(_target(state, foe, there).name)


def _target(state: Fight, foe: Foe, there: list[Character]) -> Character:
    """Whom a foe attacks that does as all do."""
    match state.plan.get(""):
        case "weakest":
            return min(there, key=lambda each: (each.stamina, -each.wounds))
        case "spread":
            return min(there, key=lambda each: state.aimed.count(each.name))
    return next((each for each in there if each.name == foe.hurt_by), there[0])


def foe_acts_of(state: Fight, foe: Foe) -> Choice:
    """What a foe may do: one that is unaware has to notice first."""
    if foe.unaware:
        return deeds([Notice.offered(label=f"{foe.name} notices"), Unaware.offered()])
    targets = [
        Option(each.name, each.name, help=f"{each.stamina} Stamina, {each.harm} Harm, {each.wounds} Wounds")
        for each in state.standing_characters
    ]
    nobody = "" if targets else "nobody is left to attack"
    target = deeds(targets) if targets else None
    attacks = Attack.offered(
        label=f"Attack ({state.knobs.of_foe(foe.damage)})", unavailable=nobody, target=target
    )
    danger = Danger.offered(help=_DANGER, unavailable=nobody, target=target)
    return deeds([attacks, Hold.offered(), danger, GiveUp.offered()])
