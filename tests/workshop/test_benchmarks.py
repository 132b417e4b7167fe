"""Benchmarks that compare with what was before can still play it, and evenings go on whoever was late."""

import subprocess
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest

from agonist.kernel import games, registry
from benchmarks import _kept, calibration, luck
from benchmarks.rules import BEFORE, PRESETS, Player, sources_of
from examples.standoff import GAME
from tests.support.evening import LATE, Evening, Group
from tests.support.installed import installed_games
from tests.workshop.house import ROOT


def test_rules_of_before_are_played_where_they_were() -> None:
    """Games have moved since: those of a commit are found where that commit has them."""
    there = ["git", "-C", str(ROOT), "cat-file", "-e", f"{BEFORE}^{{commit}}"]
    if subprocess.run(there, capture_output=True, check=False).returncode:
        pytest.skip("this clone does not reach back so far")
    with sources_of(BEFORE) as sources:
        player = Player(sources)
        assert player.told("prepare", *PRESETS[0][:3]) > 10
        player.close()


def test_what_is_measured_are_the_games_that_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other benchmarks use registers a game of the tests' own, which has no bots: with the fifth position the
    calibration broke off, whatever was to be run."""
    monkeypatch.setitem(registry._by_hand, GAME.name, GAME)
    played: set[str] = set()
    monkeypatch.setattr(calibration, "asked_in", lambda found, _: played.add(found.name))
    list(calibration.truths())
    assert GAME in games()
    assert played == {each.name for each in installed_games()}
    assert not [name for _, name, _ in luck.pieces() if name.startswith(GAME.name)]


def test_a_long_measurement_goes_on_where_it_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whatever it was ended by: what is in the file is not played again, and tells the same."""
    monkeypatch.setattr(_kept, "KEPT", str(tmp_path / "kept"))
    monkeypatch.setattr(luck, "CONTESTS", 2)
    (name, play), *_ = [(name, play) for _, name, play in luck.pieces() if "locked-gate" in name]
    once = vars(luck.measured(name, play))
    _kept._found.cache_clear()
    monkeypatch.setattr(luck, "CONTESTS", 3)
    monkeypatch.setattr(luck, "_told_of", made := Mock(return_value=luck.Told({"gm": 0.5}, solved=False)))
    again = vars(luck.measured(name, play))
    assert made.call_count == 1
    assert again["contests"] == once["contests"] + 1 == 3
    assert again["luck"]["gm"] == [*once["luck"]["gm"], 0.5]


async def test_who_thinks_longer_than_others_wait_is_late_and_the_evening_goes_on() -> None:
    """What need not be said closes by itself meanwhile; anything else that is refused is a fault."""
    told = iter([(409, {"code": LATE[0]}), (200, {"status": "over"}), (409, {"code": "act.paused"})])

    def answers(_: httpx.Request) -> httpx.Response:
        status, body = next(told)
        return httpx.Response(status, json=body)

    evening = Evening(thinking=1e-6)
    group = Group(evening, "http://here")
    group.client = httpx.AsyncClient(base_url="http://here", transport=httpx.MockTransport(answers))
    assert await group.acts("c", "1", "steady") is None
    assert evening.acts == 0
    assert await group.acts("c", "1", "steady") == {"status": "over"}
    assert evening.acts == 1
    with pytest.raises(AssertionError, match="paused"):
        await group.acts("c", "1", "steady")
