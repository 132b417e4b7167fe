"""How many hits a character lasts, and how to split each, exactly (DK-10 to DK-18).

What a hit leaves depends on nothing but Stamina points, tokens and free slots: which cards are lost does not matter
to how many are left. So the best split is found by going through what each split leaves, from the last hit back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from agonist.odds.answer import Odds
from agonist.odds.distribution import Distribution
from agonist.odds.refusal import refuse

POLICIES = ("best", "stamina", "wound-first")
ARMOUR = {"none": (0, 0), "leather": (0, 1), "padded": (2, 1), "full-plate": (0, 3)}
"""DK-20: slots for Harm, and slots for Harm or a Wound."""

_MOST_TOKENS = 2
_DICE = re.compile(r"\s*(?:(\d{0,2})d(\d{1,3}))?\s*(?:(\+)?\s*(\d{1,3}))?\s*")

Split = tuple[int, int, int]
"""Wounds, Harm, Stamina."""


class Condition(NamedTuple):
    """Stamina points, tokens, and free slots for Harm, and for Harm or Wounds.

    A free slot for Stamina is one Stamina point more: it can take the place of any, and is best used first.
    """

    stamina: int = 10
    harm: int = 0
    wounds: int = 0
    harm_slots: int = 0
    wound_slots: int = 0


def endure(
    *,
    damage: str,
    policy: str = "best",
    stamina: int = 10,
    harm: int = 0,
    wounds: int = 0,
    armour: str = "none",
    cardio: int = 0,
) -> Odds:
    """How many hits of this damage a character takes before the one that incapacitates.

    >>> endure(damage="1", policy="stamina").mean
    Fraction(9, 1)
    """
    if policy not in POLICIES:
        refuse(f"{policy!r} is no policy.", ", ".join(POLICIES), "policy")
    if armour not in ARMOUR:
        refuse(f"{armour!r} is no armour.", ", ".join(ARMOUR), "armour")
    harm_slots, wound_slots = ARMOUR[armour]
    start = Condition(stamina + cardio, harm, wounds, harm_slots, wound_slots)
    dice = parse_damage(damage)
    lasting = Endurance(dice, policy)
    numbers: dict[str, object] = {"mean": lasting.hits(start), "hits": lasting.survived(start)}
    splits = {}
    for hit in dice:
        if dice[hit] and (chosen := lasting.split(start, hit)) is not None:
            splits[hit] = named(chosen)
    numbers["split"] = splits
    title = f"Hits of {damage} survived, {policy} splitting, {stamina} Stamina"
    return Odds(title, numbers, rules=("DK-11", "DK-13", "DK-14", "DK-15", "DK-16"))


class Endurance:
    """The future of a character under hits of one kind of damage."""

    def __init__(self, damage: Distribution, policy: str = "best") -> None:
        self.damage = damage
        self.policy = policy
        self._hits: dict[Condition, Fraction] = {}
        self._known: dict[tuple[Condition, Split], set[Condition | None]] = {}
        if damage.at_least(1) == 0:
            refuse("Damage that never hurts is endured for ever.", "damage such as 1, 1d6 or 2d6", "damage")

    def hits(self, now: Condition) -> Fraction:
        """The expected number of hits survived from here, not counting the last."""
        if now not in self._hits:
            ways = (chance * max(self.after(now, hit), Fraction(0)) for hit, chance in self.damage.items())
            self._hits[now] = sum(ways, start=Fraction(0))
        return self._hits[now]

    def after(self, now: Condition, hit: int) -> Fraction:
        """What a hit leaves to hope for: 1 for surviving it and what comes later, −1 if it incapacitates."""
        if self.policy == "best":
            leaves = {then for split in splits(hit) for then in self._leaves(now, split)}
            return max(Fraction(-1) if then is None else 1 + self.hits(then) for then in undominated(leaves))
        return self._taken(now, self._fixed(now, hit))

    def split(self, now: Condition, hit: int) -> Split | None:
        """The split that the policy takes; None when nothing keeps the character up."""
        if self.policy != "best":
            return self._fixed(now, hit)
        best = max(splits(hit), key=lambda split: self._taken(now, split))
        return best if self._taken(now, best) >= 0 else None

    def by_split(self, now: Condition, hit: int) -> dict[Split, Fraction | None]:
        """For each legal split how many more hits can be expected; None where it incapacitates."""
        values = {split: self._taken(now, split) for split in splits(hit)}
        return {split: value - 1 if value >= 0 else None for split, value in values.items()}

    def survived(self, now: Condition) -> dict[int, Fraction]:
        """The chance of each number of hits survived."""
        chances: dict[int, Fraction] = {}
        alive: dict[Condition, Fraction] = {now: Fraction(1)}
        number = 0
        while alive and number < 200:
            following: dict[Condition, Fraction] = {}
            for here, chance in alive.items():
                for hit, share in self.damage.items():
                    then = self._then(here, hit)
                    if then is None:
                        chances[number] = chances.get(number, Fraction(0)) + chance * share
                    else:
                        following[then] = following.get(then, Fraction(0)) + chance * share
            alive = following
            number += 1
        return chances

    def _fixed(self, now: Condition, hit: int) -> Split:
        """All as Stamina; or as many Wounds as one can take and stay up, then as much Harm, the rest as Stamina."""
        if self.policy == "wound-first":
            for split in sorted(splits(hit), reverse=True):
                if self._leaves(now, split) != {None}:
                    return split
        return (0, 0, hit)

    def _then(self, now: Condition, hit: int) -> Condition | None:
        split = self.split(now, hit)
        if split is None:
            return None
        return max(
            self._leaves(now, split),
            key=lambda then: Fraction(-1) if then is None else self.hits(then),
            default=None,
        )

    def _taken(self, now: Condition, split: Split) -> Fraction:
        return max(Fraction(-1) if then is None else 1 + self.hits(then) for then in self._leaves(now, split))

    def _leaves(self, now: Condition, split: Split) -> set[Condition | None]:
        """All conditions that a split can lead to, depending on what is absorbed; None is incapacitated."""
        wounds, harm, stamina = split
        room = _MOST_TOKENS - now.wounds + now.wound_slots
        if (
            wounds > room
            or wounds + harm > room + _MOST_TOKENS - now.harm + now.harm_slots
            or stamina >= now.stamina
        ):
            return {None}
        if (now, split) not in self._known:
            states: set[Condition | None] = {now}
            for part in ("wound",) * split[0] + ("harm",) * split[1]:
                states = {
                    then for state in states for then in ([None] if state is None else ways(state, part))
                }
            states = {_drained(state, split[2]) for state in states}
            best = undominated(states) if self.policy == "best" else {max(states, key=_absorbed)}
            self._known[now, split] = best
        return self._known[now, split]


def ways(now: Condition, part: str) -> list[Condition | None]:
    """DK-12 to DK-16: each way to take one part of a hit that may be worth it; a slot for Harm alone goes first."""
    if part == "stamina":
        return [_drained(now, 1)]
    found: list[Condition | None] = []
    if part == "harm" and now.harm_slots:
        found.append(now._replace(harm_slots=now.harm_slots - 1))
    elif now.wound_slots:
        found.append(now._replace(wound_slots=now.wound_slots - 1))
    if part == "harm" and now.harm < _MOST_TOKENS:
        found.append(_drained(now._replace(harm=now.harm + 1), 1))
    elif now.wounds < _MOST_TOKENS:
        found.append(_drained(now._replace(wounds=now.wounds + 1), 1))
    else:
        found.append(None)
    return found


def undominated(states: Iterable[Condition | None]) -> set[Condition | None]:
    """Those that no other is at least as good as in everything; more of anything but tokens never harms."""
    standing = [state for state in states if state is not None]
    best: set[Condition | None] = {
        state
        for state in standing
        if not any(
            other is not state
            and other.stamina >= state.stamina
            and other.harm <= state.harm
            and other.wounds <= state.wounds
            and other.harm_slots >= state.harm_slots
            and other.wound_slots >= state.wound_slots
            for other in standing
        )
    }
    return best or {None}


def splits(hit: int) -> list[Split]:
    """DK-11: all legal splits of a hit, the fewest Wounds and Harm first."""
    return [
        (wounds, harm, hit - 6 * wounds - 3 * harm)
        for wounds in range(hit // 6 + 1)
        for harm in range((hit - 6 * wounds) // 3 + 1)
    ]


def named(split: Split) -> str:
    """A split in words."""
    wounds, harm, stamina = split
    said = [(stamina, "Stamina"), (harm, "Harm"), (wounds, "Wound" if wounds == 1 else "Wounds")]
    return " and ".join(f"{count} {what}" for count, what in said if count)


def parse_damage(text: str) -> Distribution:
    """Damage as it is written: 1, d6, 2d6, 1d4+2.

    >>> parse_damage("2d2")
    2: 1/4, 3: 1/2, 4: 1/4
    """
    found = _DICE.fullmatch(text)
    if found is None or not text.strip() or (found[2] and found[4] and not found[3]):
        refuse(f"{text!r} is no damage.", "a number or dice such as 1, 1d6, 2d6, 1d4+2", "damage")
    count, sides, more = int(found[1] or 1) if found[2] else 0, int(found[2] or 1), int(found[4] or 0)
    if not sides or count > 20:
        refuse(f"{text!r} is no damage.", "up to 20 dice with 1 side or more, such as 1d6", "damage")
    total = Distribution(more, [1])
    for _ in range(count):
        total += Distribution(1, [1] * sides)
    return total


def _drained(now: Condition | None, points: int) -> Condition | None:
    """DK-13, DK-14: so many Stamina points less; None when none is left."""
    if now is None or now.stamina <= points:
        return None
    return now._replace(stamina=now.stamina - points)


def _absorbed(then: Condition | None) -> tuple[int, ...]:
    if then is None:
        return (-1,)
    used = then.harm_slots + then.wound_slots
    return (1, then.stamina, -then.wounds, -then.harm, -used)
