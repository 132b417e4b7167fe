"""Webhooks from outside: the API and the page of a table's game master."""

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.web.test_api import Api

Client = TestClient[Litestar]


@pytest.fixture
def api(client: Client) -> Api:
    return Api(client)


def test_a_game_master_tells_an_address_and_takes_it_back(api: Api) -> None:
    place = f"/tables/{api.table}/hooks"
    made = api.post("gm", place, {"url": "https://hooks.invalid/secret/path"})
    assert made.status_code == 201, made.text
    assert made.json()["secret"].startswith("whsec_")
    [seen] = api.get("gm", place).json()
    assert (seen["host"], seen["shape"], seen["after"]) == ("hooks.invalid", "standard", 60)
    assert "secret" not in api.get("gm", place).text
    hook = f"/api{place}/{seen['id']}"
    assert api.post("gm", f"{place}/{seen['id']}/again").status_code == 204
    assert api.client.delete(hook, headers=api.head("gm")).status_code == 204
    assert api.client.delete(hook, headers=api.head("gm")).status_code == 404
    assert api.get("gm", place).json() == []


def test_players_neither_see_nor_make_any(api: Api) -> None:
    place = f"/tables/{api.table}/hooks"
    assert api.get("Ash", place).status_code == 403
    assert api.post("Ash", place, {"url": "https://example.org/"}).status_code == 403


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "https://", "x", "https://a\u0000b/", ""])
def test_a_wrong_address_is_refused_with_one_that_would_do(api: Api, url: str) -> None:
    refused = api.post("gm", f"/tables/{api.table}/hooks", {"url": url})
    assert refused.status_code == 422
    assert "https://example.org/hook" in refused.json()["accepted"]


def test_the_page_shows_where_messages_go_and_says_why_one_was_given_up(api: Api) -> None:
    page = f"/tables/{api.table}/hooks"
    cookie = {"cookie": f"agonist={api.tokens['gm']}", "sec-fetch-site": "same-origin", "accept": "text/html"}
    form = {"url": "https://hooks.invalid/x", "shape": "standard", "minutes": "5", "again": "yes"}
    made = api.client.post(page, data=form, headers=cookie)
    assert made.status_code in (200, 201), made.text
    assert "whsec_" in made.text
    assert "after 5 min, and again every day" in made.text
    shown = api.client.get(page, headers=cookie).text
    assert "hooks.invalid" in shown
    assert "whsec_" not in shown
    wrong = api.client.post(page, data=form | {"url": "nowhere"}, headers=cookie)
    assert wrong.status_code == 422
    ash = {"cookie": f"agonist={api.tokens['Ash']}", "accept": "text/html"}
    assert api.client.get(page, headers=ash).status_code == 403
