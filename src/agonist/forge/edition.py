"""The two editions. The earlier one states only what differs from the later (CF-1 to CF-10)."""

from __future__ import annotations

from typing import Literal

import msgspec

from .people.sheet import SkillName, Track

EditionName = Literal["gauntlet", "conflict"]

_EVERY: frozenset[str] = frozenset(("influence", "fight", "maneuver", "wilderness", "craft", "resources"))


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules of a gauntlet ask an edition for."""

    name: EditionName
    stress: bool = False
    """CF-2: harm is stress in tracks, instead of misfortunes and injuries."""
    attacker_suffers: bool = True
    """FG-42: a failed attack or advantage is harm for who tested; else it only costs morale (CF-3)."""
    fixed_order: bool = False
    """CF-1: whoever started it fixes the turn order; else captains name the next team (FG-43)."""
    disposition_forbids: bool = False
    """CF-5: nobody defends with the attribute that the actor is disposed against, and it costs nothing."""
    advantage_by_margin: bool = False
    """CF-6: Vigor adds the margin, Intuition reaches assets up to the margin."""
    captain_breaks_morale: bool = True
    """FG-52: morale collapses when the captain leaves; else it falls by the members who remain (CF-7)."""
    one_last_stand: bool = True
    """FG-53: one member enters the last stand and leads; else any may, and the team goes on but cannot win (CF-8)."""
    stand_dies_with_team: bool = True
    """FG-55: who is in a last stand perishes when the team loses; else when its morale breaks again (CF-10)."""
    numbers: dict[str, str] = {}
    """The rule that the edition has in the place of another, by its number."""

    def rule(self, number: str) -> str:
        return self.numbers.get(number, number)


LATER = Edition(name="gauntlet")

EARLIER = Edition(
    name="conflict",
    stress=True,
    attacker_suffers=False,
    fixed_order=True,
    disposition_forbids=True,
    advantage_by_margin=True,
    captain_breaks_morale=False,
    one_last_stand=False,
    stand_dies_with_team=False,
    numbers={
        "FG-30": "CF-2",
        "FG-32": "CF-10",
        "FG-40": "CF-1",
        "FG-41": "CF-9",
        "FG-42": "CF-3",
        "FG-43": "CF-1",
        "FG-45": "CF-3",
        "FG-46": "CF-6",
        "FG-50": "CF-4",
        "FG-53": "CF-8",
        "FG-54": "CF-10",
        "FG-55": "CF-10",
        "FG-60": "CF-11",
    },
)

EDITIONS: dict[str, Edition] = {edition.name: edition for edition in (LATER, EARLIER)}

_HINDERS: dict[Track, frozenset[str]] = {
    "physical": frozenset(("fight", "maneuver", "wilderness", "craft")),
    "social": frozenset(("influence", "resources")),
    "mental": frozenset(),
}


def hinders(track: Track, severity: int, skill: SkillName) -> bool:
    """CF-2: whether stress of that severity in a track hinders a skill; major mental stress hinders all."""
    return skill in (_EVERY if track == "mental" and severity >= 3 else _HINDERS[track])
