"""Contests with so many people in them, for screens that have to show them all."""

from typing import Any

import msgspec

from agonist.kernel import game
from tests.browser.people import Person
from tests.browser.programs import told

SCENES = {
    "questworlds": ("group-extended", "boarding"),
    "forge": ("conflict", "caravan-ambush"),
    "deckahedron": ("fight", "soldiers"),
    "questworlds-srd": ("scored", "bridge-at-night"),
}
PAIRS = {"questworlds": ("extended", "bridge"), "questworlds-srd": ("scored", "courtyard")}


def scene(name: str, many: int) -> tuple[str, str]:
    """The type and preset that it is made from."""
    return PAIRS[name] if name in PAIRS and many == 2 else SCENES[name]


def crowd(name: str, many: int) -> Any:
    """The set-up of a contest of a game with so many in it, half of them on each side."""
    kind, preset = scene(name, many)
    setup = msgspec.to_builtins(game(name).type(kind).presets[preset].setup)
    if name in PAIRS and many > 2:
        by = "side" if name == "questworlds" else "opposition"
        setup["contestants"] = _drawn_out(setup["contestants"], many, by)
    elif name == "forge":
        for team in setup["teams"]:
            team["members"] = _more(team["members"], many // 2)
            team.pop("captain", None)
    elif name == "deckahedron":
        setup["characters"] = _more(setup["characters"], many // 2)
        setup["foes"] = _more(setup["foes"], many - many // 2)
    return setup


def _drawn_out(all_: list[Any], many: int, by: str) -> list[Any]:
    sides = list(dict.fromkeys(each.get(by) for each in all_))
    return [
        one
        for side in sides
        for one in _more([each for each in all_ if each.get(by) == side], many // len(sides))
    ]


def _more(some: list[Any], many: int) -> list[Any]:
    found = [dict(some[n % len(some)]) for n in range(many)]
    for n, each in enumerate(found[len(some) :]):
        each["name"] = f"{each['name']} {n + 2}"
        each.pop("followers", None)
    return found


def begin(gm: Person, table: str, name: str, many: int) -> str:
    """Start such a contest at a game master's table; gives its id."""
    body = {
        "game": name,
        "type": scene(name, many)[0],
        "setup": crowd(name, many),
        "title": f"{many} of them",
    }
    return str(told(gm, f"/api/tables/{table}/contests", body)["id"])
