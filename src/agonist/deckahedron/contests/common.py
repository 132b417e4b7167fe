"""What the contests start from, how things stand in them, and what they leave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from agonist.kernel import GM, OPEN, Combatant, ContestType, Fate, Outcome
from agonist.tabletop import HOUSE_RULES, HouseRuled, amount, enlisted, listed, seats_of

from ..fight.foes import FoeSetup
from ..people.characters import CharacterSetup, check_characters, made, seat_of, sheet_of, supply_for
from ..people.knobs import BOOK, DeckKnobs
from ..people.scene import Against, Character, S, Scene
from ..players import BOTS

Count = Annotated[int, Meta(ge=0, le=20)]
RestKind = Literal["rest", "day"]


class HitSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is hit by what. The damage is rolled and split, or Stamina, Harm and Wounds are given directly."""

    characters: tuple[CharacterSetup, ...]
    source: Annotated[str, Meta(min_length=1, max_length=80, description="What hits them.")] = "A blow"
    damage: Annotated[str, Meta(description="Dice such as 1d6, or a number; empty if taken directly.")] = (
        "1d6"
    )
    against: Annotated[Against, Meta(description="The body, the mind, or both.")] = "physical"
    stamina: Annotated[Count, Meta(description="Lost directly, without a roll.")] = 0
    harm: Annotated[Count, Meta(description="Taken directly, without a roll.")] = 0
    wounds: Annotated[Count, Meta(description="Taken directly, without a roll.")] = 0


class FightSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Who fights against whom, and what it is about."""

    characters: tuple[CharacterSetup, ...]
    foes: tuple[FoeSetup, ...]
    scene: Annotated[str, Meta(max_length=200, description="Where, and what it is about.")] = ""


class SceneOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a table may choose for any contest."""

    knobs: Annotated[DeckKnobs | UnsetType, HOUSE_RULES] = UNSET

    @property
    def house(self) -> DeckKnobs:
        return BOOK if self.knobs is UNSET else self.knobs


class FightOptions(SceneOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a fight begins."""

    first: Annotated[
        Literal["characters", "foes"], Meta(description="Who strikes first: foes lie in ambush.")
    ] = "characters"


class RestSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """Who rests, and whether for some hours or for a day of healing."""

    characters: tuple[CharacterSetup, ...]
    kind: Annotated[RestKind, Meta(description="A rest of several hours, or a day's healing.")] = "rest"


class Left(msgspec.Struct, frozen=True):
    stamina: Annotated[int, OPEN]
    harm: Annotated[int, OPEN]
    wounds: Annotated[int, OPEN]
    standing: Annotated[str, OPEN]


class Aftermath(Outcome, frozen=True, kw_only=True):
    """How a hit, a fight or a rest ended: what is left of each character."""

    left: Annotated[dict[str, Left], OPEN]


class FightOver(Aftermath, frozen=True, kw_only=True):
    """DK-35: how a fight ended; `won` by the characters or not."""

    won: Annotated[bool, OPEN]
    rounds: Annotated[int, OPEN]
    foes: Annotated[dict[str, str], OPEN]


def _how(character: Character) -> str:
    has = [f"{character.stamina} Stamina"]
    if character.harm:
        has.append(f"{character.harm} Harm")
    if character.wounds:
        has.append(amount(character.wounds, "Wound"))
    return f"{character.name} {_STANDING[character.standing]} {listed(has)}."


_STANDING = {"up": "has", "incapacitated": "is incapacitated with", "gone": "got away with"}


FULL_DECK = 10
"""How many cards with Stamina a deck has at first."""


def _stands(each: Mapping[str, Any], side: int, full: int) -> Combatant:
    fates: dict[str, Fate] = {"up": "stands", "gone": "left"}
    tokens = [
        amount(each[what], word) for what, word in (("harm", "Harm"), ("wounds", "Wound")) if each[what]
    ]
    said = "" if each["standing"] == "up" else each["standing"]
    return Combatant(
        each["name"],
        side,
        each.get("seat", GM),
        ("the characters", "the foes")[side],
        each["stamina"],
        full,
        fate=fates.get(each["standing"], "fell"),
        said="got away" if said == "gone" else said,
        count=", ".join([f"{each['stamina']} Stamina of {full}", *tokens]),
    )


class SceneType(HouseRuled, ContestType[S]):
    """What all contests share: characters, whom seats play, and the Stamina that they have left."""

    setup_type: ClassVar[Any]
    options_type: ClassVar[Any] = SceneOptions
    bots = BOTS
    left_is = ("Stamina", "Whoever has no Stamina left is out of the fight.")

    def check(self, setup: Any, options: object) -> None:
        check_characters(setup.characters)

    def seats(self, setup: Any) -> dict[str, str]:
        return seats_of((seat_of(each), each.name) for each in setup.characters)

    def enlist(self, setup: Any, name: str, sheet: Any, seat: str) -> Any:
        characters = enlisted(setup.characters, name, sheet, seat, CharacterSetup)
        return msgspec.structs.replace(setup, characters=characters)

    def scene(self, setup: Any, options: SceneOptions) -> dict[str, Any]:
        characters = [made(each) for each in setup.characters]
        return {"characters": characters, "supply": supply_for(characters), "knobs": options.house}

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        """DK-10: everybody with the Stamina that is left, the characters against the foes."""
        heroes = [_stands(each, 0, max(FULL_DECK, each["stamina"])) for each in seen["characters"]]
        return (*heroes, *(_stands(foe, 1, foe["most"]) for foe in seen.get("foes", ())))


def aftermath(state: Scene, rule: str, how: str = "") -> dict[str, Any]:
    """The fields of every outcome: each character's state in a sentence, and what is left of each."""
    left = {each.name: Left(each.stamina, each.harm, each.wounds, each.standing) for each in state.characters}
    sheets = {each.name: sheet_of(each) for each in state.characters}
    summary = " ".join([*filter(None, [how]), *map(_how, state.characters)])
    return {"summary": summary, "rule": rule, "left": left, "sheets": sheets}
