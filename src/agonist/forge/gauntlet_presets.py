"""Gauntlets and conflicts that are ready to play."""

from __future__ import annotations

from ..kernel import Preset
from .cast import advocate, bandit, cultist, cyrene, duke, maro, matriarch, murderer
from .options import ConflictOptions, GauntletOptions
from .setup import GauntletSetup, TeamSetup
from .sheet import Trait

__all__ = ["CONFLICT", "DESTRUCTION", "MEDIATE", "SUBJUGATE"]

_AMBUSH = "Bandits in the dunes, and a caravan that cannot run."


def _ambush() -> GauntletSetup:
    gang = [bandit("Scar", chief=True), bandit("Lob"), bandit("Pim")]
    return GauntletSetup(
        teams=[
            TeamSetup("Caravan", [maro(), cyrene()], "Bring the caravan through", "Maro"),
            TeamSetup("Bandits", gang, "Loot the caravan", "Scar"),
        ],
        skill="fight",
        started_by="Scar",
        environment=[Trait("LOOSE SAND", 1)],
        track="physical",
    )


DESTRUCTION = {
    "duel-to-the-death": Preset(
        "A duel to the death",
        "Maro has found the man who killed his father. One of them will leave.",
        GauntletSetup(
            teams=[
                TeamSetup("Maro", [maro()], "Avenge his father", aim="destroy"),
                TeamSetup("Kesh", [murderer()], "Be rid of the boy", aim="destroy"),
            ],
            skill="fight",
            started_by="Maro",
            environment=[Trait("CLIFF EDGE", 2)],
        ),
        GauntletOptions(),
    )
}

MEDIATE = {
    "warring-families": Preset(
        "The warring families",
        "Two houses at one table, and Cyrene between them, before it comes to blood.",
        GauntletSetup(
            teams=[
                TeamSetup("House Aldane", [matriarch(), cyrene()], "Peace on Aldane terms", "Odile Aldane"),
                TeamSetup("House Varro", [duke(), advocate()], "Peace on Varro terms", "Bren Varro"),
            ],
            skill="influence",
            started_by="Odile Aldane",
            environment=[Trait("A HUNDRED WITNESSES", 1)],
        ),
        GauntletOptions(),
    )
}

SUBJUGATE = {
    "cultists-ritual": Preset(
        "The cultists’ ritual",
        "The circle is drawn, the candles burn, and the door gives way.",
        GauntletSetup(
            teams=[
                TeamSetup("Intruders", [cyrene(), maro()], "Stop the ritual and take one alive", "Cyrene"),
                TeamSetup(
                    "Cult",
                    [cultist("Mother Ash", leader=True), cultist("Brother Ebb"), cultist("Sister Vane")],
                    "Finish the ritual",
                    "Mother Ash",
                ),
            ],
            skill="fight",
            started_by="Cyrene",
            environment=[Trait("CANDLES AND CHALK", 1), Trait("DEEP SHADOWS", 2)],
        ),
        GauntletOptions(),
    )
}

SUBJUGATE["caravan-ambush"] = Preset("The caravan ambush", _AMBUSH, _ambush(), GauntletOptions())

CONFLICT = {"caravan-ambush": Preset("The caravan ambush", _AMBUSH, _ambush(), ConflictOptions())}
