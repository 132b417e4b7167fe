"""Contests that are ready to play."""

from __future__ import annotations

from typing import Final

from agonist.kernel import Preset

from .options import ExtendedOptions, GroupOptions, SimpleOptions
from .setup import ExtendedSetup, GroupSetup, GroupSimpleSetup, Pairing, SimpleSetup
from .sheets import AbilityEntry, AugmentEntry, Character, FollowerEntry, ModifierEntry


def _can(**ratings: int | str) -> tuple[AbilityEntry, ...]:
    return tuple(AbilityEntry(name=name.replace("_", " "), rating=rating) for name, rating in ratings.items())


_YSOLDE = Character(
    name="Ysolde",
    abilities=_can(Fencing="17", Silver_tongue="13", Light_feet="15"),
    hero_points=2,
)
_WARDEN = Character(name="The Warden", resistance=True, abilities=_can(Halberd="14"))

_MIRA = Character(
    name="Mira",
    abilities=_can(Run_the_roofs="3M", Cutpurse="18", Know_every_alley="15"),
    hero_points=1,
    augments=(AugmentEntry(source="Know every alley"),),
)
_WATCH = Character(name="Captain Orso", resistance=True, abilities=_can(The_watch="1M"))

_ADVOCATE = Character(
    name="Ilse Marrow",
    abilities=_can(Oratory="18", Law="2M", Read_faces="14"),
    hero_points=1,
    modifiers=(ModifierEntry(label="a hostile judge", kind="situational", value=-3),),
    followers=(FollowerEntry(name="Pym the clerk", rating=12, ability="Dusty precedents", use="ability"),),
)
_PROSECUTOR = Character(name="The Crown", resistance=True, abilities=_can(The_case="19"))
_WITNESS = Character(name="Old Hanne", abilities=_can(Beloved_of_the_town="14"), hero_points=1)

_CREW = (
    Character(
        name="Captain Vane", side="the Swallow", hero_points=2, abilities=_can(Cutlass="1M", Command="18")
    ),
    Character(
        name="Doctor Quill", side="the Swallow", hero_points=1, abilities=_can(Cool_head="16", Pistol="14")
    ),
    Character(
        name="Bosun Tarr",
        side="the Swallow",
        hero_points=1,
        abilities=_can(Boarding_axe="18", Bellow="15"),
        followers=(FollowerEntry(name="Gun crew", rating=8, ability="Gunnery"),),
    ),
    Character(
        name="Pip", side="the Swallow", hero_points=2, abilities=_can(Rigging="17", Small_and_quick="16")
    ),
)
_MARINES = (
    Character(name="Lieutenant Dreux", side="the Sceptre", resistance=True, abilities=_can(Sabre="1M")),
    Character(name="Sergeant Brule", side="the Sceptre", resistance=True, abilities=_can(Bayonets="17")),
    Character(name="The gunner", side="the Sceptre", resistance=True, abilities=_can(Rammer="15")),
    Character(name="The lookout", side="the Sceptre", resistance=True, abilities=_can(Boarding_nets="14")),
)

SIMPLE: Final = {
    "locked-gate": Preset(
        "The locked gate",
        "Mira, a lock, and the watch coming round the corner.",
        SimpleSetup(
            prize="through the gate unseen",
            contestants=(
                Character(name="Mira", abilities=_can(Cutpurse="18"), hero_points=1),
                Character(name="The lock", resistance=True, abilities=_can(Clockwork="high")),
            ),
        ),
        SimpleOptions(),
    ),
}
GROUP_SIMPLE: Final = {
    "storm": Preset(
        "Through the storm",
        "Three of the crew, each at a post, and one night to get the ship through.",
        GroupSimpleSetup(
            prize="the ship comes through whole",
            contestants=(
                Character(
                    name="Captain Vane", side="the Swallow", hero_points=2, abilities=_can(Command="18")
                ),
                Character(
                    name="Bosun Tarr", side="the Swallow", hero_points=1, abilities=_can(Strong_as_an_ox="16")
                ),
                Character(name="Pip", side="the Swallow", hero_points=2, abilities=_can(Rigging="17")),
                Character(name="The wind", side="the storm", resistance=True, abilities=_can(Gale="high")),
                Character(name="The sea", side="the storm", resistance=True, abilities=_can(Waves="raised")),
                Character(
                    name="The rocks", side="the storm", resistance=True, abilities=_can(Reef="moderate")
                ),
            ),
            pairings=(
                Pairing(one="Captain Vane", two="The wind"),
                Pairing(one="Bosun Tarr", two="The sea"),
                Pairing(one="Pip", two="The rocks"),
            ),
        ),
        SimpleOptions(),
    ),
}
EXTENDED: Final = {
    "bridge": Preset(
        "A duel on the bridge",
        "Toll or blood: Ysolde will cross, and the Warden will not have it.",
        ExtendedSetup(prize="the bridge at dusk", contestants=(_YSOLDE, _WARDEN), opened_by="Ysolde"),
        ExtendedOptions(),
        solo=True,
    ),
    "rooftops": Preset(
        "A chase over the rooftops",
        "Mira has the governor's seal, Captain Orso has the watch, and the tiles are wet.",
        ExtendedSetup(
            prize="away with the governor's seal", contestants=(_MIRA, _WATCH), opened_by="Captain Orso"
        ),
        ExtendedOptions(),
        solo=True,
    ),
    "trial": Preset(
        "A trial at court",
        "Ilse Marrow speaks for an innocent; the Crown has made up its mind, and Old Hanne watches from the gallery.",
        ExtendedSetup(
            prize="the verdict",
            contestants=(_ADVOCATE, _PROSECUTOR),
            outsiders=(_WITNESS,),
            opened_by="The Crown",
        ),
        ExtendedOptions(),
    ),
}
GROUP: Final = {
    "boarding": Preset(
        "Boarding action",
        "Four of the Swallow's crew against four of the Sceptre's, hand to hand over the rail.",
        GroupSetup(prize="the Sceptre's quarterdeck", contestants=(*_CREW, *_MARINES)),
        GroupOptions(),
    ),
}
