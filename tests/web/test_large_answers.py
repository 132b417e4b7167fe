"""What is asked and answered has a size: addresses, fields, rows, bodies; and what is large is drawn elsewhere."""

import asyncio
import gzip
import threading
from typing import Any
from urllib.parse import urlencode

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from markupsafe import Markup

from agonist.kernel import Referee, game
from agonist.review import review
from agonist.table import Reviewed
from agonist.table.reviews import Reviews
from agonist.web.frame import MOST_FIELDS, Body
from agonist.web.pages import archive, drawing, large, parts
from agonist.web.pages.answers import _MOST_ROWS
from tests.review.played import duel, played
from tests.web.test_hardened import gm_of
from tests.web.test_wire import Hasty, sent, serving

Client = TestClient[Litestar]
PAGE = {"accept": "text/html", "sec-fetch-site": "same-origin"}


def members(count: int) -> str:
    return "/odds/forge/group?" + urlencode([("members", "1@1")] * count)


def test_an_address_has_only_so_many_fields(client: Client) -> None:
    """2,200 of them were a page of 6.6 MB, drawn while everybody waited."""
    assert client.get("/health?" + "&".join(["a=1"] * MOST_FIELDS)).status_code == 200
    for count in (MOST_FIELDS + 1, 2_200):
        refused = client.get("/health?" + "&".join(["a=1"] * count))
        assert (refused.status_code, refused.json()["accepted"]) == (400, "up to 200")


@pytest.mark.parametrize("joined", [members(MOST_FIELDS), "/odds/forge/group?members=" + ";1@1" * 1_800])
def test_a_page_has_no_more_rows_than_its_form_takes(client: Client, joined: str) -> None:
    page = client.get(joined, headers=PAGE)
    assert page.status_code == 200
    assert "up to 60" in page.text or "60" in page.text
    assert len(page.content) < 400_000


async def test_an_address_has_only_so_many_bytes() -> None:
    async with serving(Hasty) as port:
        head = b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        assert b" 200 " in await sent(port, b"GET /" + b"a" * 8_000 + head)
        assert b" 414 " in await sent(port, b"GET /" + b"a" * 8_300 + head)
        assert b" 414 " in await sent(port, b"GET /?a=", b"b" * 4_000, b"b" * 6_000 + head)


