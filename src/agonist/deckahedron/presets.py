"""Contests that are ready to play, and what newcomers are told of them, from `presets.toml` and `primers.toml`."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from agonist.kernel import NoOptions, Preset

from .setup import FightOptions, FightSetup, HitSetup, RestSetup

__all__ = ["FIGHTS", "HITS", "PRIMERS", "RESTS"]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))


def _presets(kind: str, setup: type[msgspec.Struct], options: msgspec.Struct) -> dict[str, Preset]:
    return {
        key: Preset(
            each["title"],
            each["blurb"],
            msgspec.convert(_peopled(each["setup"]), setup),
            options,
            each.get("solo", False),
        )
        for key, each in _DATA[kind].items()
    }


def _peopled(setup: dict[str, Any]) -> dict[str, Any]:
    """A set-up with its characters in the place of their names, worn as it says."""
    worn = setup.get("worn", {})
    characters = [{**_DATA["characters"][name], **worn, "name": name} for name in setup["characters"]]
    return {**{key: value for key, value in setup.items() if key != "worn"}, "characters": characters}


_DATA = _read("presets.toml")
HITS = _presets("hit", HitSetup, NoOptions())
FIGHTS = _presets("fight", FightSetup, FightOptions())
RESTS = _presets("rest", RestSetup, NoOptions())

_SAID = _read("primers.toml")
PRIMERS = {
    kind: tuple(_SAID["lines"][name] for name in names) for kind, names in _SAID.items() if kind != "lines"
}
