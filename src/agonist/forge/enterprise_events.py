"""What happens in enterprises."""

from __future__ import annotations

from ..kernel import Event
from .events import faces

__all__ = ["Arrived", "JourneyTest", "NewObstacle", "StaysBehind"]


class NewObstacle(Event, frozen=True):
    rule = "FG-60"
    faces = ("dice",)
    title: str
    rating: int
    dice: tuple[int, ...]

    def text(self) -> str:
        return f"The journey rolls {faces(self.dice)}: {self.title} {self.rating} lies ahead."


class StaysBehind(Event, frozen=True):
    rule = "FG-60"
    name: str

    def text(self) -> str:
        return f"{self.name} stays behind this time."


class JourneyTest(Event, frozen=True):
    rule = "FG-60"
    faces = ("dice",)
    dice: tuple[int, ...]
    effort: int
    difficulty: int

    def text(self) -> str:
        end = "holds" if self.effort >= self.difficulty else "gives way"
        return f"The journey rolls {faces(self.dice)}, effort {self.effort} against {self.difficulty}, and {end}."


class Arrived(Event, frozen=True):
    rule = "FG-60"
    team: str
    goal: str

    def text(self) -> str:
        return f"The goal of {self.team} is reached" + (f": {self.goal.rstrip('.')}." if self.goal else ".")
