"""Scenes of any kind, with everything that a set-up and the options may hold, made from a source of chance."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.sheets import (
    AbilityEntry,
    Character,
    FollowerEntry,
    LastingEntry,
    ResourceEntry,
)
from tests.questworlds_srd.scenes import foe

SEQUENCES = ("scored", "wagered", "chained")


def somebody(random: Random, name: str, side: str) -> Character:
    """A character with a keyword, a relationship, and perhaps followers, flaws and lasting effects."""
    roles, uses = ("secondary", "supporter", "contestant"), ("ap", "augment", "ability")
    followers = [
        FollowerEntry(
            name=f"{name}'s {n}",
            rating=random.randint(5, 20),
            role=random.choice(roles),  # type: ignore[arg-type]
            use=random.choice(uses),  # type: ignore[arg-type]
            lost=random.randint(0, 2),
        )
        for n in range(random.randint(0, 2))
    ]
    abilities = (
        AbilityEntry(name="Guard", rating=random.randint(5, 30)),
        AbilityEntry(name="Spear", rating="+5", keyword="Guard"),
        AbilityEntry(name="Wits", rating=random.randint(1, 25)),
        AbilityEntry(name="Owed a favour", rating=12, relationship=True),
    )
    effects = (LastingEntry(value=-5, label="a limp"), LastingEntry(value=5, label="fame", touches=("Wits",)))
    return Character(
        name=name,
        side=side,
        abilities=abilities,
        flaws=("Proud", "Vain")[: random.randint(0, 2)],
        followers=tuple(followers),
        lasting=effects[: random.randint(0, 2)],
        ability=random.choice(("", "Wits")),
        resolve=random.randint(1, 5),
    )


def scene(random: Random, kind: str) -> Any:
    """A set-up of a kind, sometimes between characters."""
    rivals = kind != "recovery" and random.random() < 0.3
    mine, theirs = (1, 1) if kind == "contest" else (random.randint(1, 3), random.randint(1, 3))
    side = "one" if rivals else ""
    people = [somebody(random, f"Hero {n}", side) for n in range(mine)]
    against = [
        somebody(random, f"Rival {n}", "two")
        if rivals
        else foe(f"Foe {n}", random.randint(kind in SEQUENCES, 30), resolve=random.randint(1, 5))
        for n in range(theirs)
    ]
    more: dict[str, Any] = {
        "contestants": (*people, *against),
        "helpers": tuple(somebody(random, f"Friend {n}", side) for n in range(random.randint(0, 2))),
        "story_points": random.choice((None, 0, 3)),
        "resources": (
            ResourceEntry(name="Harvest", now=random.choice((5, 5, -10))),
            ResourceEntry(name="Wood", now=random.choice((15, 0, -5)), bolstered=random.choice((0, 5))),
        ),
        "begins": random.choice(("scene", "session", "downtime")),
        "story_at_stake": random.random() < 0.2,
    }
    if kind == "recovery":
        people = [somebody(random, "Hero 0", ""), somebody(random, "Hero 1", "")]
        cost = random.choice(("time", "helper", "helped"))
        more |= {"contestants": tuple(people), "helper": "Hero 0", "helped": "Hero 1", "defeat": cost}
    if kind in ("contest", "group-contest", *SEQUENCES) and not rivals:
        more["effort"] = random.choice(("none", "directing", "contributing", "taking-part"))
        if more["effort"] == "contributing" and more["helpers"]:
            more["leader"] = more["helpers"][0].name
    if kind in ("contest", "group-contest", *SEQUENCES):
        more["goals"] = ("in", "unseen", "out again")[: random.randint(0, 3)]
    if kind in SEQUENCES:
        more["lengthy"] = random.random() < 0.3
        more["assist_defeat"] = random.choice(("time", "helper", "helped"))
    if kind in ("contest", *SEQUENCES) and not rivals and random.random() < 0.25:
        more |= _purpose(random, kind, people[0])
    return GAME.type(kind).setup_type(prize="what they want", **more)


def _purpose(random: Random, kind: str, healer: Character) -> dict[str, Any]:
    """A cure, one's own or a friend's, or in a contest the bolstering of a resource."""
    alone = {"contestants": (healer,), "effort": "none", "leader": ""}
    if kind == "contest" and random.random() < 0.3:
        return {**alone, "bolsters": "Harvest"}
    patient = msgspec.structs.replace(
        somebody(random, "Patient", ""),
        lasting=(LastingEntry(value=-random.choice((5, 10, 20)), label="a fever"),),
    )
    return {**alone, "helpers": (patient,), "cures": "Patient", "cured": "a fever"}


OPTIONS: dict[str, tuple[Any, ...]] = {
    "story_points": (True, True, False),
    "story_refresh": ("session", "downtime", "ask"),
    "story_points_per_roll": (1, 2, "pool"),
    "story_points_pvp": (False, True),
    "show_resistance": ("after", "open", "never"),
    "tie": ("ask", "standoff", "player"),
    "parting_shots": ("players", "all", "characters-only"),
    "new_pairing_ap": ("keep", "fresh"),
    "wager_tie": ("both-half", "nothing"),
    "transfer_gap": ("6", "off"),
    "second_chance_penalty": (-5, -6),
    "power_cost": ("off", "defeat", "zero-victory"),
    "show_resolve": (False, True),
}


def options(random: Random, kind: str) -> dict[str, Any]:
    """Any options that the kind has."""
    known = GAME.type(kind).options_type.__struct_fields__
    return {name: random.choice(values) for name, values in OPTIONS.items() if name in known}
