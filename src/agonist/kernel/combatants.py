"""Who stands against whom in a contest, and what they have left: described once a game, drawn everywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

import msgspec

Fate = Literal["stands", "aside", "fell", "left", "died"]


class Combatant(msgspec.Struct, frozen=True):
    """Somebody, or a team, as one seat sees them.

    `side` is counted from 0, `banner` what that side is called. `left` counts down, from `full` to `least`, and is None
    where nothing is counted or, if it is `hidden`, where the seat may not know it. A member of a `team` stands below
    it. `count` is the rule's own word for it all, for the details, `unit` what stands beside the number if it is not
    what the others have, and `said` what is said of somebody's fate.
    """

    name: str
    side: int = 0
    seat: str = ""
    banner: str = ""
    left: float | None = None
    full: float = 0
    least: float = 0
    hidden: bool = False
    fate: Fate = "stands"
    said: str = ""
    count: str = ""
    unit: str = ""
    team: str = ""

    @property
    def counts(self) -> bool:
        """Whether something is counted that everybody may compare."""
        return self.left is not None and not self.team


def rows_by_side(
    rows: Sequence[Mapping[str, Any]], key: str = "side"
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The rows of what a seat sees, each with the number of its side, counted as they come."""
    order = list(dict.fromkeys(row[key] for row in rows))
    for row in rows:
        yield order.index(row[key]), row


class Described:
    """What a contest type says of its board. A game that names its `combatants` has said the rest with it."""

    left_is: ClassVar[tuple[str, str]] = ("left", "")
    """What stands beside the number of what is left, and a sentence that says what it means to have none."""
    compares: ClassVar[bool] = True
    """Whether what the sides have left can be added up and compared."""

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        """Who stands against whom in what a seat sees, and what everybody has left."""
        return ()

    def gauges(self, seen: Mapping[str, Any]) -> dict[str, float]:
        """What everybody has left, by name, from what a seat sees: the numbers whose course a chart shows."""
        return {
            each.name: each.left for each in self.combatants(seen) if each.left is not None and not each.team
        }

    def stands(self, seen: Mapping[str, Any]) -> dict[str, int]:
        """On which side each of these numbers stands, counted from 0; one that is not named is a side of its own.

        Without `combatants` by the `side` of everybody in what a seat sees who has one.
        """
        if described := {each.name: each.side for each in self.combatants(seen)}:
            return described
        lists = [part for part in seen.values() if isinstance(part, list)]
        rows = [each for part in lists for each in part if isinstance(each, dict)]
        sided = [each for each in rows if each.get("side") and "name" in each]
        return {each["name"]: side for side, each in rows_by_side(sided)}

    stake: ClassVar[str] = ""
    """Names the field of the state that says what is at stake."""
    ends: ClassVar[tuple[str, str]] = ("won", "lost")
    """What became of the stake, as a word after it."""

    def at_stake(self, seen: Mapping[str, Any]) -> str:
        """What is at stake for the first side in what a seat sees."""
        return str(seen.get(self.stake) or "")

    def becomes(self, seen: Mapping[str, Any]) -> tuple[str, str]:
        """What is at stake with what becomes of it, won and lost: "Into the city: it is done"; else nothing."""
        stake = self.at_stake(seen).rstrip(".!?… ")
        won, lost = (f"{stake[:1].upper()}{stake[1:]}: {end}" if stake else "" for end in self.ends)
        return won, lost

    def opposed(self, seen: Mapping[str, Any]) -> str:
        """What stands in the first side's way where nobody does."""
        return ""

    def facing(self, seen: Mapping[str, Any], acting: str) -> tuple[str, ...]:
        """Whom somebody who acts meets now, as far as that is settled."""
        return ()
