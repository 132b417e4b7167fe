"""How a contest comes into the store: in memory first, then its rows, if the table has room for it."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, select

from agonist.kernel import Referee

from .errors import Refused
from .limits import Limits
from .live import Live, entry_rows, players_of
from .model import ContestInfo, Controls, moment
from .schema import contests, entries, seeds
from .tokens import new_id

Rows = list[tuple[Table, list[dict[str, Any]]]]


def new_live(table: str, referee: Referee[Any], controls: Controls, title: str, now: float) -> Live:
    """A contest that has begun, or even ended, with a name of its own; the store does not know it yet."""
    info = ContestInfo(
        id=new_id(),
        table=table,
        title=title,
        game=referee.game.name,
        type=referee.kind.name,
        status="running",
        summary="",
        created=moment(now),
        ended=None,
        forked_from=controls.forked_from,
        players=players_of(controls),
    )
    return Live(info, controls, 0, referee)


def rows_of(live: Live, by: str, now: float) -> Rows:
    """Everything that the store takes of a new contest, in the order in which it takes it."""
    referee, info = live.referee, live.info
    header = msgspec.structs.replace(referee.transcript, entries=[], chain=[], seed="")
    seal: Any = referee.dice.seal
    contest = {
        "id": info.id,
        "table_id": info.table,
        "title": info.title,
        "game": info.game,
        "type": info.type,
        "header": msgspec.json.encode(header),
        "controls": msgspec.json.encode(live.controls),
        "revision": 0,
        "status": "running",
        "summary": "",
        "created": now,
        "ended": None,
    }
    rows: Rows = [(contests, [contest]), (seeds, [{"contest_id": info.id, "seed": seal.seed}])]
    played = entry_rows(info.id, 0, referee.transcript.entries, by, now)
    return [*rows, (entries, played)] if played else rows


def need_room(connection: Connection, table: str, limits: Limits) -> None:
    """Refuse a contest too many."""
    here = contests.c.table_id == table
    count = select(func.count()).select_from(contests)
    if connection.execute(count.where(here)).scalar_one() >= limits.contests:
        raise Refused("The table has too many contests.", accepted=f"up to {limits.contests}")
    if (
        connection.execute(count.where(here & (contests.c.status == "running"))).scalar_one()
        >= limits.running
    ):
        raise Refused(
            "Too many contests are running here.", accepted=f"up to {limits.running}; end one first"
        )
