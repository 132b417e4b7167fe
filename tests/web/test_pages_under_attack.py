"""Pages in careless and in bad hands: nothing breaks, nothing is done twice, no text of one acts for another."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import create_engine, func, select, update

from agonist.kernel import DiceRecord, RecordedRoll, Referee, commitment, game, register
from agonist.table.schema import entries, tables
from agonist.web.pages.answers import SentFields, answer_from
from examples.standoff import GAME

Client = TestClient[Litestar]

OURS = {"sec-fetch-site": "same-origin", "accept": "text/html"}
BY_SCRIPT = OURS | {"hx-request": "true"}


class Table:
    """A table with a contest that a game master plays alone, by its pages."""

    def __init__(self, client: Client, **contest: Any) -> None:
        self.client = client
        made = client.post("/api/tables", json={"name": "Friday"}).json()
        self.table, self.head = made["table"]["id"], {"authorization": f"Bearer {made['token']}"}
        client.cookies.set("agonist", made["token"])
        new = {"game": "standoff", "preset": "noon", "usual_dice": "sealed"} | contest
        self.contest = client.post(f"/api/tables/{self.table}/contests", json=new, headers=self.head).json()[
            "id"
        ]

    def see(self) -> Any:
        return self.client.get(f"/api/contests/{self.contest}", headers=self.head).json()

    def answer(self, **fields: str) -> Any:
        asked = self.see()["view"]["asked"][0]["id"]
        return self.send("answer", {"request": asked} | fields)

    def send(self, what: str, fields: dict[str, str]) -> Any:
        return self.client.post(f"/contests/{self.contest}/{what}", data=fields, headers=BY_SCRIPT)


@pytest.fixture
def at(client: Client) -> Table:
    return Table(client)


def test_taking_back_twice_by_a_double_click_takes_back_once(at: Table) -> None:
    for _ in range(4):
        at.answer(a="strike")
    seen = at.see()["view"]
    last = {"to": str(seen["lines"][-1]["at"])}
    assert at.send("undo", last).text == ""
    once = at.see()["view"]["at"]
    assert once < seen["at"]
    assert "taken back" in at.send("undo", last).text
    assert at.see()["view"]["at"] == once


def test_an_undo_rounds_down_to_a_decision_for_pages_and_programs_alike(at: Table) -> None:
    """A number between two decisions, such as that of a roll, means the decision before it."""
    for _ in range(2):
        for _ in range(2):
            at.answer(a="strike")
        points = at.client.get(f"/api/contests/{at.contest}/tools", headers=at.head).json()["points"]
        between = next(
            n for n in range(at.see()["view"]["at"]) if n > 1 and n not in [p["at"] for p in points]
        )
        assert at.send("undo", {"to": str(between)}).text == ""
        by_page = at.see()["view"]["at"]
        for _ in range(2):
            at.answer(a="strike")
        sent = at.client.post(f"/api/contests/{at.contest}/undo", json={"to": between}, headers=at.head)
        assert sent.status_code == 200
        assert at.see()["view"]["at"] == by_page == max(p["at"] for p in points if p["at"] <= between)


def test_a_page_reads_an_answer_from_the_open_form_and_builds_no_view(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = at.see()["view"]["asked"][0]["id"]
    path = at.client.get(f"/api/contests/{at.contest}/tools", headers=at.head).json()["corrections"][0][
        "path"
    ]

    def never(*_: Any) -> Any:
        raise AssertionError("a view was made")

    with monkeypatch.context() as without:
        without.setattr("agonist.table.contests.contest_view", never)
        without.setattr("agonist.table.contests.tools_of", never)
        assert at.send("answer", {"request": asked, "a": "wait"}).text == ""
        assert "has been answered" in at.send("answer", {"request": asked, "a": "wait"}).text
        assert at.send("correct", {"path": path, "a": "5", "reason": "so"}).text == ""
        assert at.send("undo", {"to": "0"}).status_code == 200
    assert any("from" in line["text"] and "to 5: so" in line["text"] for line in at.see()["view"]["lines"])


def test_a_number_of_any_length_is_refused_like_any_other(at: Table) -> None:
    at.answer(a="strike")
    before = at.see()
    for what, field, value in (
        ("answer", "request", "9" * 5000 + ".0.0"),
        ("bot-answer", "request", "9" * 5000 + ".0.0"),
        ("undo", "to", "9" * 5000),
        ("undo", "to", "²"),
    ):
        assert at.send(what, {field: value}).status_code < 500
    assert at.see() == before


def test_a_start_from_nothing_that_is_there_leaves_no_table(client: Client) -> None:
    def count() -> int:
        with create_engine(client.app.state.settings.database).connect() as connection:
            return int(connection.execute(select(func.count()).select_from(tables)).scalar_one())

    before = count()
    for preset in ("", "nothing", "standoff/standoff/nothing", "standoff/nothing/noon"):
        assert client.post("/play", data={"preset": preset}, headers=OURS).status_code in (404, 422)
    assert count() == before


@pytest.mark.parametrize("code", ["http://[", "http://[::1/join/x", "\0", "☃", "?", "a" * 10_000])
def test_a_code_that_is_none_is_refused(client: Client, code: str) -> None:
    assert client.post("/join", data={"code": code}, headers=OURS).status_code == 422


@pytest.mark.parametrize(
    "copied", ["{}", "/join/{}", " http://there/join/{}/ ", "http://there/join/{}?x=1#y"]
)
def test_a_link_is_a_code_however_it_was_copied(client: Client, copied: str) -> None:
    made = client.post("/api/tables", json={"name": "Friday"}).json()
    sent = client.post(
        "/join", data={"code": copied.format(made["token"])}, headers=OURS, follow_redirects=False
    )
    assert sent.headers["location"] == f"/tables/{made['table']['id']}"


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "null", "", "http://elsewhere", "://testserver.local.elsewhere"]
)
def test_another_sites_form_is_refused_whatever_it_calls_itself(client: Client, origin: str) -> None:
    sent = client.post("/theme", data={"theme": "daylight"}, headers={"origin": origin})
    assert (sent.status_code, sent.json()["code"]) == (403, "request.foreign")
    host = {"origin": f"http://{client.base_url.host}", "host": client.base_url.host}
    assert client.post("/theme", headers=host, follow_redirects=False).status_code == 303


def test_what_a_refusal_repeats_is_text_on_the_page(at: Table) -> None:
    """A browser puts the answer to a script's request into the page."""
    said = at.answer(a="<b hx-post='/end' hx-trigger='load'>")
    assert "&lt;b hx-post" in said.text
    assert "<b" not in said.text
    gone = at.client.get("/contests/nothing/alive?<b>", headers=BY_SCRIPT)
    assert "<b" not in gone.text
    named = at.client.get("/rules/<b>", headers=BY_SCRIPT)
    assert "&lt;b&gt;" in named.text


