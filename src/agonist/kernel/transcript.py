"""Transcripts: a contest as a JSON document that replays to the same state and events.

``entries`` is all that came from outside, in the order in which it came; nothing is ever taken out, an undo is an
entry too. ``chain`` binds it together: its first link is the SHA-256 of the header, every further one that of
the link before and the next entry, so that a change anywhere shows, and where.
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec

from .errors import TranscriptError

FORMAT = "agonist/transcript/1"

DiceMode = Literal["sealed", "tap", "typed", "either"]
"""Made here at once, made here when the seat says so, typed in, or either, roll by roll."""
Source = Literal["sealed", "typed", "inherited"]
Granted = Literal["", "assumed", "forced", "order"]
"""Why nobody was asked: a window closed, there was one legal answer, or the seat had given a standing order."""


class _Entry(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="entry", forbid_unknown_fields=True
):
    pass


class Answered(_Entry, frozen=True, tag="answer"):
    """A seat's answer to part `slot` of request number `at`; `by` differs from `seat` when given in its place.

    `granted` says why an answer was taken for granted, and is empty where somebody gave it.
    """

    at: int
    slot: int
    seat: str
    value: Any
    by: str = ""
    reason: str = ""
    granted: Granted = ""


class Chanced(_Entry, frozen=True, tag="chance"):
    """What the dice or cards showed, and where that came from."""

    at: int
    slot: int
    seat: str
    value: list[int | str]
    source: Source = "sealed"


class Nonce(_Entry, frozen=True, tag="nonce"):
    """Randomness that a seat adds before the first roll, as hexadecimal digits."""

    seat: str
    value: str


class DiceSet(_Entry, frozen=True, tag="dice"):
    """How a seat's dice are made from now on."""

    seat: str
    mode: DiceMode


class Ordered(_Entry, frozen=True, tag="order"):
    """A seat's standing order for one kind of question from now on; none is to be asked.

    The order `always` answers with `value` wherever that is legal.
    """

    seat: str
    what: str
    order: str = ""
    value: Any = None


class Rewound(_Entry, frozen=True, tag="undo"):
    """Back to request number `to`; what came after it no longer counts."""

    to: int
    by: str
    reason: str = ""


class Overridden(_Entry, frozen=True, tag="override"):
    """A value of the state corrected while request number `at` was open."""

    at: int
    path: str
    value: Any
    reason: str
    by: str = ""


Entry = Answered | Chanced | Nonce | DiceSet | Ordered | Rewound | Overridden


class Forked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a fork left its original: the original's commitment, the link it left at, the request number."""

    commitment: str
    link: str
    at: int


class Transcript(msgspec.Struct, forbid_unknown_fields=True):
    """A contest as data. `seed` is empty until the contest is over and it may be known.

    In a `strict` contest nothing is assumed: every window is asked like any other decision.
    """

    game: str
    type: str
    rules: str
    setup: Any
    options: Any
    commitment: str
    forked: Forked | None = None
    entries: list[Entry] = []
    chain: list[str] = []
    seed: str = ""
    format: str = FORMAT
    strict: bool = False

    def head(self) -> str:
        """The first link of the chain: a digest of everything that was fixed before the first entry."""
        header = [self.format, self.game, self.type, self.rules, self.setup, self.options, self.commitment]
        if self.forked is not None:
            header.append(msgspec.to_builtins(self.forked))
        if self.strict:
            header.append("strict")
        return hashlib.sha256(_encoder.encode(header)).hexdigest()

    def linked(self) -> list[str]:
        """The chain, brought up to the last entry."""
        if not self.chain:
            self.chain.append(self.head())
        for entry in self.entries[len(self.chain) - 1 :]:
            self.chain.append(link(self.chain[-1], entry))
        return self.chain

    def to_json(self, indent: int = 0) -> bytes:
        """The transcript as it is kept and sent."""
        self.linked()
        data = _encoder.encode(self)
        return msgspec.json.format(data, indent=indent) if indent else data

    @classmethod
    def from_json(cls, data: bytes | str) -> Transcript:
        """Read a transcript, or raise `TranscriptError` with what is wrong."""
        try:
            found = _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            message, _, path = str(problem).partition(" - at ")
            raise TranscriptError(
                f"This is not a transcript: {message}.",
                place=path.strip("`"),
                accepted=f"JSON of the format {FORMAT}",
            ) from None
        if found.format != FORMAT:
            raise TranscriptError(
                f"The format {found.format!r} is not known.", accepted=FORMAT, place="format"
            )
        return found


def entry_to_json(entry: Entry) -> bytes:
    """An entry as it is kept. The chain is made of these bytes."""
    return _encoder.encode(entry)


def entry_from_json(data: bytes) -> Entry:
    """An entry that was kept."""
    return _entries.decode(data)


def link(before: str, entry: Entry) -> str:
    """The link of an entry, given the one before it."""
    return hashlib.sha256(before.encode() + entry_to_json(entry)).hexdigest()


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Transcript)
_entries: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
