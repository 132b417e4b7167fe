"""The house as the workshop's tests see it: its rooms, its games, its files, its rules."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "agonist"

# From the bottom up: a room may use those before it. The games stand side by side between tabletop and odds. A game's
# folder `odds` stands above the room of odds. Two editions of one game are one room, over a chassis of their own.
GAMES = "games"
GAMES_ODDS = "games' odds"
FLOORS = (
    "kernel",
    "tabletop",
    GAMES,
    "odds",
    GAMES_ODDS,
    "envs",
    "review",
    "table",
    "client",
    "web",
    "assistants",
    "cli",
)
# These learn of a game only from its registration.
KNOW_NO_GAME = ("kernel", "tabletop", "odds", "envs", "review", "table", "client", "web", "assistants", "cli")

TEXT = {
    ".css",
    ".html",
    ".j2",
    ".jinja",
    ".js",
    ".json",
    ".mako",
    ".md",
    ".py",
    ".toml",
    ".txt",
    ".yaml",
    ".yml",
}


@cache
def project() -> dict[str, dict[str, object]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def registered_games() -> tuple[str, ...]:
    groups = project()["project"]["entry-points"]
    assert isinstance(groups, dict)
    return tuple(groups["agonist.games"])


def folder_of(game: str) -> str:
    """The folder of a game that comes with the package, as it is registered: an edition's is inside its game's."""
    groups = project()["project"]["entry-points"]
    assert isinstance(groups, dict)
    module: str = groups["agonist.games"][game].partition(":")[0]
    return "/".join(module.split(".")[1:])


def room_of(game: str) -> str:
    """The room of a game that comes with the package."""
    return folder_of(game).partition("/")[0]


def floor(room: str) -> int:
    if room.endswith("/odds"):
        return FLOORS.index(GAMES_ODDS)
    return FLOORS.index(room if room in FLOORS else GAMES)


def room_at(parts: tuple[str, ...]) -> str:
    """The room of a module, from the names of its folders and its own: a game's odds are a room within the game's."""
    room, *inside = parts
    return f"{room}/odds" if floor(room) == floor(GAMES) and "odds" in inside[:2] else room


def rooms(package: Path = PACKAGE) -> list[str]:
    """The rooms that stand already."""
    return sorted(path.parent.name for path in package.glob("*/__init__.py"))


def texts(top: Path) -> Iterator[Path]:
    """Text files under a directory, without what tools and set-up put there."""
    for path in sorted(top.rglob("*")):
        inside = path.relative_to(top).parts
        if path.suffix in TEXT and path.is_file() and not {"vendor", "_build", "__pycache__"} & set(inside):
            yield path


def tracked() -> list[Path]:
    """The files git knows and those about to be added."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@dataclass(frozen=True)
class Import:
    """Somewhere, a module of the package is imported."""

    path: Path
    line: int
    module: str

    @property
    def room(self) -> str | None:
        """The room that is imported from; None for the package itself."""
        parts = self.module.split(".")
        return room_at(tuple(parts[1:])) if len(parts) > 1 else None


def imports(path: Path, package: Path = PACKAGE) -> Iterator[Import]:
    """Every import of the package's own modules in a file, wherever in the file it stands."""
    inside = path.relative_to(package.parent).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = inside[: len(inside) - node.level] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "agonist" else [module]
        else:
            continue
        for name in names:
            if name.split(".")[0] == "agonist" and name != "agonist.__version__":
                yield Import(path, node.lineno, name)


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """Every text in a Python file that the program itself reads: all string literals but docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


# --- rules ------------------------------------------------------------------------------------------------------

RULE = re.compile(r"\b(?:QW|QS|FG|CF|DK)-\d+\b")
RULE_LINE = re.compile(r"^- \*\*((?:QW|QS|FG|CF|DK)-\d+)\*\* ", re.MULTILINE)


def rules(*pages: Path) -> list[str]:
    """The numbers of the rules on these pages, in order, with repetitions if there are any."""
    return [number for page in pages for number in RULE_LINE.findall(page.read_text(encoding="utf-8"))]


def citations(*tops: Path) -> dict[str, list[str]]:
    """Each rule number that is named under these directories, and where."""
    found: dict[str, list[str]] = {}
    for path in (path for top in tops for path in texts(top)):
        for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for number in RULE.findall(text):
                found.setdefault(number, []).append(f"{path}:{line}")
    return found
