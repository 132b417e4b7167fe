"""Export and import: a contest as its transcript, a table as everything that may leave it.

A contest that still runs is not exported: its transcript holds what seats may not know yet. To move a server with
everything that runs on it, there are backups.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
from sqlalchemy import Connection, insert

from agonist.kernel import (
    DiceRecord,
    Referee,
    Transcript,
    TranscriptError,
    UnknownGame,
    dice_record,
    game,
    verify,
)

from . import once as receipts
from .aside import LONG
from .changes import change, do_once, need_gm
from .characters import Characters
from .contests import Contests
from .endings import write_sheet
from .errors import Refused
from .house import House
from .limits import Limits, bounded_contest, bounded_json, bounded_setup, bounded_text
from .live import Live
from .model import ContestInfo, Controls, Joined, Role, Seat, Status
from .once import Once
from .people import People, seat_row
from .schema import seats
from .tokens import new_id
from .viewing import sealed_seed

FORMAT = "agonist/table/1"

_ENTRY = 100
"""How many bytes an entry of a transcript has at least, about."""


class SeatDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A seat without whoever sits there."""

    name: str
    role: Role
    contestants: list[str] = []


class CharacterDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A character as it is now; `seat` is the name of the seat that plays it."""

    name: str
    game: str
    sheet: Any
    seat: str = ""


class ContestDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A contest that is over."""

    title: str
    transcript: Transcript


class TableDocument(msgspec.Struct, forbid_unknown_fields=True):
    """A table as JSON.

    `left_out` names contests that were still running, whose rules are no longer here, or that would make it larger
    than an import takes.
    """

    name: str
    seats: list[SeatDocument] = []
    characters: list[CharacterDocument] = []
    contests: list[ContestDocument] = []
    left_out: list[str] = []
    format: str = FORMAT


