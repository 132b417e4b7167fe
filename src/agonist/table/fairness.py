"""Fairness: what a visitor's own browser needs to check a finished contest's chain, seed and rolls."""

from __future__ import annotations

from typing import Any

import msgspec

from agonist.kernel import Chanced, Draw, Referee, Roll, Shuffle, Transcript, game
from agonist.kernel.beginnings import unplayed

__all__ = ["CheckedRoll", "Fairness", "Link", "fairness_of"]

_encoder = msgspec.json.Encoder(order="deterministic")


class Link(msgspec.Struct, frozen=True):
    """A link of the chain: the SHA-256 of the link before and this text."""

    text: str
    link: str


class CheckedRoll(msgspec.Struct, frozen=True):
    """A roll: which of the contest it was, what was asked for and what came of it.

    Dice have `sides`; cards are dealt `count` at a time from the sorted `pile`.
    """

    number: int
    at: int
    seat: str
    what: str
    source: str
    value: list[int | str]
    sides: list[int] = []
    pile: list[str] = []


class Fairness(msgspec.Struct, frozen=True):
    """Everything to check by: see the documentation of sealed dice for how each number is made."""

    commitment: str
    seed: str
    nonces: dict[str, str]
    head: str
    links: list[Link]
    rolls: list[CheckedRoll]


def fairness_of(transcript: Transcript) -> Fairness:
    """Go over a transcript once and note what each roll was about."""
    rules = game(transcript.game)
    referee: Referee[Any] = unplayed(Referee, rules, transcript, bytes.fromhex(transcript.seed))
    chain = transcript.linked()
    links, rolls = [], []
    for n, entry in enumerate(transcript.entries):
        links.append(Link(_encoder.encode(entry).decode(), chain[n + 1]))
        if isinstance(entry, Chanced):
            rolls.append(_roll(referee, entry))
        referee.take(entry)
    return Fairness(transcript.commitment, transcript.seed, dict(referee.dice.nonces), chain[0], links, rolls)


def _roll(referee: Referee[Any], entry: Chanced) -> CheckedRoll:
    request = referee.course.slots[entry.slot]
    return CheckedRoll(
        number=referee.course.roll_number(entry.slot),
        at=entry.at,
        seat=entry.seat,
        what=request.what,
        source=entry.source,
        value=list(entry.value),
        sides=list(request.sides) if isinstance(request, Roll) else [],
        pile=sorted(request.pile) if isinstance(request, Draw | Shuffle) else [],
    )
