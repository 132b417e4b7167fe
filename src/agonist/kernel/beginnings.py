"""How a contest comes to be: started, replayed from a transcript, restored from a snapshot, forked from another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from .course import Course, TurnStart
from .errors import AgonistError, TranscriptError
from .log import Log
from .questions import Questions
from .seal import SEED_BYTES, Seal, new_seed
from .transcript import Chanced, DiceMode, DiceSet, Entry, Forked, Nonce, Transcript

if TYPE_CHECKING:
    from .game import Game
    from .referee import Referee

__all__ = ["Snapshot", "forked", "replayed", "restored", "seed_from", "started", "unplayed"]


class Snapshot(msgspec.Struct, frozen=True):
    """A contest at the start of its last turn, with how much of transcript and log came before."""

    start: TurnStart
    entries: int
    lines: int
    undos: int


def started(
    kind: type[Referee[Any]],
    game: Game,
    type_name: str,
    setup: Any,
    options: Any,
    seed: bytes | None,
    nonces: Mapping[str, str],
    dice: Mapping[str, DiceMode],
) -> Referee[Any]:
    """A new contest, its first sealed dice fallen if they come before any decision."""
    contest_type = game.type(type_name)
    checked, chosen = contest_type.setup_from(setup, options)
    seal = Seal(seed or new_seed())
    transcript = Transcript(
        game=game.name,
        type=contest_type.name,
        rules=game.rules_version,
        setup=msgspec.to_builtins(checked),
        options=msgspec.to_builtins(chosen),
        commitment=seal.commitment,
    )
    referee = kind(game, contest_type, transcript, seal)
    for seat, value in nonces.items():
        referee.take(Nonce(seat, value))
    for seat, mode in dice.items():
        referee.take(DiceSet(seat, mode))
    referee.roll_on()
    return referee


def replayed(
    kind: type[Referee[Any]], game: Game, transcript: Transcript, seed: bytes | None
) -> Referee[Any]:
    """The contest that a transcript tells."""
    referee = unplayed(kind, game, transcript, seed)
    _take_from(referee, transcript, 0)
    return referee


def restored(
    kind: type[Referee[Any]], game: Game, transcript: Transcript, snapshot: Snapshot, seed: bytes | None
) -> Referee[Any]:
    """The contest that a transcript tells, played from a snapshot on."""
    referee = unplayed(kind, game, transcript, seed)
    for entry in transcript.entries[: snapshot.entries]:
        if isinstance(entry, Nonce | DiceSet):
            referee.take(entry)
    referee.log, referee.undos = Log(snapshot.lines), snapshot.undos
    referee.questions = Questions(Course.resume(referee.kind, snapshot.start), referee.dice, snapshot.undos)
    referee.course.take_events()
    referee.transcript.entries = transcript.entries[: snapshot.entries]
    _take_from(referee, transcript, snapshot.entries)
    return referee


def forked(original: Referee[Any], entries: Iterable[Entry], at: int, seal: Seal) -> Referee[Any]:
    """A contest with another's beginning and a seed of its own."""
    transcript = msgspec.structs.replace(
        original.transcript,
        entries=[],
        chain=[],
        seed="",
        commitment=seal.commitment,
        forked=Forked(original.transcript.commitment, original.transcript.linked()[-1], at),
    )
    twin = type(original)(original.game, original.kind, transcript, seal)
    for seat, mode in original.dice.modes.items():
        twin.take(DiceSet(seat, mode))
    for entry in entries:
        if isinstance(entry, Chanced) and entry.source == "sealed":
            twin.take(msgspec.structs.replace(entry, source="inherited"))
        else:
            twin.take(entry)
    twin.roll_on()
    return twin


def unplayed(
    kind: type[Referee[Any]], game: Game, transcript: Transcript, seed: bytes | None
) -> Referee[Any]:
    """A transcript's contest before its first entry."""
    if transcript.rules != game.rules_version:
        raise TranscriptError(
            f"This was played under version {transcript.rules} of the rules of {game.title}.",
            code="transcript.rules-version",
            accepted=game.rules_version,
            place="rules",
        )
    if seed is None and transcript.seed:
        seed = seed_from(transcript.seed)
    fresh = msgspec.structs.replace(transcript, entries=[], chain=[], seed="")
    return kind(game, game.type(transcript.type), fresh, Seal(seed) if seed else None)


def seed_from(text: str) -> bytes:
    """A seed from its hexadecimal digits."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or seed.hex() != text:
        raise TranscriptError(
            "This is no seed.", accepted=f"{2 * SEED_BYTES} lower-case hexadecimal digits", place="seed"
        )
    return seed


def _take_from(referee: Referee[Any], transcript: Transcript, first: int) -> None:
    for n in range(first, len(transcript.entries)):
        try:
            referee.take(transcript.entries[n])
        except AgonistError as problem:
            raise TranscriptError(
                f"The transcript does not fit its game here. {problem}",
                code="transcript.diverged",
                place=f"entries[{n}]",
            ) from problem
