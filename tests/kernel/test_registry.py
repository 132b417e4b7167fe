"""Games are found by their entry points, or registered by hand; errors are one tree with documented codes."""

import re
from pathlib import Path

import pytest

from agonist import kernel
from agonist.kernel import AgonistError, UnknownGame, errors, game, games, names, register, rules_from
from examples.standoff import GAME, RULES
from tests.support.installed import installed_games

SOURCE = Path(kernel.__file__).parent


def test_a_game_can_be_registered_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agonist.kernel.registry._by_hand", {})
    assert "standoff" not in names()
    register(GAME)
    assert game("standoff") is GAME
    assert GAME in games()


def test_the_games_of_the_package_are_entry_points() -> None:
    """Somebody else's package adds a game in the same way."""
    found = installed_games()
    assert {each.name for each in found} <= set(names())
    for each in found:
        assert each.types
        assert each.rules


def test_a_game_that_does_not_load_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("agonist.kernel.registry._entries", lambda: {"broken": "nowhere:GAME"})
    monkeypatch.setattr("agonist.kernel.registry._by_hand", {"standoff": GAME})
    assert games() == [GAME]
    (line,) = caplog.records
    assert (
        line.getMessage() == "The game broken does not load: ModuleNotFoundError: No module named 'nowhere'"
    )
    assert not line.exc_info


def test_an_unknown_game_says_which_there_are() -> None:
    with pytest.raises(UnknownGame) as refused:
        game("chess")
    assert refused.value.code == "game.unknown"
    assert refused.value.accepted == ", ".join(names())


def test_rules_are_read_one_a_line() -> None:
    assert list(RULES) == ["SO-1", "SO-2", "SO-3", "SO-4"]
    assert rules_from("no rules here") == {}


def test_every_error_code_in_the_code_is_documented_and_used() -> None:
    """The list at the top of `errors` is complete, and holds nothing that is never raised."""
    documented = set(re.findall(r"``([a-z]+\.[a-z-]+)``", errors.__doc__ or ""))
    text = "".join(path.read_text() for path in SOURCE.rglob("*.py"))
    used = set(re.findall(r'(?:code=|default_code = )"([a-z]+\.[a-z-]+)"', text))
    used |= {f"answer.{code}" for code in re.findall(r'self\.refuse\("([a-z-]+)"', text)}
    assert used - {"agonist.error"} == documented


def test_an_error_is_also_data() -> None:
    error = AgonistError("Too much.", code="answer.out-of-range", accepted="1 to 3", place="bid")
    assert str(error) == "bid: Too much. Accepted: 1 to 3."
    assert error.as_data() == {
        "code": "answer.out-of-range",
        "message": "Too much.",
        "accepted": "1 to 3",
        "place": "bid",
    }
    assert AgonistError("No.").as_data() == {"code": "agonist.error", "message": "No."}
