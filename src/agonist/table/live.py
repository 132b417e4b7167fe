"""A contest in memory, and how it is made from the store."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, String, bindparam, select

from agonist.kernel import (
    GM,
    ONLOOKER,
    Entry,
    Referee,
    Snapshot,
    Transcript,
    TranscriptError,
    entry_from_json,
    entry_to_json,
    game,
)

from .annals import Annals
from .aside import LONG, Aside, Run
from .errors import NotFound
from .model import NOBODY, ContestInfo, Controls, Heeded, Seat, moment
from .schema import contests, entries, seeds, snapshots
from .told import Doings

T = TypeVar("T")

_header = msgspec.json.Decoder(Transcript)
_snapshot = msgspec.json.Decoder(Snapshot)
_controls = msgspec.json.Decoder(Controls)

_id = bindparam("contest", type_=String)
_row = select(contests).where(contests.c.id == _id)
_seed = select(seeds.c.seed).where(seeds.c.contest_id == _id)
_snapped = select(snapshots.c.snapshot).where(snapshots.c.contest_id == _id)
_written = (
    select(entries.c.entry, entries.c.seat_id)
    .where(entries.c.contest_id == _id, entries.c.n >= bindparam("since"))
    .order_by(entries.c.n)
)
_last = select(entries.c.written).where(entries.c.contest_id == _id).order_by(entries.c.n.desc()).limit(1)


Written = tuple[bytes, str | None]
"""An entry as the store has it, and the seat of the table that made it (None: a bot)."""


class Stored(msgspec.Struct):
    """A contest as the store has it."""

    row: Any
    seed: bytes
    snapshot: bytes | None
    entries: list[Written]
    written: float = 0.0
    """When the last entry was written."""


class Live:
    """A contest that is being played, with the lock under which everything about it happens.

    What the referee knows is shown to nobody before it is stored: acts keep the lock until their commit, and views
    are made under the lock.
    """

    def __init__(self, info: ContestInfo, controls: Controls, revision: int, referee: Referee[Any]) -> None:
        self.info = info
        self.controls = controls
        self.revision = revision
        self.referee = referee
        self.stored = len(referee.transcript.entries)
        self.snapped = 0
        self.pooled = self.pool()
        """What was left of what the table shares when something was stored last."""
        self.lock = asyncio.Lock()
        self.playing = asyncio.Lock()
        """Held by who waits to play the whole contest again, which takes as long as it is."""
        self.address = ""
        """Who had it loaded, by address."""
        self.stale = False
        self.behind = False
        self.used = time.monotonic()
        self.doings = Doings()
        self.heeds: Heeded = NOBODY
        """Whose word is waited for, as far as it was known when something last happened."""
        self.left_alone: set[str] = set()
        """The open windows that bots have looked at and left as they are."""
        self.curves: dict[str, Any] = {}
        """What is known of the chances that each seat can know of."""
        self.since = 0.0
        """When, as far as the store knows, what is open was opened; 0 in a contest that has begun here."""
        self._opened: dict[int, tuple[float, float]] = {}
        self._undos = -1
        self._shared: tuple[tuple[int, ...], dict[Any, Any]] = ((), {})
        self.annals: Annals | None = None
        """What is kept of the contest as it happens, once somebody wants to know; see `watched`."""

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def running(self) -> bool:
        return self.info.status == "running"

    def pool(self) -> int:
        """What is left in this contest of what all contests of the table share; 0 where they share nothing."""
        name = self.referee.kind.pool
        return int(getattr(self.referee.state, name)) if name else 0

    def position(self) -> str:
        """Names this moment of the contest: entries, lines, undos, changes of how it is run."""
        return f"{self.stored}.{len(self.referee.log)}.{self.referee.undos}.{self.revision}"

    def shared(self) -> dict[Any, Any]:
        """What views of this moment share; empty again when something has happened."""
        now = (len(self.referee.transcript.entries), self.referee.undos, self.revision)
        if self._shared[0] != now:
            self._shared = (now, {})
        return self._shared[1]

    def heed(self, heeds: Heeded) -> None:
        """Wait from now on for these people, and until bots, who take no time, have spoken."""
        self.heeds, self.referee.patient_with = heeds, heeds.seats.union(self.controls.bots)

    def open_for(self, at: int) -> float:
        """For how many seconds an open request has been known to be open."""
        return time.monotonic() - self._known_open()[at][0]

    def asked_since(self) -> datetime:
        """When the oldest of the open requests was first known to be open."""
        return moment(min(since for _, since in self._known_open().values()))

    def look(self) -> None:
        """Note what is open now: from here on it is known to be."""
        self._known_open()

    def _known_open(self) -> dict[int, tuple[float, float]]:
        referee, known = self.referee, self._opened if self._undos == self.referee.undos else {}
        if referee.open_now != tuple(known):
            first = not self._opened and self.since
            now = time.monotonic(), self.since if first else time.time()
            self._opened, self._undos = {at: known.get(at, now) for at in referee.open_now}, referee.undos
            self.left_alone = {
                each.id for each in referee.pending if each.id in self.left_alone and each.at in known
            }
        return self._opened

    def admit(self, who: Seat) -> None:
        """Nobody of another table learns even that there is such a contest."""
        if self.info.table != who.table:
            raise NotFound("There is no such contest here.")

    def held_by(self, who: Seat) -> tuple[str, ...]:
        """The seats of the contest that a seat of the table holds."""
        cast = tuple(seat for seat, holder in self.controls.casting.items() if holder == who.id)
        return (GM, *cast) if who.gm else cast

    def called(self, *seats: str) -> str:
        """Seats of the contest by the names that people know."""
        return ", ".join(self.referee.seats.get(seat, seat) for seat in seats)

    def seen_as(self, who: Seat, seat: str = "") -> str:
        """The seat of the contest for which a view is made: the one asked for if it is held, or the first held.

        Everybody may look as an onlooker does, which is how a screen shows it to a whole room.
        """
        held = self.held_by(who)
        if seat and seat != ONLOOKER and seat not in held:
            raise NotFound(
                f"You do not play {self.called(seat)} here.", accepted=self.called(*held) or "none"
            )
        return seat or (held[0] if held else ONLOOKER)

    def length(self) -> int:
        """How many entries there are to play again."""
        return len(self.referee.transcript.entries)

    def to_watch(self) -> int:
        """How long it takes to know what was kept of the contest as it happened, as `length`."""
        return 4 * self.length() if self.annals is None else 0

    def to_list(self) -> int:
        """How long it takes to know that and to go through all points of the contest, as `length`."""
        return self.length() + self.to_watch()

    def to_recall(self, line: int) -> int:
        """How long it takes to know the log from a line on, as `length`."""
        return self.length() if line < self.referee.log.first else 0

    async def watched(self, run: Run) -> Annals:
        """What is kept of the contest as it happens; to begin with it is played again, once."""
        if self.annals is None:
            self.annals = await run(Annals.of, self.referee)
            self.referee.watcher = self.annals
        return self.annals

    async def aside(self, aside: Aside, call: Callable[..., T], *arguments: Any) -> T:
        """Do something that takes as long as the contest is, and cannot wait; a short contest's here."""
        if self.length() < LONG:
            return call(*arguments)
        return await aside.at_once(call, *arguments)

    def set_row(self, row: Any) -> None:
        """Take over what the store says about how the contest is run."""
        self.info, self.controls, self.revision = info_of(row), _controls.decode(row.controls), row.revision

    def take(self, more: list[Written]) -> None:
        """Take over entries that another process stored."""
        for n, (entry, by) in enumerate(more, self.stored):
            self.referee.take(taken := entry_from_json(entry))
            self.doings.note(n, taken, by)
        self.stored = len(self.referee.transcript.entries)