def test_a_form_has_only_so_many_rows_however_deep(client: Client) -> None:
    """Fifty contestants of 58 abilities were a page of 8 MB, which took ten seconds to draw."""
    head, table = gm_of(client)
    place = f"{table.removeprefix('/api')}/new/questworlds/group-extended"
    client.cookies.set("agonist", head["authorization"].split()[1])

    def drawn(contestants: int, abilities: int) -> Any:
        rows = [(n, m) for n in range(contestants) for m in range(abilities)]
        fields = {f"setup.contestants.{n}.abilities.{m}.name": "x" for n, m in rows}
        return client.post(place, data=fields | {"do": "look"}, headers=PAGE)

    assert drawn(10, (_MOST_ROWS - 10) // 10).status_code == 200
    refused = drawn(10, _MOST_ROWS // 10)
    assert refused.status_code == 422
    assert f"up to {_MOST_ROWS}" in refused.text


def test_what_is_large_is_drawn_and_compressed_beside_the_loop(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The largest set-up that comes with a game, a question of sixty rows, and what grows with a contest."""
    head, table = gm_of(client)
    client.cookies.set("agonist", head["authorization"].split()[1])
    over = played("questworlds", "extended", setup=duel(8, 6), seed=2)
    sent_in = client.post(f"{table}/contests/import", content=over.to_json(), headers=head).json()["id"]
    known = Reviewed("ready", review=review(over, scale=0.01, processes=1))
    monkeypatch.setattr(Reviews, "of", lambda *_, **__: asyncio.sleep(0, known))
    new = {"game": "questworlds", "type": "group-extended", "preset": "boarding"}
    running = client.post(f"{table}/contests", json=new, headers=head).json()["id"]
    monkeypatch.setattr(large, "_FEW_ASKED", 0)
    monkeypatch.setattr(large, "LONG", 5)
    monkeypatch.setattr(archive, "_MOST_LINES", 12)
    threads: list[str] = []

    def draw(template: str, /, **context: Any) -> str:
        threads.append(threading.current_thread().name)
        return drawing.draw(template, **context)

    really = gzip.compress

    def compress(*given: Any, **how: Any) -> bytes:
        threads.append(threading.current_thread().name)
        return really(*given, **how)

    monkeypatch.setattr(large, "draw", draw)
    monkeypatch.setattr("agonist.web.pages.large.gzip.compress", compress)
    place = f"{table.removeprefix('/api')}/new/forge/contest-of-teams?preset=race-to-the-gate"
    ended, goes_on = f"/contests/{sent_in}", f"/contests/{running}"
    for page in (place, members(60), f"{ended}/replay", f"{ended}/review", goes_on):
        answer = client.get(page, headers=PAGE)
        assert answer.headers["content-encoding"] == "gzip", answer.text
        assert answer.text.startswith("<!doctype html>")
        if "/replay" in page:
            assert 0 < answer.text.count('<li id="line-') <= 12
            assert f"/contests/{sent_in}/story.html" in answer.text
    assert len(threads) == 10
    assert all(name.startswith("agonist-aside") for name in threads)


def test_the_sheets_of_a_table_have_only_so_much_in_them(client: Client) -> None:
    """All of them are read at once, for every page of its set-ups."""
    head, table = gm_of(client)

    def put(name: str, size: int) -> int:
        sheet = {"name": name, "abilities": [{"name": "x" * 60, "rating": "5"}] * (size // 100)}
        body = {"game": "questworlds", "sheet": sheet}
        return client.put(f"{table}/characters/{name}", json=body, headers=head).status_code

    first = put("One", 300)
    assert first < 300
    client.app.state.service.house.limits = limits = _with(client, sheets=3_000)
    assert limits.sheets == 3_000
    assert put("Two", 1_000) < 300
    assert put("Three", 3_000) == 422
    assert put("Two", 900) < 300


def _with(client: Client, **new: Any) -> Any:
    import msgspec

    return msgspec.structs.replace(client.app.state.service.house.limits, **new)


def test_what_one_address_sends_at_once_is_bounded(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty imports under way took 220 MB."""
    monkeypatch.setattr(Body, "most", 1_000)
    assert client.post("/api/tables", json={"name": "x" * 50}).status_code == 201
    held = Body("testclient")
    held.grow(900)
    refused = client.post("/api/tables", content=b" " * 200, headers={"content-type": "application/json"})
    assert (refused.status_code, refused.json()["code"]) == (429, "limit.busy")
    held.__exit__()
    assert client.post("/api/tables", json={"name": "x" * 50}).status_code == 201
    assert not Body._held


def test_a_contest_has_only_so_many_rows_however_it_comes(client: Client) -> None:
    """Whatever a page of it shows grows with them; an import could have had twenty thousand."""
    head, table = gm_of(client)

    def many(each: int) -> dict[str, Any]:
        abilities = [{"name": f"Craft {n}", "rating": "15"} for n in range(each)]
        return {"contestants": [{"name": f"Person {n}", "abilities": abilities} for n in range(20)]}

    new = {"game": "questworlds", "type": "group-extended", "setup": many(14)}
    assert client.post(f"{table}/contests", json=new, headers=head).status_code == 201
    refused = client.post(f"{table}/contests", json=new | {"setup": many(15)}, headers=head)
    assert (refused.status_code, refused.json()["accepted"]) == (422, "up to 300")
    begun = Referee.start(game("questworlds"), "group-extended", many(15), seed=bytes(32))
    data = begun.transcript.to_json()
    refused = client.post(f"{table}/contests/import", content=data, headers=head)
    assert (refused.status_code, refused.json()["accepted"]) == (422, "up to 300")


def test_what_was_drawn_takes_so_much_memory_and_goes_with_its_table(client: Client) -> None:
    """A thousand parts of a page were kept whatever their size, and after their table was deleted."""
    drawn = parts.Kept(most=10, most_bytes=1_000)
    for n in range(30):
        drawn.keep(("table", bytes([n % 25])), parts.Part("key", Markup(""), b"x" * (10 if n < 20 else 200)))
        assert sum(2 * len(each.event) for each in drawn._parts.values()) == drawn._bytes <= 1_000
        assert len(drawn._parts) <= 10
    assert drawn.find(("table", bytes([4]))) is not None
    head, table = gm_of(client)
    client.cookies.set("agonist", head["authorization"].split()[1])
    new = {"game": "questworlds", "type": "extended", "preset": "bridge"}
    contest = client.post(f"{table}/contests", json=new, headers=head).json()["id"]
    assert client.get(f"/contests/{contest}", headers=PAGE).status_code == 200
    of = table.rpartition("/")[2]
    assert any(each == of for each, _ in parts.kept._parts)
    assert client.delete(table, headers=head).status_code == 204
    assert not any(each == of for each, _ in parts.kept._parts)
