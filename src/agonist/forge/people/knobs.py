"""The numbers and small rules of this game that a table may turn, with the rulings' values."""

from __future__ import annotations

from typing import Annotated, Literal

from agonist.tabletop import Knobs, knob

Size = Literal[1, 2, 3]


def _boxes(kind: str, size: int, rule: str = "FG-4") -> object:
    return knob(rule, f"Boxes of {size} for {kind}", 0, 9)


class ForgeKnobs(Knobs, frozen=True):
    """Knobs of every contest, whether or not it comes to what they turn."""

    misfortune_1: Annotated[int, _boxes("misfortune", 1)] = 3
    misfortune_2: Annotated[int, _boxes("misfortune", 2)] = 2
    misfortune_3: Annotated[int, _boxes("misfortune", 3)] = 1
    injury_1: Annotated[int, _boxes("injuries", 1)] = 1
    injury_2: Annotated[int, _boxes("injuries", 2)] = 1
    injury_3: Annotated[int, _boxes("injuries", 3)] = 1
    stress_1: Annotated[int, _boxes("stress", 1, "CF-2")] = 3
    stress_2: Annotated[int, _boxes("stress", 2, "CF-2")] = 2
    stress_3: Annotated[int, _boxes("stress", 3, "CF-2")] = 1
    least_difficulty: Annotated[int, knob("FG-11", "The least difficulty of a challenge", 1, 9)] = 1
    gauntlet_above: Annotated[int, knob("FG-11", "Difficulty above which a gauntlet is offered", 1, 99)] = 3
    xp_for_failure: Annotated[int, knob("FG-12", "XP for a failed test", 0, 9)] = 1
    trait_favor: Annotated[int, knob("FG-16", "Favor that using an own trait costs", 0, 9)] = 1
    free_trait_from: Annotated[int, knob("FG-16", "Rating from which a single effect is free", 1, 100)] = 3
    fervor_from: Annotated[int, knob("FG-17", "Faces from which on Fervor adds a die", 4, 6)] = 6
    focus_up_to: Annotated[int, knob("FG-17", "Faces up to which Focus rolls again", 1, 5)] = 1
    disposition_tiers: Annotated[int, knob("FG-18", "Tiers of training that disposition costs", 0, 3)] = 1
    masterpiece_from: Annotated[
        int, knob("FG-19", "Quality from which on an asset is a masterpiece", 1, 10)
    ] = 3
    asset_wear: Annotated[int, knob("FG-19", "Quality that an asset loses when used", 0, 9)] = 1
    off_label: Annotated[int, knob("FG-19", "Effort of an asset used for what it was not made for", 0, 9)] = 1
    helper_raises: Annotated[int, knob("FG-20", "Difficulty more for each helper", 0, 9)] = 1
    numbers_dice: Annotated[int, knob("FG-24", "Dice for each opponent beyond the first", 0, 9)] = 1
    advantage_morale: Annotated[int, knob("FG-46", "Morale for an advantage by Vigor", 0, 9)] = 1
    standstill_tests: Annotated[
        int, knob("FG-47", "Tests without a change that make a standstill", 1, 99)
    ] = 10
    morale_won: Annotated[int, knob("FG-50", "Morale for a test that succeeds", 0, 9)] = 1
    morale_lost: Annotated[int, knob("FG-50", "Morale that a failed test costs", 0, 9)] = 1
    morale_leaving: Annotated[int, knob("FG-50", "Morale that it costs when a member leaves", 0, 9)] = 1

    def boxes(self, kind: Literal["misfortune", "injury", "stress"]) -> tuple[int, ...]:
        """FG-4: the sizes of the boxes of a kind, lowest first."""
        counts = [getattr(self, f"{kind}_{size}") for size in (1, 2, 3)]
        return tuple(size for size, count in enumerate(counts, 1) for _ in range(count))


BOOK = ForgeKnobs()
"""As the rulings have them."""
