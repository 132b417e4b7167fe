"""Contests that are ready to play."""

from __future__ import annotations

from typing import Final

from agonist.kernel import Preset

from .options import CommonOptions, ContestOptions
from .setup import ContestSetup, GroupContestSetup, OnePrizeSetup, Pairing
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
