"""The verifier: re-derives everything in a finished transcript and names the first thing that does not match."""

from __future__ import annotations

from typing import Any

import msgspec

from .errors import AgonistError, VerificationFailed
from .game import Game
from .play import Play
from .requests import Chance
from .seal import Seal, commitment, seed_from
from .transcript import Answered, Chanced, Nonce, Transcript, link


class Verdict(msgspec.Struct, frozen=True):
    """What a verified transcript holds: how many rolls were sealed, and the requests whose rolls were not."""

    sealed: int
    typed: tuple[int, ...]
    inherited: tuple[int, ...]
    stand_ins: tuple[int, ...]
    summary: str
    over: bool = True
    """False for a contest that was ended before the rules ended it: nothing shows whether it went on elsewhere."""


def verify(game: Game, transcript: Transcript) -> Verdict:
    """Check a finished transcript from its first link to its last roll, or raise `VerificationFailed`."""
    _check_chain(transcript)
    seed = _checked_seed(transcript)
    try:
        play: Play[Any] = Play.unplayed(game, transcript, seed)
    except AgonistError as problem:
        raise VerificationFailed(problem.message, place=problem.place or "setup") from problem
    seal = Seal(seed)
    for n, entry in enumerate(transcript.entries):
        place = f"entries[{n}]"
        if isinstance(entry, Chanced) and entry.source == "sealed":
            _check_roll(play, seal, entry, place)
        try:
            play.take(entry)
        except AgonistError as problem:
            raise VerificationFailed(f"It does not fit the contest. {problem}", place=place) from problem
        if isinstance(entry, Nonce):
            seal.mix(play.dice.nonces)
    rolled = [entry for entry in transcript.entries if isinstance(entry, Chanced)]
    return Verdict(
        sealed=sum(entry.source == "sealed" for entry in rolled),
        typed=tuple(entry.at for entry in rolled if entry.source == "typed"),
        inherited=tuple(entry.at for entry in rolled if entry.source == "inherited"),
        stand_ins=tuple(e.at for e in transcript.entries if isinstance(e, Answered) and e.by),
        summary=play.result.summary if play.result else "It was ended early, before the rules ended it.",
        over=play.result is not None,
    )


def _check_chain(transcript: Transcript) -> None:
    chain = transcript.chain
    if not chain or chain[0] != transcript.head():
        raise VerificationFailed(
            "What was fixed at the start does not match the first link.", place="chain[0]"
        )
    for n, entry in enumerate(transcript.entries):
        if n + 1 >= len(chain) or chain[n + 1] != link(chain[n], entry):
            raise VerificationFailed("This entry does not match its link.", place=f"entries[{n}]")
    if len(chain) != len(transcript.entries) + 1:
        raise VerificationFailed(
            "The chain is longer than the entries.", place=f"chain[{len(transcript.entries) + 1}]"
        )


def _checked_seed(transcript: Transcript) -> bytes:
    if not transcript.seed:
        raise VerificationFailed("The seed is not there: it is shown when the contest is over.", place="seed")
    try:
        seed = seed_from(transcript.seed)
    except AgonistError as problem:
        raise VerificationFailed(problem.message, place="seed") from problem
    if commitment(seed) != transcript.commitment:
        raise VerificationFailed("The seed does not match its commitment.", place="seed")
    return seed


def _check_roll(play: Play[Any], seal: Seal, entry: Chanced, place: str) -> None:
    parts = play.questions.at(entry.at)
    if not 0 <= entry.slot < len(parts):
        raise VerificationFailed("No roll is due there.", place=place)
    request = parts[entry.slot].request
    if not isinstance(request, Chance):
        raise VerificationFailed("A decision is due there, not a roll.", place=place)
    due = list(seal.outcome(request, parts[0].lane.roll_number(entry.slot)))
    if due != entry.value:
        raise VerificationFailed(f"The sealed dice show {due}, not {entry.value}.", place=place)
