"""Who a screen with several seats at one table is, and which contest a minute's set-up makes."""

import re
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

Client = TestClient[Litestar]


class Home:
    """A table, its game master's word, and a screen of somebody else."""

    def __init__(self, client: Client) -> None:
        self.client = client
        made = client.post("/api/tables", json={"name": "Friday", "gm_name": "Mia"}).json()
        self.path = f"/tables/{made['table']['id']}"
        self.token, self.head = made["token"], {"authorization": f"Bearer {made['token']}"}
        client.headers.update({"sec-fetch-site": "same-origin", "accept": "text/html"})

    def seat(self, name: str, role: str = "player") -> Any:
        """A new seat, and the invitation to it."""
        made = self.client.post(
            f"/api{self.path}/seats", json={"name": name, "role": role}, headers=self.head
        )
        return made.json()

    def sit(self, invitation: str) -> None:
        """Take a seat on this screen, beside those that it has."""
        assert self.client.post("/join", data={"code": invitation}).status_code < 400

    def who(self, seat: str = "") -> str:
        page = self.client.get(f"{self.path}{'?as=' + seat if seat else ''}")
        found = re.search(r"You are (?:the game master, )?(\w+)", page.text)
        return found[1] if found else f"{page.status_code}"


@pytest.fixture
def home(client: Client) -> Home:
    return Home(client)


def test_a_screen_with_several_seats_is_the_game_masters_unless_it_says_so(home: Home) -> None:
    ana, bea, cyd = home.seat("Ana"), home.seat("Bea", "gm"), home.seat("Cyd")
    for each in (ana, bea, cyd):
        home.sit(each["token"])
    assert home.who() == "Bea"
    assert home.who(ana["seat"]["id"]) == "Ana"
    assert home.who(cyd["seat"]["id"]) == "Cyd"
    assert home.who("no-such-seat") == "Bea"


def test_a_screen_with_seats_at_other_tables_only_is_nobody_here(home: Home) -> None:
    home.sit(home.seat("Ana")["token"])
    other = Home(home.client)
    assert other.who() == "404"
    assert home.who() == "Ana"


@pytest.mark.parametrize(
    ("game", "heroes", "foes", "kind"),
    [
        ("questworlds", 1, 1, "extended"),
        ("questworlds", 1, 2, "group-extended"),
        ("questworlds", 2, 1, "group-extended"),
        ("questworlds", 2, 2, "group-extended"),
        ("questworlds-srd", 1, 1, "scored"),
    ],
)
def test_one_against_one_play_what_is_for_two(
    home: Home, game: str, heroes: int, foes: int, kind: str
) -> None:
    """Of a quick contest: a pair only if there is one on each side, and only where the game has something for it."""
    seats = [home.seat(name)["seat"]["id"] for name in ("Ana", "Bea")]
    home.client.cookies.set("agonist", home.token)
    fields = {f"plays.{seat}": "yes" for seat in seats[:heroes]}
    sent = {"count": str(foes), "about": "the bridge", **fields}
    page = home.client.post(f"{home.path}/quick/{game}", data=sent, follow_redirects=False)
    assert page.status_code in (302, 303), page.text
    contest = page.headers["location"].partition("/contests/")[2].partition("?")[0]
    made = home.client.get(f"/api/contests/{contest}", headers=home.head).json()
    assert made["contest"]["type"] == kind
