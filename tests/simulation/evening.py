"""An evening: people at tables who do anything, and what must hold of it, whatever went wrong.

What was acknowledged is in the store, once. Every screen shows what the store says, and nobody saw more than their seat
may. When all have left, no lock is held, no queue has anybody in it, and nothing is in memory.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from agonist.kernel import (
    GM,
    ONLOOKER,
    ActRefused,
    Answered,
    Chanced,
    Play,
    Transcript,
    entry_from_json,
    game,
    register,
    seat_view,
)
from agonist.table import ContestView, NewContest
from agonist.table.bots import due
from agonist.table.model import Controls, Heeds, Status
from agonist.table.schema import contests, entries, seeds, tables
from examples import standoff
from tests.kernel import test_windows as bouts
from tests.simulation.loop import simulated
from tests.simulation.people import Person
from tests.simulation.world import IDLE, Worker, World, worldly

register(standoff.GAME)
register(bouts.GAME)

CALM = 35.0
"""How many seconds it is calm at the end, so that everybody can hear of everything."""

LONG = 2**40
"""Evenings of seeds from here on are longer than others: nothing but the seed says how long."""

ENOUGH = 60.0
"""How many seconds anything may take when nothing goes wrong."""

SETUPS: tuple[dict[str, Any], ...] = (
    {"game": "bout", "setup": {"points": 3}, "usual_dice": "tap"},
    {"game": "standoff", "preset": "noon", "usual_dice": "sealed"},
    {"game": "standoff", "preset": "noon", "usual_dice": "tap"},
)


class Evening:
    """All of it. `run` plays it; what does not hold is an AssertionError that names the seed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.acts = 0
        self.deleted: set[str] = set()
        self.tables: dict[str, list[Person]] = {}
        self._seen: dict[str, dict[tuple[int, int, str], list[tuple[str, ContestView]]]] = defaultdict(
            lambda: defaultdict(list)
        )
        self._known: dict[str, list[Any]] = defaultdict(list)
        """What is known to be stored of each contest: nothing of it may be lost or become something else."""

    # What is noticed on the way

    def acknowledged(self, contest: str, request: str, value: Any, done: Any) -> None:
        """What is acknowledged is in the store at that moment."""
        self.acts += 1
        rows, controls = self.world.read(partial(_stored, contest))
        if rows is None:
            return
        at, slot, _ = map(int, request.split("."))
        here = [
            each
            for each in rows
            if isinstance(each, Answered | Chanced) and (each.at, each.slot) == (at, slot)
        ]
        answers = [each.value for each in here if isinstance(each, Answered)]
        fell = any(isinstance(each, Chanced) for each in here)
        if done.kept and request in controls.kept:
            return
        assert value in answers or fell, f"{request} of {contest} was acknowledged and is not stored"
        assert len(rows) >= done.entries, "more was acknowledged than is stored"
        self.nothing_is_lost(contest, rows)

    def decided(self, contest: str, what: str, so: Callable[[list[Any], Controls, Status], bool]) -> None:
        """What a game master is told to have done with a contest is so in the store, at that moment."""
        self.acts += 1
        rows, controls = self.world.read(partial(_stored, contest))
        status, _ = self.world.read(partial(_run, contest))
        assert rows is not None, f"{what}: {contest} is not stored"
        assert so(rows, controls, status), f"{what} of {contest} was acknowledged and is not stored"

    def agreed(self, table: str, patience: int, heeds: Heeds) -> None:
        """The same of how long a table waits for words."""
        self.acts += 1
        assert self.world.read(partial(_table, table)) == (patience, heeds), f"{table} is not as was told"

    def dropped(self, table: str) -> None:
        """The same of a table that is deleted, with all that was there."""
        self.acts += 1
        self.deleted.add(table)
        assert self.world.read(partial(_table, table)) is None, f"{table} was deleted and is stored"
        assert not any(
            each.seat.table == table and self.world.read(partial(_run, each.contest))[0]
            for each in self.people
        ), f"{table} was deleted, and not its contests"

    def nothing_is_lost(self, contest: str, rows: list[Any]) -> None:
        """What was once stored of a contest is where it was, as it was."""
        known = self._known[contest]
        assert rows[: len(known)] == known, f"what was stored of {contest} is not what it was"
        self._known[contest] = rows

    def saw(self, person: Person, view: ContestView) -> None:
        """Keep what somebody was shown, to compare it with what they may see of what is stored."""
        stored, _, _, revision = map(int, view.position.split("."))
        self._looks_as_they_may(person, view, revision)
        self._seen[view.contest.id][stored, view.contest.status == "ended", view.seen_as].append(
            (person.name, view)
        )

    def _looks_as_they_may(self, person: Person, view: ContestView, revision: int) -> None:
        """Nobody looks from a seat that was not theirs when the contest was run so."""
        _, now = self.world.read(partial(_run, view.contest.id))
        _, controls = self.world.read(partial(_stored, view.contest.id))
        if now != revision:
            return
        may = {seat for seat, holder in controls.casting.items() if holder == person.seat.id}
        may |= {GM} if person.seat.gm else set()
        looks = {view.seen_as, *view.holds} - {ONLOOKER}
        assert looks <= may, (
            f"{person.name} sees {view.contest.id} as {view.seen_as}, and may as {may or 'nobody'}"
        )

    # People

    async def gather(self, tables: int) -> None:
        for n in range(tables):
            worker = self.world.workers[0]
            made = await worker.call(lambda service: service.people.create_table(f"table {n}", "Mia"))  # noqa: B023
            people = [Person(self, f"Mia {n}", made.seat, made.token)]
            for name, role in (("Ash", "player"), ("Birch", "player"), ("Finn", "spectator")):
                invited = await worker.call(
                    lambda service: service.people.add_seat(made.seat, name, role)  # type: ignore[arg-type]  # noqa: B023
                )
                joined = await worker.call(lambda service: service.invitations.join(invited.token))  # noqa: B023
                people.append(Person(self, f"{name} {n}", joined.seat, joined.token))
            self.tables[made.seat.table] = people
            await self.another(people[0])

    async def another(self, gm: Person) -> None:
        """A new contest, to which the whole table goes."""
        new = NewContest(**self.world.random.choice(SETUPS))
        info = await gm.ask(lambda service: service.contests.start(gm.seat, new))
        self.decided(info.id, "a start", lambda *_: True)
        await self.everybody_to(gm, info.id)

    async def everybody_to(self, gm: Person, contest: str) -> None:
        for person in self.tables[gm.seat.table]:
            person.sit_down(contest)

    @property
    def people(self) -> list[Person]:
        return [each for people in self.tables.values() for each in people]

    # What must hold

    async def run(self, seconds: float, workers: int, tables: int) -> None:
        world = self.world
        await world.begin(workers)
        await self.gather(tables)
        world.calm = False
        until = world.loop.now + seconds
        await asyncio.gather(*(person.play(until) for person in self.people))
        world.calm = True
        await asyncio.sleep(CALM)
        self.everybody_sees_what_is_stored()
        self.nothing_is_overdue()
        await self.nobody_is_stuck()
        self.nobody_saw_too_much()
        for person in self.people:
            await person.leave()
        await asyncio.sleep(IDLE + CALM)
        for worker in world.workers:
            nothing_is_left(worker)
        await world.end()

    def everybody_sees_what_is_stored(self) -> None:
        for person in self.people:
            rows, _ = self.world.read(partial(_stored, person.contest))
            if rows is None or person.screen is None or person.screen.done():
                continue
            shown, revision = person.shows.partition(".")[0], person.shows.rpartition(".")[2]
            assert shown == str(len(rows)), f"{person.name} sees {shown or 'nothing'} of {len(rows)} entries"
            _, stored = self.world.read(partial(_run, person.contest))
            assert revision == str(stored), (
                f"{person.name} sees the contest run as it was, {revision} of {stored}"
            )

    def nothing_is_overdue(self) -> None:
        """No bot is asked, and nothing that was let fall or closes by itself is still there, after so long."""
        for worker in self.world.workers:
            for live in worker.house.hall._live.values():
                if not live.behind:
                    next_up = due(live)
                    late = isinstance(next_up, tuple | str)
                    assert not late, f"{worker.name} has left {next_up} undone in {live.id}"

    async def nobody_is_stuck(self) -> None:
        """Every contest can be seen and played on, soon."""
        for table, people in self.tables.items():
            if table in self.deleted:
                continue
            for person in people:
                try:
                    async with asyncio.timeout(ENOUGH):
                        view = await person.sees()
                        asked = [each for each in view.view.asked if each.seat in view.holds]
                        if asked and not view.paused:
                            one = asked[0]
                            with suppress(ActRefused):
                                await person.answer(person.contest, one.id, one.form.sample(person.random))
                except TimeoutError:
                    raise AssertionError(f"{person.name} waits for ever") from None

    def nobody_saw_too_much(self) -> None:
        """Everything that anybody was shown is what their seat may see of what was stored then."""
        for contest, shown in self._seen.items():
            header, rows, seed = self.world.read(partial(_header, contest))
            if header is None:
                continue
            transcript = msgspec.json.decode(header, type=Transcript)
            self.nothing_is_lost(contest, rows)
            play: Play[Any] = Play.unplayed(game(transcript.game), transcript, seed)
            for n in range(len(rows) + 1):
                for (stored, ended, seat), views in shown.items():
                    if stored == n:
                        for name, view in views:
                            _same(play, seat, view, f"{name} at {n} of {contest}", ended=bool(ended))
                if n < len(rows):
                    play.take(rows[n])


