"""Who stands against whom: teams with the morale that is kept, and their people with the boxes that are free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from agonist.kernel import Combatant, Fate
from agonist.tabletop import amount, signed

Row = Mapping[str, Any]
REACH = 6
"""How far from zero a bar shows morale; it has no end in the rules."""
MORALE_LEFT = (
    "morale (wavers below 0)",
    "Below the mark in the middle a team wavers, and has to hold or give up.",
)
BOXES_LEFT = ("boxes free of harm", "Free boxes for harm: every wound takes one.")

_FATES: dict[str, Fate] = {
    "abstains": "aside",
    "surrendered": "fell",
    "perished": "died",
    "retired": "left",
    "lost": "fell",
}


def morale_bar(name: str, side: int, morale: int, *, fate: Fate = "stands") -> Combatant:
    """A team's or a journey's morale, as a bar that is empty at its lowest."""
    shown, full, least = float(morale), max(REACH, morale), min(-REACH, morale)
    count = f"morale {signed(morale)}"
    return Combatant(name, side, "", name, shown, full, least, fate=fate, count=count)


def combatants(seen: Row) -> tuple[Combatant, ...]:
    """The teams that keep morale, and everybody: below their team, or where it keeps none by themselves."""
    return tuple(_by_team(seen, seen["teams"]))


def in_parties(seen: Row) -> tuple[Combatant, ...]:
    """Everybody in a single test: harm is no part of what decides it."""
    return tuple(
        replace(each, team=each.banner, left=None, count="") for each in _by_team(seen, seen["parties"])
    )


def facing(seen: Row, acting: str) -> tuple[str, ...]:
    """Who is on the other sides of the test that is under way."""
    sides = [[one["name"] for one in side["members"]] for side in (seen["test"] or {}).get("sides", ())]
    return tuple(names[0] for names in sides if names and acting not in names)


def _by_team(seen: Row, teams: list[Row]) -> Iterator[Combatant]:
    every = seen["characters"]
    names = [team["name"] for team in teams]
    for side, team in enumerate(teams):
        if "morale" in team:
            yield morale_bar(team["name"], side, team["morale"], fate="fell" if team["lost"] else "stands")
        for each in every:
            if each["team"] == team["name"]:
                yield _one(seen, each, side, team["name"] if "morale" in team else "")
    for each in every:
        if each["team"] not in names:
            yield _one(seen, each, len(names), "")


def _one(seen: Row, each: Row, side: int, team: str) -> Combatant:
    stress = (
        each["stress"].get(seen.get("track", ""), []) if seen["edition"] == "conflict" else each["misfortune"]
    )
    boxes = [*stress, *each["injury"]]
    free = sum(not box["harm"] for box in boxes)
    return Combatant(
        each["name"],
        side,
        each["seat"],
        each["team"],
        free,
        len(boxes),
        fate=_FATES.get(each["out"], "stands"),
        said="last stand" if each["last_stand"] == "in" else each["out"],
        count=f"{amount(len(boxes) - free, 'harm')} in {len(boxes)} boxes",
        team=team,
        unit="boxes free of harm",
    )
