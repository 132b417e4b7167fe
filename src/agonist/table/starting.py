"""Starting a contest: from a preset, a set-up or the table's characters; who plays whom, and how dice are made."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import select

from agonist.kernel import (
    GM,
    ONLOOKER,
    ContestType,
    Referee,
    SetupRefused,
    TranscriptError,
    UnknownGame,
    converted,
    game,
)

from .bots import bots_of
from .characters import Characters
from .errors import NotFound, Refused
from .house import House, TableData
from .limits import bounded_json, bounded_setup, bounded_text
from .model import Controls, Seat
from .patience import attended, heeded
from .pool import behind
from .schema import contests


class NewContest(msgspec.Struct, forbid_unknown_fields=True):
    """A contest to be started: of which game and type, from a preset or a set-up, who plays whom and how.

    `casting` gives seats of the contest to seats of the table, `bots` lets bots play seats, `dice` says how a seat's
    dice are made and `usual_dice` how all others' are, `nonces` adds randomness of seats, `characters` puts characters
    of the table into the set-up and `players` says which seats of the table play them, if not those that always do.
    `follows` is a contest that is over and in whose scene this one goes on: what that one carries over stands in the
    set-up. In a `strict` contest everybody is asked everything.
    """

    game: str
    type: str = ""
    preset: str = ""
    setup: Any = None
    options: Any = None
    title: str = ""
    casting: dict[str, str] = {}
    bots: dict[str, str] = {}
    dice: dict[str, str] = {}
    nonces: dict[str, str] = {}
    characters: list[str] = []
    players: dict[str, str] = {}
    follows: str = ""
    strict: bool = False
    usual_dice: str = "tap"


class Starting:
    """Makes contests from what a game master asks for."""

    def __init__(self, house: House, characters: Characters) -> None:
        self.house = house
        self.characters = characters

    async def prepared(self, who: Seat, new: NewContest) -> tuple[Referee[Any], Controls, str]:
        """A contest that has begun but is not stored, how it is run, and its title."""
        table = await self.house.table(who.table)
        kind, setup, options, preset = self._set_up(new)
        left = await self._left(who, new, kind)
        ready = bool(new.preset) and new.setup is None and not new.follows
        setup = _as_it_stands(kind, setup, options, left) if ready else kind.follow(setup, left)
        casting = dict(new.casting)
        for name in new.characters:
            player = new.players.get(name)
            setup = await self._enlist(who, table, kind, setup, name, casting, player)
        bounded_setup(setup, self.house.limits)
        controls = Controls(casting=casting, bots=dict(new.bots), enlisted=list(new.characters))

        def patient_with(referee: Referee[Any]) -> frozenset[str]:
            _check_controls(referee, controls, table)
            _cast_by_name(referee, controls, table)
            looking = attended(self.house.presence.at(who.table), table.seats, controls)
            return heeded(looking, controls, table.info).seats.union(controls.bots)

        referee = Referee.start(
            game(new.game),
            kind.name,
            setup,
            options,
            nonces=new.nonces,
            dice=new.dice,  # type: ignore[arg-type]
            usual=new.usual_dice,  # type: ignore[arg-type]
            strict=new.strict,
            patient_with=patient_with,
        )
        title = bounded_text(new.title or preset or kind.title, self.house.limits.name, "title")
        return referee, controls, title

    def _set_up(self, new: NewContest) -> tuple[ContestType[Any], Any, Any, str]:
        rules = game(new.game)
        kind = rules.type(new.type or rules.types[0].name)
        bounded_json([new.setup, new.options], self.house.limits.setup, "setup")
        if new.preset:
            if new.preset not in kind.presets:
                known = ", ".join(kind.presets) or "none"
                raise UnknownGame("There is no such ready contest.", accepted=known, place="preset")
            preset = kind.presets[new.preset]
            setup = preset.setup if new.setup is None else new.setup
            return kind, setup, preset.options if new.options is None else new.options, preset.title
        return kind, {} if new.setup is None else new.setup, new.options, ""

    async def _left(self, who: Seat, new: NewContest, kind: ContestType[Any]) -> dict[str, Any]:
        """What a contest takes over: all that its scene's last one carries over, or what belongs to the table alone."""
        left: dict[str, Any] = {}
        if kind.headcount:
            left[kind.headcount] = sum(each.game == new.game for each in await self.characters.all(who))
        if new.follows:
            return left | await self.carried(who, new.follows, new.game)
        last = await self._last(who.table, new.game) if kind.stays else None
        if last is None:
            return left
        try:
            carried = await self.carried(who, last, new.game)
        except TranscriptError:
            return left
        return left | {name: value for name, value in carried.items() if name in kind.stays}

    async def _last(self, table: str, game_name: str) -> str | None:
        """The table's contest of a game that was played to its end last."""
        over = (contests.c.table_id == table) & (contests.c.game == game_name) & (contests.c.status == "over")
        last = select(contests.c.id).where(over).order_by(contests.c.ended.desc(), contests.c.id).limit(1)
        found: str | None = await self.house.store.read(lambda connection: connection.execute(last).scalar())
        return found

    async def carried(self, who: Seat, contest: str, game_name: str) -> dict[str, Any]:
        """What a contest that is over carries over to the next of its scene; nothing to one of another game."""
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            result = live.referee.result
            if result is None:
                raise Refused(
                    f"{live.info.title} has not come to its end.",
                    accepted="a contest that was played to its end",
                    place="follows",
                )
            if live.info.game != game_name:
                return {}
            owed = await self.house.store.read(lambda connection: behind(connection, contest))
            shared = live.referee.kind.pool
            left = (
                {shared: max(0, result.carried[shared] - owed)} if owed and shared in result.carried else {}
            )
            return result.carried | left

    async def _enlist(
        self,
        who: Seat,
        table: TableData,
        kind: ContestType[Any],
        setup: Any,
        name: str,
        casting: dict[str, str],
        played_by: str | None,
    ) -> Any:
        """Put a character of the table into the set-up, under a seat named after who plays it."""
        character = await self.characters.get(who, name)
        player = table.seats.get(played_by or character.seat or "")
        seat = GM if player is None or player.gm else _short(player.name)
        if player is not None and seat != GM:
            while casting.setdefault(seat, player.id) != player.id:
                seat += "x"
        draft = converted(setup, kind.setup_type, kind.setup_form, "set-up")
        return kind.enlist(draft, character.name, character.sheet, seat)


