"""An evening of today's QuestWorlds: a game master, three phones and a big screen, through every kind of contest;
what only the game master may know stays with the game master (QS-70)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Sit
from tests.browser.people import PHONE, Person
from tests.browser.programs import told
from tests.browser.secrets import known_to, places_of, view_of
from tests.browser.shortcuts import invite, new_table, take_seat
from tests.browser.tables import big_screen, play

GAME = "questworlds-srd"
PLAYERS = ("Ada", "Bo", "Cy")
HIDDEN = "17M2"
"""A resistance that nobody guesses; AP come from it."""
SPIRIT = 83
"""A resolve that nobody guesses."""
GOALS = ["drown the bells"]


def hero(name: str, **more: Any) -> dict[str, Any]:
    abilities = [{"name": f"{name}'s craft", "rating": "15"}, {"name": "Luck", "rating": "10"}]
    return {"name": name, "seat": name.lower(), "abilities": abilities, "ability": f"{name}'s craft", **more}


def foe(name: str, resistance: str = HIDDEN, resolve: int = SPIRIT) -> dict[str, Any]:
    return {
        "name": name,
        "opposition": True,
        "resistance": resistance,
        "resolve": resolve,
        "tactic": "Looming",
    }


def heroes(**more: Any) -> list[dict[str, Any]]:
    return [hero(name, **more) for name in PLAYERS]


DUEL = {"contestants": [hero("Ada"), foe("The tower")], "helpers": [hero("Bo"), hero("Cy")]}
GROUP = {"contestants": [*heroes(), foe("The tower"), foe("The moat", "5"), foe("The gate", "5")]}
WEARY = {
    "contestants": [hero("Ada", resolve=1), hero("Bo"), hero("Cy")],
    "helper": "Bo",
    "helped": "Ada",
    "time": 2,
}
SCENES: dict[str, tuple[str, dict[str, Any]]] = {
    "contest": ("contest", {**DUEL, "opposition_goals": GOALS}),
    "group contest": ("group-contest", GROUP),
    "one prize": ("one-prize", {"contestants": [*heroes(), foe("The tower")]}),
    "scored": ("scored", DUEL),
    "scored group": ("scored", GROUP),
    "wagered": ("wagered", DUEL),
    "wagered group": ("wagered", GROUP),
    "chained": ("chained", DUEL),
    "chained group": ("chained", {"contestants": [*heroes(resolve=2), foe("The tower"), foe("The moat")]}),
    "recovery": ("recovery", WEARY),
}


def gather(sit: Sit) -> tuple[str, dict[str, Person]]:
    """A table with three players with their phones."""
    gm = sit("the game master")
    table, people = new_table(gm), {"gm": gm}
    for name in PLAYERS:
        people[name] = sit(name, viewport=PHONE)
        take_seat(people[name], invite(gm, table, name)["link"])
    return table, people


def begin(people: dict[str, Person], table: str, type_name: str, setup: dict[str, Any]) -> None:
    gm = people["gm"]
    casting = {
        name.lower(): seat["id"] for seat in seats(gm, table) for name in PLAYERS if seat["name"] == name
    }
    kind = {"sequences": type_name} if type_name in ("scored", "wagered", "chained") else {}
    body = {"game": GAME, "type": type_name, "setup": setup | kind, "casting": casting}
    made = told(gm, f"/api/tables/{table}/contests", body)
    for person in people.values():
        person.forget()
        person.go(f"/contests/{made['id']}")
        person.page.wait_for_selector("body.at-table #bar")
        person.tap()


def seats(gm: Person, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = gm.context.request.get(f"/api/tables/{table}").json()["seats"]
    return found


def hidden_from(person: Person) -> None:
    """What the view leaves out of the opposition, and nothing of it in anything that can be fetched."""
    for each in view_of(person)["view"]["state"]["contestants"]:
        if each["opposition"]:
            assert not {"resistance", "resolve", "ap", "starting_ap"} & each.keys(), (person.name, each)
    known = known_to(person)
    for secret in (HIDDEN, *GOALS, f'"resolve":{SPIRIT}', f'"resolve": {SPIRIT}', f"{SPIRIT} resolve"):
        assert places_of(secret, known) == [], (person.name, secret)


EVENINGS = [
    ("contest",),
    ("scored",),
    pytest.param(("recovery",), marks=pytest.mark.soak),
    pytest.param(("wagered",), marks=pytest.mark.soak),
    pytest.param(("chained group",), marks=pytest.mark.soak),
    pytest.param(("group contest", "one prize"), marks=pytest.mark.soak),
    pytest.param(("scored group", "wagered group", "chained"), marks=pytest.mark.soak),
]


@pytest.mark.parametrize("scenes", EVENINGS, ids=lambda scenes: scenes[0])
def test_a_group_plays_it_and_secrets_are_kept(sit: Sit, scenes: tuple[str, ...]) -> None:
    """QS-70: resistance, AP and the opposition's resolve and goals are told to no player before the rules say so."""
    table, people = gather(sit)
    players = [people[name] for name in PLAYERS]
    for scene in scenes:
        begin(people, table, *SCENES[scene])
        for person in players:
            hidden_from(person)
        screen = big_screen(sit, people["gm"])
        play(list(people.values()))
        for person in people.values():
            person.page.wait_for_selector("section.end")
        for person in players:
            still_hidden_from(person)
        screen.page.wait_for_selector("section.end")
        assert any(person.answered for person in players)


def still_hidden_from(person: Person) -> None:
    """QS-70: the opposition's resolve to the end, though its losses are seen, and its goals."""
    for each in view_of(person)["view"]["state"]["contestants"]:
        assert not each["opposition"] or "resolve" not in each, (person.name, each)
    shown = "".join(person.page.inner_text(part) for part in ("#bar", "#board", "#story"))
    assert f"{SPIRIT}" not in shown
    assert GOALS[0] not in shown
