"""The folders of each QuestWorlds edition stand one above the other, and no edition knows the other."""

import ast
from pathlib import Path

import pytest

from tests.workshop.house import PACKAGE

HOUSE = PACKAGE / "questworlds"
ORDER = {
    "chassis": (),
    "classic": (
        "questions",
        "rolls",
        "people",
        "clash",
        "plans",
        "deeds",
        "bots",
        "types",
        "looks",
        "game",
        "odds",
    ),
    "srd": (
        *("questions", "rolls", "people", "clash", "bots", "aftermath", "approach"),
        *("single", "sequence", "kinds", "looks", "game", "odds"),
    ),
}
"""From the ground up: what stands later may use what stands before it."""


def imported(path: Path) -> set[tuple[str, ...]]:
    """Where a module's imports lead to, from the house on, wherever in it they stand."""
    here = path.relative_to(HOUSE).parts[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = here[: len(here) - (node.level - 1)]
            module = tuple(node.module.split(".")) if node.module else ()
            found |= {(*base, *module)} if module else {(*base, each.name) for each in node.names}
    return found


def place(edition: str, part: str) -> int:
    return ORDER[edition].index(part) if part in ORDER[edition] else -1


@pytest.mark.parametrize("edition", ORDER)
def test_folders_use_only_what_stands_below_them(edition: str) -> None:
    """Imports in functions and those for types alone count too."""
    wrong = []
    for path in sorted((HOUSE / edition).rglob("*.py")):
        parts = path.relative_to(HOUSE / edition).with_suffix("").parts
        if parts == ("__init__",):
            continue
        for target in imported(path):
            if target[0] not in (edition, "chassis"):
                wrong.append(f"{'/'.join(parts)} uses {'.'.join(target)}")
            elif target[0] == edition and target[1] != parts[0] and edition != "chassis":
                below = place(edition, parts[0]) > place(edition, target[1]) >= 0
                wrong += [] if below else [f"{'/'.join(parts)} uses {'.'.join(target)}"]
    assert wrong == []


@pytest.mark.parametrize("edition", [each for each in ORDER if ORDER[each]])
def test_every_folder_has_its_place(edition: str) -> None:
    found = {path.name for path in (HOUSE / edition).iterdir() if (path / "__init__.py").is_file()}
    assert found <= set(ORDER[edition])
