"""DK-33: what each foe does that has not answered this round. The game master decides."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from agonist.kernel import (
    GM,
    AnswerRefused,
    Ask,
    Choice,
    Contest,
    Event,
    Field,
    Fields,
    Option,
    Procedure,
    Text,
)

from .attacks import attack
from .fight_state import Fight
from .foes import Foe, Pacified
from .scene import DICE, DIRECTLY, KINDS, Against, Hit, direct_hits


class FoeDid(Event, frozen=True):
    """What a foe did in place of an attack."""

    rule = "DK-33"
    foe: str
    deed: str

    def text(self) -> str:
        what = {
            "hold": "holds back",
            "notice": "notices what is going on",
            "unaware": "suspects nothing yet",
        }
        return f"{self.foe} {what[self.deed]}."


def plan_foes(contest: Contest[Fight]) -> Procedure[None]:
    """The game master plays several foes as one, and changes what single ones do."""
    state = contest.state
    answer = yield Ask(
        GM,
        "foes",
        lambda: plan_of(state),
        "DK-33",
        "What do the foes do?",
        waiting="The foes are about to act.",
    )
    singly = {name: answer[f"foe{n}"] for n, name in enumerate(state.due)}
    state.plan = {"": answer["all"]} | {name: deed for name, deed in singly.items() if deed != AS_ALL}


def plan_of(state: Fight) -> Fields:
    """What all foes do who still may, and for each of them what it does instead."""
    single = [
        Field(f"foe{n}", name, Choice(options=(_AS_ALL, *foe_acts_of(state, state.foe(name)).options)))
        for n, name in enumerate(state.due)
    ]
    return Fields(fields=(Field("all", "All of them", Choice(options=_MANNERS)), *single))


def foe_acts(contest: Contest[Fight], foe: Foe) -> Procedure[None]:
    """The game master attacks with a foe, or has it do something else; what was planned goes without asking."""
    state = contest.state
    answer = planned(state, foe) if contest.quiet and state.plan else (yield _what_does(state, foe))
    more: Any
    deed, more = (answer["pick"], answer["with"]) if isinstance(answer, dict) else (answer, None)
    if deed == "attack":
        state.aimed.append(more)
        attack(contest, foe, [state.character(more)], rule="DK-33")
    elif deed == "danger":
        _danger(contest, foe, more)
    elif deed == "pacified":
        foe.standing = "pacified"
        contest.report(Pacified, foe.name)
    else:
        foe.unaware = deed == "unaware"
        contest.report(FoeDid, foe.name, deed)


def _what_does(state: Fight, foe: Foe) -> Ask:
    """A single foe that nobody has planned for is asked about as several are, so that the same orders hold."""
    return Ask(
        GM,
        "foe" if state.plan else "foes",
        lambda: foe_acts_of(state, foe),
        "DK-33",
        f"What does {foe.name} do?",
        waiting=f"{foe.name} is about to act.",
        about=foe.name,
        assume=(lambda: planned(state, foe)) if state.plan else UNSET,
    )


def planned(state: Fight, foe: Foe) -> Any:
    """What a foe does by the plan, as things stand now: whoever was to be attacked may have fallen meanwhile."""
    if foe.name in state.plan:
        try:
            return foe_acts_of(state, foe).check(state.plan[foe.name])
        except AnswerRefused:
            pass
    return _by_manner(state, foe)


def _by_manner(state: Fight, foe: Foe) -> Any:
    """What all do: a foe attacks whom its manner picks, one that is unaware notices."""
    manner, there = state.plan.get(""), state.standing_characters
    if foe.unaware or manner == "hold" or not there:
        return "notice" if foe.unaware else "hold"
    if manner == "weakest":
        target = min(there, key=lambda each: (each.stamina, -each.wounds))
    elif manner == "spread":
        target = min(there, key=lambda each: state.aimed.count(each.name))
    else:
        target = next((each for each in there if each.name == foe.hurt_by), there[0])
    return {"pick": "attack", "with": target.name}


def foe_acts_of(state: Fight, foe: Foe) -> Choice:
    """What a foe may do: one that is unaware has to notice first."""
    if foe.unaware:
        return Choice(options=(Option("notice", f"{foe.name} notices"), Option("unaware", "Stays unaware")))
    targets = tuple(
        Option(each.name, each.name, help=f"{each.stamina} Stamina, {each.harm} Harm, {each.wounds} Wounds")
        for each in state.standing_characters
    )
    nobody = "" if targets else "nobody is left to attack"
    target = Choice(options=targets) if targets else None
    return Choice(
        options=(
            Option("attack", f"Attack ({foe.damage})", nobody, rule="DK-33", then=target),
            Option("hold", "Hold back"),
            Option(
                "danger", "Another danger", nobody, _DANGER, "DK-10", _danger_form(target) if target else None
            ),
            Option("pacified", "Give up the fight", rule="DK-35"),
        )
    )


def _danger(contest: Contest[Fight], foe: Foe, more: dict[str, Any]) -> None:
    """DK-10: any danger can be a source, mental strain too, and Stamina, Harm or a Wound can come directly."""
    foe.dealt_with = True
    against: Against = more["against"]
    source, damage = more["source"] or foe.name, more["damage"]
    if isinstance(damage, dict):
        contest.state.hits += direct_hits([more["target"]], source, damage["with"], against)
    else:
        contest.state.hits.append(Hit(more["target"], source, damage, against))


def _danger_form(target: Choice) -> Fields:
    return Fields(
        fields=(
            Field("target", "Who is in danger", target),
            Field("source", "What it is", Text(most=80)),
            Field("damage", "Damage", Choice(options=_DAMAGE)),
            Field("against", "Kind", KINDS),
        )
    )


AS_ALL = "as-all"
_AS_ALL = Option(AS_ALL, "As the others")
_MANNERS = (
    Option("nearest", "Attack the nearest", help="Each whoever struck it last, or who stands first."),
    Option("spread", "Spread out", help="Each somebody whom no other attacks, as far as possible."),
    Option("weakest", "Go for the weakest", help="All whoever has the least Stamina."),
    Option("hold", "Hold back"),
)
_DAMAGE = (
    *(Option(dice, f"Roll {dice}" if "d" in dice else dice) for dice in DICE),
    Option("directly", "Without a roll", then=Fields(fields=DIRECTLY)),
)
_DANGER = "A spell, a falling beam, a horrible sight: rolled, or taken directly."
