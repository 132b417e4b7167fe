"""The way to a contest without the pages before it, for tests of what comes after: programs set it up for people."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec

from agonist.kernel import GM, Game
from examples import standoff
from tests.browser.people import LAPTOP, Person
from tests.browser.programs import bearer, seen, told
from tests.browser.secrets import contest_of, view_of
from tests.support.installed import installed_games

ASKED = "#now form.asks.yours"
Edit = Callable[[Any], None]


def play_now(person: Person, preset: str) -> None:
    """A ready contest against bots, as the start page opens it."""
    person.go(_sent(person, "/play", {"preset": preset}))
    person.page.wait_for_selector(ASKED)


def new_table(gm: Person, name: str = "Thursday") -> str:
    """A table of one's own, as the start page opens it; gives its id."""
    return urlsplit(_sent(gm, "/tables", {"name": name})).path.rpartition("/")[2]


def set_up(gm: Person, title: str) -> None:
    """The set-up of a ready contest at a table of one's own, as the pages for choosing lead to it."""
    gm.go(f"/tables/{new_table(gm)}/new/{place_of(title)}")
    gm.page.wait_for_selector("#setup")


def place_of(title: str) -> str:
    """Where the set-up of a ready contest is, at any table; of several that are called alike, the first."""
    return next(
        f"{each.name}/{kind.name}?preset={name}"
        for each in (*installed_games(), standoff.GAME)
        for kind in each.types
        for name, ready in kind.presets.items()
        if ready.title == title
    )


def _sent(person: Person, place: str, form: dict[str, str | float | bool]) -> str:
    """Send a form; where it leads."""
    answer = person.context.request.post(place, form=form, headers={"origin": person.url}, max_redirects=0)
    assert answer.status in (302, 303), answer.text()
    return answer.headers["location"]


def invite(gm: Person, table: str, name: str, role: str = "player") -> dict[str, Any]:
    """A seat at the table, with the link to it."""
    made: dict[str, Any] = told(gm, f"/api/tables/{table}/seats", {"name": name, "role": role})
    return made


def take_seat(person: Person, link: str) -> None:
    """What opening an invitation does."""
    assert person.context.request.get(link).ok


def seated(
    sit: Callable[..., Person], game: Game, preset: str, edit: Edit | None = None, **screens: dict[str, int]
) -> dict[str, Person]:
    """A game master starts a contest, and all whom it needs besides sit before its page; by their seats' names.

    The preset is named as `type/preset` and edited if need be; a screen is given for a name, or for all `players`.
    """
    kind, _, name = preset.partition("/")
    ready = game.type(kind).presets[name].setup
    setup = msgspec.to_builtins(ready)
    if edit:
        edit(setup)
    gm = sit("the game master")
    table, people, casting = new_table(gm), {gm.name: gm}, {}
    for seat, called in game.type(kind).seats(msgspec.convert(setup, type(ready))).items():
        if seat == GM:
            continue
        invited = invite(gm, table, called)
        casting[seat] = invited["seat"]["id"]
        people[called] = sit(called, viewport=screens.get(called) or screens.get("players", LAPTOP))
        take_seat(people[called], invited["link"])
    new = {"game": game.name, "type": kind, "setup": setup, "casting": casting}
    contest = told(gm, f"/api/tables/{table}/contests", new)["id"]
    for person in people.values():
        person.go(f"/contests/{contest}")
        person.page.wait_for_selector("body.at-table #bar")
    return people


def let_bots_finish(gm: Person) -> None:
    """Hand every seat to a bot, as the game master may."""
    place = f"/api/contests/{contest_of(gm)}"
    bot = seen(gm, f"{place}/tools")["bots"][0]
    for seat in view_of(gm)["seats"]:
        new = {"seat": seat["seat"], "bot": bot}
        answer = gm.context.request.post(f"{place}/bots", data=new, headers=bearer(gm))
        assert answer.ok or answer.json()["code"] == "act.over", (
            answer.text()
        )  # bots need not wait for the last


def end_early(gm: Person) -> None:
    """Break a contest off, as the game master may."""
    told(gm, f"/api/contests/{contest_of(gm)}/end", {"reason": "It got late"})
