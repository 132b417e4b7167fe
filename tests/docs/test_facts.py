"""What pages say about limits, credits and files is so."""

import re

from agonist.table import Limits
from tests.docs.snippets import ROOT
from tests.support.installed import installed_games

DOCS = ROOT / "docs"


def test_every_limit_is_described() -> None:
    page = (DOCS / "security.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(Limits.__struct_fields__)


def test_every_game_is_credited() -> None:
    """The NOTICE names each game and its makers, and the game itself carries the same credit for pages to show."""
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf-8").split())
    for game in installed_games():
        assert game.title.partition(" ")[0].strip(",:") in notice
        assert game.credits
        assert game.credits in notice
    for maker in ("Moon Design Publications", "ORC License", "sjbrown", "CC BY 3.0", "Rumpunzel"):
        assert maker in notice
    assert "not affiliated" in notice


def test_every_file_that_a_page_names_is_there() -> None:
    """Paths in the repository that guides point to exist."""
    named = re.compile(
        r"`((?:src|tests|docs|examples|benchmarks|scripts)/[\w./-]+\.(?:py|md|toml|json|ipynb|html|js|css))`"
    )
    for page in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *DOCS.glob("*.md"),
        *DOCS.glob("tutorials/*.md"),
    ):
        for path in named.findall(page.read_text(encoding="utf-8")):
            assert (ROOT / path).exists(), f"{page.name} names {path}"


def test_links_between_pages_lead_somewhere() -> None:
    """Also in the README, which the documentation's own check does not see."""
    for page in (ROOT / "README.md", *DOCS.glob("*.md"), *DOCS.glob("*/*.md")):
        for target in re.findall(r"(?:\]\(|src=\")(?!\w+:|#)([^)\"#\s]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
