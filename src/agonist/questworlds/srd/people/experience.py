"""Experience, for the record (QS-29)."""

from __future__ import annotations

from typing import Final, TypeVar

from agonist.kernel import Contest, Event

from .contestants import Arena, Contestant

A = TypeVar("A", bound=Arena)

MOST_A_SESSION: Final = 5


class Learns(Event, frozen=True):
    rule = "QS-29"
    name: str
    why: str
    total: int

    def text(self) -> str:
        return f"{self.name} learns from {self.why}: 1 experience ({self.total} in all)."


def learn(contest: Contest[A], who: Contestant, about: str, why: str) -> None:
    """QS-29: 1 experience, once a session for each ability or flaw, at most 5 a session; characters only."""
    if not contest.state.options.experience or not who.character:
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
