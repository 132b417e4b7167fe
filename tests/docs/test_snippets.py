"""Every command and snippet in the README and the documentation runs and gives what the page says."""

import re
import shlex
from pathlib import Path

import pytest

from agonist.cli import COMMANDS, command
from agonist.cli.terminal.choosing import find
from tests.docs.snippets import ROOT, blocks, plan, run_page

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if "_build" not in page.parts and not page.is_symlink()]


@pytest.mark.parametrize(
    "page",
    [
        page
        for page in PAGES
        if any(block.language in {"python", "console", "json"} for block in blocks(page))
    ],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_the_examples_of_a_page_run(page: Path, tmp_path: Path) -> None:
    run_page(page, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "```python\n>>> 1 + 1\n3\n```",
        "```python\nassert False\n```",
        "```console\n$ echo one\ntwo\n```",
        "```console\n$ make no-such-target\n```",
    ],
)
def test_a_wrong_example_is_found(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text + "\n")
    with pytest.raises(AssertionError):
        run_page(page, tmp_path)


def test_an_example_that_is_only_shown_is_not_run(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- shown, not run: needs a domain -->\n```console\n$ no-such-command\n```\n")
    assert run_page(page, tmp_path) == 0


@pytest.mark.parametrize(
    "words",
    sorted(
        {
            words
            for page in PAGES
            for words in re.findall(r"`(make [a-z][^`]*)`", page.read_text(encoding="utf-8"))
        }
    ),
)
def test_a_target_that_is_mentioned_is_there(words: str) -> None:
    plan(words)


def shown_commands() -> list[tuple[str, list[str]]]:
    """Commands of ours that pages show or mention without running, with the words after ``agonist``."""
    shown = [
        (block.place, shlex.split(words))
        for page in PAGES
        for block in blocks(page)
        if block.shown and block.language == "console"
        for words in re.findall(
            r"^\$ (?:\.venv/bin/)?agonist (.+?)(?:  #.*| > .*)?$", block.text, re.MULTILINE
        )
    ]
    mentioned = [
        (page.name, shlex.split(words))
        for page in PAGES
        for words in re.findall(r"`agonist ([a-z][^`…|>]*)(?:> [^`]*)?`", page.read_text(encoding="utf-8"))
    ]
    return [*shown, *(each for each in mentioned if "--help" not in each[1])]


@pytest.mark.parametrize(("place", "words"), shown_commands(), ids=lambda each: str(each)[:40])
def test_a_command_that_is_only_shown_could_be_run(place: str, words: list[str]) -> None:
    """Its command and options are known; a contest that it names is there."""
    if len(words) == 1:
        assert words[0] in COMMANDS, place
        return
    called, bound, _ = command().parse_args(words, exit_on_error=False, print_error=False)
    assert callable(called), place
    if words[0] == "play":
        assert find(bound.args), place
