"""The walk of one bid in the design guide: it is short, and a bid does go that way."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

from tests.docs.snippets import ROOT

WALK = re.findall(
    r"^\| \d+\. .*\| `src/agonist/([^`]+\.py)` \|$",
    (ROOT / "docs" / "design.md").read_text("utf-8"),
    re.MULTILINE,
)
MOST_FILES, MOST_FUNCTIONS = 77, 330
"""Through how much a bid may go from request to commit: what it takes now, and hardly more."""


@pytest.fixture(scope="module")
def ways() -> list[Any]:
    spec = spec_from_file_location("walk", ROOT / "scripts" / "walk.py")
    assert spec is not None
    assert spec.loader is not None
    script = module_from_spec(spec)
    spec.loader.exec_module(script)
    found: list[Any] = script.ways_of_bids(3)
    assert found
    return found


def test_a_bid_goes_the_way_that_is_told(ways: list[Any]) -> None:
    assert 8 <= len(WALK) <= 12
    assert set(WALK) <= {file for way in ways for file in way.all_files}
    committed = [file for file in WALK if all(file in way.files for way in ways)]
    assert committed == WALK[: len(committed)], "what comes before the commit is told first"
    assert len(committed) >= 6
    assert all(sorted(committed, key=way.files.index) == committed for way in ways), "in this order"


def test_a_bid_takes_no_longer_way_than_it_did(ways: list[Any]) -> None:
    for way in ways:
        assert len(way.files) <= MOST_FILES, way.files
        assert len(way.until) <= MOST_FUNCTIONS
