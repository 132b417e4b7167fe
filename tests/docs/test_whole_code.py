"""Examples stand whole on their pages, readable without being built."""

from textwrap import dedent

from tests.docs.snippets import ROOT, blocks


def test_the_parts_on_the_page_are_the_whole_file_in_its_order() -> None:
    parts = [
        block.text
        for block in blocks(ROOT / "docs" / "add-a-game.md")
        if block.shown.endswith("a part of examples/standoff.py")
    ]
    whole = "".join((ROOT / "examples" / "standoff.py").read_text("utf-8").split())
    assert len(parts) == 6
    assert "".join("".join(dedent(part).split()) for part in parts) == whole


def test_the_bot_on_the_page_is_the_whole_example() -> None:
    shown = [
        block.text
        for block in blocks(ROOT / "docs" / "programmer.md")
        if block.shown.endswith("the whole of examples/seat_bot.py")
    ]
    assert shown == [(ROOT / "examples" / "seat_bot.py").read_text("utf-8")]


def test_the_studies_on_the_page_are_whole_examples() -> None:
    page = ROOT / "docs" / "designer.md"
    shown = [block.text for block in blocks(page) if block.language == "toml"]
    for name in ("critical", "underdogs"):
        assert (ROOT / "examples" / f"{name}.toml").read_text("utf-8") in shown, name
