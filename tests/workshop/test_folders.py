"""The folders of a game have an order, as rooms have: no cycle, and no import in a function that hides one."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.workshop.house import PACKAGE, imports, registered_games, room_of

# Games whose folders have no order yet. Better none.
WITHOUT_ORDER = {"forge", "questworlds", "questworlds_srd"}

IN_ORDER = sorted({room_of(game) for game in registered_games()} - WITHOUT_ORDER)


def modules(game: Path) -> list[Path]:
    return sorted(game.rglob("*.py"))


def cycle(game: Path) -> list[str]:
    """Folders, and files beside them, that import one another in a ring; none, if there is an order."""
    uses: dict[str, set[str]] = {}
    for path in modules(game):
        inside = path.relative_to(game).with_suffix("").parts
        for found in imports(path, game.parent):
            _, room, *below = found.module.split(".")
            if room == game.name and below[:1] != [inside[0]]:
                uses.setdefault(inside[0], set()).add(below[0] if below else "__init__")
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as problem:
        ring: list[str] = problem.args[1]
        return ring
    return []


def late_imports(game: Path) -> list[str]:
    """Imports of a game's own modules within functions; what a package loads only when it is asked for may be."""
    wrong = []
    for path in modules(game):
        if path.name == "__init__.py":
            continue
        own = {found.line for found in imports(path, game.parent) if f".{game.name}" in found.module}
        within = [
            node
            for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(function, ast.FunctionDef)
            for node in ast.walk(function)
        ]
        lines = {node.lineno for node in within if isinstance(node, ast.Import | ast.ImportFrom)}
        wrong += [f"{path.relative_to(game)}:{line}" for line in sorted(own & lines)]
    return wrong


@pytest.mark.parametrize("game", IN_ORDER)
def test_the_folders_of_a_game_have_an_order(game: str) -> None:
    assert cycle(PACKAGE / game) == []


@pytest.mark.parametrize("game", IN_ORDER)
def test_no_import_hides_in_a_function(game: str) -> None:
    assert late_imports(PACKAGE / game) == []


def _game(tmp_path: Path, **files: str) -> Path:
    game = tmp_path / "agonist" / "duel"
    for place, code in files.items():
        path = game / f"{place.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code)
    return game


def test_a_ring_of_folders_is_found(tmp_path: Path) -> None:
    game = _game(
        tmp_path,
        cards="",
        people__hero="from ..cards import face\nfrom .foe import Foe",
        people__foe="from ..fight import strike",
        fight__strike="from ..rest import sleep",
        rest="from .people.hero import Hero",
    )
    assert set(cycle(game)) == {"people", "fight", "rest"}


def test_an_order_is_no_ring(tmp_path: Path) -> None:
    game = _game(
        tmp_path, cards="", people__hero="from ..cards import face\nfrom .foe import Foe", people__foe=""
    )
    assert cycle(game) == []


def test_an_import_in_a_function_is_found(tmp_path: Path) -> None:
    game = _game(
        tmp_path, rest="import re\n\ndef sleep():\n    from .people.hero import Hero\n    import json"
    )
    assert late_imports(game) == ["rest.py:4"]
