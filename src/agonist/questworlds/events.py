"""What the log tells: every line is made from the event's own data and carries its rule."""

from __future__ import annotations

from agonist.kernel import Event
from agonist.questworlds_common.words import begun, listed, quoted

from .modifiers import signed


def whose(level: str, name: str) -> str:
    """An outcome and for whom it is one; a tie is for nobody."""
    return level if level == "tie" else f"{level} for {name}"


class Framed(Event, frozen=True):
    """The contest begins: what for, and who meets whom."""

    rule = "QW-10"
    prize: str
    sides: dict[str, tuple[str, ...]]

    def text(self) -> str:
        sides = [listed(names) for names in self.sides.values()]
        return f"The prize: {self.prize or 'what is at stake'}. {' against '.join(sides)}."


class StartsWith(Event, frozen=True):
    """A contestant's advantage points at the start."""

    rule = "QW-11"
    name: str
    ability: str
    rating: str
    followers: dict[str, int]
    ap: int

    def text(self) -> str:
        helped = "".join(f", {name} {whole}" for name, whole in self.followers.items())
        return f"{self.name} starts with {self.ap} AP: {self.ability} {self.rating}{helped}."


class FollowerAsked(Event, frozen=True):
    """A reluctant follower was asked to go along with somebody else."""

    rule = "QW-12"
    name: str
    owner: str
    serves: str
    goes: bool

    def text(self) -> str:
        if self.goes:
            return f"{self.name} is won over and follows {self.serves}."
        return f"{self.name} will not go with {self.serves} and stays with {self.owner}."


class Augmented(Event, frozen=True):
    """An augment changes an ability for the rest of the contest."""

    rule = "QW-9"
    name: str
    label: str
    value: int
    ability: str = ""

    def text(self) -> str:
        if not self.value:
            return begun(f"{self.label} gives {self.name} nothing.")
        what = self.ability or "everything"
        return begun(f"{self.label} augments {what} of {self.name} by {signed(self.value)}.")


class FirstToAct(Event, frozen=True):
    rule = "QW-14"
    name: str

    def text(self) -> str:
        return f"{self.name} acts first."


class RoundBegins(Event, frozen=True):
    rule = "QW-14"
    round: int

    def text(self) -> str:
        return f"Round {self.round}."


class Bid(Event, frozen=True):
    """An action, its ability and its bid, against somebody."""

    rule = "QW-15"
    name: str
    target: str
    ability: str
    bid: int
    words: str = ""
    aim: str = ""

    def text(self) -> str:
        instead = f", not for advantage but for {self.aim}" if self.aim else ""
        return f"{self.name} bids {self.bid} against {self.target} with {self.ability}{instead}.{quoted(self.words)}"


class BidSet(Event, frozen=True):
    """The game master set a bid that was not stated, or proposed another one."""

    rule = "QW-15"
    name: str
    bid: int
    how: str

    def text(self) -> str:
        told = {
            "set": f"{self.name} states no bid; the game master sets it at {self.bid}.",
            "proposed": f"The game master proposes a bid of {self.bid} to {self.name}.",
            "taken": f"{self.name} takes the proposed bid of {self.bid}.",
            "declined": f"{self.name} stays with a bid of {self.bid}.",
        }
        return told[self.how]


class BidLowered(Event, frozen=True):
    """A declared bid has become too large."""

    rule = "QW-16"
    name: str
    bid: int

    def text(self) -> str:
        return f"{self.name}'s bid is lowered to {self.bid}: there is no more to stake."


class AnsweredWith(Event, frozen=True):
    rule = "QW-15"
    name: str
    ability: str

    def text(self) -> str:
        return f"{self.name} answers with {self.ability}."


class Rolled(Event, frozen=True):
    """A die, and for those who may know the rating what it comes to."""

    rule = "QW-3"
    faces = ("die",)
    name: str
    die: int
    ability: str = ""
    rating: str = ""
    result: str = ""

    def text(self) -> str:
        if not self.result:
            return begun(f"{self.name} rolls {self.die}.")
        return begun(f"{self.name} rolls {self.die} against {self.ability} {self.rating}: {self.result}.")


class Bumps(Event, frozen=True):
    """Bumps from masteries and from lasting effects, by contestant: each with its steps and where it comes from."""

    rule = "QW-4"
    bumps: dict[str, dict[str, int]]

    def text(self) -> str:
        told = [_bump(name, steps, why) for name, each in self.bumps.items() for why, steps in each.items()]
        return begun(f"{'; '.join(told)}.") if told else "Nobody is bumped."


def _bump(name: str, steps: int, why: str) -> str:
    way = "up" if steps > 0 else "down"
    count = f" {abs(steps)} steps" if abs(steps) > 1 else ""
    return f"{name} is bumped {way}{count} ({why})"


class Stands(Event, frozen=True):
    """The results after bumps."""

    rule = "QW-4"
    names: tuple[str, str]
    results: tuple[str, str]

    def text(self) -> str:
        (one, two), (mine, yours) = self.names, self.results
        return begun(f"{one} has a {mine}, {two} a {yours}.")


class HeroPoint(Event, frozen=True):
    rule = "QW-5"
    name: str
    left: int

    def text(self) -> str:
        return f"{self.name} spends a hero point for a bump up ({self.left} left)."


class Compared(Event, frozen=True):
    """The cell of the exchange table, and what it comes to."""

    rule = "QW-17"
    better: str
    worse: str
    results: tuple[str, str]
    multiple: str = ""
    transfer: bool = False
    bid: int = 0
    edge: int = 0
    price: int = 0

    def text(self) -> str:
        mine, yours = self.results
        if not self.multiple:
            return f"{mine.capitalize()} against {yours}: a tie, nothing changes."
        verb = "transfers" if self.transfer else "loses"
        by = ", by the better roll" if mine == yours else ""
        edge = f"+ edge {self.edge}" if self.edge > 0 else f"− handicap {-self.edge}"
        stake = f"({self.bid} {edge})" if self.edge else f"{self.bid}"
        return f"{mine.capitalize()} against {yours}{by}: {self.worse} {verb} {self.multiple} × {stake} = {self.price}."


class PlainLoss(Event, frozen=True):
    rule = "QW-18"
    name: str

    def text(self) -> str:
        return f"{self.name} is so far below the opponent that nothing is transferred, only lost."


class BothFumble(Event, frozen=True):
    rule = "QW-21"
    hurts: bool

    def text(self) -> str:
        return "Two fumbles: both lose half the bid." if self.hurts else "Two fumbles cancel out."
