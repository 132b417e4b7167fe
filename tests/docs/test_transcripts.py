"""docs/transcripts.md describes exactly the format that is written."""

import re
from typing import get_args

import msgspec

from agonist.kernel import Entry, Forked, Transcript, verify
from agonist.kernel.transcript import FORMAT
from examples.standoff import GAME
from tests.docs.snippets import ROOT

PAGE = (ROOT / "docs" / "transcripts.md").read_text(encoding="utf-8")


def keys(section: str) -> set[str]:
    """The keys that the first table of a section describes."""
    rows = re.findall(r"^\| (`.+?) \|", section, re.MULTILINE)
    return {key for row in rows for key in re.findall(r"`(\w+)`", row)}


def section(title: str) -> str:
    return re.split(r"^#{2,3} ", PAGE.partition(f"# {title}")[2], maxsplit=1, flags=re.MULTILINE)[0]


def test_the_document_is_described_key_by_key() -> None:
    assert keys(section("The document")) == set(Transcript.__struct_fields__)
    assert f"`{FORMAT}`" in PAGE


def test_every_kind_of_entry_is_described_key_by_key() -> None:
    kinds = {kind.__struct_config__.tag: set(kind.__struct_fields__) for kind in get_args(Entry)}
    assert set(re.findall(r"^### `(\w+)`", PAGE, re.MULTILINE)) == set(kinds)
    assert {kind: keys(section(f"`{kind}`")) for kind in kinds} == kinds


def test_a_fork_is_described_key_by_key() -> None:
    described = set(re.findall(r"`(\w+)`", section("Forks")))
    assert set(Forked.__struct_fields__) <= described


def test_the_example_is_a_contest_that_verifies() -> None:
    example = Transcript.from_json((ROOT / "docs" / "example-transcript.json").read_bytes())
    assert verify(GAME, example).sealed == 3
    assert msgspec.json.decode(example.to_json())["seed"] == example.seed
