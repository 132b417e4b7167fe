"""`agonist doctor`: checks an installation, or a running server, and says what to do about what is missing."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from agonist.kernel import AgonistError, Referee, game, names, verify
from agonist.kernel import random_policy as at_random
from agonist.odds.declared import trouble

from .errors import EXTRAS
from .finding import Finding, tell
from .terminal.shelf import shelf


def doctor(address: str = "") -> int:
    """Check this installation, or a server that runs, and say what to do; status 1 if something needed does not work.

    Parameters
    ----------
    address
        A running server, as its visitors reach it, such as https://example.org/agonist/; asked from outside, through
        its proxy: certificate, addresses, pages, streams, uploads, clock, disk, the last backup, version.
    """
    if address:
        from .outside import seen_from_outside

        return tell(seen_from_outside(address))
    return tell([finding for look in LOOKS for finding in look()])


def _python() -> Iterator[Finding]:
    version = platform.python_version()
    yield Finding("Python", sys.version_info >= (3, 11), version, "install Python 3.11 or later")
    yield Finding("Agonist", True, importlib.metadata.version("agonist"))


def _games() -> Iterator[Finding]:
    """Every game loads, and a contest of it can be played to its end and checked."""
    if not names():
        yield Finding("games", False, "none is installed", "pip install --force-reinstall agonist")
    for name in names():
        try:
            found = game(name)
            kind = next(kind for kind in found.types if kind.presets)
            preset = next(iter(kind.presets.values()))
            _played(name, kind.name, preset.setup, preset.options)
        except Exception as problem:  # noqa: BLE001  whatever it is, this is what it looks for
            yield Finding(
                name, False, f"{type(problem).__name__}: {problem}", "reinstall or remove its package"
            )
        else:
            yield Finding(found.title, True, f"rules version {found.rules_version}, {len(found.rules)} rules")
        if wrong := trouble(name):
            remedy = "it is played without odds; tell who made it, or remove its package"
            yield Finding(f"odds of {name}", False, wrong, remedy, needed=False)


def _played(name: str, type_name: str, setup: object, options: object) -> None:
    """Play some of a contest with random answers, and replay it."""
    from random import Random

    from agonist.kernel import Seen
    from agonist.kernel.requests import Ask

    policy = at_random(Random(1))
    referee = Referee.start(game(name), type_name, setup, options)
    for _ in range(100):
        if referee.over:
            referee.transcript.linked()
            verify(game(name), referee.transcript)
            return
        pending = referee.pending[0]
        assert isinstance(pending.request, Ask)
        referee.answer(pending.id, policy(Seen(pending.seat, referee.state), pending.request))
    Referee.replay(game(name), referee.transcript)


def _pages() -> Iterator[Finding]:
    """Every file that the pages are made of is there and whole."""
    spec = importlib.util.find_spec("agonist.web")
    place = Path(next(iter(spec.submodule_search_locations or []), "")) if spec else Path()
    vendor = place / "static" / "vendor"
    try:
        digests = msgspec.json.decode((vendor / "manifest.json").read_bytes(), type=dict[str, str])
        lacking = [name for name, digest in digests.items() if _digest(vendor / name) != digest]
    except (OSError, msgspec.DecodeError):
        lacking = ["all of them"]
    yield Finding(
        "page assets",
        not lacking,
        f"missing or damaged: {', '.join(lacking)}" if lacking else "there",
        "in a clone: make assets; else: pip install --force-reinstall agonist",
    )


def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def _places() -> Iterator[Finding]:
    place = shelf()
    while not place.exists():
        place = place.parent
    good = os.access(place, os.W_OK) and place.is_dir()
    yield Finding("saved contests", good, str(shelf()), f"make {place} writable, or set XDG_DATA_HOME")
    with tempfile.TemporaryDirectory() as temporary:
        import sqlite3

        with sqlite3.connect(Path(temporary) / "try.db") as connection:
            mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        connection.close()
        yield Finding("SQLite", mode == "wal", sqlite3.sqlite_version, "use a local disk, or PostgreSQL")


def _server() -> Iterator[Finding]:
    """Whether `agonist serve` could start here and now; nothing is made or changed to find out."""
    from .configuration import chosen
    from .serving import check_port, database_state

    try:
        settings = chosen()
    except AgonistError as problem:
        yield Finding("settings", False, problem.message, problem.accepted)
        return
    try:
        good, found, remedy = database_state(settings.database)
        yield Finding("tables", good, found, remedy)
        check_port(settings.host, settings.port)
    except AgonistError as problem:
        remedy = f"that may be your server; else take {problem.accepted}"
        yield Finding("port", False, problem.message, remedy, needed=False)
    else:
        yield Finding("port", True, f"{settings.port} is free")


def _terminal() -> Iterator[Finding]:
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    yield Finding("terminal", encoding == "utf8", sys.stdout.encoding or "?", "set PYTHONIOENCODING=utf-8")
    editing = importlib.util.find_spec("readline") is not None
    yield Finding(
        "line editing", editing, "there" if editing else "missing", "a Python with readline", needed=False
    )


def _extras() -> Iterator[Finding]:
    for extra in sorted(set(EXTRAS.values())):
        modules = [module for module, brought_by in EXTRAS.items() if brought_by == extra]
        there = all(importlib.util.find_spec(module) for module in modules)
        found = "there" if there else "not installed"
        remedy = f"if you want it: pip install 'agonist[{extra}]'"
        yield Finding(f"{extra} (optional)", there, found, remedy, needed=False)


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _python,
    _games,
    _pages,
    _places,
    _server,
    _terminal,
    _extras,
)
