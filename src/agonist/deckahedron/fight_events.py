"""What can happen in a fight, as lines of the log."""

from __future__ import annotations

from agonist.kernel import Event

from .cards import SIGNS
from .wording import amount, listed


class RoundBegan(Event, frozen=True):
    rule = "DK-33"
    round: int

    def text(self) -> str:
        return f"Round {self.round} begins."


class Attacked(Event, frozen=True):
    """A character's attack and what the flip made of it."""

    rule = "DK-31"
    who: str
    foe: str
    weapon: str
    ranged: bool
    result: int

    def text(self) -> str:
        how = "shoots at" if self.ranged else "attacks"
        return f"{self.who} {how} {self.foe} ({self.weapon}): {SIGNS[self.result]}."


class Chosen(Event, frozen=True):
    """What a player or the game master chose to go with an attack."""

    rule = "DK-31"
    who: str
    choice: str
    by_gm: bool = False

    def text(self) -> str:
        whose = "The game master chooses" if self.by_gm else f"{self.who} chooses"
        what = {
            "avoid": "to stay out of the answer's way",
            "add": "to add 1d4 to the damage",
            "exposed": f"that {self.who} is exposed" if self.by_gm else "to be exposed",
            "halve": "to halve the damage",
            "ammo": f"that {self.who} spends 1 ammo" if self.by_gm else "to spend 1 ammo",
        }
        return f"{whose} {what[self.choice]}."


class FoeHurt(Event, frozen=True):
    rule = "DK-30"
    foe: str
    by: str
    damage: int
    cancelled: int
    split: str

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

    def text(self) -> str:
        return f"{self.foe} is subdued."


class FoeAttacks(Event, frozen=True):
    rule = "DK-33"
    foe: str
    targets: tuple[str, ...]

    def text(self) -> str:
        return f"{self.foe} attacks {listed(self.targets)}."


class FoeUnaware(Event, frozen=True):
    rule = "DK-31"
    foe: str

    def text(self) -> str:
        return f"{self.foe} did not see it coming and cannot answer."


class FoeDid(Event, frozen=True):
    """What a foe did in place of an attack."""

    rule = "DK-33"
    foe: str
    deed: str

    def text(self) -> str:
        what = {
            "hold": "holds back",
            "notice": "notices what is going on",
            "unaware": "suspects nothing yet",
        }
        return f"{self.foe} {what[self.deed]}."


class Pacified(Event, frozen=True):
    rule = "DK-35"
    foe: str

    def text(self) -> str:
        return f"{self.foe} is pacified."


class EdgeGained(Event, frozen=True):
    rule = "DK-32"
    foe: str

    def text(self) -> str:
        return f"{self.foe} gains an advantage: the next flip against it is with disadvantage."


class Breathed(Event, frozen=True):
    rule = "DK-32"
    who: str
    result: int

    def text(self) -> str:
        return f"{self.who} takes a breather: {SIGNS[self.result]}."


class Regained(Event, frozen=True):
    rule = "DK-32"
    who: str
    cards: tuple[str, ...]
    stamina: int
    freed: tuple[str, ...] = ()

    def text(self) -> str:
        back = amount(len(self.cards), "card")
        slots = f" Free again: {listed([f'a slot of {card}' for card in self.freed])}." if self.freed else ""
        return f"{self.who} gets {back} back from the Exhaustion pile: {self.stamina} Stamina.{slots}"


class Aids(Event, frozen=True):
    rule = "DK-34"
    who: str
    other: str

    def text(self) -> str:
        return f"{self.who} aids {self.other}."


class JointResult(Event, frozen=True):
    rule = "DK-34"
    who: str
    whose: str
    card: str
    result: int

    def text(self) -> str:
        return f"The best card of all is {self.whose}'s: {SIGNS[self.result]} for {self.who}."


class Tries(Event, frozen=True):
    """A character flees or does something else; the game master rules."""

    rule = "DK-33"
    who: str
    flees: bool
    words: str

    def text(self) -> str:
        what = "tries to get away" if self.flees else "does something else"
        return f"{self.who} {what}{f': {self.words}' if self.words else '.'}"


class Ruled(Event, frozen=True):
    rule = "DK-33"
    who: str
    words: str
    gone: bool = False

    def text(self) -> str:
        gone = f"{self.who} gets away." if self.gone else ""
        return f"The game master rules. {self.words} {gone}".replace("  ", " ").strip()
