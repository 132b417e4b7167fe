"""The API: a table from its making to its end, who may do what, errors as problem details, and what is never shown."""

import json
import logging
from typing import Any
from unittest.mock import patch

import pytest
from litestar import Litestar
from litestar.openapi.spec import OpenAPI
from litestar.testing import TestClient

from agonist.kernel import DiceRecord, Transcript, game, verify, verify_dice
from agonist.table import Limits
from agonist.web import Settings, create_app
from agonist.web.logs import JsonLines
from tests.support.stores import empty_store

Client = TestClient[Litestar]


class Api:
    """Calls the API as one seat after the other."""

    def __init__(self, client: Client) -> None:
        self.client = client
        made = client.post("/api/tables", json={"name": "Friday", "gm_name": "Mia"}).json()
        self.table, self.tokens = made["table"]["id"], {"gm": made["token"]}
        for name in ("Ash", "Birch"):
            invited = self.post("gm", f"/tables/{self.table}/seats", {"name": name}).json()
            assert invited["link"].endswith(f"/join/{invited['token']}")
            assert invited["qr"].startswith("<svg")
            self.tokens[name] = client.post("/api/join", json={"token": invited["token"]}).json()["token"]

    def head(self, name: str) -> dict[str, str]:
        return {"authorization": f"Bearer {self.tokens[name]}"} if name else {}

    def get(self, name: str, path: str, **more: Any) -> Any:
        return self.client.get(f"/api{path}", headers=self.head(name), **more)

    def post(self, name: str, path: str, data: Any = None, **headers: str) -> Any:
        return self.client.post(f"/api{path}", json=data, headers=self.head(name) | headers)

    def start(self, **wanted: Any) -> str:
        new = {"game": "standoff", "preset": "noon", "usual_dice": "sealed"} | wanted
        made = self.post("gm", f"/tables/{self.table}/contests", new)
        assert made.status_code == 201, made.text
        self.contest: str = made.json()["id"]
        return self.contest

    def play_on(self) -> None:
        while asked := self.get("gm", f"/contests/{self.contest}").json()["view"]["asked"]:
            value = "strike" if asked[0]["what"] == "deed" else "So be it."
            self.post("gm", f"/contests/{self.contest}/answers", {"request": asked[0]["id"], "value": value})


@pytest.fixture
def api(client: Client) -> Api:
    return Api(client)


def test_a_contest_from_start_to_end_and_its_check(api: Api) -> None:
    contest = api.start()
    seen = api.get("Ash", f"/contests/{contest}").json()
    assert (seen["seen_as"], seen["asked_of"]) == ("first", ["first"])
    answer = {"request": seen["view"]["asked"][0]["id"], "value": "strike"}
    assert api.post("Ash", f"/contests/{contest}/answers", answer).status_code == 200
    doubled = api.post("Ash", f"/contests/{contest}/answers", answer)
    assert (doubled.status_code, doubled.json()["code"]) == (409, "act.already-answered")
    assert doubled.headers["content-type"] == "application/problem+json"
    assert api.get("gm", f"/contests/{contest}/transcript").json()["code"] == "act.not-over"
    (moment,) = api.get("Birch", f"/contests/{contest}/course").json()[:1]
    assert moment == {"at": -1, "gauges": {}}
    api.play_on()
    assert api.get("gm", f"/contests/{contest}/keep").json() == []
    assert api.get("Ash", f"/contests/{contest}/keep").json()["code"] == "table.not-allowed"
    transcript = Transcript.from_json(api.get("gm", f"/contests/{contest}/transcript").content)
    assert verify(game("standoff"), transcript).sealed > 0
    assert api.get("Ash", f"/contests/{contest}/transcript").json()["code"] == "table.not-allowed"
    record = api.get("Birch", f"/contests/{contest}/dice").content
    assert verify_dice(DiceRecord.from_json(record)) == verify(game("standoff"), transcript).sealed
    assert b"strike" not in record
    for form, kind in (("markdown", "text/markdown"), ("html", "text/html"), ("json", "application/json")):
        log = api.get("Ash", f"/contests/{contest}/log", params={"format": form})
        assert log.headers["content-type"].startswith(kind)
    moved = api.client.post(
        "/api/tables/import", content=api.get("gm", f"/tables/{api.table}/export").content
    )
    assert moved.status_code == 201, moved.text