def _same(play: Play[Any], seat: str, seen: ContestView, where: str, *, ended: bool) -> None:
    may, view = seat_view(play, seat), seen.view
    assert view.state == may.state, f"{where}: the state is not what this seat may see"
    if not ended:
        assert (view.asked, view.waiting) == (may.asked, may.waiting), f"{where}: the questions differ"
        assert view.seed == may.seed, f"{where}: the seed"
    lines = {line.n: line for line in may.lines}
    for line in view.lines:
        assert lines.get(line.n) == line, f"{where}: line {line.n} is not for this seat"


def _stored(contest: str, connection: Connection) -> tuple[Any, Controls]:
    row = connection.execute(select(contests.c.controls).where(contests.c.id == contest)).first()
    if row is None:
        return None, Controls()
    here = select(entries.c.entry).where(entries.c.contest_id == contest).order_by(entries.c.n)
    found = [entry_from_json(each.entry) for each in connection.execute(here)]
    return found, msgspec.json.decode(row.controls, type=Controls)


def _run(contest: str, connection: Connection) -> tuple[Any, Any]:
    """The status of a contest, and how often it was said how it is run."""
    here = select(contests.c.status, contests.c.revision).where(contests.c.id == contest)
    return tuple(connection.execute(here).first() or (None, None))


