"""Benchmarks that compare with what was before can still play it."""

import subprocess

import pytest

from benchmarks.rules import BEFORE, PRESETS, Player, sources_of
from tests.workshop.house import ROOT


def test_rules_of_before_are_played_where_they_were() -> None:
    """Games have moved since: those of a commit are found where that commit has them."""
    there = ["git", "-C", str(ROOT), "cat-file", "-e", f"{BEFORE}^{{commit}}"]
    if subprocess.run(there, capture_output=True, check=False).returncode:
        pytest.skip("this clone does not reach back so far")
    with sources_of(BEFORE) as sources:
        player = Player(sources)
        assert player.told("prepare", *PRESETS[0][:3]) > 10
        player.close()
