"""Imports point one way, kernel ← tabletop ← games ← odds ← games' odds ← review ← table ← web ← cli; only games name
a game."""

import re
from pathlib import Path

import pytest

from tests.workshop.house import (
    GAMES,
    KNOW_NO_GAME,
    PACKAGE,
    ROOT,
    floor,
    imports,
    literals,
    registered_games,
    room_at,
    room_of,
    rooms,
    texts,
)

# Places that may name a game although their room knows none: "room/file.py", each with a reason. Better none.
MAY_NAME_A_GAME: dict[str, str] = {}


def wrong_imports(package: Path) -> list[str]:
    wrong = []
    for folder in rooms(package):
        for path in sorted((package / folder).rglob("*.py")):
            room = room_at(path.relative_to(package).with_suffix("").parts)
            for found in imports(path, package):
                where = f"{path.relative_to(package)}:{found.line}"
                if found.room is None:
                    wrong.append(f"{where} imports the package's root")
                elif found.room == room:
                    continue
                elif room.endswith("/odds") and floor(found.room) == floor(GAMES):
                    if found.room != folder:
                        wrong.append(f"{where} imports {found.module}: another game's")
                elif floor(found.room) == floor(room):
                    wrong.append(f"{where} imports {found.module}: games stand side by side")
                elif floor(found.room) > floor(room):
                    wrong.append(f"{where} imports {found.module}: {room} stands below {found.room}")
                elif room in KNOW_NO_GAME and floor(found.room) in (floor(GAMES), floor(f"{GAMES}/odds")):
                    wrong.append(f"{where} imports {found.module}: {room} knows no game")
    return wrong


def games_named(package: Path, games: tuple[str, ...]) -> list[str]:
    named = re.compile(rf"\b(?:{'|'.join(games)})\b")
    wrong = []
    for room in KNOW_NO_GAME:
        for path in texts(package / room):
            lines = literals(path) if path.suffix == ".py" else enumerate(path.read_text().splitlines(), 1)
            place = str(path.relative_to(package))
            wrong += [
                f"{place}:{line} names {found[0]}"
                for line, text in lines
                if (found := named.search(text)) and place not in MAY_NAME_A_GAME
            ]
    return wrong


def test_imports_point_one_way() -> None:
    assert rooms(), "no room stands"
    assert wrong_imports(PACKAGE) == []


def test_only_games_name_a_game() -> None:
    assert games_named(PACKAGE, registered_games()) == []


def test_every_room_is_known_or_a_registered_game() -> None:
    games = {room_of(game) for game in registered_games()}
    strangers = [room for room in rooms() if floor(room) == floor(GAMES) and room not in games]
    assert strangers == []


def test_every_exception_is_still_needed() -> None:
    assert [place for place in MAY_NAME_A_GAME if not (PACKAGE / place).is_file()] == []


@pytest.mark.parametrize(
    ("place", "code", "complaint"),
    [
        ("kernel/referee.py", "from agonist.table.store import Store", "kernel stands below table"),
        ("kernel/deep/inner.py", "from ...web import app", "kernel stands below web"),
        ("kernel/late.py", "def f():\n    import agonist.odds", "kernel stands below odds"),
        ("forge/pools.py", "from agonist.questworlds import ratings", "side by side"),
        ("questworlds/srd/rolls.py", "from .odds import rolls", "stands below questworlds/odds"),
        ("forge/tests.py", "from ..odds import exact", "forge stands below odds"),
        ("table/service.py", "from agonist.forge import GAME", "table knows no game"),
        ("web/app.py", "from agonist import cli", "web stands below cli"),
        ("odds/solve.py", "import agonist", "the package's root"),
        ("odds/solve.py", "from agonist.forge.scene import Scene", "odds knows no game"),
        ("odds/solve.py", "from agonist.forge.odds import pools", "odds stands below forge/odds"),
        ("forge/scene.py", "from .odds import pools", "forge stands below forge/odds"),
        ("forge/odds/pools.py", "from agonist.questworlds import rolls", "another game's"),
        ("forge/odds/pools.py", "from agonist.questworlds.odds import rolls", "side by side"),
        ("review/picture.py", "from agonist.forge.odds import pools", "review knows no game"),
    ],
)
def test_an_import_the_wrong_way_is_found(tmp_path: Path, place: str, code: str, complaint: str) -> None:
    package = tmp_path / "agonist"
    path = package / place
    path.parent.mkdir(parents=True)
    (package / Path(place).parts[0] / "__init__.py").touch()
    path.write_text(code)
    [found] = wrong_imports(package)
    assert complaint in found


def test_a_game_named_where_none_is_known_is_found(tmp_path: Path) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "pages.py").write_text('"""May say forge."""\nTITLE = f"{1} forge"\nOTHER = "forged, forgery"\n')
    (web / "table.html").write_text("<p>\n<p class='forge'>\n")
    assert games_named(tmp_path, ("forge",)) == ["web/pages.py:2 names forge", "web/table.html:2 names forge"]


def test_the_package_is_where_the_tests_look() -> None:
    assert (PACKAGE / "py.typed").is_file()
    assert (ROOT / "pyproject.toml").is_file()
