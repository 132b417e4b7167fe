"""The dice record of a finished contest: its seed, nonces and rolls, and nothing that anybody decided.

A transcript holds everything, secrets included, and is for the game master. The record is for everybody: whoever has
it can derive every sealed roll again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from .errors import AgonistError, TranscriptError, VerificationFailed
from .game import Game
from .play import Play
from .requests import Chance, Draw, Roll, Shuffle
from .seal import Seal, commitment, seed_from
from .transcript import Chanced, Source, Transcript

FORMAT = "agonist/dice/1"

_MOST_SIDES, _MOST_PIECES, _MOST_ROLLS = 1_000_000, 1_000, 1_000_000_000
"""More than any game has."""


class RecordedRoll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A roll: which of the contest it was, what it was for, and what it showed.

    Dice have `sides`; cards are dealt from the sorted `pile`.
    """

    number: int
    at: int
    seat: str
    what: str
    source: Source
    value: list[int | str]
    sides: list[int] = []
    pile: list[str] = []

    def request(self) -> Chance:
        """The roll as the rules asked for it."""
        if self.sides:
            return Roll(tuple(self.sides))
        return Draw(tuple(self.pile), len(self.value))


class _Named(msgspec.Struct):
    format: str = ""


class DiceRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rolls of a finished contest, and what they were derived from."""

    commitment: str
    seed: str
    nonces: dict[str, str]
    rolls: list[RecordedRoll]
    format: str = FORMAT

    @staticmethod
    def is_claimed_by(data: bytes | str) -> bool:
        """Whether a document says of itself that it is a dice record, whatever else stands in it."""
        try:
            return _named.decode(data).format.startswith("agonist/dice/")
        except (msgspec.DecodeError, UnicodeDecodeError):
            return False

    @classmethod
    def from_json(cls, data: bytes | str) -> DiceRecord:
        """Read a record, or raise `TranscriptError` with what is wrong."""
        try:
            return _record.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            raise TranscriptError(
                f"This is no dice record: {problem}.", accepted=f"JSON of the format {FORMAT}"
            ) from None


_named = msgspec.json.Decoder(_Named)
_record = msgspec.json.Decoder(DiceRecord)


def dice_record(game: Game, transcript: Transcript) -> DiceRecord:
    """The dice record of a finished contest."""
    play: Play[Any] = Play.unplayed(game, transcript, seed_from(transcript.seed))
    rolls = []
    for entry in transcript.entries:
        if isinstance(entry, Chanced):
            rolls.append(_recorded(play, entry))
        play.take(entry)
    return DiceRecord(transcript.commitment, transcript.seed, dict(play.dice.nonces), rolls)


def verify_dice(record: DiceRecord) -> int:
    """How many sealed rolls follow from the seed, or `VerificationFailed` with the first that does not."""
    try:
        seed = seed_from(record.seed)
    except AgonistError as problem:
        raise VerificationFailed(problem.message, place="seed") from problem
    if record.format != FORMAT:
        raise VerificationFailed(
            f"The format {record.format!r} is not known.", accepted=FORMAT, place="format"
        )
    if commitment(seed) != record.commitment:
        raise VerificationFailed("The seed does not match its commitment.", place="seed")
    seal = Seal(seed, record.nonces)
    sealed = [(n, roll) for n, roll in enumerate(record.rolls) if roll.source == "sealed"]
    for n, roll in sealed:
        if not _possible(roll):
            raise VerificationFailed("No dice or cards show that.", place=f"rolls[{n}]")
        due = list(seal.outcome(roll.request(), roll.number))
        if due != roll.value:
            raise VerificationFailed(f"The sealed dice show {due}, not {roll.value}.", place=f"rolls[{n}]")
    return len(sealed)


def _possible(roll: RecordedRoll) -> bool:
    """Whether any dice or cards could show this: what cannot be is not worked out, which could take for ever."""
    pieces = max(len(roll.sides), len(roll.pile))
    sides = all(1 <= each <= _MOST_SIDES for each in roll.sides)
    return sides and len(roll.value) <= pieces <= _MOST_PIECES and 0 <= roll.number < _MOST_ROLLS


def _recorded(play: Play[Any], entry: Chanced) -> RecordedRoll:
    part = play.questions.expected(entry)
    request = part.request
    sides = list(request.sides) if isinstance(request, Roll) else []
    pile = sorted(request.pile) if isinstance(request, Draw | Shuffle) else []
    number = part.lane.roll_number(entry.slot)
    return RecordedRoll(number, entry.at, entry.seat, request.what, entry.source, entry.value, sides, pile)