def _table(table: str, connection: Connection) -> tuple[int, str] | None:
    here = select(tables.c.patience, tables.c.heeds_gm).where(tables.c.id == table)
    row = connection.execute(here).first()
    return None if row is None else (row.patience, row.heeds_gm)


def _header(contest: str, connection: Connection) -> tuple[Any, list[Any], bytes]:
    row = connection.execute(select(contests.c.header).where(contests.c.id == contest)).first()
    rows, _ = _stored(contest, connection)
    seed = connection.execute(select(seeds.c.seed).where(seeds.c.contest_id == contest)).scalar()
    return (None if row is None else row.header), rows or [], seed or b""


def nothing_is_left(worker: Worker) -> None:
    """No lock, no queue, nothing in memory of a server that everybody has left."""
    house = worker.house
    left = {
        "contests": len(house.hall),
        "coming": len(house.hall._coming),
        "listeners": len(house.hub._listeners),
        "present": len(house.presence._here),
        "streams": sum(house.screens._open.values()),
        "jobs": len(house.store.writer._waiting),
        "tasks": sum(not task.done() for task in house.tasks),
        "aside": sum(len(each) for each in house.aside.turns._waiting.values()),
        "calls": len(worker.calls),
    }
    assert not any(left.values()), f"{worker.name} still has {left}"


def evening(seed: int, folder: Path) -> list[str]:
    """Play the evening of a seed; what happened, line by line."""
    seconds = 10.0 if seed < LONG else (20.0, 60.0, 300.0)[seed % 3]
    with simulated(seed) as loop, worldly(loop, folder) as world:
        made = Evening(world)
        workers, tables = world.random.choice((1, 2, 2, 3)), world.random.choice((1, 1, 1, 2))
        try:
            loop.run_until_complete(made.run(seconds, workers, tables))
        except Exception as problem:
            said = problem if isinstance(problem, AssertionError) else repr(problem)
            raise AssertionError(f"Seed {seed}: {said}") from problem
        world.note(f"{made.acts} acts")
        return world.happened
