"""Files that commands read and write, and what is said of those that cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple


class SetupFile(NamedTuple):
    """A set-up in a file, with its options; a whole contest's file says of which game and kind it is."""

    setup: Any
    options: Any = None
    game: str = ""
    type: str = ""


def data_in(file: Path, place: str = "") -> Any:
    """What a JSON or TOML file says."""
    import json
    import tomllib

    from agonist.kernel import SetupRefused

    try:
        text = file.read_text(encoding="utf-8")
        return tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)
    except OSError as problem:
        accepted = "a JSON or TOML file"
        raise SetupRefused(
            f"{file} cannot be read: {problem.strerror}.", accepted=accepted, place=place
        ) from None
    except ValueError as problem:
        raise SetupRefused(f"{file} is neither JSON nor TOML: {problem}.", place=place) from None


def setup_in(file: Path) -> SetupFile:
    """The set-up in a file: alone, with "options", or with "game" and "type" too, as every transcript has them."""
    data = data_in(file)
    if not isinstance(data, dict) or "setup" not in data:
        return SetupFile(data)
    return SetupFile(data["setup"], data.get("options"), data.get("game", ""), data.get("type", ""))


def written(file: Path, data: bytes) -> None:
    """Write a file, or say why not."""
    from agonist.kernel import AgonistError

    try:
        file.write_bytes(data)
    except OSError as problem:
        raise AgonistError(f"{file} cannot be written: {problem.strerror}.", code="file.unwritable") from None
