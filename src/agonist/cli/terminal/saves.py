"""Save and continue: a transcript that anybody may have, and beside it the secret that nobody else should.

``FILE`` is the contest as a transcript. ``FILE.secret`` holds the seed and who sits where; when the contest is over
it is deleted, for the transcript then tells the seed. Both are for their owner's eyes only.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from agonist.kernel import AgonistError, Referee, Transcript, TranscriptError, game


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept beside a transcript: the seed, the seats at the keyboard, and the bots of the others."""

    seed: str
    here: tuple[str, ...]
    bots: dict[str, str]


def keep(referee: Referee[Any], kept: Kept, file: Path) -> None:
    """Write a contest; an interruption leaves the earlier file whole."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not referee.over:
            written_whole(secret_of(file), msgspec.json.encode(kept))
        written_whole(file, referee.transcript.to_json(indent=2) + b"\n")
        if referee.over:
            secret_of(file).unlink(missing_ok=True)
    except OSError as problem:
        raise AgonistError(f"{file} cannot be written: {problem.strerror}.", code="file.unwritable") from None


def open_kept(file: Path) -> tuple[Referee[Any], Kept]:
    """The contest in a file, ready to go on, and who played it."""
    try:
        transcript = Transcript.from_json(file.read_bytes())
        if transcript.seed:
            return Referee.replay(game(transcript.game), transcript), Kept(transcript.seed, (), {})
        kept = msgspec.json.decode(secret_of(file).read_bytes(), type=Kept)
        seed = bytes.fromhex(kept.seed)
    except OSError as problem:
        raise TranscriptError(
            f"{problem.filename} cannot be read: {problem.strerror}.",
            accepted="a contest saved by agonist play, with its .secret file beside it",
        ) from None
    except (msgspec.DecodeError, ValueError):
        raise TranscriptError(f"{secret_of(file)} is not what agonist play wrote.") from None
    referee = Referee.replay(game(transcript.game), transcript, seed)
    if referee.dice.seal is None or referee.dice.seal.commitment != transcript.commitment:
        raise TranscriptError(f"{secret_of(file)} belongs to another contest.")
    referee.roll_on()
    return referee, kept


def secret_of(file: Path) -> Path:
    """Where the secret of a contest lies that is not over."""
    return file.with_name(file.name + ".secret")


def written_whole(file: Path, data: bytes) -> None:
    """Write a file that only its owner may read: all of it, on the disk, or what was there before."""
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(descriptor)
    part.replace(file)
