"""FG-20: a group chooses its main actor."""

from __future__ import annotations

from typing import Protocol, TypeVar

from ..kernel import Ask, Choice, Option, Procedure
from .scene import Scene

__all__ = ["led"]


class Member(Protocol):
    """Somebody's part of a test, planned or under way."""

    name: str


M = TypeVar("M", bound=Member)


def led(scene: Scene, group: list[M], captain: str = "") -> Procedure[list[M]]:
    """The group with its main actor first: chosen every time, the captain offered first where there is one."""
    if len(group) < 2:
        return group
    names = sorted((member.name for member in group), key=lambda name: name != captain)
    speaker = scene.who(names[0])
    ways = Choice(options=tuple(Option(name, name) for name in names))
    text = f"{speaker.name}, who is the main actor of your group?"
    waiting = f"{speaker.name} says who leads."
    lead = yield Ask(speaker.seat, "who leads", ways, "FG-20", text, waiting, speaker.name)
    return sorted(group, key=lambda member: member.name != lead)
