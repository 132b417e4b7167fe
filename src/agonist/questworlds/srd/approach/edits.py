"""Plot edits: story points that change the story itself (QS-32)."""

from __future__ import annotations

from typing import Final

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, yes_or_no
from agonist.tabletop import quoted

from ..people.contestants import Arena, Contestant
from ..rolls.results import OUTCOMES, Result, result_from

COSTS: Final[dict[str, int]] = {"marginal": 1, "minor": 2, "major": 3}


class Edited(Event, frozen=True):
    rule = "QS-32"
    name: str
    words: str
    level: str
    left: int

    def text(self) -> str:
        points = COSTS[self.level]
        paid = "a story point" if points == 1 else f"{points} story points"
        return (
            f"{self.name} burns {paid} for a {self.level} plot edit ({self.left} left).{quoted(self.words)}"
        )


class NotEdited(Event, frozen=True):
    rule = "QS-32"
    name: str
    refused: bool

    def text(self) -> str:
        return "The game master takes no such turn." if self.refused else f"{self.name} lets the turn be."


def plot_edit(contest: Contest[Arena], who: Contestant, words: str) -> Procedure[str]:
    """QS-32: the player proposes, the game master names the level or refuses, and then the player burns or not.

    Returns the level that was bought, or nothing.
    """
    state = contest.state
    answer = yield Ask(
        GM,
        "plot edit",
        lambda: _levels(state),
        "QS-32",
        f"{who.name} proposes a turn of the plot:{quoted(words)} How large is it?",
        "The game master weighs a plot edit.",
        who.name,
    )
    if answer == "refuse" or COSTS[answer] > state.story_points:
        contest.report(NotEdited, who.name, answer == "refuse")
        return ""
    cost = COSTS[answer]
    burns = yield Ask(
        who.seat,
        "pay for the edit",
        yes_or_no(f"Burn {cost}", "Let it be", default=True),
        "QS-32",
        f"A {answer} edit costs {cost} of {state.story_points} story points. {who.name}, do you burn them?",
        f"{who.name} thinks about the price of a plot edit.",
        who.name,
    )
    if burns == "no" or cost > state.story_points:
        contest.report(NotEdited, who.name, False)
        return ""
    state.story_points -= cost
    contest.report(Edited, who.name, words, answer, state.story_points)
    return str(answer)


def _levels(state: Arena) -> Choice:
    tells = {
        "marginal": "another way in",
        "minor": "something out of nothing",
        "major": "settles the conflict",
    }
    options = tuple(
        Option(
            level,
            f"{level.capitalize()}, {cost}: {tells[level]}",
            "" if cost <= state.story_points else f"There are only {state.story_points} story points.",
        )
        for level, cost in COSTS.items()
    )
    return Choice((*options, Option("refuse", "No")), "marginal")


def settled(who: Contestant) -> Procedure[Result]:
    """QS-32: a major edit settles the conflict; the game master says how."""
    answer = yield Ask(
        GM,
        "settled",
        Choice(tuple(Option(key, result_from(key).word.capitalize()) for key in OUTCOMES), "victory-0"),
        "QS-32",
        f"The edit settles it. How does it end for {who.name}?",
        "The game master says how it ends.",
        who.name,
    )
    return result_from(answer)
