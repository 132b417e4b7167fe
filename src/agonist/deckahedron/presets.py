"""Contests that are ready to play."""

from __future__ import annotations

from agonist.kernel import Preset

from .characters import Card, CharacterSetup
from .foes import FoeSetup
from .scene import Weapon
from .setup import FightOptions, FightSetup, HitSetup, RestSetup

BERA = CharacterSetup(
    name="Bera",
    strength="dragon",
    dexterity="anvil",
    intelligence="anvil",
    protection=(Card("leather"), Card("good cardio")),
    weapons=(Weapon("axe", "1d4"),),
)
ODO = CharacterSetup(
    name="Odo",
    strength="anvil",
    dexterity="crown",
    intelligence="blade",
    weapons=(Weapon("bow", "1d4", ranged=True), Weapon("knife", "1d4")),
    ammo=4,
)
SIV = CharacterSetup(
    name="Siv",
    strength="blade",
    dexterity="blade",
    intelligence="blade",
    protection=(Card("padded"), Card("buckler")),
    weapons=(Weapon("spear", "1d4"),),
)

HITS = {
    "arrow": Preset(
        "An arrow out of nowhere",
        "Bera crosses the clearing, and something hisses through the leaves.",
        HitSetup((BERA,), "An arrow out of nowhere", "1d10"),
    ),
    "tomb": Preset(
        "What was in the tomb",
        "Odo should not have looked. Strain for the mind, not for the body.",
        HitSetup((ODO,), "The sight in the tomb", "1d6", "mental"),
    ),
}

FIGHTS = {
    "goblin": Preset(
        "A goblin in the alley",
        "Bera alone, a dead end, and two yellow eyes above a rusty blade.",
        FightSetup(
            (BERA,), (FoeSetup(name="Goblin", kind="goblin", damage="1d6"),), "A dead end after dark."
        ),
        FightOptions(),
        solo=True,
    ),
    "soldiers": Preset(
        "Three soldiers and their lieutenant",
        "The bridge is held. Bera, Odo and Siv want to cross it.",
        FightSetup(
            (BERA, ODO, SIV),
            (
                FoeSetup(name="First soldier", kind="soldier"),
                FoeSetup(name="Second soldier", kind="soldier"),
                FoeSetup(name="Third soldier", kind="soldier"),
                FoeSetup(name="Lieutenant", kind="lieutenant"),
            ),
            "A narrow bridge, and four who hold it.",
        ),
        FightOptions(),
    ),
    "cellar": Preset(
        "A thing in the cellar",
        "It sleeps, or seems to. Bera and Odo are on the stairs.",
        FightSetup(
            (BERA, ODO),
            (FoeSetup(name="The thing", kind="cellar thing", unaware=True),),
            "The lamp is almost out.",
        ),
        FightOptions(),
    ),
}

WORN = CharacterSetup(
    name="Siv",
    protection=(Card("padded"), Card("buckler")),
    weapons=(Weapon("spear", "1d4"),),
    harm=2,
    wounds=1,
    exhaustion=("1334s", "3344s", "4112sx", "1342s", "3343s"),
)

RESTS = {
    "fire": Preset("By the fire", "A night's rest for Siv, who needs more than that.", RestSetup((WORN,))),
    "day": Preset("A day in bed", "Siv has a day to heal.", RestSetup((WORN,), "day")),
}