class Exchange:
    """Takes contests and tables out of the store and into it."""

    def __init__(
        self,
        house: House,
        people: People,
        contests: Contests,
        characters: Characters,
    ) -> None:
        self.house = house
        self.people = people
        self.contests = contests
        self.characters = characters

    async def transcript(self, who: Seat, contest: str) -> Transcript:
        """The transcript of a contest that is over, with its seed. It holds every secret: only a game master may."""
        found = await self.whole(who, contest)
        need_gm(who)
        return found

    async def whole(self, who: Seat, contest: str) -> Transcript:
        """The transcript of a contest that is over, to make a seat's views from; never to be sent to it."""
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            return _copy(live)

    async def dice_record(self, who: Seat, contest: str) -> DiceRecord:
        """What anybody at the table needs to check the dice of a contest that is over, and nothing more."""
        found = await self.whole(who, contest)
        return await self.house.aside.do(
            dice_record, game(found.game), found, size=len(found.entries), about=who.table
        )

    async def export(self, who: Seat) -> TableDocument:
        """The table with its characters and all contests that are over. Only a game master may."""
        need_gm(who)
        data = await self.house.table(who.table)
        document = TableDocument(data.info.name, left_out=[contest.title for contest in data.running])
        document.seats = [SeatDocument(s.name, s.role, list(s.contestants)) for s in data.seats.values()]
        for each in await self.characters.all(who):
            seat = data.seats.get(each.seat or "")
            document.characters.append(
                CharacterDocument(each.name, each.game, each.sheet, seat.name if seat else "")
            )
        await self._add_contests(who, document)
        return document

    async def _add_contests(self, who: Seat, document: TableDocument) -> None:
        """The newest contests that are over, as many as an import would take."""
        after, room = "first", self.house.limits.document - len(msgspec.json.encode(document))
        while after:
            page = await self.contests.page(who, after="" if after == "first" else after, limit=200)
            after = page.next
            for info in page.contests:
                if info.status == "running":
                    continue
                try:
                    found = await self.transcript(who, info.id) if room > 0 else None
                except (TranscriptError, UnknownGame):
                    found = None
                size = 0 if found is None else len(found.to_json()) + len(info.title.encode()) + 50
                if found is None or size > room:
                    document.left_out.append(info.title)
                    room -= len(info.title.encode()) + 5
                else:
                    document.contests.append(ContestDocument(info.title, found))
                room -= size
        document.contests.reverse()

    async def take_contest(
        self, who: Seat, data: bytes, *, title: str = "", once: Once | None = None
    ) -> ContestInfo:
        """Take in a contest from its transcript. Only a game master may.

        One that is over must be true to the last roll. One that is not goes on here, with a seed of its own.
        """
        need_gm(who)
        self.house.rates.take("make", who.id, self.house.limits.makes)
        self._bounded(data, self.house.limits.transcript)
        referee, status = await self.house.aside.do(
            _taken, data, self.house.limits, size=len(data) // _ENTRY, about=who.table, looking=False
        )
        title = self._title(title, referee)
        return await self.contests.add(
            who, referee, Controls(), title, once, status=status, keep=_short(referee)
        )

    async def take_table(self, data: bytes, *, once: Once | None = None) -> Joined:
        """A new table from an exported one, with its game master's token; all seats wait to be invited."""
        self._bounded(data, self.house.limits.document)
        try:
            document = msgspec.json.decode(data, type=TableDocument)
        except (msgspec.DecodeError, UnicodeDecodeError) as problem:
            raise Refused(
                f"This is not an exported table: {problem}", accepted=f"JSON of the format {FORMAT}"
            ) from None
        if document.format != FORMAT:
            raise Refused(f"The format {document.format!r} is not known.", accepted=FORMAT, place="format")
        document = self._checked(document)
        readied = [(c.title, await self._readied(c.transcript)) for c in document.contests]
        self._check_running([status for _, (_, status) in readied])
        gms = [seat for seat in document.seats if seat.role == "gm"]
        made = await self.people.create_table(document.name, gms[0].name if gms else "Game master", once=once)
        gm = made.seat
        others = [seat for seat in document.seats if not gms or seat is not gms[0]]
        await self._furnish(gm, others, document.characters, once and once.part("seats"))
        for n, (title, (referee, status)) in enumerate(readied):
            step = once and once.part(f"contest {n}")
            called, keep = self._title(title, referee), _short(referee)
            await self.contests.add(gm, referee, Controls(), called, step, status=status, keep=keep)
        return made

    async def _readied(self, transcript: Transcript) -> tuple[Referee[Any], Status]:
        bounded_setup(transcript.setup, self.house.limits)
        bounded_contest(transcript.entries, self.house.limits)
        size = len(transcript.entries)
        return await self.house.aside.do(_readied, transcript, size=size, looking=False)

    async def _furnish(
        self, gm: Seat, others: list[SeatDocument], characters: list[CharacterDocument], once: Once | None
    ) -> None:
        """Seats that wait to be invited, and characters, at a new table."""
        now = time.time()
        made = [Seat(new_id(), gm.table, o.name, o.role, tuple(o.contestants)) for o in others]
        owners = {gm.name: gm.id} | {seat.name: seat.id for seat in made}

        def work(connection: Connection) -> None:
            for n, seat in enumerate(made):
                connection.execute(insert(seats), seat_row(seat, now + n / 1000))
            for each in characters:
                owner = owners.get(each.seat)
                write_sheet(connection, gm.table, each.name, each.game, owner, each.sheet, None, now)
            receipts.keep(connection, once, len(made))

        await do_once(self.house, once, int, lambda: change(self.house, gm.table, work))

    def _checked(self, document: TableDocument) -> TableDocument:
        """The table as it will be made, or a refusal while nothing of it is there yet."""
        limits = self.house.limits
        bounded_text(document.name, limits.name, "name")
        for what, count, most in (
            ("seats", len(document.seats), limits.seats - 1),
            ("characters", len(document.characters), limits.characters),
            ("contests", len(document.contests), limits.contests),
        ):
            if count > most:
                raise Refused(f"There are {count} {what}.", accepted=f"up to {most}", place=what)
        for seat in document.seats:
            if len(seat.contestants) > limits.seats:
                raise Refused(
                    "These are too many contestants.", accepted=f"up to {limits.seats}", place="seats"
                )
            seat.name = bounded_text(seat.name, limits.name, "seats")
            seat.contestants = [bounded_text(name, limits.name, "seats") for name in seat.contestants]
        names = [bounded_text(each.name, limits.name, "characters") for each in document.characters]
        if len(set(names)) < len(names):
            raise Refused("Two characters have the same name.", accepted="each name once", place="characters")
        for contest in document.contests:
            contest.title = bounded_text(contest.title, limits.name, "title", least=0)
        characters = [
            msgspec.structs.replace(each, name=name, sheet=self.characters.checked(each.game, each.sheet))
            for name, each in zip(names, document.characters, strict=True)
        ]
        sizes = [len(bounded_json(each.sheet, limits.sheet, "characters")) for each in characters]
        if sum(sizes) > limits.sheets:
            raise Refused(
                f"Its characters have {sum(sizes)} bytes.",
                accepted=f"up to {limits.sheets} in all",
                place="characters",
            )
        return msgspec.structs.replace(document, characters=characters)

    def _check_running(self, statuses: list[Status]) -> None:
        most = self.house.limits.running
        if (count := statuses.count("running")) > most:
            raise Refused(
                f"{count} of its contests are not over.", accepted=f"up to {most}", place="contests"
            )

    @staticmethod
    def _bounded(data: bytes, most: int) -> None:
        if len(data) > most:
            raise Refused(f"This has {len(data)} bytes.", accepted=f"up to {most} bytes")

    def _title(self, title: str, referee: Referee[Any]) -> str:
        return bounded_text(title or referee.kind.title, self.house.limits.name, "title")


def _copy(live: Live) -> Transcript:
    seed = sealed_seed(live)
    ours = live.referee.transcript
    ours.linked()
    return msgspec.structs.replace(ours, entries=list(ours.entries), chain=list(ours.chain), seed=seed)


def _taken(data: bytes, limits: Limits) -> tuple[Referee[Any], Status]:
    """A referee for a transcript as it was sent."""
    transcript = Transcript.from_json(data)
    bounded_setup(transcript.setup, limits)
    bounded_contest(transcript.entries, limits)
    return _readied(transcript)


def _short(referee: Referee[Any]) -> bool:
    """Whether a contest is kept in memory before anybody looks at it."""
    return len(referee.transcript.entries) < LONG


def _readied(transcript: Transcript) -> tuple[Referee[Any], Status]:
    """A referee for an imported transcript, and how the contest stands; refuses one that is not true."""
    rules = game(transcript.game)
    referee = Referee.replay(rules, transcript)
    if not referee.over and not transcript.seed:
        return referee.fork(), "running"
    return referee, "over" if verify(rules, transcript).over else "ended"
