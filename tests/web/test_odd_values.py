"""Numbers without end and values of another kind than asked for are refused in one line, wherever they can be sent."""

import itertools
import json
import re
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from agonist.kernel import AnswerRefused, SetupRefused, games
from agonist.odds.answer import Odds
from agonist.odds.inquiries import question, questions
from agonist.web import Settings, create_app
from agonist.web.pages.calculators import example_of, link_of
from tests.web.test_api import Api

Client = TestClient[Litestar]

TEXTS = ("1e400", "-inf", "nan", "1e308", "9" * 400, "²", "\0")
VALUES: tuple[Any, ...] = (
    True,
    0,
    -1,
    10**30,
    1.5,
    1e308,
    "x",
    "",
    [],
    [1],
    [[]],
    ["x"],
    {"x": 1},
    {"": None},
    None,
)


class Literal(str):
    """Stands in JSON as it is written."""

    __slots__ = ()


LITERALS = ("1e400", "-1e400", "NaN", "Infinity", "9" * 400, "-0.0", "1E-400", '"\\u0000"', '"\\ud800"')
ODD = (*VALUES, *map(Literal, LITERALS))
SCHEMA = create_app(Settings(database="sqlite://")).openapi_schema.to_schema()


def clear(response: Any) -> None:
    """It was understood or refused, and never broke anything."""
    assert response.status_code < 500, (response.request.url, response.text[:300])


def test_a_calculator_refuses_what_is_no_number(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def checked_only(self: Any, peer: str, game: str, which: str, values: dict[str, Any]) -> Odds:
        try:
            question(game, which).form.check(values)
        except AnswerRefused as wrong:
            raise SetupRefused(wrong.message, accepted=wrong.accepted, place=wrong.place) from None
        return Odds(which, {"win": 0.5})

    monkeypatch.setattr("agonist.table.service.Service.odds", checked_only)
    asked = [each for game in games() for each in questions(game.name)]
    assert len(asked) > 10
    for each in asked:
        for parameter, text in itertools.product(each.parameters, TEXTS):
            clear(client.get(f"/odds/{each.game}/{each.name}", params={parameter.key: text}))


def test_an_endless_number_of_tests_is_refused_in_one_line(client: Client) -> None:
    asked = question("forge", "morale")
    example = {key: value for key, value in example_of(asked).items() if key != "tests"}
    for text in ("1e400", "inf", "-inf", "nan"):
        page = client.get(f"/odds/forge/morale?{link_of(asked, example)}&tests={text}")
        assert page.status_code == 200
        assert f"&#39;{text}&#39; is no number." in page.text


def test_a_set_up_of_another_kind_is_refused(client: Client) -> None:
    api = Api(client)
    place = f"/tables/{api.table}/contests"
    for game in games():
        for kind in game.types:
            new = {"game": game.name, "type": kind.name}
            for field, value in itertools.product(("setup", "options"), ODD):
                clear(send(api, "post", place, new | {field: value}))
            for value in (True, "x", 1, []):
                refused = send(api, "post", place, new | {"setup": value})
                assert refused.status_code == 422
                assert refused.json()["accepted"]


def send(api: Api, method: str, place: str, body: Any) -> Any:
    head = api.head("gm") | {"content-type": "application/json"}
    return api.client.request(method, f"/api{place}", content=written(body), headers=head)


def written(body: Any) -> str:
    """As JSON, literals as they are."""
    if isinstance(body, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{written(value)}" for key, value in body.items()) + "}"
    return str(body) if isinstance(body, Literal) else json.dumps(body)


def test_every_body_of_the_api_refuses_values_of_another_kind(client: Client) -> None:
    api = Api(client)
    contest = api.start()
    seat = api.post("gm", f"/tables/{api.table}/seats", {"name": "Elm"}).json()["seat"]["id"]
    known = {"table_id": api.table, "contest_id": contest, "seat_id": seat, "name": "Elm", "token": "x" * 32}
    tried = 0
    for place, methods in SCHEMA["paths"].items():
        there = re.sub(r"{(\w+)}", lambda found: known.get(found[1], "x"), place).removeprefix("/api")
        for method, said in methods.items():
            if method == "delete" or "requestBody" not in said:
                continue
            needed = example(said)
            for part, value in itertools.product(needed, ODD):
                clear(send(api, method, there, needed | {part: value}))
                tried += 1
            for value in ODD:
                clear(send(api, method, there, value))
    assert tried > 500


def example(said: dict[str, Any]) -> dict[str, Any]:
    """The parts of a body with something in each."""
    (content,) = said["requestBody"]["content"].values()
    named = content["schema"].get("$ref", "").rpartition("/")[2]
    parts = SCHEMA["components"]["schemas"].get(named, {}).get("properties", {})
    return {name: "x" if part.get("type") == "string" else None for name, part in parts.items()}
