"""FG-20: a group chooses its main actor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agonist.kernel import Choice, Contest, Option, Procedure

from ..scene import SceneT
from .attempt import Side
from .moment import Word, word


def captain_first(members: list[Any], captain: str) -> list[Any]:
    """A group as it is taken to be led: by the captain where there is one, else by who began."""
    return sorted(members, key=lambda member: member.name != captain) if len(members) > 1 else members[:]


def who_leads(contest: Contest[SceneT], side: Side, changed: Callable[[], None] = lambda: None) -> list[Word]:
    """The group may choose another main actor, every time; who leads already speaks for it."""
    if len(side.members) < 2 or side.raised or contest.closed("who leads"):
        return []
    speaker = contest.state.who(side.main.name)

    def lead(name: str) -> Procedure[None]:
        side.members.sort(key=lambda attempt: attempt.name != name)
        side.chosen = True
        changed()
        yield from ()

    texts = (
        "FG-20",
        f"{speaker.name}, you are the main actor of your group. Should another be?",
        "A group may choose another main actor.",
    )
    ways = Choice(options=tuple(Option(name, name) for name in side.names))
    about = side.original.name
    return [word(speaker.seat, "who leads", ways, speaker.name, texts, about, lead, directed=True)]