def test_the_game_masters_tools(api: Api) -> None:
    contest = api.start()
    path = f"/contests/{contest}"
    seen = api.get("Ash", path).json()["view"]["asked"][0]["id"]
    api.post("Ash", f"{path}/answers", {"request": seen, "value": "wait"})
    tools = api.get("gm", f"{path}/tools").json()
    assert api.get("Ash", f"{path}/tools").status_code == 403
    corrected = {"path": tools["corrections"][0]["path"], "value": 5, "reason": "A gift."}
    assert api.post("gm", f"{path}/overrides", corrected).status_code == 200
    assert api.post("gm", f"{path}/undo", {"to": tools["points"][0]["at"]}).status_code == 200
    assert api.post("gm", f"{path}/dice", {"seat": "first", "mode": "typed"}).status_code == 200
    assert api.post("gm", f"{path}/pause", {"paused": True}).status_code == 200
    asked = api.get("Ash", path).json()["view"]["asked"][0]["id"]
    paused = api.post("Ash", f"{path}/answers", {"request": asked, "value": "wait"})
    assert paused.json()["code"] == "act.paused"
    assert api.post("gm", f"{path}/pause", {"paused": False}).status_code == 200
    assert api.post("gm", f"{path}/bot-answers", {"request": asked}).status_code == 200
    assert api.post("gm", f"{path}/bots", {"seat": "second", "bot": "first choice"}).status_code == 200
    assert api.post("gm", f"{path}/casting", {"seat": "first", "holder": None}).status_code == 200
    assert api.post("Ash", f"{path}/nonces", {"seat": "first", "value": "aa"}).status_code == 403
    assert api.get("Ash", f"{path}/odds/{asked}").json() == {"odds": None}
    assert api.post("gm", f"{path}/end", {"reason": "Late."}).json()["status"] == "ended"
    assert api.post("gm", f"{path}/fork", {}).json()["forked_from"] == contest


def test_an_idempotency_key_makes_a_repetition_harmless(api: Api) -> None:
    contest = api.start()
    asked = api.get("Ash", f"/contests/{contest}").json()["view"]["asked"][0]["id"]
    send = lambda value: api.post(  # noqa: E731
        "Ash",
        f"/contests/{contest}/answers",
        {"request": asked, "value": value},
        **{"idempotency-key": "one"},
    )
    first = send("wait")
    assert send("wait").json() == first.json()
    assert (send("strike").status_code, send("strike").json()["code"]) == (422, "once.reused")
    key = {"idempotency-key": "0f64fbd3-0a0b-4c4f-9d8e-3f0f6d1c2b3a"}
    one = api.client.post("/api/tables", json={"name": "Once"}, headers=key).json()
    assert api.client.post("/api/tables", json={"name": "Once"}, headers=key).json() == one
    short = api.client.post("/api/tables", json={"name": "Once"}, headers={"idempotency-key": "friday" * 6})
    assert short.status_code == 422


def test_every_route_of_a_table_is_closed_to_strangers(api: Api) -> None:
    contest, other = api.start(), Api(api.client)
    stranger = next(iter(other.tokens))
    for path in ("", "/export", "/contests", "/characters"):
        assert other.get(stranger, f"/tables/{api.table}{path}").status_code == 404
        assert other.get("", f"/tables/{api.table}{path}").status_code == 401
    for path in ("", "/log", "/tools", "/transcript", "/dice", "/stream"):
        assert other.get(stranger, f"/contests/{contest}{path}").status_code == 404
        assert other.get("", f"/contests/{contest}{path}").status_code == 401
    for path in ("answers", "undo", "pause", "end", "fork"):
        bodies: dict[str, Any] = {
            "answers": {"request": "1.0.0", "value": 1},
            "undo": {"to": 1},
            "pause": {"paused": True},
        }
        assert other.post(stranger, f"/contests/{contest}/{path}", bodies.get(path, {})).status_code == 404


