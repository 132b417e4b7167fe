"""Characters of a table: the sheets that contests start from and write back to. Every change is a new version;
the last ones are kept."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from agonist.kernel import converted, game

from .changes import count_write, need_gm
from .endings import forget_versions, newest, write_sheet
from .errors import NotAllowed, NotFound, Refused
from .house import House, bump
from .limits import bounded_json, bounded_text
from .model import Character, Seat, moment
from .schema import characters


class Characters:
    """The characters of a table. A sheet is read by game masters and the seat that plays it, and by nobody else."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def all(self, who: Seat) -> list[Character]:
        """All characters of the seat's table in their newest version."""
        here = characters.c.table_id == who.table
        last = select(characters.c.name, func.max(characters.c.version).label("version")).where(here)
        last_of = last.group_by(characters.c.name).subquery()
        both = (characters.c.name == last_of.c.name) & (characters.c.version == last_of.c.version)
        found = select(characters).join(last_of, both).where(here, characters.c.sheet.is_not(None))
        rows = await self.house.store.read(
            lambda connection: connection.execute(found.order_by(characters.c.name)).all()
        )
        return [_seen(row, who) for row in rows]

    async def get(self, who: Seat, name: str) -> Character:
        """One character in its newest version."""
        row = await self.house.store.read(lambda connection: newest(connection, who.table, name))
        if row is None or row.sheet is None:
            raise NotFound(f"Nobody at this table is called {name}.")
        return _seen(row, who)

    async def versions(self, who: Seat, name: str) -> list[Character]:
        """Every version of a character, the newest first."""
        here = (characters.c.table_id == who.table) & (characters.c.name == name)
        found = select(characters).where(here).order_by(characters.c.version.desc()).limit(200)
        rows = await self.house.store.read(lambda connection: connection.execute(found).all())
        if not rows:
            raise NotFound(f"Nobody at this table is called {name}.")
        return [_seen(row, who) for row in rows]

    async def put(
        self, who: Seat, name: str, game_name: str, sheet: Any, *, seat: str | None = None
    ) -> Character:
        """Add a character, or a new version of one. Players may for those that they play; `seat` says who does."""
        count_write(self.house, who)
        clean = bounded_text(name, self.house.limits.name, "name")
        checked = _checked(game_name, sheet)
        size = len(bounded_json(checked, self.house.limits.sheet, "sheet"))
        if seat is not None and seat not in (await self.house.table(who.table)).seats:
            raise NotFound("There is no such seat at this table.", place="seat")
        now = time.time()

        def work(connection: Connection) -> Any:
            old = newest(connection, who.table, clean)
            there = old is not None and old.sheet is not None
            owner = seat if seat is not None or not there else old.seat_id
            if not who.gm and (owner != who.id or (there and old.seat_id != who.id)):
                raise NotAllowed(
                    "Only the game master can change this character.", accepted="a character of your own"
                )
            if there and old.game != game_name:
                raise Refused(f"{clean} is a character of another game.", accepted=old.game, place="game")
            if not there:
                _need_room(connection, who.table, self.house.limits.characters)
            _need_bytes(connection, who.table, clean, size, self.house.limits.sheets)
            write_sheet(connection, who.table, clean, game_name, owner, checked, None, now)
            forget_versions(connection, who.table, clean, self.house.limits.versions)
            bump(connection, who.table)
            return newest(connection, who.table, clean)

        row = await self.house.store.write(work, (self.house.notice(f"t:{who.table}"),))
        self.house.tell(f"t:{who.table}")
        return _seen(row, who)

    @staticmethod
    def checked(game_name: str, sheet: Any) -> Any:
        """A sheet as it is kept, or a refusal."""
        return _checked(game_name, sheet)

    async def remove(self, who: Seat, name: str) -> None:
        """Take a character away; its earlier versions stay. Only a game master may."""
        need_gm(who)
        count_write(self.house, who)
        await self.get(who, name)

        def work(connection: Connection) -> None:
            old = newest(connection, who.table, name)
            write_sheet(connection, who.table, name, old.game, old.seat_id, None, None, time.time())
            bump(connection, who.table)

        await self.house.store.write(work, (self.house.notice(f"t:{who.table}"),))
        self.house.tell(f"t:{who.table}")

    async def new_from(self, who: Seat, contest: str) -> list[str]:
        """The names that a contest leaves to `keep` and that the table has no character of yet."""
        need_gm(who)
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            result = live.referee.result
        known = {each.name for each in await self.all(who)}
        return [name for name in (result.sheets if result else ()) if name not in known]

    async def kept_for(self, who: Seat, contest: str) -> list[str]:
        """The names of whom the seat played in a contest that is over, as far as the table has them now."""
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            mine = [seat for seat, holder in live.controls.casting.items() if holder == who.id]
            kind, state = live.referee.kind, live.referee.state
            played = {name for seat in mine for name in kind.played_by(state, seat)}
            sheets = live.referee.result.sheets if live.referee.result else {}
        return [each.name for each in await self.all(who) if each.name in sheets and each.name in played]

    async def keep(self, who: Seat, contest: str, name: str, *, seat: str | None = None) -> Character:
        """Take a contestant of a contest that is over into the table's characters. Only a game master may."""
        need_gm(who)
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            result = live.referee.result
            if result is None or name not in result.sheets:
                raise NotFound(
                    "There is no such character to keep.", accepted="one of a contest that is over"
                )
            sheet, game_name = msgspec.to_builtins(result.sheets[name]), live.info.game
        return await self.put(who, name, game_name, sheet, seat=seat)


def _seen(row: Any, who: Seat) -> Character:
    may_read = who.gm or row.seat_id == who.id
    sheet = msgspec.json.decode(row.sheet) if may_read and row.sheet is not None else None
    return Character(row.name, row.game, row.version, row.seat_id, sheet, row.contest_id, moment(row.created))


def _checked(game_name: str, sheet: Any) -> Any:
    rules = game(game_name)
    kind, form = rules.sheet, rules.sheet_form
    return msgspec.to_builtins(converted(sheet, kind, form, "sheet")) if kind else None


def _need_room(connection: Connection, table: str, most: int) -> None:
    names = select(func.count(characters.c.name.distinct())).where(characters.c.table_id == table)
    if connection.execute(names).scalar_one() >= most:
        raise Refused("The table has too many characters.", accepted=f"up to {most}")


def _need_bytes(connection: Connection, table: str, name: str, size: int, most: int) -> None:
    """Refuse a sheet with which those of the table would have too much in them: they are often read all at once."""
    here = (characters.c.table_id == table) & (characters.c.name != name)
    last = select(characters.c.name, func.max(characters.c.version).label("version")).where(here)
    last_of = last.group_by(characters.c.name).subquery()
    both = (characters.c.name == last_of.c.name) & (characters.c.version == last_of.c.version)
    others = (
        select(func.coalesce(func.sum(func.length(characters.c.sheet)), 0)).join(last_of, both).where(here)
    )
    if connection.execute(others).scalar_one() + size > most:
        raise Refused("The table's characters have too much in them.", accepted=f"up to {most} bytes in all")
