"""DK-30: foes, from a short bestiary or by hand, and what damage does to them."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct

from agonist.kernel import (
    GM,
    OPEN,
    Ask,
    Choice,
    Contest,
    Correctable,
    Event,
    Number,
    Option,
    Procedure,
    SetupRefused,
    Staged,
    State,
)

from ..damage.splits import Condition, Split, legal_splits, split_named
from ..people.characters import Name
from ..people.correcting import flag, one_of
from ..people.knobs import Worth
from ..people.scene import DICE, MOST_TOKENS, Character, DamageDie, S


class FoeHurt(Event, frozen=True):
    rule = "DK-30"
    foe: str
    by: str
    damage: int
    cancelled: int
    split: str

    def staged(self) -> Staged:
        felt = self.damage - self.cancelled
        word = f"{felt} {'strikes' if felt == 1 else 'strike'} home" if felt else "Nothing gets through"
        hurt = f"{self.by} hurt {self.foe} for {felt}" if felt else f"{self.foe} felt nothing of it"
        armour = f"armour takes {self.cancelled}" if self.cancelled else ""
        return Staged(who=self.foe, word=word, says=hurt, why=armour)

    def text(self) -> str:
        armour = f" Armour takes {self.cancelled}." if self.cancelled else ""
        felt = f" {self.foe} takes {self.split}." if self.split else f" {self.foe} feels nothing."
        return f"{self.by} deals {self.damage} to {self.foe}.{armour}{felt}"


class FoeToken(Event, frozen=True):
    rule = "DK-30"
    foe: str
    harm: int
    wounds: int

    def text(self) -> str:
        return f"{self.foe} now has {self.harm} Harm and {self.wounds} {'Wound' if self.wounds == 1 else 'Wounds'}."


class FoeSubdued(Event, frozen=True):
    rule = "DK-30"
    foe: str

    def staged(self) -> Staged:
        return Staged(who=self.foe, word="Subdued", rare="bright", says=f"{self.foe} is beaten")

    def text(self) -> str:
        return f"{self.foe} is subdued."


class Pacified(Event, frozen=True):
    rule = "DK-35"
    foe: str

    def text(self) -> str:
        return f"{self.foe} is pacified."


Kind = Literal[
    "civilian", "guard", "soldier", "lieutenant", "monster", "goblin", "wolf", "ogre", "cellar thing"
]

_STANDING = Choice(options=(Option("up", "Up"), Option("subdued", "Subdued"), Option("pacified", "Pacified")))


class Foe(State):
    """A foe in a fight. `edge` is how much of an advantage it has gained over the next who acts against it."""

    name: Annotated[str, OPEN]
    stamina: Annotated[int, OPEN, Correctable(Number(least=0, most=60), "Stamina")]
    most: Annotated[int, OPEN]
    damage: Annotated[DamageDie, OPEN, one_of(DICE, "damage")]
    squares: Annotated[int, OPEN, Correctable(Number(least=0, most=20), "armour squares")] = 0
    tough: Annotated[bool, OPEN, flag("tough")] = False
    unaware: Annotated[bool, OPEN, flag("unaware")] = False
    standing: Annotated[str, OPEN, Correctable(_STANDING, "standing")] = "up"
    harm: Annotated[int, OPEN, Correctable(Number(least=0, most=MOST_TOKENS), "Harm")] = 0
    wounds: Annotated[int, OPEN, Correctable(Number(least=0, most=MOST_TOKENS), "Wounds")] = 0
    edge: Annotated[int, OPEN, Correctable(Number(least=0, most=3), "advantage gained")] = 0
    dealt_with: Annotated[bool, OPEN, flag("dealt with this round")] = False
    """DK-33: a character has attacked it this round, or it has attacked: its own turn is over."""
    hurt_by: Annotated[str, OPEN] = ""

    @property
    def seat(self) -> str:
        """The game master plays the foes."""
        return GM

    @property
    def up(self) -> bool:
        return self.standing == "up"


class Beast(Struct, frozen=True):
    """A line of the bestiary."""

    stamina: int
    damage: DamageDie
    squares: int = 0
    tough: bool = False
    least: int = 1
    most: int = 60


BESTIARY: dict[Kind, Beast] = {
    "civilian": Beast(4, "1"),
    "guard": Beast(6, "1d4"),
    "soldier": Beast(8, "1d4"),
    "lieutenant": Beast(8, "1d6", squares=1, tough=True),
    "monster": Beast(6, "1d6", least=5, most=20),
    "goblin": Beast(5, "1d4", least=5, most=20),
    "wolf": Beast(6, "1d6", least=5, most=20),
    "ogre": Beast(14, "1d10", tough=True, least=5, most=20),
    "cellar thing": Beast(18, "2d6", squares=2, tough=True, least=5, most=20),
}


class FoeSetup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A foe in a set-up: a kind of the bestiary, with anything else than it says given here."""

    name: Name
    kind: Annotated[Kind, Meta(description="Says all that is left empty below.")] = "monster"
    stamina: Annotated[int, Meta(ge=1, le=60, description="Left empty: what the kind has.")] | None = None
    damage: Annotated[DamageDie | None, Meta(description="The damage die.")] = None
    squares: Annotated[int, Meta(ge=0, le=20, description="Armour; each cancels 1 damage, once.")] | None = (
        None
    )
    tough: Annotated[bool | None, Meta(description="Takes Harm and Wounds as characters do.")] = None
    unaware: Annotated[bool, Meta(description="Cannot answer the first attack.")] = False


