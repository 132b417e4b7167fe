"""What was chosen about a server: by options, over the environment, over the file `agonist.toml`.

What is wrong in it is told with its line and with what would be right.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from agonist.kernel import AgonistError
from agonist.web import Settings

PLACES = (Path("agonist.toml"), Path("/etc/agonist/agonist.toml"))
"""Where the file is looked for if nobody names it: beside the tables, then the machine's."""

_AT = re.compile(r"^(.*?)(?: - at `\$\.?(.*)`)?$")


def chosen(given: Mapping[str, object] | None = None, config: Path | None = None) -> Settings:
    """The settings of the server of this machine; `given` are options, of which None were not given."""
    file = config_file(config)
    told = read_config(file) if file else {}
    options = {f"AGONIST_{key.upper()}": str(each) for key, each in (given or {}).items() if each is not None}
    try:
        return Settings.from_environment(os.environ | options, told)
    except msgspec.DecodeError as problem:
        message, accepted, keys = _explained(problem)
        variable = f"AGONIST_{keys[0].upper()}" if keys else "AGONIST_LIMITS"
        raise AgonistError(f"{' '.join([variable, *keys[1:]])}: {message}", accepted=accepted) from None


def config_file(config: Path | None = None) -> Path | None:
    """The file that counts here: the one that was named, or the first that is there."""
    named = config or os.environ.get("AGONIST_CONFIG")
    return Path(named) if named else next((place for place in PLACES if place.is_file()), None)


def read_config(file: Path) -> dict[str, Any]:
    """What a file tells, checked."""
    text = ""
    try:
        text = file.read_text(encoding="utf-8")
        told = tomllib.loads(text)
        msgspec.convert(told, Settings)
    except OSError as problem:
        accepted = "a file of settings, see agonist serve --help"
        raise AgonistError(f"{file} cannot be read: {problem.strerror}.", accepted=accepted) from None
    except msgspec.ValidationError as problem:
        message, accepted, keys = _explained(problem)
        raise AgonistError(f"{file}, line {_line(text, keys)}: {message}", accepted=accepted) from None
    except ValueError as problem:
        raise AgonistError(f"{file} is no TOML: {problem}.") from None
    return told


def _explained(problem: msgspec.DecodeError) -> tuple[str, str, list[str]]:
    """What is wrong, what would be right, and which setting it is about."""
    found = _AT.match(str(problem))
    assert found is not None
    keys = [key for key in re.sub(r"\[.*", "", found[2] or "").split(".") if key]
    owner: type[msgspec.Struct] = Settings
    if keys[:1] == ["limits"]:
        owner = type(Settings().limits)
    if unknown := re.search(r"unknown field `(.+)`", found[1]):
        near = get_close_matches(unknown[1], owner.__struct_fields__, 1)
        accepted = near[0] if near else ", ".join(owner.__struct_fields__)
        return f"nothing is called {unknown[1]}.", accepted, [*keys, unknown[1]]
    if not keys or keys == ["limits"]:
        return "that is not how it is written.", "limits by name, such as seats with 40", keys
    return f"that is no value for {keys[-1]}.", _wanted(owner, keys[-1]), keys


def _wanted(owner: type[msgspec.Struct], name: str) -> str:
    """What a setting takes, with the usual value as an example."""
    described = msgspec.inspect.type_info(owner)
    assert isinstance(described, msgspec.inspect.StructType)
    field = next(each for each in described.fields if each.name == name)
    match field.type:
        case msgspec.inspect.LiteralType(values=values):
            return "one of " + ", ".join(map(str, values))
        case msgspec.inspect.TupleType():
            most, more = field.default
            return f"how many at once and how many a second after that, such as {name} = [{most}, {more}]"
        case msgspec.inspect.IntType(ge=least, le=most):
            to = "" if most is None else f" to {most}"
            return f"a whole number from {least or 0}{to or ' on'}, such as {name} = {field.default}"
        case msgspec.inspect.FloatType():
            return f"a number above 0, such as {name} = {field.default}"
    return f'a text in quotation marks, such as {name} = "{field.default}"'


def _line(text: str, keys: list[str]) -> int:
    """The line of a setting in the file."""
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if heading := re.match(r"\s*\[([\w.]+)\]", line):
            section = heading[1]
        elif section == ".".join(keys[:-1]) and re.match(rf"\s*{re.escape(keys[-1])}\s*=", line):
            return number
    return 1
