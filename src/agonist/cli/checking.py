"""Checking what others say happened: `agonist verify`."""

from __future__ import annotations

import sys
from pathlib import Path

from agonist.kernel import AgonistError, Transcript, game
from agonist.kernel import verify as verified

__all__ = ["verify"]


def verify(file: Path) -> int:
    """Check a finished contest from its first link to its last roll.

    Parameters
    ----------
    file
        The contest as JSON, as a table's page or the API exports it; "-" reads it from standard input.
    """
    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        transcript = Transcript.from_json(text)
        verdict = verified(game(transcript.game), transcript)
    except OSError as problem:
        print(f"{file} cannot be read: {problem.strerror}.", file=sys.stderr)
        return 2
    except AgonistError as problem:
        print(f"This does not hold: {problem}", file=sys.stderr)
        return 1
    print(f"All holds. {verdict.summary}")
    print(f"{verdict.sealed} sealed rolls follow from the seed {transcript.seed}.")
    for label, requests in (
        ("Typed in, not sealed", verdict.typed),
        ("Taken over from another contest", verdict.inherited),
        ("Answered by the game master in a seat's place", verdict.stand_ins),
    ):
        if requests:
            print(f"{label}: {len(requests)}, at request {', '.join(map(str, requests))}.")
    return 0