def _as_it_stands(kind: ContestType[Any], setup: Any, options: Any, left: dict[str, Any]) -> Any:
    """A ready contest with what it takes over: what belongs to the table and does not fit it is left out."""
    for out in ("", *kind.stays):
        followed = kind.follow(setup, {name: value for name, value in left.items() if name != out})
        with suppress(SetupRefused):
            kind.setup_from(followed, options)
            return followed
    return kind.follow(setup, left)


def _short(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:20] or "player"


def _check_controls(referee: Referee[Any], controls: Controls, table: TableData) -> None:
    known = ", ".join(referee.seats)
    if ONLOOKER in referee.seats:
        raise Refused(
            f"No seat of a contest can be called {ONLOOKER}.", accepted="another name", place="setup"
        )
    for seat, holder in controls.casting.items():
        if seat not in referee.seats or seat == GM:
            raise Refused("There is no such seat to give away.", accepted=known, place="casting")
        if holder not in table.seats:
            raise NotFound("There is no such seat at this table.", place="casting")
    bots = bots_of(referee.kind)
    for seat, bot in controls.bots.items():
        if seat not in referee.seats:
            raise Refused("There is no such seat for a bot.", accepted=known, place="bots")
        if bot not in bots:
            raise Refused(f"There is no bot called {bot}.", accepted=", ".join(bots), place="bots")


def _cast_by_name(referee: Referee[Any], controls: Controls, table: TableData) -> None:
    """Give seats that nobody was given yet to the seats of the table that go by these names.

    Whom a game master named as a seat's contestants comes before what players call themselves; a name that two go by
    decides nothing.
    """
    players = [seat for seat in table.seats.values() if seat.role == "player"]
    given = [(called, seat.id) for seat in players for called in seat.contestants]
    chosen = [(seat.name, seat.id) for seat in players]
    names = _one_each(chosen) | _one_each(given)
    for seat, name in referee.seats.items():
        if seat != GM and seat not in controls.casting:
            holder = names.get(name.casefold()) or names.get(seat.casefold())
            if holder:
                controls.casting[seat] = holder


def _one_each(claims: list[tuple[str, str]]) -> dict[str, str]:
    """Who goes by a name; "" where several do."""
    found: dict[str, str] = {}
    for called, seat in claims:
        name = called.casefold()
        found[name] = seat if found.get(name, seat) == seat else ""
    return found
