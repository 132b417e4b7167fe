"""What can happen to cards, characters and tokens, as lines of the log."""

from __future__ import annotations

from agonist.kernel import Event

from .cards import SIGNS, named, signs
from .wording import amount, listed


class Reshuffled(Event, frozen=True):
    """The discard pile went back into the deck."""

    rule = "DK-3"
    who: str
    cards: int
    forced: bool = False

    def text(self) -> str:
        must = "must reshuffle" if self.forced else "reshuffles"
        return f"{self.who} {must} the discard pile into the deck: {amount(self.cards, 'card')}."


class Flipped(Event, frozen=True):
    """Cards were flipped, and one of them counts."""

    rule = "DK-3"
    who: str
    suit: str
    cards: tuple[str, ...]
    card: str
    result: int
    net: int = 0
    what: str = ""

    def text(self) -> str:
        how = " with advantage" if self.net > 0 else " with disadvantage" if self.net < 0 else ""
        what = f" for {self.what}" if self.what else ""
        each = "; ".join(named(card) for card in self.cards)
        counts = "It" if len(self.cards) == 1 else named(self.card)
        return f"{self.who} flips {self.suit.title()}{what}{how}: {each}. {counts} counts as {SIGNS[self.result]}."


class NothingToFlip(Event, frozen=True):
    """There was no card to flip."""

    rule = "DK-3"
    who: str

    def text(self) -> str:
        return f"{self.who} has no card to flip: that counts as ✗✗."


class WoundCardShown(Event, frozen=True):
    """A wound card ended a flip."""

    rule = "DK-4"
    who: str
    card: str
    cut: int

    def text(self) -> str:
        cut = f", {amount(self.cut, 'card')} short" if self.cut else ""
        return f"A wound card! {self.who}'s flip ends here{cut}."


class Voiced(Event, frozen=True):
    """What a character lets out when a wound card shows."""

    rule = "DK-4"
    who: str
    words: str

    def text(self) -> str:
        return f"{self.who}: “{self.words}”"


class XpGained(Event, frozen=True):
    rule = "DK-5"
    who: str
    xp: int

    def text(self) -> str:
        return f"The card that counts shows XP: {self.who} gains 1 XP, {self.xp} in all."


class BlessingReturned(Event, frozen=True):
    rule = "DK-5"
    who: str
    card: str

    def text(self) -> str:
        return f"The blessing has done its work: {self.who} gives it back to the supply."


class Blessed(Event, frozen=True):
    rule = "DK-5"
    who: str
    card: str

    def text(self) -> str:
        return f"Critical success: a blessing card, {signs(self.card)}, goes to {self.who}'s discard pile."


class StaminaLost(Event, frozen=True):
    """A search for a Stamina symbol: the cards turned over, the one found, what is left."""

    rule = "DK-13"
    who: str
    cards: tuple[str, ...]
    card: str
    left: int

    def text(self) -> str:
        found = (
            f" after {amount(len(self.cards) - 1, 'card')} without the symbol" if len(self.cards) > 1 else ""
        )
        return f"{self.who} loses 1 Stamina, {named(self.card)}{found}; {self.left} left."


class Absorbed(Event, frozen=True):
    rule = "DK-12"
    who: str
    part: str
    card: str
    free: int

    def text(self) -> str:
        left = amount(self.free, "free slot") if self.free else "no free slot"
        return f"{self.who} absorbs {PARTS[self.part]} with {self.card}: {left} left."


class ShieldTried(Event, frozen=True):
    rule = "DK-21"
    who: str
    part: str
    shield: str
    result: int

    def text(self) -> str:
        how = {
            4: f"{self.who} catches {PARTS[self.part]} on the {self.shield}.",
            3: f"{self.who} gets the {self.shield} up against {PARTS[self.part]}, at the price of 1 Stamina.",
        }
        return how.get(self.result, f"{self.who}'s {self.shield} comes too late.")


class HarmTaken(Event, frozen=True):
    rule = "DK-15"
    who: str
    harm: int

    def text(self) -> str:
        return f"{self.who} takes a Harm token, {self.harm} now."


class HarmBecomesWound(Event, frozen=True):
    rule = "DK-15"
    who: str

    def text(self) -> str:
        return f"{self.who} has two Harm tokens already: this one becomes a Wound."


class WoundTaken(Event, frozen=True):
    rule = "DK-16"
    who: str
    wounds: int
    card: str = ""

    def text(self) -> str:
        card = f" A wound card, {signs(self.card)}, goes to the discard pile." if self.card else ""
        return f"{self.who} takes a Wound token, {self.wounds} now.{card}"


class WoundTold(Event, frozen=True):
    rule = "DK-16"
    who: str
    words: str

    def text(self) -> str:
        return f"{self.who}'s wound: {self.words}"


class Incapacitated(Event, frozen=True):
    rule = "DK-14"
    who: str

    def text(self) -> str:
        why = "two Wounds already, and here is a third" if self.cites() == "DK-16" else "no Stamina is left"
        return f"{self.who} is incapacitated: {why}."


class IncapacitationTold(Event, frozen=True):
    rule = "DK-14"
    who: str
    words: str

    def text(self) -> str:
        return f"What it means for {self.who}: {self.words}"


class Struck(Event, frozen=True):
    """Phase one: the damage of a hit."""

    rule = "DK-10"
    who: str
    source: str
    dice: str
    damage: int

    def text(self) -> str:
        rolled = f" ({self.dice})" if "d" in self.dice else ""
        return f"{self.source}: {self.who} is hit for {self.damage}{rolled}."


class Unharmed(Event, frozen=True):
    rule = "DK-11"
    who: str

    def text(self) -> str:
        return f"No damage: nothing happens to {self.who}."


class Divided(Event, frozen=True):
    """Phase two: how a hit is split, in the order in which it is taken."""

    rule = "DK-11"
    who: str
    damage: int
    wounds: int
    harm: int
    stamina: int
    order: tuple[str, ...] = ()

    def text(self) -> str:
        parts = [(self.wounds, "Wound"), (self.harm, "Harm"), (self.stamina, "Stamina")]
        said = listed([f"{count} {kind}" for count, kind in parts if count])
        usual = tuple(part for part in ("wound", "harm", "stamina") if part in self.order)
        order = f", taken {', then '.join(map(str.title, self.order))}" if self.order != usual else ""
        return f"{self.who} splits {self.damage} into {said}{order}."


class Instructed(Event, frozen=True):
    """The game master has a character lose Stamina or take Harm or a Wound directly."""

    rule = "DK-10"
    who: str
    source: str
    parts: tuple[str, ...]

    def text(self) -> str:
        said = listed([f"{self.parts.count(part)} {part.title()}" for part in dict.fromkeys(self.parts)])
        return f"{self.source}: {self.who} is to take {said}."


class Moot(Event, frozen=True):
    """What was still to come means nothing to somebody who is incapacitated."""

    rule = "DK-14"
    who: str
    parts: tuple[str, ...]

    def text(self) -> str:
        return f"The rest of the hit no longer matters to {self.who}."


class Narrated(Event, frozen=True):
    """Phase four."""

    rule = "DK-10"
    who: str
    words: str

    def text(self) -> str:
        return f"{self.who}: {self.words}"


PARTS = {"stamina": "a Stamina point", "harm": "a Harm", "wound": "a Wound"}
