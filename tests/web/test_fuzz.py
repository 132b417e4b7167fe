"""Thousands of malformed answers, tokens and imports: each gets a clear refusal, and nothing changes."""

import json
from random import Random
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tests.web.test_api import Api

Client = TestClient[Litestar]

PIECES = [
    "",
    "0",
    "-1",
    "null",
    "strik",
    "\x00",
    "é",
    "🂡",
    "<b>",
    "../..",
    "%00",
    "' OR 1=1",
    "\ud800",
    "9" * 400,
]


def nonsense(random: Random, depth: int = 0) -> Any:
    """Any JSON value, and some that are none."""
    match random.randrange(9 if depth < 4 else 6):
        case 0:
            return None
        case 1:
            return random.random() < 0.5
        case 2:
            return random.choice((0, -1, 10**30, 2**63, -(2**63), 1e308, -0.0, 3.7))
        case 3 | 4 | 5:
            return random.choice(PIECES) * random.choice((1, 1, 3))
        case 6 | 7:
            return [nonsense(random, depth + 1) for _ in range(random.randrange(4))]
        case _:
            return {random.choice(PIECES): nonsense(random, depth + 1) for _ in range(random.randrange(4))}


def spoiled(random: Random, text: bytes) -> bytes:
    """A text with something wrong in it."""
    cut = random.randrange(len(text) + 1)
    match random.randrange(5):
        case 0:
            return text[:cut]
        case 1:
            return text[:cut] + random.randbytes(3) + text[cut:]
        case 2:
            return text[:cut] + text[cut + 1 :]
        case 3:
            return b"[" * random.randrange(1, 3_000) + text
        case _:
            return (
                text[:cut]
                + random.choice((b"\x00", b"\xff", b"\xed\xa0\x80", b"NaN", b"-", b'"'))
                + text[cut + 1 :]
            )


@pytest.mark.parametrize("many", [2_000, pytest.param(10_000, marks=pytest.mark.soak)])
def test_malformed_things_get_only_clear_refusals(client: Client, many: int) -> None:
    api, random = Api(client), Random(0)
    finished = api.start()
    api.play_on()
    transcript = api.get("gm", f"/contests/{finished}/transcript").content
    table = api.get("gm", f"/tables/{api.table}/export").content
    contest = api.start()
    before = api.get("gm", f"/contests/{contest}").json()
    asked = api.get("Ash", f"/contests/{contest}").json()["view"]["asked"][0]["id"]
    head = api.head("gm") | {"content-type": "application/json"}
    seen: dict[int, int] = {}
    for n in range(many):
        content = b""
        match n % 5:
            case 0:
                body = {"request": random.choice((asked, asked, nonsense(random))), "value": nonsense(random)}
                content = json.dumps(body).encode()
                response = client.post(
                    f"/api/contests/{contest}/answers", content=content, headers=api.head("Ash")
                )
            case 1:
                content = spoiled(random, json.dumps({"request": asked, "value": "strange"}).encode())
                response = client.post(f"/api/contests/{contest}/answers", content=content, headers=head)
            case 2:
                token = random.choice(("", "x" * 31, "x" * 32, "x" * 33, "-" * 5_000, "a b", "%20", "Bearer"))
                bad = {"authorization": f"{random.choice(('Bearer', 'bearer', 'Basic', ''))} {token}"}
                response = client.get(f"/api/contests/{contest}", headers=bad)
            case 3:
                content = spoiled(random, transcript)
                response = client.post(
                    f"/api/tables/{api.table}/contests/import", content=content, headers=head
                )
            case _:
                content = spoiled(random, table)
                response = client.post("/api/tables/import", content=content)
        seen[response.status_code] = seen.get(response.status_code, 0) + 1
        fits = n % 5 > 2 and response.status_code == 201  # changed where nothing depends on it, as in a title
        assert fits or 400 <= response.status_code < 500, (n, response.status_code, content, response.text)
        if not fits:
            problem = response.json()
            assert problem["code"]
            assert problem["detail"]
            assert "Traceback" not in response.text
    assert api.get("gm", f"/contests/{contest}").json() == before
    assert sum(seen.values()) == many
