"""`agonist new-game`: a package of its own for a game of one's own, which runs at once."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from agonist.kernel import AgonistError, names

PLACES = {
    "project.toml": "pyproject.toml",
    "readme.md": "README.md",
    "__init__.py": "{module}/__init__.py",
    "rules.md": "{module}/rules.md",
    "odds.py": "{module}/odds.py",
    "checks.py": "tests/test_{module}.py",
}
"""Where each file of the template goes. It is a game that is checked as all code here is, and called Showdown."""


def new_game(name: str, /, *, folder: Path | None = None) -> int:
    """Make a package for a game of your own: rules, bots, odds and tests that run, to be changed into yours.

    It is a small game with a hidden card. What each part is for stands in the chapter "Add a game of your own".

    Parameters
    ----------
    name
        What the game is called on the command line: small letters, digits and hyphens.
    folder
        Where it goes; by default a folder of that name here.
    """
    module = name.replace("-", "_")
    _check(name, module)
    place = folder or Path(name)
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise AgonistError(
            f"{place} is there already.", accepted="another name, or --folder with an empty one"
        )
    template = files(__package__).joinpath("template")
    try:
        for source, target in PLACES.items():
            file = place / target.format(module=module)
            file.parent.mkdir(parents=True, exist_ok=True)
            text = template.joinpath(source).read_text(encoding="utf-8")
            file.write_text(_renamed(text, name, module), encoding="utf-8")
    except OSError as problem:
        raise AgonistError(
            f"{place} cannot be written: {problem.strerror}.", code="file.unwritable"
        ) from None
    print(f"Made {place}. It runs as it is:\n")
    print(f"  {_python()} -m pip install -e '{place}[test]'")
    print(f"  agonist play {name}")
    print(f"  agonist odds {name} strike")
    print(f"  agonist check {name}")
    print(f"  {_python()} -m pytest {place}\n")
    print(
        f"Its rules are in {place / module / 'rules.md'}, and what plays them in {place / module / '__init__.py'}."
    )
    return 0


def _check(name: str, module: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9-]{1,38}[a-z0-9]", name) or keyword.iskeyword(module):
        raise AgonistError(
            f"{name!r} is no name for a game.",
            accepted="small letters, digits and hyphens, such as dawn-duel",
        )
    if name in names() or find_spec(module) is not None:
        raise AgonistError(f"There is something called {name} already.", accepted="another name")


def _renamed(text: str, name: str, module: str) -> str:
    """The template's text with another name: in rules, in code and in words."""
    title = name.replace("-", " ").capitalize()
    words = re.findall("[a-z]+", name)
    rules = ("".join(word[:1] for word in words) if len(words) > 1 else name[:2]).upper()
    text = (
        text.replace("agonist.cli.template", module)
        .replace("  # isort: skip", "")
        .replace("SD-", f"{rules}-")
    )
    text = re.sub(
        r"class Showdown\b|\bShowdown\(\)", lambda found: found[0].replace("Showdown", _class(name)), text
    )
    text = re.sub(r"(?<=packages = \[\")showdown|showdown(?=:GAME|\.odds|/)", module, text)
    return text.replace("Showdown", title).replace("showdown", name)


def _class(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


def _python() -> str:
    """The Python that runs this, as a person would call it."""
    return sys.executable if " " not in sys.executable else f"'{sys.executable}'"
