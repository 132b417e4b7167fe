"""DK-30: foes, from a short bestiary or by hand, and what damage does to them; DK-33: the state of a fight."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct

from agonist.kernel import (
    FOR_GM,
    GM,
    OPEN,
    Choice,
    Contest,
    Correctable,
    Event,
    Number,
    Option,
    Past,
    Procedure,
    Staged,
    State,
)
from agonist.tabletop import OnStage, Told, ask_of, deeds, refuse

from ..damage.splits import Condition, Split, legal_splits, split_named
from ..people.characters import Name
from ..people.correcting import flag, one_of, some_of
from ..people.knobs import Worth
from ..people.scene import DICE, MOST_TOKENS, Character, DamageDie, S, Scene


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


class FoeToken(Told, frozen=True):
    rule, says = "DK-30", "{foe} now has {harm} Harm and {wounds:n Wound}."
    foe: str
    harm: int
    wounds: int


class FoeSubdued(Told, frozen=True):
    rule, says = "DK-30", "{foe} is subdued."
    shows = OnStage("{foe}", "Subdued", "{foe} is beaten", "bright")
    foe: str


class Pacified(Told, frozen=True):
    rule, says = "DK-35", "{foe} is pacified."
    foe: str


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
        right = f"{beast.least} to {beast.most} for a {foe.kind}"
        refuse(f"{foe.name} has {foe.stamina} Stamina.", right, f"{place}.stamina")


def foe_made(foe: FoeSetup) -> Foe:
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

    def form() -> Choice:
        now = Condition(foe.stamina, foe.harm, foe.wounds)
        return deeds([_replacement(split, now) for split in legal_splits(damage, worth)])

    text = f"{attacker.name}, {{who}} is tough. How do the {damage} points strike home?"
    waiting, assume = (
        f"{attacker.name} decides how {{who}} is hurt.",
        UNSET if damage < foe.stamina else plain.key,
    )
    ask = ask_of(foe, "replace", form, "DK-30", text, waiting, by=attacker.seat, assume=assume)
    return split_named(damage, (yield ask), worth)


@lru_cache(maxsize=1_000)
def _replacement(split: Split, now: Condition) -> Option:
    then = now.after(split.parts())
    left = f"{then.stamina} Stamina, {then.harm} Harm, {then.wounds} Wounds"
    says = "Subdues it." if then.down else f"Leaves it {left}."
    return Option(split.key, split.label, help=says, leaves=then.leaves())


def _characters(state: Scene) -> list[str]:
    return [each.name for each in state.characters if each.up]


class Fight(Scene):
    """Characters against foes. `order` are those who have still to act this round, `due` the foes who have."""

    foes: Annotated[list[Foe], OPEN] = []
    place: Annotated[str, OPEN, Past] = ""
    """Where, and what it is about, in the game master's words."""
    round: Annotated[int, OPEN] = 0
    phase: Annotated[Literal["characters", "foes"], OPEN] = "foes"
    order: Annotated[list[str], OPEN, some_of(_characters, "still to act")] = []
    helped: Annotated[list[str], OPEN, some_of(_characters, "have aided this round")] = []
    """DK-34: those who have aided another this round."""
    due: Annotated[list[str], OPEN] = []
    plan: Annotated[dict[str, Any], FOR_GM] = {}
    """What the game master has the foes do, one by one, and under ``all`` what the others do."""
    aimed: Annotated[list[str], OPEN] = []
    """Whom foes have attacked in their turn this round."""
    target: Annotated[str, OPEN] = ""
    """The foe that the last act of a character was aimed at."""
    leaving: Annotated[list[str], OPEN] = []
    """Those who are getting away, once what is coming at them has been dealt with."""

    def foe(self, name: str) -> Foe:
        for each in self.foes:
            if each.name == name:
                return each
        raise LookupError(name)

    @property
    def fought_out(self) -> bool:
        """DK-35: whether all foes, or all characters, are out of it."""
        for foe in self.foes:
            if foe.standing == "up":
                for each in self.characters:
                    if each.standing == "up":
                        return False
        return True

    @property
    def standing_foes(self) -> list[Foe]:
        return [foe for foe in self.foes if foe.standing == "up"]

    @property
    def standing_characters(self) -> list[Character]:
        return [character for character in self.characters if character.standing == "up"]