def checked(client: Client, data: bytes) -> Any:
    return client.post("/verify", files={"file": ("contest.json", data)}, headers=OURS)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"format":"agonist/dice/1","rolls":' + b"[" * 100_000,
        b'{"format":"agonist/dice/1"}',
    ],
)
def test_a_file_that_is_no_contest_is_refused(client: Client, data: bytes) -> None:
    assert checked(client, data).status_code in (400, 422)


def test_dice_that_would_be_rolled_for_ever_do_not_stop_the_server(client: Client) -> None:
    seed = bytes(32)
    roll = RecordedRoll(0, 0, "gm", "", "sealed", [1], [2**64 + 1])
    record = DiceRecord(commitment(seed), seed.hex(), {}, [roll])
    assert "No dice or cards show that" in checked(client, msgspec.json.encode(record)).text
    good = msgspec.structs.replace(record, rolls=[])
    assert "The dice were fair" in checked(client, msgspec.json.encode(good)).text


def test_a_contest_longer_than_any_is_not_played_again_to_check_it(client: Client) -> None:
    entry = {"entry": "dice", "seat": "gm", "mode": "sealed"}
    found = Referee.start(game("standoff"), "standoff", {}).transcript.to_json()
    long = msgspec.json.decode(found) | {"entries": [entry] * 20_001}
    assert "too long" in checked(client, msgspec.json.encode(long)).text


class Scanned(SentFields):
    """Counts how often somebody goes through all the fields."""

    scans = 0

    def __iter__(self) -> Iterator[str]:
        self.scans += 1
        return super().__iter__()


def test_a_form_of_many_rows_is_gone_through_once() -> None:
    """Else a form twice as long takes four times as long, and one form can stop the server."""
    kind = game("questworlds").type("extended")
    fields = {f"setup.contestants.{n}.abilities.{n}.name": ["x"] for n in range(150)}
    sent = Scanned(fields | {"setup.prize": ["A crown"]})
    read_back = answer_from(kind.setup_form, sent, "setup")
    assert len(read_back["contestants"]) == 150
    assert read_back["contestants"][7] == {"abilities": [{"name": "x"}]}
    assert read_back["prize"] == "A crown"
    assert sent.scans <= 1


