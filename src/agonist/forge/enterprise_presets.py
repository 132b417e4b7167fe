"""Enterprises that are ready to play."""

from __future__ import annotations

from ..kernel import Preset
from .cast import cyrene, maro, pilgrim
from .options import EnterpriseOptions
from .setup import EnterpriseSetup, Journey, TeamSetup
from .sheet import Trait

__all__ = ["EXPLORE", "NAVIGATE", "UNCONTESTED"]


def _travellers() -> list[TeamSetup]:
    return [TeamSetup("Travellers", [maro(), cyrene(), pilgrim()], "Reach the far side", "Maro")]


_WAY = [Trait("SWAMP", 1), Trait("FOG IN THE FOREST", 2), Trait("RIVER IN SPATE", 1)]

NAVIGATE = {
    "swamp-and-forest": Preset(
        "A journey through swamp and forest",
        "The way is known, and so is what waits on it.",
        EnterpriseSetup(
            teams=_travellers(),
            skill="wilderness",
            chain=_WAY,
            environment=[Trait("OLD PILGRIMS’ PATH", 1)],
        ),
        EnterpriseOptions(),
    )
}

EXPLORE = {
    "unmapped-forest": Preset(
        "The unmapped forest",
        "Nobody has crossed it and come back to tell.",
        EnterpriseSetup(
            teams=_travellers(),
            skill="wilderness",
            journey=Journey(3, 5, ["THORN THICKETS", "SINKING GROUND", "WOLVES AT NIGHT", "A WALL OF FOG"]),
            environment=[Trait("DEER TRAILS", 1)],
        ),
        EnterpriseOptions(),
    )
}

UNCONTESTED = {
    "swamp-and-forest": Preset(
        "A journey through swamp and forest",
        "The same way under the earlier rules: stress, and spirits to keep up.",
        EnterpriseSetup(teams=_travellers(), skill="wilderness", chain=_WAY, track="physical"),
        EnterpriseOptions(),
    )
}
