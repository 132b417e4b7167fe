"""Experience, for the record (QS-29)."""

from __future__ import annotations

from typing import Final

from agonist.kernel import Contest
from agonist.tabletop import Told

from .contestants import Arena, Contestant
from .limits import MOST_EXPERIENCE

MOST_A_SESSION: Final = 5


class Learns(Told, frozen=True):
    rule = "QS-29"
    says = "{name} learns from {why}: 1 experience ({total} in all)."
    name: str
    why: str
    total: int


def learn(contest: Contest[Arena], who: Contestant, about: str, why: str) -> None:
    """QS-29: 1 experience, once a session for each ability or flaw, at most 5 a session; characters only."""
    if not contest.state.options.experience or not who.character or who.experience >= MOST_EXPERIENCE:
        return
    if about in who.marks or who.session_experience >= MOST_A_SESSION:
        return
    who.marks.append(about)
    who.session_experience += 1
    who.experience += 1
    contest.report(Learns, who.name, why, who.experience)


def new_session(who: Contestant) -> None:
    """QS-29: with a new session everything can teach again."""
    who.marks = []
    who.session_experience = 0