def test_secrets_of_a_seat_are_nowhere_in_what_others_get(api: Api) -> None:
    contest = api.start()
    mine = api.get("Ash", f"/contests/{contest}").json()["view"]
    theirs = api.get("Birch", f"/contests/{contest}").json()["view"]
    assert "card" in mine["state"]["rivals"][0]
    assert "card" not in theirs["state"]["rivals"][0]
    assert mine["asked"][0]["text"] not in api.get("Birch", f"/contests/{contest}/log").text
    refused = api.post(
        "Birch", f"/contests/{contest}/answers", {"request": mine["asked"][0]["id"], "value": "x"}
    )
    assert refused.json()["code"] == "act.not-yours"
    assert "strike" not in refused.text


def test_a_cookie_reads_but_acts_only_from_our_own_pages(api: Api) -> None:
    contest = api.start()
    api.client.cookies.set("agonist", api.tokens["Ash"])
    assert api.get("", f"/contests/{contest}").json()["seen_as"] == "first"
    assert api.post("", f"/contests/{contest}/answers", {"request": "1.0.0", "value": 1}).status_code == 401
    foreign = api.client.post("/somewhere", headers={"sec-fetch-site": "cross-site"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "request.foreign")
    assert api.client.post("/somewhere", headers={"origin": "https://evil.example"}).status_code == 403
    assert api.client.post("/somewhere").status_code == 403
    assert api.client.post("/somewhere", headers={"sec-fetch-site": "same-origin"}).status_code in {404, 405}
    assert api.client.post("/somewhere", headers={"origin": "http://testserver.local"}).status_code in {
        404,
        405,
    }


def test_a_link_leaves_its_token_behind_at_the_first_visit(
    api: Api, caplog: pytest.LogCaptureFixture
) -> None:
    invited = api.post("gm", f"/tables/{api.table}/seats", {"name": "Oak"}).json()
    with caplog.at_level(logging.DEBUG):
        visit = api.client.get(f"/join/{invited['token']}", follow_redirects=False)
    assert visit.status_code == 303
    assert invited["token"] not in visit.headers["location"]
    assert invited["token"] not in visit.text
    assert visit.headers["referrer-policy"] == "no-referrer"
    cookie = visit.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert invited["token"] not in cookie
    written = "\n".join(JsonLines().format(record) for record in caplog.records if "agonist" in record.name)
    assert "/join/{token}" in written
    assert invited["token"] not in written
    assert all(token not in written for token in api.tokens.values())


def test_cookies_are_secure_behind_tls(tmp_path: Any) -> None:
    app = create_app(Settings(database=empty_store(tmp_path / "tls.db"), base_path="/agonist"))
    with TestClient(app, base_url="https://table.example") as client:
        made = client.post("/agonist/api/tables", json={"name": "TLS"}).json()
        assert made["link"].startswith("https://table.example/agonist/join/")
        visit = client.get(made["link"], follow_redirects=False)
        assert "Secure" in visit.headers["set-cookie"]
        assert "Path=/agonist" in visit.headers["set-cookie"]
        assert visit.headers["location"].startswith("/agonist/tables/")
        assert "max-age" in visit.headers["strict-transport-security"]
        assert visit.headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path", ["/api/games", "/health", "/api/nothing", "/nothing", "/api/tables/x", "/join/x"]
)
def test_every_response_carries_the_security_headers(client: Client, path: str) -> None:
    found = client.get(path)
    policy = found.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert found.headers["x-content-type-options"] == "nosniff"
    assert found.headers["referrer-policy"] in {"same-origin", "no-referrer"}
    assert "cross-origin-opener-policy" not in found.headers, (
        "a browser complains of it where there is no https"
    )


