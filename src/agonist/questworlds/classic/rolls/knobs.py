"""The numbers, tables and small rules of this game that a table may turn, with the rulings' values."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from agonist.tabletop import Knobs, knob

from .results import EXCHANGE, Cell, Degree, Effect, Level, Result

PriceWords = Literal[
    "lose 0",
    "lose 1/2",
    "lose 1",
    "lose 2",
    "lose 3",
    "transfer 1/2",
    "transfer 1",
    "transfer 2",
    "transfer 3",
]


def _cell(better: str, worse: str) -> object:
    return knob("QW-17", f"What a {better} against a {worse} costs, in bids")


class QuestKnobs(Knobs, frozen=True):
    """Knobs of every contest, whether or not it comes to what they turn."""

    critical: Annotated[int, knob("QW-3", "Faces from 1 up that are a critical", 0, 10)] = 1
    fumble: Annotated[int, knob("QW-3", "Faces from 20 down that are a fumble", 0, 9)] = 1
    mastery_bumps: Annotated[int, knob("QW-4", "Bumps up for each mastery more", 0, 3)] = 1
    hero_bumps: Annotated[int, knob("QW-5", "Bumps up for a hero point", 1, 3)] = 1
    steps_marginal: Annotated[
        int, knob("QW-7", "Result steps apart that are still a marginal victory", 0, 3)
    ] = 0
    steps_minor: Annotated[int, knob("QW-7", "Result steps apart that are still a minor victory", 0, 3)] = 1
    steps_major: Annotated[int, knob("QW-7", "Result steps apart that are still a major victory", 0, 3)] = 2
    quick_augment: Annotated[int, knob("QW-9", "A quick augment is the rating divided by", 1, 20)] = 5
    augment_complete: Annotated[int, knob("QW-9", "A rolled augment of a complete victory", 0, 60)] = 20
    augment_major: Annotated[int, knob("QW-9", "A rolled augment of a major victory", 0, 60)] = 9
    augment_minor: Annotated[int, knob("QW-9", "A rolled augment of a minor victory", 0, 60)] = 6
    augment_marginal: Annotated[int, knob("QW-9", "A rolled augment of a marginal victory", 0, 60)] = 3
    augment_backfires: Annotated[int, knob("QW-9", "A rolled augment of a complete defeat", -60, 0)] = -3
    starting_percent: Annotated[int, knob("QW-11", "Starting AP in percent of the rating", 10, 500)] = 100
    critical_critical: Annotated[PriceWords, _cell("critical", "critical")] = "transfer 1/2"
    critical_success: Annotated[PriceWords, _cell("critical", "success")] = "transfer 1"
    critical_failure: Annotated[PriceWords, _cell("critical", "failure")] = "transfer 2"
    critical_fumble: Annotated[PriceWords, _cell("critical", "fumble")] = "transfer 3"
    success_success: Annotated[PriceWords, _cell("success", "success")] = "lose 1/2"
    success_failure: Annotated[PriceWords, _cell("success", "failure")] = "lose 1"
    success_fumble: Annotated[PriceWords, _cell("success", "fumble")] = "lose 2"
    failure_failure: Annotated[PriceWords, _cell("failure", "failure")] = "lose 1/2"
    failure_fumble: Annotated[PriceWords, _cell("failure", "fumble")] = "lose 1"
    transfer_gap: Annotated[
        int, knob("QW-18", "So much better a rating turns what it takes into a plain loss", 1, 999)
    ] = 6
    benefit_gap: Annotated[int, knob("QW-23", "So much better a rating brings no benefit", 1, 999)] = 6
    marginal_down_to: Annotated[int, knob("QW-22", "AP below 0 that are still a marginal defeat", 0, 200)] = (
        10
    )
    minor_down_to: Annotated[int, knob("QW-22", "AP below 0 that are still a minor defeat", 0, 200)] = 20
    major_down_to: Annotated[int, knob("QW-22", "AP below 0 that are still a major defeat", 0, 200)] = 30
    impaired: Annotated[int, knob("QW-23", "What being impaired is worth", -60, 0)] = -6
    injured: Annotated[int, knob("QW-23", "What being injured is worth", -60, 0)] = -9
    fresh: Annotated[int, knob("QW-23", "What being fresh is worth", 0, 60)] = 3
    pumped: Annotated[int, knob("QW-23", "What being pumped is worth", 0, 60)] = 6
    invigorated: Annotated[int, knob("QW-23", "What being invigorated is worth", 0, 60)] = 9
    gift_resistance: Annotated[int, knob("QW-33", "The resistance to a gift, in bids", 0, 10)] = 2
    points_marginal: Annotated[int, knob("QW-40", "Points for a marginal victory in a group", 0, 20)] = 1
    points_minor: Annotated[int, knob("QW-40", "Points for a minor victory in a group", 0, 20)] = 2
    points_major: Annotated[int, knob("QW-40", "Points for a major victory in a group", 0, 20)] = 3
    points_complete: Annotated[int, knob("QW-40", "Points for a complete victory in a group", 0, 20)] = 5

    def cell(self, better: Result, worse: Result) -> Cell:
        """QW-17: what the worse side pays in an exchange."""
        return _cells(self)[better, worse]

    def degree_by_steps(self, steps: int) -> Degree:
        """QW-7: how large a victory is, from how many result steps apart the two are."""
        if steps <= self.steps_marginal:
            return Degree.MARGINAL
        if steps <= self.steps_minor:
            return Degree.MINOR
        return Degree.MAJOR if steps <= self.steps_major else Degree.COMPLETE

    def degree_of(self, ap: int) -> Degree:
        """QW-22: how large a defeat is, from the loser's final advantage points."""
        if -ap <= self.marginal_down_to:
            return Degree.MARGINAL
        if -ap <= self.minor_down_to:
            return Degree.MINOR
        return Degree.MAJOR if -ap <= self.major_down_to else Degree.COMPLETE

    def augment(self, level: Level) -> int:
        """QW-9: what a rolled augment is worth."""
        if level > 0:
            sizes = (self.augment_marginal, self.augment_minor, self.augment_major, self.augment_complete)
            return sizes[level - 1]
        return self.augment_backfires if level == Level.COMPLETE_DEFEAT else 0

    def effect(self, effect: Effect, hurt: int) -> int:
        """QW-23: the modifier of a lasting effect; dying and heroic are bumps instead."""
        return hurt if effect == "hurt" else int(getattr(self, effect, 0))

    def points(self, degree: Degree) -> int:
        """QW-40: the outcome points of a pairing."""
        found = (self.points_marginal, self.points_minor, self.points_major, self.points_complete)
        return found[degree - 1]


BOOK = QuestKnobs()
"""As the rulings have them."""


@lru_cache(maxsize=64)
def _cells(knobs: QuestKnobs) -> dict[tuple[Result, Result], Cell]:
    return {
        (better, worse): _written(getattr(knobs, f"{better.word}_{worse.word}"))
        if better != Result.FUMBLE
        else usual
        for (better, worse), usual in EXCHANGE.items()
    }


def _written(price: str) -> Cell:
    how, _, times = price.partition(" ")
    return Cell(1 if times == "1/2" else 2 * int(times), transfer=how == "transfer")