def test_a_set_up_is_checked_once(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever starts a contest has its set-up checked by the referee, and by nobody else before."""
    checked: list[Any] = []
    monkeypatch.setattr(type(GAME.types[0]), "check", lambda *given: checked.append(given))
    fields = {"do": "start", "setup.nerve": "3", "play.first": "me", "play.second": "me"}
    place = f"/tables/{at.table}/new/standoff/standoff"
    assert at.client.post(place, data=fields, headers=OURS, follow_redirects=False).status_code == 303
    assert len(checked) == 1
    new = {"game": "standoff", "setup": {"nerve": 2}}
    assert at.client.post(f"/api/tables/{at.table}/contests", json=new, headers=at.head).status_code == 201
    assert len(checked) == 2


def test_a_contest_that_cannot_start_leaves_no_seats_behind(at: Table) -> None:
    place = f"/tables/{at.table}/new/standoff/standoff"
    fields = {"do": "start", "setup.nerve": "3", "play.first": "invite", "play.second": "invite"}

    def seats() -> int:
        return len(at.client.get(f"/api/tables/{at.table}", headers=at.head).json()["seats"])

    for wrong in (
        {"title": "x" * 81},
        {"characters": "Nobody"},
        {"dice": "loaded"},
        {"play.gm": "bot:nobody"},
    ):
        sent = at.client.post(place, data=fields | wrong, headers=OURS)
        assert 'role="alert"></p>' not in sent.text
        assert seats() == 1
    assert at.client.post(place, data=fields, headers=OURS).text.count("/join/") >= 2
    assert seats() == 3


def test_a_contest_whose_rules_have_changed_is_still_read_and_does_not_keep_the_table_from_moving(
    at: Table,
) -> None:
    client = at.client
    for _ in range(4):
        at.answer(a="strike")
    client.post(f"/api/contests/{at.contest}/end", json={"reason": "Bedtime."}, headers=at.head)
    second = client.post("/api/tables", json={"name": "Another"}).json()["token"]
    client.get(f"/join/{second}")
    register(msgspec.structs.replace(GAME, rules_version="2"))
    try:
        client.app.state.service.house.hall.forget(at.contest)
        page = client.get(f"/contests/{at.contest}", headers=OURS, follow_redirects=False)
        assert page.headers["location"].startswith(f"/contests/{at.contest}/story.html")
        assert "Bedtime." in client.get(f"/contests/{at.contest}", headers=OURS).text
        log = client.get(f"/api/contests/{at.contest}/log", params={"format": "markdown"})
        assert "Bedtime." in log.text
        moved = client.get(f"/api/tables/{at.table}/export", headers=at.head).json()
        assert (moved["contests"], moved["left_out"]) == ([], ["High noon"])
    finally:
        register(GAME)


def test_a_contest_that_cannot_be_read_says_so_on_its_page_and_is_ended_there(at: Table) -> None:
    store = at.client.app.state.service.house.store
    damage = update(entries).where(entries.c.contest_id == at.contest).values(entry=b'{"entry":"x"}')
    with at.client.portal() as portal:
        portal.call(store.write, lambda connection: connection.execute(damage))
    at.client.app.state.service.house.hall.forget(at.contest)
    place = f"/contests/{at.contest}"
    page = at.client.get(place, headers=OURS)
    assert page.status_code == 422
    assert "What is stored of this contest cannot be read." in page.text
    assert f'action="{place}/end"' in page.text
    for other in (f"{place}/story.html", f"/api{place}/log"):
        assert "cannot be read" in at.client.get(other, headers=OURS).text
    at.client.post(f"{place}/end", headers=OURS)
    assert at.client.get(f"/api/tables/{at.table}", headers=at.head).json()["running"] == []
    assert f'action="{place}/end"' not in at.client.get(place, headers=OURS).text


def test_who_has_no_seat_cannot_tell_a_contest_of_others_from_none(client: Client) -> None:
    at = Table(client)
    client.cookies.clear()
    tokens = [client.post("/api/tables", json={"name": name}).json()["token"] for name in ("A", "B")]

    def told(contest: str) -> list[Any]:
        pages = client.get(f"/contests/{contest}", headers=OURS)
        alive = client.get(f"/contests/{contest}/alive", headers=OURS)
        data = client.get(f"/api/contests/{contest}")
        return [each.text.replace(contest, "…") for each in (pages, alive, data)]

    assert told(at.contest) == told("a" * 12)
    for token in tokens:
        client.get(f"/join/{token}")
        assert told(at.contest) == told("a" * 12)


@pytest.mark.parametrize(
    "place", ["/static/%00", "/static/css/base.css%00", "/contests/%00", "/api/games/%00"]
)
def test_a_place_that_files_cannot_have_is_not_there(client: Client, place: str) -> None:
    assert client.get(place).status_code == 404


def test_a_form_of_more_fields_than_any_is_refused(at: Table) -> None:
    place = f"/tables/{at.table}/new/questworlds/extended"
    fields = {f"setup.contestants.{n % 200}.abilities.{n}.name": "x" for n in range(1_501)}
    sent = at.client.post(place, data=fields, headers=OURS)
    assert (sent.status_code, "up to 1500" in sent.text) == (422, True)
