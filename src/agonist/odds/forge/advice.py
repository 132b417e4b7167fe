"""What each optional step of a running test would add to the chance of success (FG-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from agonist.forge.edition import hinders
from agonist.kernel import Asked, Fields, Option, SeatView, Several
from agonist.kernel import Choice as Form

from ..distribution import Distribution
from ..live import Advice, Choice
from .pools import Pool, effort, plain, without_fortune

__all__ = ["advise"]

_MODIFIERS = ("fervor", "focus", "fortune")
_STEPS = ("around", "dice", "trait", "last")

Reach = Callable[[int], Fraction]
"""The chance of success with so much effort."""


def advise(type: str, view: SeatView, asked: Asked) -> Advice | None:  # noqa: ARG001
    """Advice on what to do about a roll; nothing for other questions, nor where success is certain."""
    test = view.state.get("test")
    if asked.what != "after the roll" or not test or not isinstance(asked.form, Fields):
        return None
    running = _Running(view.state, test, asked.about)
    if not running.found:
        return None
    now = running.success(Distribution(0, [1]))
    nothing = asked.form.fallback()
    choices = [Choice(nothing, "Leave it as it is", float(now))]
    choices += [
        Choice(nothing | step, label, float(chance)) for step, label, chance in running.steps(asked.form)
    ]
    if all(choice.value == 1 for choice in choices):
        return None
    best = max(choices, key=lambda choice: choice.value)
    gain = best.value - float(now)
    why = (
        f"{best.label} adds {gain:.1%}: from {float(now):.1%} to {best.value:.1%}."
        if gain > 1e-12
        else f"Nothing here adds to the chance of {float(now):.1%}."
    )
    return Advice(
        "chance of success", tuple(choices), best.answer, why, averaged=running.averaged, rules=("FG-14",)
    )


class _Running:
    """A test under way, as a seat sees it, from the side of the one who is asked."""

    def __init__(self, state: dict[str, Any], test: dict[str, Any], name: str) -> None:
        self.state = state
        self.people = {each["name"]: each for each in state["characters"]}
        self.sides = test["sides"]
        self.side = next((s for s in self.sides if any(m["name"] == name for m in s["members"])), None)
        self.found = self.side is not None
        self.averaged = ""
        if self.side is None:
            return
        self.member = next(m for m in self.side["members"] if m["name"] == name)
        self.found = bool(self.member["rolled"])
        self.training = self._training(self.side, self.member)
        self.reach = self._reach(test)

    def success(self, more: Distribution, dice: list[int] | None = None, least: int = 0) -> Fraction:
        """The chance of success when so much effort comes on top of these dice."""
        assert self.side is not None
        hits = sum(die >= self.training for die in (self.member["dice"] if dice is None else dice))
        others = sum(self._effort(self.side, m) for m in self.side["members"] if m is not self.member)
        floor = max(
            least,
            self.member["least"],
            self._floor(self.side) if self.member is self.side["members"][0] else 0,
        )
        chance = Fraction(0)
        for extra, share in more.items():
            chance += share * self.reach(max(hits + extra, floor) + others)
        return chance

    def steps(self, form: Fields) -> Iterator[tuple[dict[str, Any], str, Fraction]]:
        """Each step alone: the part of the answer that takes it, its name, and the chance of success then."""
        for field in form.fields:
            if field.key in _STEPS and isinstance(field.form, Form):
                for option in field.form.options:
                    if not option.unavailable:
                        for answer, label, chance in self.after(option):
                            yield {field.key: answer}, label, chance

    def after(self, option: Option) -> Iterator[tuple[Any, str, Fraction]]:
        """What taking an option comes to, by its numbers; nothing if it adds no effort."""
        leaves = dict(option.leaves)
        if isinstance(option.then, Several):
            yield from self.with_effects(option, option.then)
        elif "dice" in leaves:
            yield option.key, option.label, self.success(plain(leaves["dice"], self.training))
        elif "effort" in leaves:
            yield option.key, option.label, self.success(Distribution(0, [1]), least=leaves["effort"])

    def with_effects(self, option: Option, several: Several) -> Iterator[tuple[Any, str, Fraction]]:
        """Own trait: each effect and pair of effects that may be chosen."""
        names = {each.key: each.label for each in several.options if each.key in _MODIFIERS}
        for count in range(1, min(several.most or len(names), len(names)) + 1):
            for chosen in combinations(names, count):
                words = f"{option.label} ({', '.join(names[each] for each in chosen)})"
                yield {"pick": option.key, "with": list(chosen)}, words, self.modified(set(chosen))

    def modified(self, chosen: set[str]) -> Fraction:
        """FG-17: all dice anew, then the 1s anew, then a die for each 6."""
        dice = self.member["dice"]
        fervor = "fervor" in chosen
        if "fortune" in chosen:
            pool = Pool(len(dice), self.training, fervor=fervor, focus="focus" in chosen)
            return self.success(effort(pool), dice=[])
        more = Distribution(0, [1])
        if "focus" in chosen and dice.count(1):
            more += without_fortune(Pool(dice.count(1), self.training, fervor=fervor))
        if fervor and dice.count(6):
            more += without_fortune(Pool(dice.count(6), self.training, fervor=True))
        return self.success(more)

    def _reach(self, test: dict[str, Any]) -> Reach:
        assert self.side is not None
        own = self.side
        rivals = [side for side in self.sides if side is not own]
        if not rivals:
            needed = test["difficulty"] + own["raised"]
            return lambda made: Fraction(int(made >= needed))
        rolled = [side for side in rivals if side["members"][0]["rolled"]]
        needed = max((self._total(side) - side["raised"] for side in rolled), default=0) + own["raised"]
        if own["role"] == "defend":
            return lambda made: Fraction(int(made >= needed))
        waiting = [side for side in rivals if not side["members"][0]["rolled"]]
        if not waiting:
            return lambda made: Fraction(int(made > needed))
        names = ", ".join(side["members"][0]["name"] for side in waiting)
        self.averaged = f"Averaged over the roll of {names}, without optional steps."
        theirs = [self._to_come(side) for side in waiting]

        def reach(made: int) -> Fraction:
            chance = Fraction(int(made > needed or not rolled))
            for each in theirs:
                chance *= each.below(made - own["raised"])
            return chance

        return reach

    def _to_come(self, side: dict[str, Any]) -> Distribution:
        total = Distribution(0, [1])
        for place, member in enumerate(side["members"]):
            own = self.people[member["name"]][member["attribute"]] + member["bonus"]
            pool = plain(own + self._numbers(side, member), self._training(side, member))
            total += pool.at_least_always(self._floor(side)) if place == 0 else pool
        return total

    def _numbers(self, side: dict[str, Any], member: dict[str, Any]) -> int:
        """FG-24: the dice of who attacked, or was attacked, for each opponent beyond the first of a side."""
        original = next((each for each in side["members"] if each["original"]), side["members"][0])
        if member is not original:
            return 0
        return sum(len(other["members"]) - 1 for other in self.sides if other is not side)

    def _training(self, side: dict[str, Any], member: dict[str, Any]) -> int:
        training: int = self.people[member["name"]]["skills"][member["skill"]]["training"]
        disposed = any(other["disposed"] == member["attribute"] for other in self.sides if other is not side)
        return min(6, training + 1) if disposed else training

    def _effort(self, side: dict[str, Any], member: dict[str, Any]) -> int:
        hits: int = sum(die >= self._training(side, member) for die in member["dice"])
        floor = self._floor(side) if member is side["members"][0] else 0
        return max(hits, int(member["least"]), floor)

    def _total(self, side: dict[str, Any]) -> int:
        return sum(self._effort(side, member) for member in side["members"])

    def _floor(self, side: dict[str, Any]) -> int:
        """FG-23: the least effort that the opponents' harm gives."""
        others = [other["members"][0] for other in self.sides if other is not side]
        return min((self._handicap(member) for member in others), default=0)

    def _handicap(self, member: dict[str, Any]) -> int:
        """FG-23, CF-2: the severity that somebody's harm has for the skill of the test."""
        person = self.people[member["name"]]
        if self.state.get("edition") != "conflict":
            return _severity(person["injury"])
        worst = {track: _severity(boxes) for track, boxes in person["stress"].items()}
        return max((n for track, n in worst.items() if hinders(track, n, member["skill"])), default=0)


def _severity(boxes: list[dict[str, Any]]) -> int:
    return max((int(box["size"]) for box in boxes if box["harm"]), default=0)
