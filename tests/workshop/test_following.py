"""Who follows a list of CONTRIBUTING.md, and touches the files that it names and no others, has added the thing."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workshop.house import ROOT, folder_of


def listed(section: str) -> list[str]:
    """The files that the numbered steps of a section name."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (text,) = re.findall(rf"^## {section}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    steps = re.findall(r"^\d\. (.*?):", text, re.MULTILINE)
    return [path for step in steps for path in re.findall(r"`([^`]+)`", step)]


class Copy:
    """A copy of the source, in which files are changed; it notes which."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.touched: set[str] = set()
        ignored = shutil.ignore_patterns("static")  # what is compiled serves the copy, too
        shutil.copytree(ROOT / "src" / "agonist", folder / "src" / "agonist", ignore=ignored)
        (folder / "src" / "agonist" / "web" / "static").mkdir()

    def change(self, path: str, before: str, after: str) -> None:
        file = self.folder / path
        text = file.read_text(encoding="utf-8")
        assert before in text, f"{path} reads otherwise now"
        self.put(path, text.replace(before, after, 1))

    def put(self, path: str, text: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text, encoding="utf-8")
        self.touched.add(path)

    def says(self, code: str) -> str:
        """What a program says that runs with the copy."""
        paths = os.pathsep.join(map(str, (self.folder / "src", self.folder, ROOT)))
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONPATH": paths},
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2_000:]
        return done.stdout.strip()


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def asked(path: str) -> str:
    """A program that asks a server of its own for a page."""
    return f"""
from pathlib import Path
from litestar.testing import TestClient
from agonist.web import Settings, create_app
with TestClient(create_app(Settings(database="sqlite:///x.db"))) as client:
    print(client.get("{path}").text)
"""


def test_an_option(copy: Copy) -> None:
    copy.change(
        "src/agonist/forge/rules.md", "- **FG-1**", "- **FG-99** Nobody is hurt by night.\n- **FG-1**"
    )
    copy.change(
        "src/agonist/forge/types/setup.py",
        '    modifiers: Literal["example", "table"] = "example"\n',
        '    modifiers: Literal["example", "table"] = "example"\n    night: bool = False\n',
    )
    copy.change(
        "src/agonist/forge/setup.toml",
        "[EnterpriseOptions]\n",
        '[EnterpriseOptions]\nnight.label = "By night"\nnight.rule = "FG-99"\n',
    )
    copy.change(
        "src/agonist/forge/scene.py",
        "    modifiers: Annotated[",
        "    night: Annotated[bool, OPEN] = False\n    modifiers: Annotated[",
    )
    copy.change(
        "src/agonist/forge/types/common.py",
        '            "modifiers": options.modifiers,\n',
        '            "modifiers": options.modifiers,\n            "night": options.night,\n',
    )
    said = copy.says("""
from agonist.kernel import Referee, game, seat_view
forge = game("forge")
kind = forge.type("mediate")
contest = Referee.start(forge, kind.name, kind.presets["warring-families"].setup, {"night": True})
print(forge.rules["FG-99"], seat_view(contest, "gm").state["night"])
print([field.label for field in kind.options_form.fields])
""")
    assert "Nobody is hurt by night. True" in said
    assert "By night" in said
    assert copy.touched == set(listed("Add an option of a game"))


def test_an_endpoint(copy: Copy) -> None:
    games, bodies, answers = listed("Add an API endpoint")
    copy.change(answers, "\nclass ", "\nclass Count(Struct):\n    rules: int\n\n\nclass ")
    copy.change(games, "import GameDocument,", "import Count, GameDocument,")
    copy.change(
        games,
        '    @get("/{game_name:str}", summary',
        '    @get("/{game_name:str}/count", summary="How many rules", security=[{}])\n'
        "    async def count(self, game_name: Id) -> Count:\n"
        '        """So many."""\n'
        "        return Count(len(game(game_name).rules))\n\n"
        '    @get("/{game_name:str}", summary',
    )
    assert re.fullmatch(r'{"rules":\d+}', copy.says(asked("/api/games/forge/count")))
    assert '"How many rules"' in copy.says(asked("/api/schema/openapi.json"))
    assert copy.touched | {bodies} == {games, bodies, answers}


def test_a_page(copy: Copy) -> None:
    module, beside = listed("Add a page")
    copy.put(
        str(Path(beside).with_name("thanks.html")),
        '{% extends "base.html" %}{% block main %}<h1>Thank you</h1>{% endblock %}',
    )
    copy.change(
        module,
        "ABOUT = [about]",
        '@get("/thanks", include_in_schema=False)\n'
        "async def thanks(request: AnyRequest) -> Response[str]:\n"
        '    """Thanks."""\n'
        '    return page(request, "thanks.html")\n\n\n'
        "ABOUT = [about, thanks]",
    )
    assert "<h1>Thank you</h1>" in copy.says(asked("/thanks"))


KNOWN = """
from agonist.kernel import Referee, game
found = game("standoff")
print(found.title, len(found.rules), Referee.start(found, "standoff", {}).pending[0].request.what)
"""


def registered(copy: Copy, where: str) -> None:
    """What an installation makes of the entry point."""
    about = "installed-1.dist-info"
    copy.put(f"{about}/METADATA", "Metadata-Version: 2.1\nName: installed\nVersion: 1\n")
    copy.put(f"{about}/entry_points.txt", f"[agonist.games]\nstandoff = {where}\n")


def placed_inside(copy: Copy) -> str:
    code = (ROOT / "examples" / "standoff.py").read_text(encoding="utf-8")
    rules = re.search(r'k\.rules_from\("""\n(.*?)"""\)', code, re.DOTALL)
    assert rules is not None
    copy.put("src/agonist/standoff/rules.md", rules[1])
    own = 'k.rules_from((files(__package__) / "rules.md").read_text("utf-8"))'
    code = code.replace(rules[0], own).replace(
        "\nfrom random", "\nfrom importlib.resources import files\nfrom random", 1
    )
    copy.put("src/agonist/standoff/__init__.py", code)
    return "agonist.standoff:GAME"


def placed_outside(copy: Copy) -> str:
    shutil.copy(ROOT / "examples" / "standoff.py", copy.folder / "standoff.py")
    return "standoff:GAME"


@pytest.mark.parametrize("placed", [placed_inside, placed_outside])
def test_a_game(copy: Copy, placed: Callable[[Copy], str]) -> None:
    registered(copy, placed(copy))
    rules = (ROOT / "examples" / "standoff.py").read_text(encoding="utf-8").count("- **SO-")
    assert rules
    assert copy.says(KNOWN) == f"Standoff {rules} deed"


def test_the_list_of_a_game_is_what_all_games_here_have() -> None:
    names = {"questworlds": "QW", "forge": "FG", "deckahedron": "DK", "questworlds-srd": "QS"}
    for name, letters in names.items():
        folder = folder_of(name)
        for path in listed("Add a game"):
            file = ROOT / path.replace("agonist/<game>", f"agonist/{folder}").replace("<game>", name)
            assert file.is_file(), f"{name} has no {path}"
        assert f'{name} = "agonist.{folder.replace("/", ".")}:GAME"' in (ROOT / "pyproject.toml").read_text(
            encoding="utf-8"
        )
        assert letters in (ROOT / "tests" / "workshop" / "house.py").read_text(encoding="utf-8")
