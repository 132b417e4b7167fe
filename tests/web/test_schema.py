"""The API as it is documented: whatever the schema allows, or does not, gets an answer that is no server error."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from agonist.web import Settings, create_app
from tests.support.servers import Server, serving
from tests.support.stores import empty_store
from tests.support.tries import tries

DOCUMENT = create_app(Settings(database="sqlite://")).openapi_schema.to_schema()
TRUE = (status_code_conformance, content_type_conformance, response_schema_conformance)
schema = schemathesis.openapi.from_dict(DOCUMENT)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(empty_store(tmp_path_factory.mktemp("schema") / "tables.db")) as server:
        yield server


@pytest.fixture
def known(server: Server) -> dict[str, str]:
    """A table with a running contest: the names that the API's paths ask for, and the game master's token."""
    with httpx.Client(base_url=server.address, timeout=60) as client:
        made = client.post("/api/tables", json={"name": "Schema"}).json()
        head = {"authorization": f"Bearer {made['token']}"}
        table = made["table"]["id"]
        new = {"game": "standoff", "setup": {"nerve": 9}, "usual_dice": "sealed"}
        contest = client.post(f"/api/tables/{table}/contests", json=new, headers=head).json()["id"]
        seat = client.post(f"/api/tables/{table}/seats", json={"name": "Ash"}, headers=head).json()["seat"][
            "id"
        ]
    return {
        "table_id": table,
        "contest_id": contest,
        "seat_id": seat,
        "request_id": "1.0.0",
        "token": made["token"],
    }


@schema.parametrize()
@settings(
    tries(4),
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
    ],
)
def test_no_documented_request_is_a_server_error(case: Any, server: Server, known: dict[str, str]) -> None:
    head = {"authorization": f"Bearer {known['token']}"}
    streams = case.operation.path.endswith("/stream")
    if not streams:
        case.path_parameters = {
            name: known.get(name, value) for name, value in (case.path_parameters or {}).items()
        }
    for headers in (head, {}):
        response = case.call(base_url=server.address, headers=headers, timeout=10)
        assert response.status_code < 500, (response.status_code, response.text)
        case.validate_response(response, checks=list(TRUE))
        if response.status_code >= 400:
            problem = response.json()
            assert problem["code"]
            assert problem["status"] == response.status_code


def test_the_schema_covers_the_whole_api(server: Server) -> None:
    served = httpx.get(f"{server.address}/api/schema/openapi.json").json()
    assert set(served["paths"]) == set(DOCUMENT["paths"])
    assert len([method for path in served["paths"].values() for method in path]) > 35
    assert all(path.startswith("/api/") for path in served["paths"])
