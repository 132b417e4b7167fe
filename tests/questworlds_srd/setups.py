"""Scenes for the model of today's QuestWorlds, made from a source of chance: what it knows how to follow."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.sheets import ResourceEntry
from tests.questworlds_srd.anything import SEQUENCES, somebody
from tests.questworlds_srd.scenes import foe


def scene(random: Random, kind: str) -> Any:
    """A set-up of a kind, sometimes between characters."""
    rivals = kind != "recovery" and random.random() < 0.3
    mine, theirs = (1, 1) if kind == "contest" else (random.randint(1, 3), random.randint(1, 3))
    side = "one" if rivals else ""
    people = [somebody(random, f"Hero {n}", side) for n in range(mine)]
    against = [
        somebody(random, f"Rival {n}", "two")
        if rivals
        else foe(f"Foe {n}", random.randint(1, 30), resolve=random.randint(1, 5))
        for n in range(theirs)
    ]
    more: dict[str, Any] = {
        "contestants": (*people, *against),
        "helpers": tuple(somebody(random, f"Friend {n}", side) for n in range(random.randint(0, 2))),
        "story_points": random.choice((None, 0, 3)),
        "resources": (ResourceEntry(name="Harvest"),),
        "begins": random.choice(("scene", "session", "downtime")),
        "story_at_stake": random.random() < 0.2,
    }
    if kind == "recovery":
        people = [somebody(random, "Hero 0", ""), somebody(random, "Hero 1", "")]
        cost = random.choice(("time", "helper", "helped"))
        more |= {"contestants": tuple(people), "helper": "Hero 0", "helped": "Hero 1", "defeat": cost}
    if kind in ("contest", "group-contest", *SEQUENCES) and not rivals:
        more["effort"] = random.choice(("none", "directing", "contributing", "taking-part"))
        if more["effort"] == "contributing" and more["helpers"] and kind not in SEQUENCES:
            more["leader"] = more["helpers"][0].name
    if kind in SEQUENCES:
        more |= {"effort": "none", "resources": ()}
        more["assist_defeat"] = random.choice(("time", "helper", "helped"))
    return GAME.type(kind).setup_type(prize="what they want", **more)


OPTIONS: dict[str, tuple[Any, ...]] = {
    "story_points": (True, True, False),
    "story_refresh": ("session", "downtime", "ask"),
    "story_points_per_roll": (1, 2, "pool"),
    "story_points_pvp": (False, True),
    "show_resistance": ("after", "open", "never"),
    "tie": ("ask", "standoff", "player"),
    "parting_shots": ("players", "all", "characters-only"),
    "wager_tie": ("both-half", "nothing"),
    "transfer_gap": ("6", "off"),
    "second_chance_penalty": (-5, -6),
    "show_resolve": (False, True),
    "power_cost": ("off", "defeat", "zero-victory"),
}


def options(random: Random, kind: str) -> dict[str, Any]:
    """Any options that the kind has."""
    known = GAME.type(kind).options_type.__struct_fields__
    return {name: random.choice(values) for name, values in OPTIONS.items() if name in known}
