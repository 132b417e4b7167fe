"""What pages say about limits, credits and files is so."""

import re

import msgspec

from agonist.cli.admin import app as admin
from agonist.cli.admin import shown_limit
from agonist.cli.deploying import deployed
from agonist.table.limits import MEANINGS, Limits
from agonist.web import Settings
from tests.docs.snippets import ROOT
from tests.support.installed import installed_games

DOCS = ROOT / "docs"


def test_every_limit_is_described() -> None:
    """With its value, in the words of `agonist admin limits`."""
    page = (DOCS / "security.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+)` \| (.+) \| (.+) \|$", page, re.MULTILINE)
    assert told == [(name, shown_limit(getattr(Limits(), name)), MEANINGS[name]) for name in MEANINGS]


def test_every_setting_is_described() -> None:
    """With its usual value."""
    page = (DOCS / "club.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+)` \| `(.+?)` \| ", page, re.MULTILINE)
    usual = msgspec.to_builtins(Settings())
    del usual["limits"]
    assert told == [(name, msgspec.json.encode(value).decode()) for name, value in usual.items()]


def test_the_club_is_told_of_every_alert_and_command() -> None:
    page = (DOCS / "club.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(Agonist\w+)` \|", page, re.MULTILINE) == re.findall(
        r"alert: (\w+)", deployed("alerts.yml")
    )
    for command in admin:
        if not command.startswith("-"):
            assert f"`agonist admin {command}" in page, command


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
