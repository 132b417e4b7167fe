"""The numbers that the model of extended contests reckons with, from the chapter and the rulings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

FUMBLE, FAILURE, SUCCESS, CRITICAL = range(4)
WORDS = ["fumble", "failure", "success", "critical"]
DEGREES = ["marginal", "minor", "major", "complete"]
CONSEQUENCES = dict(zip(DEGREES, ["hurt", "impaired", "injured", "dying"], strict=True))
BENEFITS = dict(zip(DEGREES, ["fresh", "pumped", "invigorated", "heroic"], strict=True))
PENALTIES = {"impaired": -6, "injured": -9, "fresh": 3, "pumped": 6, "invigorated": 9}
EIGHTHS = dict(zip(DEGREES, [1, 2, 4, 8], strict=True))
LENT = {  # by outcome: halves of the amount that the friend and the lender gain
    "complete victory": (2, 0), "major victory": (2, -2), "minor victory": (2, -2), "marginal victory": (1, -1),
    "tie": (0, 0), "marginal defeat": (0, -1), "minor defeat": (0, -2), "major defeat": (0, -2),
    "complete defeat": (-2, -2),
}  # fmt: skip
GIVEN = {  # by outcome: halves of the bid that the friend and the friend's opponent gain
    "complete victory": (4, 0), "major victory": (2, 0), "minor victory": (2, 0), "marginal victory": (1, 0),
    "tie": (0, 0), "marginal defeat": (0, 1), "minor defeat": (0, 2), "major defeat": (0, 2),
    "complete defeat": (0, 4),
}  # fmt: skip
AUGMENTS = {
    "complete victory": 20,
    "major victory": 9,
    "minor victory": 6,
    "marginal victory": 3,
    "complete defeat": -3,
}


def half_up(top: int, bottom: int) -> int:
    """A fraction to the nearest whole number, halves up."""
    whole, rest = divmod(abs(top), bottom)
    return (whole + (2 * rest >= bottom)) * (1 if top >= 0 else -1)


def whole_of(text: str) -> int:
    """QW-1: what a rating as it is written comes to."""
    found = re.fullmatch(r"(−?\d+)(M(\d*))?", text)
    assert found, text
    number = int(found[1].replace("−", "-"))
    return number + 20 * int(found[3] or 1) if found[2] else number


def degree_of(ap: int) -> str:
    """QW-22: of a defeat at so many AP."""
    return DEGREES[0 if ap >= -10 else 1 if ap >= -20 else 2 if ap >= -30 else 3]


@dataclass
class Lasting:
    effect: str
    abilities: tuple[str, ...]
    fresh_fall: bool = False

    def on(self, ability: str) -> bool:
        return not self.abilities or ability in self.abilities


@dataclass
class Person:
    name: str
    side: str
    player: bool
    hero_points: int
    edge: int
    hand: str
    abilities: dict[str, int]
    bonuses: list[tuple[int, str]] = field(default_factory=list)
    lasting: list[Lasting] = field(default_factory=list)
    ap: int = 0
    start: int = 0
    status: str = "in"
    level: str = ""
    fell_in: int = 0
    felled_by: str = ""
    tried: bool = False
    used: list[int] = field(default_factory=list)
    met: list[str] = field(default_factory=list)

    def rating(self, ability: str, hurt: int) -> int:
        """QW-2, QW-9, QW-23: everything added to the whole rating."""
        penalty = sum(
            PENALTIES.get(e.effect, hurt if e.effect == "hurt" else 0) for e in self.lasting if e.on(ability)
        )
        return self.abilities[ability] + penalty + sum(v for v, on in self.bonuses if on in ("", ability))

    def bumps(self, ability: str) -> int:
        return sum({"heroic": 1, "dying": -1}.get(e.effect, 0) for e in self.lasting if e.on(ability))

    @property
    def dying(self) -> bool:
        return any(e.effect == "dying" for e in self.lasting)


@dataclass
class Die:
    name: str
    face: int
    ability: str
    rating: int
    told: str
    hero_point: bool = False


def natural(rating: int, face: int) -> int:
    """QW-2, QW-3."""
    if rating <= 0:
        return FAILURE
    if face in (1, 20):
        return CRITICAL if face == 1 else FUMBLE
    return SUCCESS if face <= (rating - 1) % 20 + 1 else FAILURE
