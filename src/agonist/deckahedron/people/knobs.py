"""The numbers, tables and small rules of this game that a table may turn, with the rulings' values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from agonist.tabletop import Knobs, knob

Die = Literal["1", "2", "3", "1d4", "1d6", "1d8", "1d10", "1d12", "2d4", "2d6", "2d8", "3d6"]
Worth = tuple[int, int]
"""How much of a hit a Wound and a Harm stand for."""


def _weapon(dice: str) -> object:
    return knob("DK-30", f"What a character's weapon of {dice} rolls")


def _foe(dice: str) -> object:
    return knob("DK-30", f"What a foe of {dice} rolls")


class DeckKnobs(Knobs, frozen=True):
    """Knobs of every contest, whether or not it comes to what they turn."""

    reshuffle_at: Annotated[int, knob("DK-3", "Cards in the deck at which it must be reshuffled", 0, 19)] = 5
    most_extra: Annotated[int, knob("DK-3", "The most cards that advantage adds to a flip", 0, 5)] = 2
    wound_card_costs: Annotated[int, knob("DK-4", "Stamina that a wound card in a flip costs", 0, 5)] = 1
    xp_by_card: Annotated[int, knob("DK-5", "XP for an XP card", 0, 9)] = 1
    blessings: Annotated[bool, knob("DK-5", "A critical success brings a blessing card")] = True
    wound_worth: Annotated[int, knob("DK-11", "Damage that a Wound stands for", 1, 20)] = 6
    harm_worth: Annotated[int, knob("DK-11", "Damage that a Harm stands for", 1, 20)] = 3
    weapon_1: Annotated[Die, _weapon("1")] = "1"
    weapon_1d4: Annotated[Die, _weapon("1d4")] = "1d4"
    weapon_1d6: Annotated[Die, _weapon("1d6")] = "1d6"
    weapon_1d10: Annotated[Die, _weapon("1d10")] = "1d10"
    weapon_2d6: Annotated[Die, _weapon("2d6")] = "2d6"
    foe_1: Annotated[Die, _foe("1")] = "1"
    foe_1d4: Annotated[Die, _foe("1d4")] = "1d4"
    foe_1d6: Annotated[Die, _foe("1d6")] = "1d6"
    foe_1d10: Annotated[Die, _foe("1d10")] = "1d10"
    foe_2d6: Annotated[Die, _foe("2d6")] = "2d6"
    foe_stamina_percent: Annotated[int, knob("DK-30", "Foes' Stamina in percent", 10, 500)] = 100
    opening_adds: Annotated[Die, knob("DK-31", "What an opening adds to the damage")] = "1d4"
    scratch: Annotated[Die, knob("DK-31", "What a scratch hand to hand deals")] = "1"
    shot_divided: Annotated[int, knob("DK-31", "What a shot is divided by to spare its price", 1, 10)] = 2
    breather: Annotated[Die, knob("DK-32", "Stamina that a good breather brings")] = "1d4"
    short_breather: Annotated[Die, knob("DK-32", "Stamina that a bad breather brings")] = "1"
    rest_heals: Annotated[int, knob("DK-40", "Harm that a rest takes away", 0, 2)] = 1

    @property
    def worth(self) -> Worth:
        """DK-11: how much of a hit a Wound and a Harm stand for."""
        return self.wound_worth, self.harm_worth

    def of_weapon(self, dice: str) -> str:
        """DK-30: what a weapon rolls."""
        return str(getattr(self, f"weapon_{dice}", dice))

    def of_foe(self, dice: str) -> str:
        """DK-30: what a foe rolls."""
        return str(getattr(self, f"foe_{dice}", dice))


BOOK = DeckKnobs()
"""As the rulings have them."""


def worth_seen(turned: Mapping[str, Any]) -> Worth:
    """The same from what a seat sees."""
    return turned.get("wound_worth", BOOK.wound_worth), turned.get("harm_worth", BOOK.harm_worth)
