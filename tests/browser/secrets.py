"""Secrets: what one side knows and another must not be told, on any page, in any stream, by any answer for programs."""

import html
import re
from typing import Any

from tests.browser.people import Person
from tests.browser.programs import seen


def contest_of(person: Person) -> str:
    """The name by which pages and programs call the contest on this screen."""
    found = re.search(r"/contests/([^/?#]+)", person.page.url)
    assert found, person.page.url
    return found[1]


def view_of(person: Person) -> dict[str, Any]:
    """The contest as programs get it for this screen's seat."""
    view: dict[str, Any] = seen(person, f"/api/contests/{contest_of(person)}")
    return view


DEAR = ("/chance", "/review")
"""What takes thousands of contests played on to answer."""


def reachable(person: Person, *, dear: bool = True) -> dict[str, str]:
    """Everything about the contest that this screen can fetch, and what it is given when it tries for more."""
    contest = f"/contests/{contest_of(person)}"
    view = view_of(person)
    table = f"/tables/{view['contest']['table']}"
    schema = person.context.request.get("/api/schema/openapi.json").json()
    places = [
        f"/api{contest}{path.removeprefix('/api/contests/{contest_id}')}"
        for path, ways in schema["paths"].items()
        if "get" in ways and path.startswith("/api/contests/{contest_id}") and path.count("{") == 1
    ]
    assert len(places) > 5, places
    places = [place for place in places if not place.endswith("/stream")]
    places += [contest + more for more in ("", "?story=whole", "?tv=yes", "/tools", "/dice", "/dice.json")]
    places += [contest + more for more in ("/story.html", "/transcript.json", "/lines?before=9999")]
    places += [f"{contest}/replay?step={step}" for step in (0, 3, 9999)]
    places += [
        f"{table}/export.json",
        table,
        f"/api{table}",
        f"/api{table}/characters",
        f"/api{table}/export",
    ]
    for seat in ("gm", "spectator", *(each["seat"] for each in view["seats"])):
        places += [f"{contest}?seat={seat}", f"/api{contest}?seat={seat}", f"/api{contest}/log?seat={seat}"]
    if not dear:
        places = [place for place in places if not place.endswith(DEAR)]
    return {place: person.context.request.get(place, timeout=0).text() for place in places}


def known_to(person: Person, *, dear: bool = True) -> dict[str, str]:
    """Everything that this screen was told or can fetch, in plain text, by where it stands."""
    found = {"what it was told": person.everything(), **reachable(person, dear=dear)}
    return {place: html.unescape(text) for place, text in found.items()}


def places_of(secret: str, known: dict[str, str]) -> list[str]:
    """Where a secret stands in what a screen knows."""
    return [place for place, text in known.items() if secret.casefold() in text.casefold()]
