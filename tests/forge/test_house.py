"""The house of this game: its folders have an order, and no rule asks who watches or takes an answer apart by hand."""

import re
from graphlib import TopologicalSorter

import pytest

from tests.workshop.house import PACKAGE, imports

GAME = PACKAGE / "forge"
FILES = sorted(GAME.rglob("*.py"))


def test_folders_have_an_order() -> None:
    """Folders, and files beside them, import one another in one direction; imports within functions count."""
    uses: dict[str, set[str]] = {}
    for path in FILES:
        here = path.relative_to(GAME).with_suffix("").parts[0]
        for found in imports(path, PACKAGE):
            _, room, *below = found.module.split(".")
            if room == "forge" and below and below[0] != here:
                uses.setdefault(here, set()).add(below[0])
    order = list(TopologicalSorter(uses).static_order())
    assert order.index("people") < order.index("scene") < order.index("harm") < order.index("test")
    assert order.index("test") < order.index("gauntlet") < order.index("types") < order.index("game")


@pytest.mark.parametrize(
    "pattern",
    [
        r"contest\.(quiet|bare)\b",
        r"events is (not )?None",
        r"""\[["'](pick|with)["']\]""",
        r"""["']pick["']: """,
        r"Contest\[Any\]",
    ],
)
def test_what_the_tabletop_knows_no_rule_asks_for(pattern: str) -> None:
    found = [path.name for path in FILES if re.search(pattern, path.read_text(encoding="utf-8"))]
    assert found == []
