"""What is wrong with the odds of somebody else's game is that game's alone: it is played without them."""

from pathlib import Path

import pytest
from litestar.testing import TestClient

from agonist.cli import doctor
from agonist.kernel import register
from agonist.odds import asked_games, declared, questions
from agonist.web import Settings, create_app
from examples.standoff import GAME
from tests.cli.terminals import called
from tests.support.stores import empty_store

BROKEN = {
    "missing": "import nowhere_to_be_found\n",
    "wrong": "QUESTIONS = ('what are my chances?',)\n",
    "raising": "raise SystemError('on purpose')\n",
}


@pytest.fixture(params=BROKEN)
def plugged_in(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Standoff, with a module of odds that does not work in one way or another."""
    module = f"standoff_odds_{request.param}"
    (tmp_path / f"{module}.py").write_text(BROKEN[request.param])
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("agonist.kernel.registry._by_hand", {})
    monkeypatch.setattr(declared, "_by_hand", {"standoff": module})
    register(GAME)
    return module


def test_the_game_is_without_odds_and_nothing_else_changes(
    plugged_in: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    declared._tried.cache_clear()
    assert "standoff" not in asked_games()
    assert not caplog.records
    assert {"forge", "questworlds"} <= set(asked_games())
    assert questions("standoff") == ()
    assert called("odds", "--help").returncode == 0
    with TestClient(create_app(Settings(database=empty_store(tmp_path / "tables.db")))) as client:
        for page in ("/", "/odds", "/odds/standoff"):
            assert client.get(page).status_code == 200, page
        assert "Standoff: its odds do not load on this server." in client.get("/odds").text


def test_the_doctor_says_what_is_wrong(plugged_in: str) -> None:
    (found,) = [each for each in doctor._games() if each.what == "odds of standoff"]
    assert plugged_in in found.found
    assert not found.needed
