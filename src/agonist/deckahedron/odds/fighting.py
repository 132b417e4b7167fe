"""A fight of one against one, hand to hand, to its end (DK-5, DK-13 to DK-16, DK-31, DK-33).

The player is one who always reshuffles before a flip and before searching for Stamina, as the rules allow. Then nothing
matters but which cards are lost and which wound and blessing cards have come: few enough states to follow them all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from agonist.odds.answer import Odds
from agonist.odds.distribution import Distribution

from ..cards import BLESSINGS, CRITICAL_SUCCESS, PLAIN, STAMINA, WOUND_CARDS, Suit, face
from .cards import parse_suit
from .enduring import Condition, Endurance, parse_damage

_MOST_ROUNDS = 200
_LEAST = 1e-14


class Fighter(NamedTuple):
    """Stamina cards left by their result on the suit (1 to 4), the critical success apart from them; wound cards that
    have come as bits; Harm tokens."""

    stamina: tuple[int, int, int, int]
    critical: int = 1
    wound_cards: int = 0
    harm: int = 0

    @property
    def points(self) -> int:
        return sum(self.stamina) + self.critical

    @property
    def wounds(self) -> int:
        return self.wound_cards.bit_count()


Shares = NDArray[np.float64]
"""Chances by how many blessings with ✔ and with ✔✔ on the suit have come, and by the foe's Stamina."""
Mass = dict[Fighter, Shares]
"""The chance of each state."""


def fight(*, suit: str, weapon: str = "1d6", foe: int = 6, damage: str = "1d6") -> Odds:
    """The chance that a fresh character without armour subdues a foe that strikes back every round.

    Every opening is used for more damage, and hits are split as well as possible against this foe.
    """
    on = parse_suit(suit)
    course = _Fight(on, parse_damage(weapon), foe, parse_damage(damage))
    values = Counter(face(card, on) for card in STAMINA if card != CRITICAL_SUCCESS)
    start = course.nothing()
    start[0, 0, foe] = 1
    alive: Mass = {Fighter((values[1], values[2], values[3], values[4])): start}
    rounds = 0.0
    for _ in range(_MOST_ROUNDS):
        if not alive:
            break
        rounds += float(sum(each.sum() for each in alive.values()))
        alive = course.round(alive)
    error = float(sum(each.sum() for each in alive.values())) + course.dropped + 1e-13
    numbers = {"win": course.won, "tie": 0.0, "lose": course.lost, "mean": rounds}
    notes = (
        "The mean is the expected number of rounds. The player reshuffles before every flip and every search.",
    )
    title = f"Fight on {suit.title()} with {weapon} against a foe of {foe} Stamina and {damage}"
    rules = ("DK-5", "DK-13", "DK-31", "DK-33")
    return Odds(title, numbers, method="solved", error=error, notes=notes, rules=rules)


class _Fight:
    def __init__(self, suit: Suit, weapon: Distribution, foe: int, damage: Distribution) -> None:
        self.plain = Counter(face(card, suit) for card in PLAIN)
        self.wound_faces = [face(card, suit) for card in WOUND_CARDS]
        supply = Counter(face(card, suit) for card in BLESSINGS)
        self.size = (supply[3] + 1, supply[4] + 1, foe + 1)
        self.checks, self.doubles, _ = np.ogrid[: self.size[0], : self.size[1], :1]
        strong = weapon + Distribution(1, [1, 1, 1, 1])
        dealt = {1: [(0, 1.0)], 2: [(1, 1.0)], 3: _floats(weapon), 4: _floats(strong)}
        self.deals = {result: _dealing(each, foe) for result, each in dealt.items()}
        self.hits = _floats(damage)
        self.lasting = Endurance(damage)
        self.won = self.lost = self.dropped = 0.0
        self._blows = cache(self._blow)

    def nothing(self) -> Shares:
        return np.zeros(self.size)

    def round(self, alive: Mass) -> Mass:
        """DK-31: flip, deal damage, pay for a wound card; and what is left of the foe strikes."""
        struck: Mass = defaultdict(self.nothing)
        for who, shares in alive.items():
            if shares.sum() < _LEAST:
                self.dropped += float(shares.sum())
                continue
            plain, wounded = self._flip(who, shares)
            struck[who] += self._dealt(plain)
            if who.wound_cards:
                self._share_out(_lose_one(who), self._dealt(wounded), struck)
        following: Mass = defaultdict(self.nothing)
        for who, shares in struck.items():
            self._share_out(self._blows(who), shares, following)
        return following

    def _share_out(self, ways: dict[Fighter | None, float], shares: Shares, among: Mass) -> None:
        for then, part in ways.items():
            if then is None:
                self.lost += float(shares.sum()) * part
            else:
                among[then] += shares * part

    def _dealt(self, results: dict[int, Shares]) -> Shares:
        """DK-30, DK-31: the damage that each result deals; a foe at 0 is subdued."""
        after: Shares = sum((each @ self.deals[result] for result, each in results.items()), self.nothing())
        self.won += float(after[:, :, 0].sum())
        after[:, :, 0] = 0
        return after

    def _flip(self, who: Fighter, shares: Shares) -> tuple[dict[int, Shares], dict[int, Shares]]:
        """DK-3: one card of all that are left; the chances by its result, those with a wound card apart."""
        mine = [bit for bit in (0, 1) if who.wound_cards >> bit & 1]
        each = shares / (sum(self.plain.values()) + who.points + len(mine) + self.checks + self.doubles)
        plain = {result: each * (self.plain[result] + who.stamina[result - 1]) for result in (1, 2, 3, 4)}
        plain[3][:-1] += (each * self.checks)[1:]
        plain[4][:, :-1] += (each * self.doubles)[:, 1:]
        if who.critical:
            plain[4] += self._blessed(each)
        wounded = {1: self.nothing(), 2: self.nothing()}
        for bit in mine:
            wounded[self.wound_faces[bit]] += each
        return plain, wounded

    def _blessed(self, shares: Shares) -> Shares:
        """DK-5: the critical success brings a blessing, whichever of those left comes up; if there is one."""
        checks, doubles = self.size[0] - 1 - self.checks, self.size[1] - 1 - self.doubles
        left = checks + doubles
        each = np.divide(shares, left, where=left > 0, out=np.zeros_like(shares))
        then = np.where(left > 0, 0, shares)
        then[1:] += (each * checks)[:-1]
        then[:, 1:] += (each * doubles)[:, :-1]
        return then

    def _blow(self, who: Fighter) -> dict[Fighter | None, float]:
        """DK-10: what the foe's attack leaves."""
        found: dict[Fighter | None, float] = defaultdict(float)
        for hit, share in self.hits:
            for then, part in self._take(who, hit).items():
                found[then] += share * part
        return found

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
    if who.critical:
        found[who._replace(critical=0)] = 1 / who.points
    for place, count in enumerate(who.stamina):
        if count:
            a, b, c, d = (each - (number == place) for number, each in enumerate(who.stamina))
            found[who._replace(stamina=(a, b, c, d))] = count / who.points
    return found


def _dealing(dealt: list[tuple[int, float]], foe: int) -> Shares:
    """From the foe's Stamina before a blow to that after it."""
    ways = np.zeros((foe + 1, foe + 1))
    for before in range(foe + 1):
        for damage, chance in dealt:
            ways[before, max(0, before - damage)] += chance
    return ways


def _floats(dice: Distribution) -> list[tuple[int, float]]:
    return [(value, float(chance)) for value, chance in dice.items()]
