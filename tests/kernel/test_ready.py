"""What a game brings along as files: ready contests, primers, looks."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from agonist.kernel import ContestType
from agonist.kernel.ready import own_file

PRESETS = """
[cast.ash]
name = "Ash"
sheet = { nerve = 3, wears = { head = "hat", feet = "boots" } }

[cast.birch]
like = "ash"
name = "Birch"

[duel.noon]
title = "High noon"
blurb = "The clock strikes."
solo = true
options = { cards = 5 }
setup = { people = [{ like = "birch", sheet = { wears = { head = "cap" } } }, { like = "ash" }] }
"""
PRIMERS = """
duel = ["aim", "dice"]

[lines]
dice = "One die."
aim = "Stand."
"""


class Sheet(msgspec.Struct):
    nerve: int
    wears: dict[str, str]


class Person(msgspec.Struct):
    name: str
    sheet: Sheet


class Duel(msgspec.Struct):
    people: list[Person]


class Options(msgspec.Struct):
    cards: int = 1


@pytest.fixture
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A module in a folder of a game's package."""
    game = tmp_path / "brought"
    for folder in (game, game / "types", game / "looks"):
        folder.mkdir()
        (folder / "__init__.py").touch()
    (game / "types" / "duel.py").touch()
    (game / "presets.toml").write_text(PRESETS)
    (game / "primers.toml").write_text(PRIMERS)
    (game / "looks" / "board.html").write_text("a board")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = "brought.types.duel"
    __import__(module)
    yield module
    for name in [name for name in sys.modules if name.partition(".")[0] == "brought"]:
        del sys.modules[name]


def kind_of(module: str) -> type[ContestType]:
    names = {"name": "duel", "setup_type": Duel, "options_type": Options, "__module__": module}
    return type("DuelType", (ContestType,), names)


def test_who_is_like_somebody_differs_in_what_is_said_of_them(inside: str) -> None:
    ready = kind_of(inside).presets["noon"]
    assert (ready.title, ready.solo, ready.options) == ("High noon", True, Options(5))
    assert ready.setup.people == [
        Person("Birch", Sheet(3, {"head": "cap", "feet": "boots"})),
        Person("Ash", Sheet(3, {"head": "hat", "feet": "boots"})),
    ]


def test_a_primer_is_told_in_the_order_that_its_contest_names(inside: str) -> None:
    assert kind_of(inside).primer == ("Stand.", "One die.")


def test_files_are_found_beside_a_module_above_it_and_among_the_looks(inside: str) -> None:
    assert own_file(inside, "board.html") == "a board"
    assert own_file(inside, "presets.toml") == PRESETS
    assert own_file(inside, "end.html") is None


def test_what_a_type_states_itself_counts(inside: str) -> None:
    stated: type[ContestType] = type("Stated", (kind_of(inside),), {"presets": {}, "primer": ("Own.",)})
    assert (stated.presets, stated.primer) == ({}, ("Own.",))


def test_a_game_without_files_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "alone", ModuleType("alone"))
    assert own_file("alone", "presets.toml") is None
    assert kind_of("alone").presets == {}
    assert kind_of("alone").primer == ()
