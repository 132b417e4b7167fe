"""What a game brings along as files: contests that are ready to play, what newcomers are told, words and boards."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

T = TypeVar("T")


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For a contest type that has no options."""


class Preset(msgspec.Struct, frozen=True):
    """A contest that is ready to play; `solo` says that one person has something to play there, against bots."""

    title: str
    blurb: str
    setup: Any
    options: Any = NoOptions()
    solo: bool = False


class Brought(Generic[T]):
    """An attribute of a contest type that is read from the game's files when somebody first asks for it."""

    def __init__(self, read: Callable[[Any], T]) -> None:
        self._read = cache(read)

    def __get__(self, _: object, kind: type) -> T:
        return self._read(kind)


def own_file(module: str, file: str) -> str | None:
    """A file that a game brings along: in the folder of a module of its, in one above, or in its ``looks``; or None."""
    from importlib import resources

    package = sys.modules[module].__package__ or ""
    while package:
        folder = resources.files(package)
        for place in (folder.joinpath(file), folder.joinpath("looks").joinpath(file)):
            if place.is_file():
                return place.read_text("utf-8")
        package = package.rpartition(".")[0]
    return None


@cache
def own_data(module: str, file: str) -> dict[str, Any]:
    """A TOML file that a game brings along, as data; nothing if it has none."""
    import tomllib  # slow to import, and not every command asks

    return tomllib.loads(own_file(module, file) or "")


def presets_of(kind: Any) -> dict[str, Preset]:
    """The ready contests of a type: ``presets.toml`` has them by the type's name.

    A record with ``like = "NAME"`` stands for that of ``[cast.NAME]``, with what else it says in its place.
    """
    data = own_data(kind.__module__, "presets.toml")
    cast = data.get("cast", {})
    return {
        key: Preset(
            each["title"],
            each["blurb"],
            msgspec.convert(_played(each.get("setup", {}), cast), kind.setup_type),
            msgspec.convert(each.get("options", {}), kind.options_type),
            each.get("solo", False),
        )
        for key, each in data.get(kind.name, {}).items()
    }


def primer_of(kind: Any) -> tuple[str, ...]:
    """What newcomers to a type are told: ``primers.toml`` names its lines, and has them once, in ``[lines]``."""
    data = own_data(kind.__module__, "primers.toml")
    return tuple(data["lines"][line] for line in data.get(kind.name, ()))


def lessons_of(kind: Any) -> dict[str, str]:
    """What is explained where it first happens, by the number of the rule at work: ``[first]`` of ``primers.toml``."""
    found: dict[str, str] = own_data(kind.__module__, "primers.toml").get("first", {})
    return found


def _played(data: Any, cast: dict[str, Any]) -> Any:
    """The data with everybody in the place of who is ``like`` them."""
    if isinstance(data, list):
        return [_played(each, cast) for each in data]
    if not isinstance(data, dict):
        return data
    own = {key: _played(each, cast) for key, each in data.items() if key != "like"}
    return _over(_played(cast[data["like"]], cast), own) if "like" in data else own


def _over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    return base | {
        key: _over(base[key], each) if isinstance(each, dict) and isinstance(base.get(key), dict) else each
        for key, each in own.items()
    }
