"""The state that all contests of this game share: characters with their piles, the supply, and hits coming in."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Protocol, TypeVar, get_args

import msgspec

from agonist.kernel import OPEN, Choice, Correctable, Form, Number, Option, Past, Shown, State, Text
from agonist.tabletop import TURNED, Deed, Detail, options

from ..cards import Suit
from .correcting import ADDED, DISCARD, EXHAUSTION, STAMINA, SUITED, WOUNDS, flag, number, one_of
from .knobs import BOOK, DeckKnobs

Attribute = Literal["str", "dex", "int"]
ATTRIBUTES: dict[Attribute, str] = {"str": "Strength", "dex": "Dexterity", "int": "Intelligence"}

Against = Literal["physical", "mental", "any"]
Takes = Literal["stamina", "harm", "harm-or-wound"]
Part = Literal["wound", "harm", "stamina"]
DamageDie = Literal["1", "1d4", "1d6", "1d10", "2d6"]

DICE: tuple[DamageDie, ...] = get_args(DamageDie)
SPOKEN = {"stamina": "a Stamina point", "harm": "a Harm", "wound": "a Wound"}
"""What a part of a hit is called."""

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
    name: Annotated[str, OPEN, msgspec.Meta(min_length=1, max_length=40)]
    damage: Annotated[DamageDie, OPEN] = "1d4"
    ranged: Annotated[bool, OPEN, msgspec.Meta(description="Shoots or is thrown.")] = False


class Character(State):
    """DK-2: a character and the three piles. Nobody knows the deck's order, so the deck has none."""

    name: Annotated[str, OPEN]
    seat: Annotated[str, OPEN]
    suits: Annotated[dict[Attribute, Suit], OPEN, SUITED]
    deck: Annotated[list[str], Shown(show=len)]
    discard: Annotated[list[str], OPEN, DISCARD]
    exhaustion: Annotated[list[str], OPEN, EXHAUSTION]
    stamina: Annotated[int, OPEN, STAMINA]
    harm: Annotated[int, OPEN, number("Harm tokens", MOST_TOKENS)] = 0
    wounds: Annotated[int, OPEN, WOUNDS] = 0
    standing: Annotated[str, OPEN, one_of(("up", "incapacitated", "gone"), "standing", "up")] = "up"
    protection: Annotated[list[Protection], OPEN] = []
    weapons: Annotated[list[Weapon], OPEN] = []
    ammo: Annotated[int, OPEN, number("ammunition", 99)] = 0
    advantage: Annotated[int, OPEN, number("advantage on the next flip", 3, -3)] = 0
    shield_raised: Annotated[bool, OPEN, flag("shield raised this turn")] = False
    added: Annotated[list[str], OPEN, ADDED] = []
    """The wound and blessing cards in deck and discard pile; everybody saw them come."""
    xp: Annotated[int, OPEN, Past, number("XP", 9999)] = 0
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


Lost = Annotated[int, Detail("Stamina to lose", Number(0, 20, 0))]
Harmed = Annotated[int, Detail("Harm to take", Number(0, 9, 0))]
Wounded = Annotated[int, Detail("Wounds to take", Number(0, 9, 0))]
_KINDS = Choice((Option("physical", "Physical"), Option("mental", "Mental")), "physical")
Kind = Annotated[Against, Detail("Kind", _KINDS)]


class Toll(Protocol):
    """What is lost or taken directly."""

    @property
    def stamina(self) -> int: ...
    @property
    def harm(self) -> int: ...
    @property
    def wounds(self) -> int: ...


def direct_hits(victims: list[str], source: str, toll: Toll, against: Against) -> list[Hit]:
    """DK-10: what characters lose or take directly, in the usual order (DK-17)."""
    counts: dict[Part, int] = {"wound": toll.wounds, "harm": toll.harm, "stamina": toll.stamina}
    parts = [part for part, count in counts.items() for _ in range(count)]
    return [Hit(name, source, against=against, left=[*parts]) for name in victims if parts]


class Instruct(Deed, frozen=True):
    """DK-10: what the game master may have a character lose or take directly, at any time."""

    who: Annotated[str, Detail("Who")]
    stamina: Lost
    harm: Harmed
    wounds: Wounded
    against: Kind
    source: Annotated[str, Detail("What does it", Text(most=80))]


def _instructions(state: Scene, _: object) -> Form:
    return Instruct.form(who=Choice(options(each.name for each in state.characters)))


def _instruct(state: Scene, _: object, told: dict[str, Any]) -> None:
    """It comes at the character like any other hit, once what is going on now is done with."""
    deed = Instruct.made(told)
    state.hits += direct_hits([deed.who], deed.source or "The game master", deed, deed.against)


def _on_the_way(owner: Scene) -> list[str]:
    return [f"{hit.source} at {hit.victim}" for hit in owner.hits]


_INSTRUCTED = Correctable(_instructions, "to lose or take directly", _instruct, _on_the_way)


class Scene(State):
    """What every contest here plays on."""

    characters: Annotated[list[Character], OPEN]
    supply: Annotated[list[str], OPEN]
    hits: Annotated[list[Hit], OPEN, _INSTRUCTED] = []
    tellings: Annotated[list[Telling], OPEN, Past] = []
    """What may still be told of what has happened."""
    knobs: Annotated[DeckKnobs, TURNED, Past] = BOOK
    """The same throughout a contest, so that no two of its states differ in it."""

    def character(self, name: str) -> Character:
        for each in self.characters:
            if each.name == name:
                return each
        raise LookupError(name)


S = TypeVar("S", bound=Scene)
"""The state of whichever contest a procedure is part of."""
