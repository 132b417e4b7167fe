"""The door of a table: one code for the room, a name, and in; and addresses that phones can reach."""

from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.table import Limits
from agonist.web import Settings, create_app, reachable
from tests.support.stores import empty_store

Client = TestClient[Litestar]
MANY = (1_000.0, 1_000.0)


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    limits = Limits(joins=MANY, makes=MANY, misses=MANY, reads=MANY, writes=MANY)
    return create_app(Settings(database=empty_store(tmp_path / "doors.db"), host="0.0.0.0", limits=limits))


def opened(client: Client, host: str = "http://there.example") -> str:
    """Open a table and read the code on its page."""
    client.base_url = host
    client.headers.update({"sec-fetch-site": "same-origin", "accept": "text/html"})
    page = client.post("/tables", data={"name": "Thursday", "gm_name": "Mia"}).text
    return code_on(page)


def code_on(page: str) -> str:
    return page.partition('class="code">')[2][:6]


def test_who_has_the_code_types_a_name_and_is_in(app: Litestar) -> None:
    with TestClient(app) as gm:
        code = opened(gm)
        gm.cookies.clear()
        assert "Thursday" in gm.get(f"/in/{code}").text
        inside = gm.post(f"/in/{code.lower()}", data={"name": "Ana"})
        assert "You are Ana" in inside.text
        assert "/tables/" in str(inside.url)


def test_a_name_typed_twice_is_asked_about(app: Litestar) -> None:
    with TestClient(app) as gm:
        code = opened(gm)
        gm.cookies.clear()
        again = gm.post(f"/in/{code}", data={"name": " mia "})
        assert again.status_code == 422
        assert "sits here already" in again.text
        assert "mia 2" in again.text


def test_a_closed_door_opens_nothing(app: Litestar) -> None:
    with TestClient(app) as gm:
        code = opened(gm)
        table = str(gm.get("/").text).partition("/tables/")[2][:12]
        assert "door is closed" in gm.post(f"/tables/{table}/door", data={"do": "close"}).text
        assert gm.get(f"/in/{code}").status_code == 404
        assert gm.post(f"/in/{code}", data={"name": "Ana"}).status_code == 404


def test_who_knocks_watches_until_let_in(app: Litestar) -> None:
    with TestClient(app) as gm:
        opened(gm)
        table = str(gm.get("/").text).partition("/tables/")[2][:12]
        knocking = gm.post(f"/tables/{table}/door", data={"do": "knock"}).text
        mine = dict(gm.cookies)
        gm.cookies.clear()
        inside = gm.post(f"/in/{code_on(knocking)}", data={"name": "Ana"})
        assert "a spectator" in inside.text
        gm.cookies.clear()
        gm.cookies.update(mine)
        seat = gm.get(f"/tables/{table}").text.partition("/let-in")[0].rpartition("/")[2]
        gm.post(f"/tables/{table}/seats/{seat}/let-in")
        assert "/let-in" not in gm.get(f"/tables/{table}").text


def test_no_picture_holds_an_address_that_phones_cannot_reach(
    app: Litestar, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened at localhost the page offers the server's address in the network, or says what to do."""
    with TestClient(app) as gm:
        monkeypatch.setattr(reachable, "network_addresses", lambda: ["192.0.2.7"])
        opened(gm, "http://localhost:8000")
        table = str(gm.get("/").text).partition("/tables/")[2][:12]
        assert "http://192.0.2.7:8000/in/" in gm.get(f"/tables/{table}").text
        monkeypatch.setattr(reachable, "network_addresses", list)
        page = gm.get(f"/tables/{table}").text
        assert "--host 0.0.0.0" in page
        assert 'class="qr"' not in page


def test_a_whole_house_is_let_in_with_one_tap(app: Litestar) -> None:
    with TestClient(app) as gm:
        code = opened(gm)
        mine, table = dict(gm.cookies), str(gm.get("/").text).partition("/tables/")[2][:12]

        def comes(name: str) -> int:
            gm.cookies.clear()
            return gm.post(f"/in/{code}", data={"name": name}, follow_redirects=False).status_code

        assert [comes(f"Phone {n}") for n in range(9)] == [303] * 8 + [422]
        gm.cookies.clear()
        assert "8 people have come in from your address" in gm.post(f"/in/{code}", data={"name": "Ana"}).text
        gm.cookies.update(mine)
        assert 'value="welcome"' in gm.get(f"/tables/{table}").text
        assert 'value="welcome"' not in gm.post(f"/tables/{table}/door", data={"do": "welcome"}).text
        assert [comes(f"Guest {n}") for n in range(9)] == [303] * 9
