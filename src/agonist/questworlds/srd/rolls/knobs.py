"""The numbers and small rules of this game that a table may turn, with the rulings' values."""

from __future__ import annotations

from typing import Annotated

from agonist.tabletop import Knobs, knob

from .results import MOST_DEGREE, Result


class StoryKnobs(Knobs, frozen=True):
    """Knobs of every contest, whether or not it comes to what they turn."""

    big_success: Annotated[int, knob("QS-4", "Successes of a big success", 0, 6)] = 2
    success: Annotated[int, knob("QS-4", "Successes of a success", 0, 6)] = 1
    critical: Annotated[int, knob("QS-4", "Faces from 1 up that are a big success too", 0, 10)] = 0
    big_faces: Annotated[
        int, knob("QS-4", "Faces from the target number down that are a big success", 0, 10)
    ] = 1
    mastery: Annotated[int, knob("QS-5", "Successes for each mastery", 0, 3)] = 1
    story_point: Annotated[int, knob("QS-31", "Successes for a story point", 0, 5)] = 1
    out: Annotated[int, knob("QS-45", "Resolution points that put one out", 1, 30)] = 5
    least_points: Annotated[int, knob("QS-45", "Resolution points for a victory of degree 0", 0, 10)] = 1
    points_by_degree: Annotated[int, knob("QS-45", "Resolution points more for each degree", 0, 10)] = 1
    lead_by_degree: Annotated[
        int, knob("QS-45", "Resolution points ahead for each degree of the end", 1, 20)
    ] = 2
    gambit_wins: Annotated[int, knob("QS-46", "What a gambit that wins adds", 0, 10)] = 1
    gambit_costs: Annotated[int, knob("QS-46", "What a gambit that loses costs more", 0, 10)] = 2
    defensive_gives: Annotated[int, knob("QS-46", "What who is defensive and wins takes off", 0, 10)] = 1
    defensive_saves: Annotated[int, knob("QS-46", "What being defensive saves who loses", 0, 10)] = 2
    standoff_rounds: Annotated[int, knob("QS-46", "Rounds without a point that make a standoff", 1, 50)] = 3
    assist_step: Annotated[int, knob("QS-47", "How much harder every further assist is", 0, 50)] = 5
    follower_out: Annotated[int, knob("QS-50", "Resolution points that put a follower out", 1, 30)] = 3
    transfer_gap: Annotated[
        int, knob("QS-55", "So much better a rating turns what it takes into a plain loss", 1, 999)
    ] = 6
    ap_by_degree: Annotated[int, knob("QS-57", "AP below 0 for each degree of a wagered defeat", 1, 200)] = 10
    least_lost: Annotated[int, knob("QS-64", "Resolve lost at degree 0", 1, 10)] = 1
    lost_by_degree: Annotated[int, knob("QS-64", "Resolve lost more for each degree", 0, 10)] = 1
    most_traded: Annotated[
        int, knob("QS-64", "The most resolve that can be traded for a consequence", 0, 30)
    ] = 4
    trade_size: Annotated[int, knob("QS-64", "The consequence for each resolve that is traded", 1, 50)] = 5
    resolve_by_degree: Annotated[
        int, knob("QS-65", "Resolve lost in all for each degree of the end", 1, 20)
    ] = 2
    follower_resolve: Annotated[int, knob("QS-66", "A follower's resolve", 1, 30)] = 3
    augment: Annotated[int, knob("QS-13", "An augment that is rolled and lost or tied", 0, 50)] = 5
    lasting_0: Annotated[int, knob("QS-21", "The size of what degree 0 leaves", 0, 100)] = 5
    lasting_1: Annotated[int, knob("QS-21", "The size of what degree 1 leaves", 0, 100)] = 10
    lasting_2: Annotated[int, knob("QS-21", "The size of what degree 2 leaves", 0, 100)] = 15
    lasting_3: Annotated[int, knob("QS-21", "The size of what degree 3 and more leaves", 0, 100)] = 20

    def by_degree(self, degree: int) -> int:
        """QS-13, QS-14, QS-21: 5, 10, 15, 20 for degree 0, 1, 2, 3 and more."""
        return (self.lasting_0, self.lasting_1, self.lasting_2, self.lasting_3)[min(degree, 3)]

    def lasting_value(self, result: Result) -> int:
        """QS-21: the benefit of a victory, the consequence of a defeat; a tie leaves nothing."""
        return result.sign * self.by_degree(result.degree)

    def augment_value(self, result: Result) -> int:
        """QS-13: by degree of a victory; +5 on a defeat or tie all the same."""
        return self.by_degree(result.degree) if result.victory else self.augment

    def points(self, degree: int) -> int:
        """QS-45, QS-47, QS-49: the resolution points of a degree, stances aside."""
        return self.least_points + self.points_by_degree * degree

    def scored_degree(self, difference: int) -> int:
        """QS-45: by the loser's RP less the winner's: 1–2 is 0, 3–4 is 1, and so on up to 4; less than 1 is 0."""
        return min(MOST_DEGREE, max(0, difference - 1) // self.lead_by_degree)

    def wagered_degree(self, ap: int) -> int:
        """QS-57: 0 to −10 is 0, to −20 is 1, to −30 is 2, to −40 is 3, below that 4."""
        return min(MOST_DEGREE, max(0, -ap - 1) // self.ap_by_degree)

    def resolve_lost(self, degree: int) -> int:
        """QS-64: what the loser of a round loses."""
        return self.least_lost + self.lost_by_degree * degree

    def chained_degree(self, points: int) -> int:
        """QS-65: by the points scored against the loser: 1 is 0, 2–3 is 1, 4–5 is 2, 6–7 is 3, more is 4."""
        return min(MOST_DEGREE, max(0, points) // self.resolve_by_degree)

    def trade(self, points: int) -> int:
        """QS-64: the consequence taken instead of a loss."""
        return -self.trade_size * points


BOOK = StoryKnobs()
"""As the rulings have them."""
