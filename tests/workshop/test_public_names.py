"""What a room offers is what is pinned: a public name comes, goes or changes on purpose."""

import json
from importlib import import_module

import pytest

from tests.workshop.house import ROOT, rooms

PINNED = json.loads((ROOT / "tests" / "workshop" / "public_names.json").read_text(encoding="utf-8"))
MODULES = ["agonist", *(f"agonist.{room}" for room in rooms())]


@pytest.mark.parametrize("name", MODULES)
def test_public_names_are_the_pinned_ones(name: str) -> None:
    module = import_module(name)
    assert sorted(getattr(module, "__all__", [])) == PINNED.get(name), (
        "If this is meant, pin it with: python scripts/public_names.py --write"
    )


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_is_there_once(name: str) -> None:
    module = import_module(name)
    assert [public for public in module.__all__ if not hasattr(module, public)] == []
    assert len(set(module.__all__)) == len(module.__all__)


def test_nothing_is_pinned_that_is_gone() -> None:
    assert set(PINNED) <= set(MODULES)
