"""The API's document is good enough to make a client of: without a warning, with types that check, and it plays."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.described import document
from tests.support.servers import serving
from tests.support.stores import empty_store

BIN = Path(sys.executable).parent

GENERATING = "--path openapi.json --output-path agonist_api --meta none"
PLAYING = '''
"""A whole contest, by what was generated alone."""

import sys
from uuid import uuid4

from agonist_api import AuthenticatedClient, Client
from agonist_api.api.acts import answer
from agonist_api.api.contests import see_contest, start_contest
from agonist_api.api.tables import make_table
from agonist_api.models import (
    Acted, AnswerBody, ChoiceForm, ContestInfo, ContestView, CreateTable, NewContest, NewContestBots, NewTable, Problem
)

server = sys.argv[1]
made = make_table.sync(client=Client(base_url=server), body=CreateTable(name="Generated"))
assert isinstance(made, NewTable), made
client = AuthenticatedClient(base_url=server, token=made.token)
bots = NewContestBots.from_dict({"second": "first choice"})
new = NewContest(game="standoff", preset="noon", usual_dice="sealed", bots=bots)
contest = start_contest.sync(made.table.id, client=client, body=new, idempotency_key=str(uuid4()))
assert isinstance(contest, ContestInfo), contest
refused = answer.sync(contest.id, client=client, body=AnswerBody(request="none", value=1))
assert isinstance(refused, Problem) and refused.code == "act.not-pending", refused
told = ""
for _ in range(500):
    seen = see_contest.sync(contest.id, client=client)
    assert isinstance(seen, ContestView), seen
    told = f"{seen.contest.status.value} {seen.contest.summary}"
    if seen.contest.status == "over":
        break
    for asked in seen.view.asked[:1]:
        value = asked.form.options[0].key if isinstance(asked.form, ChoiceForm) else "It ends."
        acted = answer.sync(contest.id, client=client, body=AnswerBody(request=asked.id, value=value))
        assert isinstance(acted, Acted | Problem), acted
print(told)
'''
CHECKING = """
[mypy]
strict = true
python_version = 3.11
[mypy-agonist_api.client]
; the generator's own, alike for every API
ignore_errors = true
"""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the client, and a program that plays by it."""
    place = tmp_path_factory.mktemp("generated")
    (place / "openapi.json").write_text(json.dumps(document()))
    made = subprocess.run(
        [BIN / "openapi-python-client", "generate", *GENERATING.split()],
        cwd=place,
        env=os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "warning" not in (made.stdout + made.stderr).casefold(), made.stdout
    (place / "playing.py").write_text(PLAYING)
    return place


def test_a_generated_client_plays_a_contest_to_its_end(generated: Path, tmp_path: Path) -> None:
    with serving(empty_store(tmp_path / "generated.db")) as server:
        played = subprocess.run(
            [sys.executable, "playing.py", server.address],
            cwd=generated,
            capture_output=True,
            text=True,
            timeout=200,
        )
    assert played.returncode == 0, played.stderr
    assert played.stdout.startswith("over "), played.stdout


@pytest.mark.unmeasured
def test_the_types_of_a_generated_client_check(generated: Path) -> None:
    (generated / "mypy.ini").write_text(CHECKING)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-incremental", "playing.py", "agonist_api"],
        cwd=generated,
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert checked.returncode == 0, checked.stdout


def test_names_are_such_that_classes_of_them_can_be_read() -> None:
    operations = [each for path in document()["paths"].values() for each in path.values()]
    names = [each["operationId"] for each in operations]
    assert len(set(names)) == len(names)
    assert [
        name for name in names if not name.isidentifier() or name != name.casefold() or len(name) > 20
    ] == []
    assert [name for name in document()["components"]["schemas"] if not name.isalnum()] == []


def test_every_operation_says_how_it_is_refused_and_what_makes_it_safe_to_repeat() -> None:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            told = set(operation["responses"])
            name = operation["operationId"]
            if operation["security"]:
                assert {"401", "429", "503"} <= told, name
            if method == "post" and path.startswith("/api/contests/{contest_id}/") and "{" not in path[28:]:
                assert {"403", "409", "422"} <= told, name
            if "requestBody" in operation:
                assert {"413", "422"} <= told, name
    acts = [each["post"] for path, each in document()["paths"].items() if "post" in each]
    keyed = [each for each in acts if any(p["name"] == "Idempotency-Key" for p in each.get("parameters", []))]
    assert {each["operationId"] for each in acts} - {each["operationId"] for each in keyed} == {
        "add_hook",
        "join",
        "keep_character",
        "share_contest",
        "try_hook_again",
    }
    problem = document()["components"]["responses"]["NotNow"]["content"]
    assert list(problem) == ["application/problem+json"]
