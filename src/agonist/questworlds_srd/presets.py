"""Contests that are ready to play."""

from __future__ import annotations

from typing import Final

from agonist.kernel import Preset

from .options import ChainedOptions, CommonOptions, ContestOptions, SequenceOptions, WageredOptions
from .setup import ContestSetup, GroupContestSetup, OnePrizeSetup, Pairing, RecoverySetup, SequenceSetup
from .sheets import AbilityEntry, Character, FollowerEntry


def _can(**ratings: int | str) -> tuple[AbilityEntry, ...]:
    return tuple(AbilityEntry(name=name.replace("_", " "), rating=rating) for name, rating in ratings.items())


_SABLE = Character(
    name="Sable",
    abilities=(
        AbilityEntry(name="Thief of the Lower City", rating="17"),
        AbilityEntry(name="Locks", rating="+5", keyword="Thief of the Lower City"),
        AbilityEntry(name="Steady nerves", rating="13"),
    ),
    flaws=("Cannot leave gold lying",),
    ability="Locks",
)
_FEN = Character(
    name="Fen",
    abilities=_can(Tracker="17", Longbow="1M", Knows_the_marsh="15"),
    followers=(FollowerEntry(name="Rook", ability="Keen nose", rating="14"),),
)
_MARA = Character(
    name="Mara",
    abilities=_can(Healer="18", Calm_voice="16", Owed_by_the_ferrymen="14"),
    flaws=("Cannot lie",),
)
_TOBIN = Character(name="Tobin", abilities=_can(Strong_back="19", Songs_for_every_task="15"))

CONTEST: Final = {
    "vault": Preset(
        "The vault",
        "Sable, a lock from the old masters, and a quarter of an hour until the watch is back.",
        ContestSetup(
            prize="into the vault unheard",
            obstacle="The lock has no keyhole.",
            contestants=(
                _SABLE,
                Character(name="The lock", opposition=True, resistance="hard", tactic="Old masters' work"),
            ),
        ),
        ContestOptions(),
    ),
    "parley": Preset(
        "A parley at the ford",
        "Mara wants three things of the marsh lords, and Fen stands beside her.",
        ContestSetup(
            prize="a treaty",
            obstacle="The marsh lords have been lied to before.",
            goals=("safe passage", "the hostages back", "an end to the toll"),
            contestants=(
                _MARA,
                Character(
                    name="The marsh lords", opposition=True, resistance="challenging", tactic="Old grudges"
                ),
            ),
            helpers=(_FEN,),
        ),
        ContestOptions(),
    ),
}
GROUP_CONTEST: Final = {
    "flood": Preset(
        "Before the dam breaks",
        "A village, a night of rain, and three people who will not let it drown.",
        GroupContestSetup(
            prize="the village stays dry",
            obstacle="The dam is older than anybody's memory.",
            contestants=(
                _TOBIN,
                _MARA,
                _FEN,
                Character(name="The water", opposition=True, resistance="hard", tactic="Rising"),
                Character(name="Panic", opposition=True, resistance="base", tactic="Spreading"),
                Character(name="The dark", opposition=True, resistance="challenging", tactic="No stars"),
            ),
            pairings=(
                Pairing(one="Tobin", two="The water"),
                Pairing(one="Mara", two="Panic"),
                Pairing(one="Fen", two="The dark"),
            ),
        ),
        ContestOptions(),
    ),
}
ONE_PRIZE: Final = {
    "auction": Preset(
        "The last lot",
        "A sealed box, three bidders, and nobody knows what is in it.",
        OnePrizeSetup(
            prize="the sealed box",
            contestants=(
                _SABLE,
                _TOBIN,
                Character(name="The collector", opposition=True, resistance="hard", tactic="Deep pockets"),
            ),
            shareable=False,
        ),
        CommonOptions(),
    ),
}

