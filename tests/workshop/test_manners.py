"""The same manner in all rooms: how things are imported and exported, what has which name, where events stand."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from agonist.kernel import ContestType
from tests.support.installed import installed_games
from tests.workshop.house import GAMES, PACKAGE, floor, folder_of, registered_games, room_of, rooms

IN_GAMES = [
    path for room in rooms() if floor(room) == floor(GAMES) for path in (PACKAGE / room).rglob("*.py")
]
ELSEWHERE = [
    path
    for room in rooms()
    if floor(room) != floor(GAMES)
    for path in (PACKAGE / room).rglob("*.py")
    if not {"migrations", "template"} & set(path.parts)
]


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def place(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


def exported(path: Path) -> set[str] | None:
    """What stands in the module's `__all__`, if it has one."""
    for node in parsed(path).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return set(ast.literal_eval(value))
    return None


def imported(path: Path) -> set[str]:
    body = parsed(path).body
    return {
        name.asname or name.name for each in body if isinstance(each, ast.ImportFrom) for name in each.names
    }


def far_imports(path: Path) -> list[str]:
    """Relative imports that leave their room, and absolute ones that stay in it."""
    room, *inner = path.relative_to(PACKAGE).parts
    wrong = []
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom):
            inside = f"{node.module}.".startswith(f"agonist.{room}.")
            if node.level > len(inner) or (inside and not node.level):
                wrong.append(f"{place(path)}:{node.lineno}")
    return wrong


def test_an_own_room_is_imported_relatively_and_others_by_their_name() -> None:
    assert [each for path in IN_GAMES + ELSEWHERE for each in far_imports(path)] == []


def test_modules_export_what_has_no_underscore() -> None:
    """Only a package says so in so many words."""
    needless = [path for path in IN_GAMES + ELSEWHERE if exported(path) and path.name != "__init__.py"]
    assert list(map(place, needless)) == []


def test_one_name_is_one_thing() -> None:
    names = Counter(path.stem for path in IN_GAMES + ELSEWHERE)
    assert {name: names[name] for name in ("asking", "course", "keeping", "kernel") if names[name] > 1} == {}
    assert "kernel" not in names, "the kernel is a room"


def reports(path: Path, event: str) -> bool:
    """Whether a module makes an event or has it made."""
    return re.search(rf"\b{event}\(|report\(\s*{event}\b", path.read_text(encoding="utf-8")) is not None


@pytest.mark.parametrize("path", IN_GAMES, ids=place)
def test_events_stand_where_they_are_reported(path: Path) -> None:
    """An event that a single module reports is defined there."""
    tree = parsed(path)
    events = {
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and any(isinstance(b, ast.Name) and b.id in ("Event", "Told") for b in node.bases)
    }
    here = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    game = PACKAGE / path.relative_to(PACKAGE).parts[0]
    for event in sorted(events - here):
        reporters = [
            place(other)
            for other in game.rglob("*.py")
            if other != path and event in imported(other) and reports(other, event)
        ]
        assert len(reporters) > 1, f"{event} of {place(path)} is reported in {reporters} alone"


def code(path: Path) -> str:
    """A module without its docstrings and comments."""
    tree = parsed(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ...
    return ast.unparse(tree)


def says(wanted: re.Pattern[str], paths: list[Path]) -> list[str]:
    """Whose code has it; a module whose whole text has not is looked at no further."""
    having = [path for path in paths if wanted.search(path.read_text(encoding="utf-8"))]
    return [place(path) for path in having if wanted.search(code(path))]


def test_how_a_choice_is_written_is_known_in_one_place() -> None:
    """No rule, page, bot or order takes an answer apart by hand: `picked`, `follow` and deeds do."""
    apart = re.compile(r"""\[['"](pick|with)['"]\]|\.get\(['"](pick|with)['"]|\{['"]pick['"]: (?!['"])""")
    assert says(apart, IN_GAMES + ELSEWHERE) == []


def test_no_rule_asks_whether_anybody_watches() -> None:
    """Only the moment of a roll and the kernel know; odds make bare contests themselves."""
    watched = re.compile(r"\bcontest\.(quiet|bare|events)\b")
    assert says(watched, [path for path in IN_GAMES if "odds" not in path.relative_to(PACKAGE).parts]) == []


def searched_in_vain(path: Path) -> list[str]:
    """Where something is looked for with `next`, and nothing is said about what holds when it is not there."""
    return [
        f"{place(path)}:{node.lineno}"
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "next"
        and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp)
    ]  # fmt: skip


def test_no_rule_counts_on_finding_what_may_be_gone() -> None:
    """Promise 2: what is corrected away meanwhile ends a search, and would end the contest."""
    at_table = [path for path in ELSEWHERE if path.relative_to(PACKAGE).parts[0] == "tabletop"]
    assert at_table
    assert [each for path in (*IN_GAMES, *at_table) for each in searched_in_vain(path)] == []


def test_every_contest_has_its_type() -> None:
    assert says(re.compile(r"Contest\[Any\]"), IN_GAMES + ELSEWHERE) == []


def test_ready_contests_and_primers_are_data() -> None:
    """No contest type of a game that comes with Agonist states them in code."""
    stated = [
        f"{kind.__name__}.{name}"
        for game in installed_games()
        for each in game.types
        for kind in type(each).mro()
        for name in ("presets", "primer")
        if kind is not ContestType and name in vars(kind)
    ]
    assert stated == []
    assert all(kind.primer and kind.presets for game in installed_games() for kind in game.types)


@pytest.mark.parametrize(
    "name", sorted({f(game) for game in registered_games() for f in (room_of, folder_of)})
)
def test_a_games_readme_tells_where_everything_is(name: str) -> None:
    """Each folder, and each module beside them, in some ten lines."""
    folder = PACKAGE / name
    page = (folder / "README.md").read_text(encoding="utf-8")
    parts = {f"{path.name}/" for path in folder.iterdir() if (path / "__init__.py").is_file()}
    parts |= {path.stem for path in folder.glob("*.py") if path.name != "__init__.py"}
    assert sorted(parts - set(re.findall(r"`([\w./]+)`", page))) == []
    assert len(page.splitlines()) <= 12
