"""What the log tells of special actions and of rounds of a group."""

from __future__ import annotations

from agonist.kernel import Event
from agonist.questworlds_common.words import listed, quoted

from .events import whose


class Achieved(Event, frozen=True):
    rule = "QW-27"
    name: str
    words: str = ""

    def text(self) -> str:
        end = "no AP change hands, but what was wanted is achieved."
        return f"{self.name} wins the exchange: {end}{quoted(self.words)}"


class Switched(Event, frozen=True):
    """A switch of ability that took the place of an exchange."""

    rule = "QW-25"
    name: str
    ability: str

    def text(self) -> str:
        return f"{self.name} spends the action on switching to {self.ability}."


class Allowed(Event, frozen=True):
    """The game master ruled whether something may be done."""

    name: str
    what: str
    allowed: bool

    def text(self) -> str:
        verb = "lets" if self.allowed else "does not let"
        return f"The game master {verb} {self.name} {self.what}."


class Unrelated(Event, frozen=True):
    rule = "QW-26"
    name: str
    words: str
    level: str = ""
    against: str = ""

    def text(self) -> str:
        how = f" (resistance {self.against}): {self.level}" if self.level else ""
        return f"{self.name} does something unrelated{how}.{quoted(self.words)}"


class TriesToLeave(Event, frozen=True):
    rule = "QW-28"
    name: str
    ability: str
    words: str = ""

    def text(self) -> str:
        return f"{self.name} tries to leave with {self.ability}.{quoted(self.words)}"


class Leaves(Event, frozen=True):
    """Somebody tries to leave; `level` is empty when nobody tried to hold them."""

    rule = "QW-28"
    name: str
    out: bool
    level: str = ""
    holder: str = ""

    def text(self) -> str:
        if not self.level:
            return f"Nobody holds {self.name}, who leaves the contest."
        end = "gets away" if self.out else "does not get away"
        return f"{self.holder} tries to hold {self.name}, who {end}: {self.level}."


class Rejoins(Event, frozen=True):
    rule = "QW-29"
    name: str
    restored: int = 0

    def text(self) -> str:
        more = f", with {self.restored} AP restored" if self.restored else ""
        return f"{self.name} comes back into the contest{more}."


class PartingShot(Event, frozen=True):
    rule = "QW-30"
    name: str
    target: str

    def text(self) -> str:
        return f"{self.name} takes a parting shot at {self.target}."


class BroughtBack(Event, frozen=True):
    rule = "QW-30"
    name: str
    ap: int
    consequence: str = ""

    def text(self) -> str:
        kept = f", and stays {self.consequence}" if self.consequence else ""
        return f"{self.name} is back in the contest with {self.ap} AP{kept}."


class FinalAction(Event, frozen=True):
    rule = "QW-31"
    name: str
    ability: str
    against: str
    words: str = ""

    def text(self) -> str:
        tries = f"{self.ability} against {self.against}"
        return f"{self.name} spends a hero point on a final action: {tries}.{quoted(self.words)}"


class TurnsAway(Event, frozen=True):
    """The last of a side are down, but the opposition looks elsewhere."""

    rule = "QW-31"
    names: str

    def text(self) -> str:
        return f"It is not over yet: the opposition turns away from {self.names}."


class FinalActionEnds(Event, frozen=True):
    rule = "QW-31"
    name: str
    level: str
    back: bool

    def text(self) -> str:
        end = "is back in the contest" if self.back else "stays down"
        return f"A {self.level}: {self.name} {end}."


class Lends(Event, frozen=True):
    rule = "QW-32"
    name: str
    to: str
    amount: int
    level: str
    words: str = ""

    def text(self) -> str:
        return f"{self.name} tries to lend {self.to} {self.amount} AP: {self.level}.{quoted(self.words)}"


class Gifts(Event, frozen=True):
    rule = "QW-33"
    name: str
    to: str
    bid: int
    level: str
    opponent: str = ""
    words: str = ""

    def text(self) -> str:
        goes = f", to the gain of {self.opponent}" if self.opponent else ""
        how = f"with a bid of {self.bid}: {self.level}{goes}"
        return f"{self.name} helps {self.to} from outside {how}.{quoted(self.words)}"


