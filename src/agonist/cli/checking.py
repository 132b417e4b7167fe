"""Checking what others say happened: `agonist verify`."""

from __future__ import annotations

import sys
from pathlib import Path

from agonist.kernel import AgonistError, DiceRecord, Transcript, game, verify_dice
from agonist.kernel import verify as verified


def verify(file: Path | None = None, /) -> int:
    """Check a finished contest from its first link to its last roll, or the dice alone.

    Parameters
    ----------
    file
        A transcript or a record of the dice, as a table's page or the API exports it; "-" reads standard input. Without
        one, the contest that was finished last in this terminal.
    """
    if file is None:
        from .terminal.shelf import last

        file = last(over=True).file
    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        if DiceRecord.is_claimed_by(text):
            return _dice(DiceRecord.from_json(text))
        transcript = Transcript.from_json(text)
        verdict = verified(game(transcript.game), transcript)
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


def _dice(record: DiceRecord) -> int:
    sealed = verify_dice(record)
    print(f"The dice were fair: {sealed} sealed rolls follow from the seed {record.seed}.")
    if others := len(record.rolls) - sealed:
        print(f"{others} rolls were typed in or taken over: nothing can check those.")
    return 0