def test_what_is_too_large_is_refused(api: Api) -> None:
    contest = api.start()
    big = api.post("Ash", f"/contests/{contest}/answers", {"request": "1.0.0", "value": "x" * 70_000})
    assert (big.status_code, big.json()["code"]) == (413, "request.too-large")
    long = api.post("Ash", f"/contests/{contest}/answers", {"request": "1.0.0", "value": "x" * 20_000})
    assert long.status_code == 422
    assert api.client.post("/api/tables/import", content=b"[" * 5_000_000).status_code == 413


def test_rates_are_limited_and_say_when_to_come_back(tmp_path: Any) -> None:
    limits = Limits(makes=(2, 0.01), joins=(2, 0.01), misses=(3, 0.01))
    app = create_app(Settings(database=empty_store(tmp_path / "rates.db"), limits=limits))
    with TestClient(app) as client:
        made = [client.post("/api/tables", json={"name": "x"}).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        late = client.post("/api/tables", json={"name": "x"})
        assert late.json()["code"] == "limit.rate"
        assert 50 < int(late.headers["retry-after"]) <= 100
        joins = [client.post("/api/join", json={"token": "x" * 32}).status_code for _ in range(3)]
        assert joins == [401, 401, 429]
        wrong = {"authorization": f"Bearer {'x' * 32}"}
        assert [client.get("/api/me", headers=wrong).status_code for _ in range(4)] == [401, 401, 401, 429]


def test_reading_is_limited_by_seat_and_acting_is_not_in_its_way(tmp_path: Any) -> None:
    app = create_app(Settings(database=empty_store(tmp_path / "rates.db"), limits=Limits(reads=(3, 0.01))))
    with TestClient(app) as client:
        made = client.post("/api/tables", json={"name": "x"}).json()
        head, table = {"authorization": f"Bearer {made['token']}"}, f"/api/tables/{made['table']['id']}"
        assert [client.get(table, headers=head).status_code for _ in range(4)] == [200, 200, 200, 429]
        page = {"cookie": f"agonist={made['token']}", "accept": "text/html"}
        assert client.get(f"/tables/{made['table']['id']}", headers=page).status_code == 429
        assert client.post(f"{table}/seats", headers=head, json={"name": "Ash"}).status_code == 201


def test_health_readiness_and_metrics(client: Client) -> None:
    tables = 'agonist_requests_total{method="POST",route="/api/tables",status="201"} '
    before = client.get("/metrics").text.partition(tables)[2].partition("\n")[0]
    api = Api(client)
    api.start()
    assert api.client.get("/health").text == "ok\n"
    assert api.client.get("/ready").json()["ready"] is True
    counted = api.client.get("/metrics").text
    assert f"{tables}{float(before or 0) + 1}\n" in counted
    assert "agonist_live_contests 1.0" in counted
    assert all(token not in counted for token in api.tokens.values())


def test_games_tell_programs_all_they_declare(client: Client) -> None:
    for each in client.get("/api/games").json():
        found = client.get(f"/api/games/{each['name']}").json()
        assert found["types"]
        for kind in found["types"]:
            assert json.dumps(kind["setup"])
            assert {"first choice", "any choice"} <= set(kind["bots"])
    assert client.get("/api/games/chess").json()["code"] == "game.unknown"


def test_the_documentation_for_people_names_every_operation(client: Client) -> None:
    told = client.get("/api/docs", headers={"accept": "text/html"})
    with patch.object(
        OpenAPI, "to_schema", side_effect=AssertionError("It takes 50 ms, for which all wait.")
    ):
        again = client.get("/api/docs", headers={"accept": "text/html"})
    assert told.text == again.text
    assert told.headers["content-type"].startswith("text/html")
    schema = client.get("/api/schema/openapi.json").json()
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path}" in told.text
            assert operation["summary"]
