"""Single tests that are ready to play."""

from __future__ import annotations

from ..kernel import Preset
from .cast import bandit, cyrene, ghoul, guard, guest, maro
from .options import SingleOptions
from .setup import ChallengeSetup, ContestSetup, TeamSetup
from .sheet import Knowledge, Trait

__all__ = ["CHALLENGES", "CONTESTS", "GROUP_CHALLENGES", "GROUP_CONTESTS", "SEVERAL"]

CHALLENGES = {
    "guards-at-the-gate": Preset(
        "The guards at the gate",
        "The city is closed until sunrise, and Cyrene wants in tonight.",
        ChallengeSetup(
            goal="Get past the guards at the gate.",
            teams=[TeamSetup("Travellers", [cyrene()], "Into the city before dawn")],
            skill="influence",
            environment=[Trait("UNDER MARTIAL LAW", 2)],
        ),
        SingleOptions(),
        solo=True,
    )
}

GROUP_CHALLENGES = {
    "scaffolding": Preset(
        "The scaffolding at the city wall",
        "Two climbers, a weathered wall, few guards, and somebody left scaffolding.",
        ChallengeSetup(
            goal="Climb the city wall unseen.",
            teams=[TeamSetup("Travellers", [cyrene(), maro()], "Into the city before dawn")],
            skill="maneuver",
            environment=[Trait("WEATHERED AND STEEP FORTIFICATIONS", 2), Trait("SCAFFOLDING", 1)],
            opposing=[Trait("GUARDS PATROLLING THE WALLS", 1)],
            hindrance="WEATHERED AND STEEP FORTIFICATIONS",
        ),
        SingleOptions(),
    )
}

CONTESTS = {
    "kerfuffle-at-court": Preset(
        "A kerfuffle at court",
        "Cyrene means to embarrass a guest who crossed her. The guest knows how much she drinks.",
        ContestSetup(
            goal="Make a fool of the other before the court.",
            teams=[
                TeamSetup("Cyrene’s side", [cyrene()], "Embarrass the guest"),
                TeamSetup("The guest’s side", [guest()], "Keep face"),
            ],
            skill="influence",
            harm_agreed=False,
        ),
        SingleOptions(),
    ),
    "ghoul-in-the-sewers": Preset(
        "The ghoul in the sewers",
        "Cyrene has read about ghouls, and she has a torch.",
        ContestSetup(
            goal="Settle who leaves the sewers.",
            teams=[
                TeamSetup("Cyrene’s side", [cyrene(knows=[Knowledge("Ghoul", "LIGHT SENSITIVITY")])]),
                TeamSetup("The ghoul’s side", [ghoul()]),
            ],
            skill="fight",
            harm_agreed=True,
            environment=[Trait("NARROW TUNNELS", 1)],
        ),
        SingleOptions(),
        solo=True,
    ),
}

GROUP_CONTESTS = {
    "brawl-at-the-well": Preset(
        "A brawl at the well",
        "Two travellers, three bandits, one well.",
        ContestSetup(
            goal="Hold the well.",
            teams=[
                TeamSetup("Bandits", [bandit("Scar", chief=True), bandit("Lob"), bandit("Pim")], "The water"),
                TeamSetup("Travellers", [maro(), cyrene()], "The water"),
            ],
            skill="fight",
            environment=[Trait("SLIPPERY STONES", 1)],
        ),
        SingleOptions(),
    )
}

SEVERAL = {
    "race-to-the-gate": Preset(
        "A race to the gate",
        "Three runners, a closing gate, and a guard who would rather close it.",
        ContestSetup(
            goal="Be first through the gate.",
            teams=[
                TeamSetup("Cyrene", [cyrene()]),
                TeamSetup("Maro", [maro()]),
                TeamSetup("Bandits", [bandit("Scar", chief=True), bandit("Lob")]),
                TeamSetup("Gatehouse", [guard("Sergeant", "gate")], "Close the gate"),
            ],
            skill="maneuver",
            harm_agreed=False,
            environment=[Trait("CROWDED STREET", 1)],
        ),
        SingleOptions(),
    )
}
