"""The state that all contests of this game share: characters with their piles, the supply, and hits coming in."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec

from agonist.kernel import (
    OPEN,
    Choice,
    Correctable,
    Field,
    Fields,
    Number,
    Option,
    Past,
    Shown,
    State,
    Text,
)

from .cards import Suit
from .correcting import ADDED, DISCARD, EXHAUSTION, STAMINA, SUITED, WOUNDS, flag

Attribute = Literal["str", "dex", "int"]
ATTRIBUTES: dict[Attribute, str] = {"str": "Strength", "dex": "Dexterity", "int": "Intelligence"}

Against = Literal["physical", "mental", "any"]
Takes = Literal["stamina", "harm", "harm-or-wound"]
Part = Literal["wound", "harm", "stamina"]
DamageDie = Literal["1", "1d4", "1d6", "1d10", "2d6"]

DICE: tuple[DamageDie, ...] = get_args(DamageDie)

MOST_TOKENS = 2
"""Neither Harm nor Wound tokens are ever more (DK-15, DK-16)."""


class Slot(State):
    """Room on a card for one Stamina point, one Harm, or one Harm or Wound."""

    takes: Annotated[Takes, OPEN]
    filled: Annotated[bool, OPEN, flag("slot is filled")] = False


class Protection(State):
    """DK-20: a move or item card with slots, or DK-21: a shield and what it can avoid."""

    name: Annotated[str, OPEN]
    slots: Annotated[list[Slot], OPEN] = []
    shield: Annotated[Literal["", "harm", "harm-or-wound"], OPEN] = ""
    against: Annotated[Against, OPEN] = "physical"

    def helps_against(self, kind: Against) -> bool:
        return self.against == kind or "any" in (self.against, kind)


class Weapon(msgspec.Struct, frozen=True):
    """What a character fights with."""

    name: Annotated[str, OPEN, msgspec.Meta(min_length=1, max_length=40)]
    damage: Annotated[DamageDie, OPEN] = "1d4"
    ranged: Annotated[bool, OPEN, msgspec.Meta(description="Shoots or is thrown.")] = False


_STANDING = Choice(
    options=(Option("up", "Up"), Option("incapacitated", "Incapacitated"), Option("gone", "Gone")),
    default="up",
)


class Character(State):
    """DK-2: a character and the three piles. Nobody knows the deck's order, so the deck has none."""

    name: Annotated[str, OPEN]
    seat: Annotated[str, OPEN]
    suits: Annotated[dict[Attribute, Suit], OPEN, SUITED]
    deck: Annotated[list[str], Shown(show=len)]
    discard: Annotated[list[str], OPEN, DISCARD]
    exhaustion: Annotated[list[str], OPEN, EXHAUSTION]
    stamina: Annotated[int, OPEN, STAMINA]
    harm: Annotated[int, OPEN, Correctable(Number(least=0, most=MOST_TOKENS), "Harm tokens")] = 0
    wounds: Annotated[int, OPEN, WOUNDS] = 0
    standing: Annotated[str, OPEN, Correctable(_STANDING, "standing")] = "up"
    protection: Annotated[list[Protection], OPEN] = []
    weapons: Annotated[list[Weapon], OPEN] = []
    ammo: Annotated[int, OPEN, Correctable(Number(least=0, most=99), "ammunition")] = 0
    advantage: Annotated[int, OPEN, Correctable(Number(least=-3, most=3), "advantage on the next flip")] = 0
    shield_raised: Annotated[bool, OPEN, flag("shield raised this turn")] = False
    added: Annotated[list[str], OPEN, ADDED] = []
    """The wound and blessing cards in deck and discard pile; everybody saw them come."""
    xp: Annotated[int, OPEN, Past, Correctable(Number(least=0, most=9999), "XP")] = 0
    shown: Annotated[list[str], OPEN, Past] = []
    """The cards that were turned over last, in their order."""
    counted: Annotated[str, OPEN, Past] = ""
    """The suit that counted when they were; none, if they were searched for Stamina."""

    @property
    def up(self) -> bool:
        return self.standing == "up"

    def suit(self, attribute: Attribute) -> Suit:
        return self.suits[attribute]


class Telling(State):
    """Something that the player or the game master may put into words."""

    what: Annotated[str, OPEN]
    who: Annotated[str, OPEN]
    source: Annotated[str, OPEN] = ""


class Hit(State):
    """Something that strikes a character: first to be rolled and split, then taken part by part, then told."""

    victim: Annotated[str, OPEN]
    source: Annotated[str, OPEN]
    dice: Annotated[str, OPEN] = ""
    against: Annotated[Against, OPEN] = "physical"
    damage: Annotated[int | None, OPEN] = None
    left: Annotated[list[Part], OPEN] = []
    use: Annotated[list[str] | None, OPEN] = None
    """DK-12: the slots and shields that the player wants to use against it; None: whatever helps."""
    quiet: Annotated[bool, OPEN] = False
    """The player does not want to be asked about each Stamina point of this hit."""


def _instructions(state: Any, _: Any) -> Fields:
    """DK-10: what the game master may have a character lose or take directly, at any time."""
    who = tuple(Option(each.name, each.name) for each in state.characters)
    return Fields(
        fields=(
            Field("who", "Who", Choice(options=who)),
            *DIRECTLY,
            Field("against", "Kind", KINDS),
            Field("source", "What does it", Text(most=80)),
        )
    )


def _instruct(state: Any, _: Any, told: dict[str, Any]) -> None:
    """It comes at the character like any other hit, once what is going on now is done with."""
    state.hits += direct_hits([told["who"]], told["source"] or "The game master", told, told["against"])


def direct_hits(victims: list[str], source: str, told: dict[str, Any], against: Against) -> list[Hit]:
    """DK-10: what characters lose or take directly, in the usual order (DK-17)."""
    counts: dict[Part, int] = {"wound": told["wounds"], "harm": told["harm"], "stamina": told["stamina"]}
    parts = [part for part, count in counts.items() for _ in range(count)]
    return [Hit(name, source, against=against, left=[*parts]) for name in victims if parts]


DIRECTLY = (
    Field("stamina", "Stamina to lose", Number(least=0, most=20, default=0)),
    Field("harm", "Harm to take", Number(least=0, most=9, default=0)),
    Field("wounds", "Wounds to take", Number(least=0, most=9, default=0)),
)
KINDS = Choice(options=(Option("physical", "Physical"), Option("mental", "Mental")), default="physical")


def _on_the_way(owner: Any) -> list[str]:
    return [f"{hit.source} at {hit.victim}" for hit in owner.hits]


_INSTRUCTED = Correctable(_instructions, "to lose or take directly", _instruct, _on_the_way)


class Scene(State):
    """What every contest here plays on."""

    characters: Annotated[list[Character], OPEN]
    supply: Annotated[list[str], OPEN]
    hits: Annotated[list[Hit], OPEN, _INSTRUCTED] = []
    tellings: Annotated[list[Telling], OPEN, Past] = []
    """What may still be told of what has happened."""

    def character(self, name: str) -> Character:
        for each in self.characters:
            if each.name == name:
                return each
        raise LookupError(name)


S = TypeVar("S", bound=Scene)
"""The state of whichever contest a procedure is part of."""
