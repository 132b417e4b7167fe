"""The shelf: every contest that was played at this machine's terminal, each in a folder of its own, with a number.

It lies in ``$XDG_DATA_HOME/agonist/contests``, where nobody else can look. A folder has the contest, beside it the
secret while it goes on, and a label that says what it is without playing it through.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from agonist.kernel import AgonistError

from .saves import secret_of, written_whole

CONTEST, LABEL = "contest.json", "label.json"


class Label(msgspec.Struct, frozen=True):
    """What a contest is, in words: who sits at the keyboard, and once it is over how it ended."""

    game: str
    title: str
    here: str = ""
    about: str = ""
    ended: str = ""


class Shelved(msgspec.Struct, frozen=True):
    """A contest on the shelf."""

    number: int
    file: Path
    label: Label
    when: datetime

    @property
    def over(self) -> bool:
        return not secret_of(self.file).exists()


def shelf() -> Path:
    """Where the contests of this machine's terminal are kept."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "agonist" / "contests"


def is_shelved(file: Path | None) -> bool:
    return file is not None and file.parent.parent == shelf()


def labelled(file: Path, label: Label) -> None:
    """Say what a contest on the shelf is."""
    written_whole(file.with_name(LABEL), msgspec.json.encode(label))


def fresh(label: Label) -> Path:
    """The file of a contest that is to be kept from now on; no other gets the same, whoever else plays here."""
    number = max((each.number for each in _all()), default=0) + 1
    try:
        shelf().mkdir(parents=True, exist_ok=True, mode=0o700)
        while True:
            try:
                (shelf() / str(number)).mkdir(mode=0o700)
            except FileExistsError:
                number += 1
            else:
                file = shelf() / str(number) / CONTEST
                labelled(file, label)
                return file
    except OSError as problem:
        raise AgonistError(
            f"{shelf()} cannot be written: {problem.strerror}.", code="file.unwritable"
        ) from None


def shelved() -> list[Shelved]:
    """All contests on the shelf, the one that was played last first."""
    _brought_in()
    return sorted(_all(), key=lambda each: (each.when, each.number), reverse=True)


def last(*, over: bool | None = None) -> Shelved:
    """The contest that was played last, among those that are over or go on."""
    found = next((each for each in shelved() if over in (None, each.over)), None)
    if found is None:
        what = {None: "contest", True: "finished contest", False: "contest to go on with"}[over]
        raise AgonistError(f"There is no {what} here yet.", accepted="agonist play, or the name of a file")
    return found


def taken(number: int) -> Shelved:
    """The contest of that number."""
    everything = shelved()
    found = next((each for each in everything if each.number == number), None)
    if found is None:
        known = ", ".join(str(each.number) for each in everything[:12]) or "none is here yet: agonist play"
        raise AgonistError(f"There is no contest {number} here.", accepted=known)
    return found


def remove(contest: Shelved) -> None:
    """Take a contest off the shelf for good."""
    shutil.rmtree(contest.file.parent)


def _all() -> Iterator[Shelved]:
    for file in shelf().glob(f"[1-9]*/{CONTEST}") if shelf().is_dir() else ():
        if file.parent.name.isdecimal():
            when = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
            yield Shelved(int(file.parent.name), file, label_of(file), when)


def label_of(file: Path) -> Label:
    """What a contest on the shelf is called."""
    try:
        return msgspec.json.decode(file.with_name(LABEL).read_bytes(), type=Label)
    except (OSError, msgspec.DecodeError):
        return _unlabelled(file)


class _Header(msgspec.Struct, frozen=True):
    game: str
    type: str


def _unlabelled(file: Path) -> Label:
    """What the contest itself says, where no label does."""
    try:
        header = msgspec.json.decode(file.read_bytes(), type=_Header)
    except msgspec.DecodeError:
        return Label("?", "a damaged file")
    return Label(header.game, header.type)


def _brought_in() -> None:
    """The one contest that was kept before there was a shelf stands on it too."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    old = Path(state) / "agonist" / CONTEST
    if not old.is_file():
        return
    try:
        place = fresh(_unlabelled(old))
        for file, to in ((secret_of(old), secret_of(place)), (old, place)):
            if file.exists():
                shutil.move(file, to)
    except (OSError, AgonistError):
        return
