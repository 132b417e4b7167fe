"""People as the model of today's QuestWorlds knows them: what they have, and what counts for or against them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .reckoning import NONE, whole_of


@dataclass
class Lasting:
    """QS-23: a benefit or a consequence, on some abilities or (none named) on all."""

    value: int
    label: str
    touches: tuple[str, ...] = ()

    def on(self, ability: str) -> bool:
        return not self.touches or ability in self.touches


@dataclass
class Follower:
    """QS-50, QS-58, QS-66: `lost` is resolve, `rp` what was shifted to them."""

    name: str
    owner: str
    serves: str
    abilities: dict[str, int]
    role: str
    use: str
    lost: int = 0
    rp: int = 0
    here: bool = True

    @property
    def rating(self) -> int:
        return next(iter(self.abilities.values()))


@dataclass
class Tactic:
    """QS-18: what was stated, what the game master said of it last, and what helping rolls brought."""

    ability: str
    plan: dict[str, Any]
    help: dict[str, str] = field(default_factory=dict)
    rolled: dict[str, int] = field(default_factory=dict)
    doubts: dict[str, int] = field(default_factory=dict)
    called: dict[str, int] = field(default_factory=dict)
    ruling: dict[str, Any] = field(default_factory=dict)
    struck: bool = False
    left: list[tuple[Person, Lasting, str, Any]] = field(default_factory=list)
    """What came of a ruling: on whom, what, and which word of the ruling it came of."""
    before: int | None = None
    """What the situation came to before the round in which this was tried."""

    def said(self, what: str) -> Any:
        return self.ruling.get(what)


@dataclass
class Person:
    """Somebody in a contest, or beside it."""

    name: str
    side: str
    opposition: bool
    seat: str
    leader: str = ""
    abilities: dict[str, int] = field(default_factory=dict)
    keywords: dict[str, str] = field(default_factory=dict)
    resistance: int = 0
    firm: int = 0
    flaws: list[str] = field(default_factory=list)
    modifiers: list[tuple[int, str]] = field(default_factory=list)
    lasting: list[Lasting] = field(default_factory=list)
    followers: list[Follower] = field(default_factory=list)
    tactic: Tactic | None = None
    former: Tactic | None = None
    memory: dict[str, tuple[dict[str, int], dict[str, int], dict[str, int], list[Any]]] = field(
        default_factory=dict
    )
    """By ability what helping rolls, doubted flaws and resources brought, and what all that left, until the dice
    fall."""
    began_with: str = ""
    status: str = "in"
    rp: int = 0
    ap: int = 0
    start: int = 0
    resolve: int = 5
    full_resolve: int = 5
    points: int = 0
    fallen: bool = False
    experience: int = 0
    marks: list[str] = field(default_factory=list)
    own_help: tuple[str, int] | None = None
    others_help: dict[str, int] = field(default_factory=dict)
    followers_help: dict[str, int] = field(default_factory=dict)
    resources: dict[str, int] = field(default_factory=dict)
    numbers: tuple[int, tuple[int, int]] = (0, (0, 0))
    firm_numbers: tuple[int, tuple[int, int]] = (0, (0, 0))
    asking: str = ""
    situation: int = 0
    weary: int = 0
    result: Any = None
    rolled: Any = None

    @property
    def character(self) -> bool:
        return not self.opposition and not self.leader

    def sheet(self, ability: str) -> int:
        """QS-1, QS-2: the rating without modifiers; the opposition's is its resistance, 5 where there is nothing."""
        if self.opposition:
            return self.resistance
        lent = {name: whole for each in self.followers for name, whole in each.abilities.items()}
        return 5 if ability == NONE else (lent | self.abilities)[ability]

    def kin(self, one: str, two: str) -> bool:
        """QS-12: one ability, its keyword, or breakouts of one keyword."""
        return (self.keywords.get(one) or one) == (self.keywords.get(two) or two)

    def flaw(self, name: str) -> int:
        """QS-15: as the highest ability, the second-highest, or the lowest; an ability against one has its own."""
        if name not in self.flaws:
            return self.sheet(name)
        ranked = sorted(self.abilities.values(), reverse=True)
        place = self.flaws.index(name)
        return ranked[place] if place < min(2, len(ranked)) else ranked[-1]

    def bare(self, ability: str) -> int:
        """What a helping roll is made with: the sheet, what counts from the start, and what lasts."""
        if self.opposition:
            return self.resistance
        from_start = sum(value for value, on in self.modifiers if on in ("", ability))
        return (
            self.sheet(ability)
            + from_start
            + self.weary
            + sum(e.value for e in self.lasting if e.on(ability))
        )


def person_from(entry: Any, base: int, *, beside: bool = False) -> Person:
    """Somebody as the set-up has them."""
    who = Person(
        name=entry.name,
        side=entry.side or ("the opposition" if entry.opposition else "the characters"),
        opposition=entry.opposition,
        seat=entry.seat,
        flaws=list(entry.flaws),
        modifiers=[(each.value, each.ability) for each in entry.modifiers],
        lasting=[Lasting(each.value, each.label, tuple(each.touches)) for each in entry.lasting],
        status="beside" if beside else "in",
        resolve=entry.resolve,
        full_resolve=entry.starting_resolve,
        fallen=entry.fallen,
        experience=entry.experience,
        marks=list(entry.marks),
    )
    if entry.opposition:
        who.resistance = base if entry.resistance == "base" else whole_of(entry.resistance)
        who.firm = who.resistance
        who.full_resolve = who.resolve
    for each in entry.abilities:
        who.keywords[each.name] = each.keyword
        more = who.abilities[each.keyword] if each.keyword else 0
        who.abilities[each.name] = more + whole_of(str(each.rating).lstrip("+"))
    who.followers = [follower_from(each, entry.name) for each in entry.followers]
    who.began_with = entry.ability or next(iter(who.abilities), "")
    return who


def follower_from(entry: Any, owner: str) -> Follower:
    abilities = {entry.ability or entry.name: whole_of(entry.rating)}
    abilities |= {each.name: whole_of(each.rating) for each in entry.more}
    serves = owner if entry.reluctant else entry.assigned_to or owner
    return Follower(entry.name, owner, serves, abilities, entry.role, entry.use, entry.lost)