class Declares(Event, frozen=True):
    rule = "QW-34"
    name: str
    what: str
    bids: dict[str, int]
    ability: str = ""
    words: str = ""

    def text(self) -> str:
        shares = [f"{bid} against {target}" for target, bid in self.bids.items()]
        bid = f", {listed(shares)}" if shares else ""
        means = f" with {self.ability}" if self.ability else ""
        return f"{self.name} declares: {self.what}{means}{bid}.{quoted(self.words)}"


class Boldness(Event, frozen=True):
    """For those who know the total: how bold a bid is."""

    rule = "QW-35"
    name: str
    word: str

    def text(self) -> str:
        return f"For {self.name} that is {self.word}."


class RollOff(Event, frozen=True):
    rule = "QW-34"
    dice: dict[str, int]

    def text(self) -> str:
        return (
            "A roll-off for the order: " + listed([f"{name} {die}" for name, die in self.dice.items()]) + "."
        )


class Order(Event, frozen=True):
    rule = "QW-34"
    by: str
    names: tuple[str, ...]
    moved: bool = False

    def text(self) -> str:
        told = {"boldness": "the boldest first", "bid": "the highest bid first", "ap": "the most AP first"}[
            self.by
        ]
        by = f"{told}, as the game master changed it" if self.moved else told
        return f"The order of acting ({by}): {listed(self.names)}."


class ChangesPlan(Event, frozen=True):
    rule = "QW-37"
    name: str

    def text(self) -> str:
        return f"{self.name} changes the declared action."


class HoldsBack(Event, frozen=True):
    rule = "QW-34"
    name: str

    def text(self) -> str:
        return f"{self.name} holds back."


class Forfeits(Event, frozen=True):
    rule = "QW-37"
    name: str
    why: str

    def text(self) -> str:
        return f"{self.name} does not act: {self.why}."


class Lapses(Event, frozen=True):
    rule = "QW-37"
    name: str
    targets: tuple[str, ...]

    def text(self) -> str:
        return f"{self.name}'s bid against {listed(self.targets)} lapses: they are out of the contest."


class Delays(Event, frozen=True):
    rule = "QW-37"
    name: str
    lapsed: bool = False

    def text(self) -> str:
        if self.lapsed:
            return f"The round ends, and the action that {self.name} held back lapses."
        return f"{self.name} waits and may step in later this round."


class StepsIn(Event, frozen=True):
    rule = "QW-37"
    name: str

    def text(self) -> str:
        return f"{self.name} steps in."


class Scores(Event, frozen=True):
    """A pairing of a group simple contest."""

    rule = "QW-40"
    names: tuple[str, str]
    level: str
    winner: str = ""
    points: int = 0

    def text(self) -> str:
        one, two = self.names
        gain = f" {self.points} for {self.winner}." if self.winner else " Nobody scores."
        return f"{one} against {two}: {whose(self.level, one)}.{gain}"


class Tallied(Event, frozen=True):
    rule = "QW-40"
    sums: dict[str, int]
    level: str

    def text(self) -> str:
        sums = listed([f"{side} {points}" for side, points in self.sums.items()])
        return f"The scores: {sums}. That is a {whose(self.level, next(iter(self.sums)))}."


class Boosted(Event, frozen=True):
    rule = "QW-40"
    paid: dict[str, int]
    level: str
    side: str

    def text(self) -> str:
        payers = [f"{name} {points}" for name, points in self.paid.items()]
        return f"Hero points lift the outcome ({listed(payers)}): now a {whose(self.level, self.side)}."


class Outcomes(Event, frozen=True):
    """QW-7: how a simple contest went, for its first side."""

    rule = "QW-7"
    name: str
    other: str
    level: str

    def text(self) -> str:
        return f"{self.name} against {self.other}: a {whose(self.level, self.name)}."
