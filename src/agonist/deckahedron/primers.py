"""What somebody needs who plays for the first time: the aim, the numbers, what tends to be wise."""

from __future__ import annotations

__all__ = ["FIGHT", "HIT", "REST"]

_BREATH = (
    "Your deck is your breath: each Stamina point you lose is a card put away. With none left, you are out."
)
_TAKING = (
    "Hit, you choose how to take it: as Stamina, or each 3 of it as a Harm and each 6 as a Wound. "
    "Those cost 1 Stamina each and stay with you; the third Harm is a Wound, the third Wound the end."
)
_SLOTS = "A free slot (☐) of what you wear or know takes a blow for nothing; filled (☒), it waits for a rest."
_FLIP = (
    "To act you flip a card: ✔✔ and ✔ are good, ✗ and ✗✗ are not. Of its four signs your suit's counts: "
    "Dragon is the best suit, then Crown, Blade, Anvil."
)
_REST = (
    "A rest frees all slots (☒ becomes ☐), takes one Harm away and gives your cards back, "
    "less one for each token that stays. A Wound needs a day."
)

HIT = (_BREATH, _TAKING, _SLOTS)
FIGHT = (
    "Bring every foe to 0 Stamina before you are out of breath.",
    _FLIP,
    _BREATH,
    _TAKING,
    _SLOTS,
    "Strike one foe together: who is down strikes no more. At 3 Stamina or less, take a breather.",
)
REST = (_REST,)
