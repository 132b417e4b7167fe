"""Who may open tables: everybody, who knows a word, or nobody; and what each is shown."""

from typing import Any

import msgspec
import pytest

from agonist.web import Settings

WAYS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/api/tables", {"json": {"name": "Ours"}}),
    ("/api/tables/import", {"content": b"{}"}),
    ("/tables", {"data": {"name": "Ours", "gm_name": "Mia"}}),
    ("/play", {"data": {"preset": "forge/brawl"}}),
)


OURS = {"accept": "application/json", "sec-fetch-site": "same-origin"}


@pytest.fixture
def opened_to(client):
    def change(who: str, word: str = "") -> None:
        settings: Settings = client.app.state.settings
        client.app.state.settings = msgspec.structs.replace(settings, open_to=who, word=word)

    yield change
    change("everybody")


def test_a_closed_server_opens_no_table_in_any_way(client, opened_to):
    opened_to("nobody")
    for place, sent in WAYS:
        told = client.post(place, **sent, headers=OURS)
        assert told.status_code == 403, place
        assert "No tables are opened here" in told.text
    page = client.get("/").text
    assert "/join" in page
    assert 'action="/tables"' not in page
    assert 'action="/play"' not in page


def test_who_knows_the_word_opens_tables(client, opened_to):
    opened_to("word", "séance")
    for place, sent in WAYS:
        for word in ("", "seance", "séance!"):
            sent_word = sent | {"data": sent["data"] | {"word": word}} if "data" in sent else sent
            told = client.post(place, **sent_word, headers=OURS | {"agonist-word": word.encode()})
            assert told.status_code == 403, place
            assert "who runs this server gives" in told.text
    assert 'name="word"' in client.get("/").text
    assert 'action="/play"' not in client.get("/").text
    made = client.post("/api/tables", json={"name": "Ours"}, headers={"agonist-word": "séance".encode()})
    assert made.status_code == 201
    page = client.post(
        "/tables", data={"name": "Ours", "word": " séance "}, headers=OURS, follow_redirects=False
    )
    assert page.status_code == 303


def test_an_open_server_asks_nobody_for_a_word(client):
    assert 'name="word"' not in client.get("/").text
    assert client.post("/api/tables", json={"name": "Ours"}).status_code == 201
