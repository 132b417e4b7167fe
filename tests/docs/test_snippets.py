"""Every command and snippet in the README and the documentation runs and gives what the page says."""

from pathlib import Path

import pytest

from tests.docs.snippets import ROOT, blocks, run_page

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
