"""The moment when the last of a side are down and could still rise (QW-31, QS-61)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Procedure, yes_or_no


def turn_away(names: str, could: str, rule: str) -> Procedure[bool]:
    """Whether the opposition turns away from the fallen, so that it is not over yet: the game master says."""
    answer = yield Ask(
        GM,
        "turn away",
        yes_or_no("They turn away: it is not over yet", "They do not: it is over", default=True),
        rule,
        f"{names} could still {could}. Does the opposition turn away?",
        "The game master says whether it is over.",
    )
    return bool(answer == "yes")