_IVO = Character(
    name="Ivo",
    abilities=(
        AbilityEntry(name="Duellist", rating="16"),
        AbilityEntry(name="Rapier", rating="+3", keyword="Duellist"),
        AbilityEntry(name="Sharp tongue", rating="14"),
    ),
    flaws=("Cannot refuse a challenge",),
    ability="Rapier",
)
_BRUTE = Character(
    name="Hesk",
    abilities=_can(Axe_and_shield="18", Frightening="13"),
    followers=(
        FollowerEntry(name="Little Ott", ability="Quick hands", rating="12", role="secondary", use="ap"),
    ),
)
_LADY = Character(
    name="Lady Annick",
    abilities=_can(Court_manners="1M", Small_pistol="14", Knows_secrets="17"),
    ability="Court manners",
)


def _foe(name: str, resistance: int | str, tactic: str, **more: int) -> Character:
    return Character(name=name, opposition=True, resistance=resistance, tactic=tactic, **more)  # type: ignore[arg-type]


SCORED: Final = {
    "courtyard": Preset(
        "Steel in the courtyard",
        "Ivo was called a liar, and Captain Varro will not take it back.",
        SequenceSetup(
            prize="an apology",
            obstacle="The whole court is watching.",
            contestants=(_IVO, _foe("Captain Varro", "challenging", "Sabre")),
            opened_by="Ivo",
        ),
        SequenceOptions(),
        solo=True,
    ),
    "bridge-at-night": Preset(
        "Hold the bridge",
        "Three friends, four raiders, one narrow bridge, and the village asleep behind it.",
        SequenceSetup(
            prize="the bridge holds",
            obstacle="The rail is rotten.",
            contestants=(
                _BRUTE,
                _IVO,
                _FEN,
                _foe("The raider chief", "hard", "Two swords"),
                _foe("A raider with a net", "base", "Net and club"),
                _foe("A raider with a bow", "challenging", "Bow"),
                _foe("The drummer", "straightforward", "Drum and knife"),
            ),
        ),
        SequenceOptions(),
    ),
}
WAGERED: Final = {
    "card-table": Preset(
        "The long game",
        "Lady Annick, the Count, and a pot that is a castle.",
        SequenceSetup(
            prize="Castle Orm",
            obstacle="The Count has not lost in nine years.",
            contestants=(_LADY, _foe("The Count", "hard", "Nerves of glass")),
            opened_by="The Count",
        ),
        WageredOptions(),
        solo=True,
    ),
    "council": Preset(
        "War or peace",
        "Two voices for peace, two for war, and the council decides tonight.",
        SequenceSetup(
            prize="the council's vote",
            obstacle="The hall is hot, and tempers are short.",
            contestants=(
                _LADY,
                _MARA,
                _foe("The marshal", "hard", "Old victories"),
                _foe("The merchant", "challenging", "Full purses"),
            ),
        ),
        WageredOptions(),
    ),
}
CHAINED: Final = {
    "desert": Preset(
        "Across the salt",
        "Nine days without a well, and Fen has water for five.",
        SequenceSetup(
            prize="the far side",
            obstacle="The salt burns by day and cracks by night.",
            contestants=(_FEN, _foe("The salt", "challenging", "Thirst", resolve=4)),
        ),
        ChainedOptions(),
        solo=True,
    ),
    "haunting": Preset(
        "The house on the hill",
        "It wants them out. They want what is in the cellar.",
        SequenceSetup(
            prize="what is in the cellar",
            obstacle="Every door closes behind them.",
            contestants=(
                _MARA,
                _TOBIN,
                _foe("The whispers", "base", "Doubt", resolve=3),
                _foe("The thing below", "hard", "Cold hands", resolve=4),
            ),
        ),
        ChainedOptions(),
    ),
}
RECOVERY: Final = {
    "fireside": Preset(
        "By the fire",
        "Tobin has seen too much. Mara has soup, and time until the moon sets.",
        RecoverySetup(
            prize="a night's rest",
            contestants=(_MARA, Character(name="Tobin", abilities=_TOBIN.abilities, resolve=1)),
            helper="Mara",
            helped="Tobin",
            defeat="helper",
            time=3,
        ),
        ChainedOptions(),
    ),
}
