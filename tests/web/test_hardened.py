"""Small things that an attacker tried from outside, and what comes of them now."""

from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.web import Settings, create_app
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED

Client = TestClient[Litestar]


def gm_of(client: Client) -> tuple[dict[str, str], str]:
    """A game master's header, and the path of the table."""
    made = client.post("/api/tables", json={"name": "x"}).json()
    return {"authorization": f"Bearer {made['token']}"}, f"/api/tables/{made['table']['id']}"


@pytest.mark.parametrize("host", ["x:99999", "x" * 3_000, "x y", "x:", "a:b:c", "", "[::1", "x\u00e9"])
def test_a_host_that_can_be_none_is_refused(client: Client, host: str) -> None:
    answer = client.get("/", headers={b"host": host.encode("utf-8")})
    assert answer.status_code == 400
    assert answer.json()["code"] == "request.malformed"


@pytest.mark.parametrize("host", ["x", "x:65535", "a-b.example.org:80", "127.0.0.1:8000", "[::1]:8000"])
def test_a_host_that_can_be_one_is_taken(client: Client, host: str) -> None:
    assert client.get("/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("place", ["/api/tables/x/contests?after=1-%00", "/tables/x/characters?name=%00a"])
def test_a_zero_in_an_address_is_refused(client: Client, place: str) -> None:
    assert client.get(place).status_code == 400


def test_a_bot_asked_to_answer_in_a_contest_that_has_ended_is_told_so(client: Client) -> None:
    head, table = gm_of(client)
    new = {"game": "standoff", "preset": "noon"}
    contest = client.post(f"{table}/contests", json=new, headers=head).json()["id"]
    client.post(f"/api/contests/{contest}/end", json={}, headers=head)
    page = {"sec-fetch-site": "same-origin", "cookie": f"agonist={head['authorization'].split()[1]}"}
    answer = client.post(f"/contests/{contest}/bot-answer", data={"request": "1.0.0"}, headers=page)
    assert answer.status_code == 409


def test_behind_any_proxy_the_last_address_counts_and_not_what_the_sender_wrote(tmp_path: Path) -> None:
    limits = {"makes": (1, 0.001)}
    import msgspec

    settings = Settings(
        database=empty_store(tmp_path / "x.db"),
        proxies="*",
        limits=msgspec.structs.replace(UNHURRIED, **limits),
    )
    with TestClient(create_app(settings)) as client:

        def make(forwarded: str) -> int:
            head = {"x-forwarded-for": forwarded}
            return client.post("/api/tables", json={"name": "x"}, headers=head).status_code

        assert [make("1.1.1.1, 9.9.9.9"), make("2.2.2.2, 9.9.9.9"), make("1.1.1.1, 8.8.8.8")] == [
            201,
            429,
            201,
        ]


def test_joining_gives_a_new_cookie_to_a_screen_whose_cookie_may_be_planted(client: Client) -> None:
    head, table = gm_of(client)
    attacker, _ = gm_of(client)
    invited = client.post(f"{table}/seats", json={"name": "Ash"}, headers=head).json()
    planted = attacker["authorization"].split()[1]
    joined = client.get(
        f"/join/{invited['token']}", headers={"cookie": f"agonist={planted}"}, follow_redirects=False
    )
    assert joined.status_code == 303
    assert planted not in joined.headers["set-cookie"]
    seats = client.get("/api/me", headers=attacker).json()["seats"]
    assert [seat["name"] for seat in seats] == ["Game master"]


def test_tokens_of_two_tables_made_with_the_same_key_have_nothing_in_common(tmp_path: Path) -> None:
    """What a server gives for a key cannot be worked out from the key: another server gives something else."""
    key = {"idempotency-key": "0f64fbd3-0a0b-4c4f-9d8e-3f0f6d1c2b3a"}
    found: list[Any] = []
    for name in ("one", "two"):
        app = create_app(Settings(database=empty_store(tmp_path / f"{name}.db"), limits=UNHURRIED))
        with TestClient(app) as client:
            found.append(client.post("/api/tables", json={"name": "x"}, headers=key).json()["token"])
    assert found[0] != found[1]
