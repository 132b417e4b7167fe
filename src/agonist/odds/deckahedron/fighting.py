"""A fight of one against one, hand to hand, to its end (DK-13 to DK-16, DK-31, DK-33).

The player is one who always reshuffles before a flip and before searching for Stamina, as the rules allow. Then nothing
matters but which cards are lost and which wound cards have come: few enough states to follow them all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import NamedTuple

from ..answer import Odds
from ..distribution import Distribution
from ..refusal import refuse
from .cards import PLAIN, STAMINA, SUITS, WOUND_CARDS, face
from .enduring import Condition, Endurance, parse_damage

__all__ = ["fight"]

_MOST_ROUNDS = 200
_LEAST = 1e-15


class Fighter(NamedTuple):
    """Stamina cards left by their result on the suit (1 to 4), wound cards that have come as bits, Harm tokens."""

    stamina: tuple[int, int, int, int]
    wound_cards: int = 0
    harm: int = 0

    @property
    def points(self) -> int:
        return sum(self.stamina)

    @property
    def wounds(self) -> int:
        return self.wound_cards.bit_count()


Mass = dict[tuple[Fighter, int], float]
"""The chance of each state: the character's, and the foe's Stamina."""


def fight(*, suit: str, weapon: str = "1d6", foe: int = 6, damage: str = "1d6") -> Odds:
    """The chance that a fresh character without armour subdues a foe that strikes back every round.

    Every opening is used for more damage, hits are split as well as possible against this foe, blessings are left.
    """
    if suit not in SUITS:
        refuse(f"{suit!r} is no suit.", ", ".join(SUITS), "suit")
    course = _Fight(suit, parse_damage(weapon), parse_damage(damage))
    values = Counter(face(card, suit) for card in STAMINA)
    alive: Mass = {(Fighter((values[1], values[2], values[3], values[4])), foe): 1.0}
    rounds = 0.0
    for _ in range(_MOST_ROUNDS):
        if not alive:
            break
        rounds += sum(alive.values())
        alive = course.round(alive)
    error = sum(alive.values()) + course.dropped + 1e-13
    numbers = {"win": course.won, "tie": 0.0, "lose": course.lost, "mean": rounds}
    notes = (
        "The mean is the expected number of rounds. The player reshuffles before every flip and every search.",
    )
    title = f"Fight on {suit.title()} with {weapon} against a foe of {foe} Stamina and {damage}"
    return Odds(title, numbers, method="solved", error=error, notes=notes, rules=("DK-13", "DK-31", "DK-33"))


class _Fight:
    def __init__(self, suit: str, weapon: Distribution, damage: Distribution) -> None:
        self.plain = Counter(face(card, suit) for card in PLAIN)
        self.wound_faces = [face(card, suit) for card in WOUND_CARDS]
        strong = weapon + Distribution(1, [1, 1, 1, 1])
        self.deals = {1: [(0, 1.0)], 2: [(1, 1.0)], 3: _floats(weapon), 4: _floats(strong)}
        self.hits = _floats(damage)
        self.lasting = Endurance(damage)
        self.won = self.lost = self.dropped = 0.0
        self._taken = cache(self._take)
        self._flips = cache(self._flip)

    def round(self, alive: Mass) -> Mass:
        """DK-31: flip, deal damage, pay for a wound card; and what is left of the foe strikes."""
        struck: Mass = defaultdict(float)
        for (who, foe), chance in alive.items():
            if chance < _LEAST:
                self.dropped += chance
                continue
            for result, wound, share in self._flips(who):
                for dealt, part in self.deals[result]:
                    self._after_the_blow(who, foe - dealt, chance * share * part, struck, wound=wound)
        following: Mass = defaultdict(float)
        for (who, foe), chance in struck.items():
            for hit, share in self.hits:
                for then, part in self._taken(who, hit).items():
                    if then is None:
                        self.lost += chance * share * part
                    else:
                        following[then, foe] += chance * share * part
        return following

    def _after_the_blow(self, who: Fighter, foe: int, chance: float, struck: Mass, *, wound: bool) -> None:
        if foe <= 0:
            self.won += chance
        elif not wound:
            struck[who, foe] += chance
        else:
            for then, part in _lose_one(who).items():
                if then is None:
                    self.lost += chance * part
                else:
                    struck[then, foe] += chance * part

    def _flip(self, who: Fighter) -> list[tuple[int, bool, float]]:
        """DK-3: one card of all that are left: its result, whether it is a wound card, its chance."""
        counts: Counter[tuple[int, bool]] = Counter()
        for result in (1, 2, 3, 4):
            counts[result, False] = self.plain[result] + who.stamina[result - 1]
        for number, result in enumerate(self.wound_faces):
            counts[result, True] += who.wound_cards >> number & 1
        total = counts.total()
        return [(result, wound, count / total) for (result, wound), count in counts.items() if count]

    def _take(self, who: Fighter, hit: int) -> dict[Fighter | None, float]:
        """DK-11, DK-15 to DK-17: a hit, split as well as possible, part by part; None is incapacitated."""
        if not hit:
            return {who: 1.0}
        now = Condition(who.points, who.harm, who.wounds)
        wounds, harm, stamina = self.lasting.split(now, hit) or (0, 0, hit)
        states: dict[Fighter | None, float] = {who: 1.0}
        for part in ("wound",) * wounds + ("harm",) * harm + ("stamina",) * stamina:
            following: dict[Fighter | None, float] = defaultdict(float)
            for state, chance in states.items():
                for then, share in _suffered(state, part).items():
                    following[then] += chance * share
            states = following
        return states


@cache
def _suffered(who: Fighter | None, part: str) -> dict[Fighter | None, float]:
    if who is None or part == "stamina":
        return _lose_one(who)
    if part == "harm" and who.harm < 2:
        return _lose_one(who._replace(harm=who.harm + 1))
    if who.wounds == 2:
        return {None: 1.0}
    coming = [bit for bit in (1, 2) if not who.wound_cards & bit]
    found: dict[Fighter | None, float] = defaultdict(float)
    for bit in coming:
        for then, share in _lose_one(who._replace(wound_cards=who.wound_cards | bit)).items():
            found[then] += share / len(coming)
    return found


@cache
def _lose_one(who: Fighter | None) -> dict[Fighter | None, float]:
    """DK-13, DK-14: any Stamina card that is left goes; None when it was the last."""
    if who is None or who.points <= 1:
        return {None: 1.0}
    found: dict[Fighter | None, float] = {}
    for place, count in enumerate(who.stamina):
        if count:
            a, b, c, d = (each - (number == place) for number, each in enumerate(who.stamina))
            found[who._replace(stamina=(a, b, c, d))] = count / who.points
    return found


def _floats(dice: Distribution) -> list[tuple[int, float]]:
    return [(value, float(chance)) for value, chance in dice.items()]
