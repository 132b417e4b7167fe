"""Folders and modules have an order inside rooms too, as rooms have: no ring, and no import in a function hides one."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.workshop.house import PACKAGE, rooms

Uses = dict[str, set[str]]


def modules(room: Path) -> dict[str, Path]:
    """The modules of a room by their names; a package's name is its folder's."""
    found = {}
    for path in sorted(room.rglob("*.py")):
        parts = path.relative_to(room.parent).with_suffix("").parts
        if "migrations" not in parts:
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def for_types(tree: ast.Module) -> set[int]:
    """What stands under TYPE_CHECKING."""
    under = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    ]
    return {id(inside) for node in under for inside in ast.walk(node)}


def used(path: Path, room: Path, known: dict[str, Path], *, types: bool) -> set[str]:
    """The room's modules that one of them imports, wherever in it the import stands."""
    here = path.relative_to(room.parent).with_suffix("").parts
    found = set()
    for node, typing in relative_imports(path):
        if types or not typing:
            base = [*here[: len(here) - node.level], *([node.module] if node.module else [])]
            inner = [".".join([*base, each.name]) for each in node.names]
            found |= {each if each in known else ".".join(base) for each in inner}
    return found & known.keys()


@cache
def relative_imports(path: Path) -> list[tuple[ast.ImportFrom, bool]]:
    """Wherever they stand; and whether each is for types alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = for_types(tree)
    found = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]
    return [(node, id(node) in left_out) for node in found]


def ring(uses: Uses) -> list[str]:
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as problem:
        found: list[str] = problem.args[1]
        return found
    return []


def ring_of_modules(room: Path) -> list[str]:
    """Modules that need one another to be loaded, at once or later; what is for types alone does not count."""
    known = modules(room)
    return ring({name: used(path, room, known, types=False) - {name} for name, path in known.items()})


def ring_of_folders(room: Path) -> list[str]:
    """Folders, and modules beside them, that use one another, be it for types. What a package says of itself does not
    count."""
    known = modules(room)
    uses = {
        name: used(path, room, known, types=True)
        for name, path in known.items()
        if path.name != "__init__.py"
    }
    for package in (name for name, path in known.items() if path.name == "__init__.py"):
        inside = f"{package}."
        beside: Uses = {}
        for name, others in uses.items():
            if name.startswith(inside):
                own = child(package, name)
                theirs = {child(package, each) for each in others if each.startswith(inside)} - {own}
                plain = known[own].name != "__init__.py"
                beside[own] = beside.get(own, set()) | {
                    each for each in theirs if not (plain and known[each].name != "__init__.py")
                }
        if found := ring(beside):
            return found
    return []


def child(package: str, name: str) -> str:
    """What stands in a package and has, or is, the module of that name."""
    return f"{package}.{name.removeprefix(f'{package}.').partition('.')[0]}"


@pytest.mark.parametrize("room", rooms())
def test_the_folders_of_a_room_have_an_order(room: str) -> None:
    assert ring_of_folders(PACKAGE / room) == []


@pytest.mark.parametrize("room", rooms())
def test_no_module_needs_one_that_needs_it(room: str) -> None:
    assert ring_of_modules(PACKAGE / room) == []


def _room(tmp_path: Path, **files: str) -> Path:
    room = tmp_path / "agonist" / "duel"
    for place, code in files.items():
        path = room / f"{place.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(code)
    return room


def test_a_ring_of_folders_is_found(tmp_path: Path) -> None:
    room = _room(
        tmp_path,
        cards="",
        people__hero="from ..cards import face\nfrom .foe import Foe",
        people__foe="from ..fight.blows import strike",
        fight__blows="from ..rest.nights import sleep",
        rest__nights="if TYPE_CHECKING:\n    from ..people.hero import Hero",
    )
    assert set(ring_of_folders(room)) == {"duel.people", "duel.fight", "duel.rest"}
    assert ring_of_modules(room) == []


def test_an_order_is_no_ring(tmp_path: Path) -> None:
    room = _room(
        tmp_path, cards="", people__hero="from ..cards import face\nfrom . import foe", people__foe=""
    )
    assert ring_of_folders(room) == ring_of_modules(room) == []


def test_an_import_in_a_function_hides_no_ring(tmp_path: Path) -> None:
    room = _room(
        tmp_path,
        rest="import re\n\ndef sleep():\n    from .people.hero import Hero\n    import json",
        people__hero="from ..rest import sleep",
    )
    assert set(ring_of_modules(room)) == {"duel.rest", "duel.people.hero"}
