"""DK-33: what each foe does that has not answered this round. The game master decides."""

from __future__ import annotations

from typing import Any

from agonist.kernel import GM, Ask, Choice, Contest, Field, Fields, Option, Procedure, Text

from .attacks import attack
from .damage import rolled_hit
from .fight_events import FoeDid, Pacified
from .fight_state import Fight
from .foes import Foe
from .scene import DICE, DIRECTLY, KINDS, Against, direct_hits


def foe_acts(contest: Contest[Fight], foe: Foe) -> Procedure[None]:
    """The game master attacks with a foe, or has it do something else."""
    state = contest.state
    answer = yield Ask(
        GM,
        "foe",
        lambda: foe_acts_of(state, foe),
        "DK-33",
        f"What does {foe.name} do?",
        waiting=f"{foe.name} is about to act.",
        about=foe.name,
    )
    more: Any
    deed, more = (answer["pick"], answer["with"]) if isinstance(answer, dict) else (answer, None)
    if deed == "attack":
        attack(contest, foe, [state.character(more)], rule="DK-33")
    elif deed == "danger":
        _danger(contest, foe, more)
    elif deed == "pacified":
        foe.standing = "pacified"
        contest.report(Pacified(foe.name))
    else:
        foe.unaware = deed == "unaware"
        contest.report(FoeDid(foe.name, deed))


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
        contest.state.hits.append(rolled_hit(more["target"], source, damage, against))


def _danger_form(target: Choice) -> Fields:
    return Fields(
        fields=(
            Field("target", "Who is in danger", target),
            Field("source", "What it is", Text(most=80)),
            Field("damage", "Damage", Choice(options=_DAMAGE)),
            Field("against", "Kind", KINDS),
        )
    )


_DAMAGE = (
    *(Option(dice, f"Roll {dice}" if "d" in dice else dice) for dice in DICE),
    Option("directly", "Without a roll", then=Fields(fields=DIRECTLY)),
)
_DANGER = "A spell, a falling beam, a horrible sight: rolled, or taken directly."