def check_foe(foe: FoeSetup, place: str) -> None:
    beast = BESTIARY[foe.kind]
    if foe.stamina is not None and not beast.least <= foe.stamina <= beast.most:
        raise SetupRefused(
            f"{foe.name} has {foe.stamina} Stamina.",
            accepted=f"{beast.least} to {beast.most} for a {foe.kind}",
            place=f"{place}.stamina",
        )


def foe_made(foe: FoeSetup) -> Foe:
    """A foe ready to fight."""
    beast = BESTIARY[foe.kind]
    stamina = beast.stamina if foe.stamina is None else foe.stamina
    return Foe(
        foe.name,
        stamina,
        stamina,
        foe.damage or beast.damage,
        beast.squares if foe.squares is None else foe.squares,
        beast.tough if foe.tough is None else foe.tough,
        foe.unaware,
    )


def hurt(contest: Contest[S], foe: Foe, damage: int, attacker: Character) -> Procedure[None]:
    """DK-30: armour squares cancel damage, a tough foe may get Harm and Wounds instead, at 0 it is subdued."""
    cancelled = min(foe.squares, damage)
    foe.squares -= cancelled
    through = damage - cancelled
    worth = contest.state.knobs.worth
    split = legal_splits(through, worth)[0]
    if foe.tough:
        split = yield from _replace(foe, through, attacker, worth)
    if through:
        foe.hurt_by = attacker.name
    contest.report(
        lambda: FoeHurt(foe.name, attacker.name, damage, cancelled, split.label if through else "")
    )
    _take(contest, foe, split)


def pacify(contest: Contest[S], foe: Foe) -> None:
    """DK-35: it gives up the fight."""
    foe.standing = "pacified"
    contest.report(Pacified, foe.name)


def subdue(contest: Contest[S], foe: Foe) -> None:
    foe.standing = "subdued"
    contest.report(FoeSubdued, foe.name)


def _take(contest: Contest[S], foe: Foe, split: Split) -> None:
    """The parts one by one, as a character would take them (DK-15, DK-16)."""
    whole = split.parts()
    for parts in [[part] for part in whole] if split.wounds or split.harm else [whole]:
        now = Condition(foe.stamina, foe.harm, foe.wounds).after(parts)
        tokens = foe.harm + foe.wounds
        foe.stamina, foe.harm, foe.wounds = now.stamina, now.harm, now.wounds
        if foe.harm + foe.wounds > tokens:
            contest.report(FoeToken, foe.name, foe.harm, foe.wounds)
        if now.down:
            subdue(contest, foe)
            return


def _replace(foe: Foe, damage: int, attacker: Character, worth: Worth) -> Procedure[Split]:
    """The attacker may replace 3 of the damage by a Harm and 6 by a Wound; what subdues it anyway needs no thought."""
    plain, *others = legal_splits(damage, worth)
    if not others:
        return plain
    answer = yield Ask(
        attacker.seat,
        "replace",
        lambda: _replacements(foe, damage, worth),
        "DK-30",
        f"{attacker.name}, {foe.name} is tough. How do the {damage} points strike home?",
        waiting=f"{attacker.name} decides how {foe.name} is hurt.",
        about=foe.name,
        assume=plain.key if damage >= foe.stamina else UNSET,
    )
    return split_named(damage, answer, worth)


def _replacements(foe: Foe, damage: int, worth: Worth) -> Choice:
    now = Condition(foe.stamina, foe.harm, foe.wounds)
    return Choice(options=tuple(_replacement(split, now) for split in legal_splits(damage, worth)))


@lru_cache(maxsize=1_000)
def _replacement(split: Split, now: Condition) -> Option:
    then = now.after(split.parts())
    left = f"{then.stamina} Stamina, {then.harm} Harm, {then.wounds} Wounds"
    says = "Subdues it." if then.down else f"Leaves it {left}."
    return Option(split.key, split.label, help=says, leaves=then.leaves())