def info_of(row: Any) -> ContestInfo:
    """A row of contests as it is given out."""
    controls = _controls.decode(row.controls)
    return ContestInfo(
        id=row.id,
        table=row.table_id,
        title=row.title,
        game=row.game,
        type=row.type,
        status=row.status,
        summary=row.summary,
        created=moment(row.created),
        ended=None if row.ended is None else moment(row.ended),
        forked_from=controls.forked_from,
        players=players_of(controls),
    )


def players_of(controls: Controls) -> tuple[str, ...]:
    """The seats of the table that have a seat in a contest, whoever plays it for them."""
    return tuple(dict.fromkeys(controls.casting.values()))


def entry_rows(
    contest: str, first: int, new: list[Entry], by: str | None, now: float
) -> list[dict[str, Any]]:
    """Entries as the store takes them, the first of them number `first`, made by a seat or (None) a bot."""
    return [
        {"contest_id": contest, "n": n, "entry": entry_to_json(entry), "seat_id": by, "written": now}
        for n, entry in enumerate(new, first)
    ]


def read_contest(connection: Connection, id: str) -> Stored | None:
    """Everything the store has of a contest."""
    row = read_row(connection, id)
    if row is None:
        return None
    return Stored(
        row=row,
        seed=connection.execute(_seed, {"contest": id}).scalar_one(),
        snapshot=connection.execute(_snapped, {"contest": id}).scalar(),
        entries=read_written(connection, id),
        written=connection.execute(_last, {"contest": id}).scalar() or 0.0,
    )


def read_row(connection: Connection, id: str) -> Any:
    """The row of a contest, or None."""
    return connection.execute(_row, {"contest": id}).first()


def read_written(connection: Connection, id: str, *, since: int = 0) -> list[Written]:
    """What was written of a contest, from entry `since` on."""
    return [
        (each.entry, each.seat_id) for each in connection.execute(_written, {"contest": id, "since": since})
    ]


def rebuilt(stored: Stored) -> Live:
    """The contest as it stands, from its last snapshot on; `TranscriptError` if the store has something else there."""
    try:
        transcript = _header.decode(stored.row.header)
        transcript.entries = [entry_from_json(entry) for entry, _ in stored.entries]
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise TranscriptError(
            "What is stored of this contest cannot be read.", accepted="ending it, or a backup"
        ) from problem
    rules = game(transcript.game)
    if stored.snapshot:
        snapshot = _snapshot.decode(stored.snapshot)
        referee = Referee.restore(rules, transcript, snapshot, stored.seed)
    else:
        snapshot = None
        referee = Referee.replay(rules, transcript, stored.seed)
    live = Live(info_of(stored.row), _controls.decode(stored.row.controls), stored.row.revision, referee)
    live.snapped = snapshot.entries if snapshot else 0
    live.since = stored.written or stored.row.created
    for n, (entry, (_, by)) in enumerate(zip(transcript.entries, stored.entries, strict=True)):
        live.doings.note(n, entry, by)
    return live
