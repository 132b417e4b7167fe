"""Pace: four people who answer in five seconds, at the real table: how long each waits from one's own act to the next.

The clock is simulated, all else is the table as it is: who is looking is waited for, windows close when nobody speaks,
dice wait for their *Roll*. Everybody decides as the game's first bot does, five seconds after being asked; what is
directed at somebody before the dice is answered in the same time. What dice take on a stage is not in it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

from agonist.kernel import GM, AgonistError, Asked, game
from agonist.table import ContestView, NewContest, Seat, Service
from tests.simulation.loop import simulated
from tests.support.stores import empty_store
from tests.support.tables import UNHURRIED

PRESETS = (
    ("questworlds-srd", "scored", "bridge-at-night"),
    ("questworlds-srd", "group-contest", "flood"),
    ("questworlds", "group-extended", "boarding"),
    ("questworlds", "group-simple", "storm"),
    ("forge", "subjugate", "caravan-ambush"),
    ("forge", "group-contest", "brawl-at-the-well"),
    ("deckahedron", "fight", "soldiers"),
)
"""The group contests of each game."""

SPEEDS = (5.0, 5.0, 5.0, 5.0)
"""After how many seconds each answers, the game master first."""
MOST = 45.0
"""Seconds that nobody should have to wait for others."""
CONTESTS = 3
LONGEST = 4 * 3600.0


class Person:
    """Somebody at a screen, with the seats of the contest that they play."""

    def __init__(self, service: Service, name: str, who: Seat, token: str, speed: float) -> None:
        self.service, self.name, self.who, self.token, self.speed = service, name, who, token, speed
        self.seats: list[str] = []
        self.waits: list[float] = []
        self.left_over = 0.0
        """How long it went on after the last act."""
        self.acts = 0
        self._free_since: float | None = asyncio.get_running_loop().time()

    async def play(self, contest: str) -> None:
        """Answer what is asked, until it is over."""
        changed, over = asyncio.Event(), asyncio.Event()
        screen = asyncio.ensure_future(self._look(contest, changed, over))
        loop = asyncio.get_running_loop()
        while not over.is_set():
            changed.clear()
            due = await self._due(contest)
            if due is None:
                await changed.wait()
                continue
            if self._free_since is not None:
                self.waits.append(loop.time() - self._free_since)
                self._free_since = None
            await asyncio.sleep(self.speed)
            with suppress(AgonistError):  # others were quicker, or it is no longer asked
                await self._answer(contest, due)
                self.acts += 1
            self._free_since = loop.time()
        self.left_over = loop.time() - (self._free_since or loop.time())
        screen.cancel()

    async def _look(self, contest: str, changed: asyncio.Event, over: asyncio.Event) -> None:
        async for change in self.service.streams.follow(self.who, self.token, contest):
            if change.view is not None and change.view.contest.status != "running":
                over.set()
            changed.set()

    async def _due(self, contest: str) -> Asked | None:
        """What this person is asked first: what must be answered, then what is said to be theirs to say, and what
        several are asked of whom whoever is first goes first."""
        asked: list[Asked] = []
        of_all: set[tuple[str, str]] = set()
        for seat in self.seats:
            view: ContestView = await self.service.contests.view(self.who, contest, seat=seat, log=False)
            kept = {each.request for each in view.kept}
            asked += [each for each in view.view.asked if each.seat == seat and each.id not in kept]
            of_all |= {(str(each.at), each.what) for each in view.view.waiting if not each.window}
        due = [each for each in asked if not each.window or each.directed or _whose(each) in of_all]
        return min(due, key=lambda each: each.window, default=None)

    async def _answer(self, contest: str, asked: Asked) -> None:
        if asked.chance:
            await self.service.acts.answer(self.who, contest, asked.id, asked.form.fallback())
        else:
            await self.service.acts.bot_answers(self.who, contest, asked.id)


def _whose(asked: Asked) -> tuple[str, str]:
    """Of which request it is a part, and what is asked."""
    return asked.id.partition(".")[0], asked.what


async def evening(url: str, rules: str, kind: str, preset: str, speeds: Sequence[float]) -> list[Person]:
    """One contest, with its people as they were at its end."""
    async with Service.open(url, limits=UNHURRIED) as service:
        made = await service.people.create_table("Friday", "Game master")
        people = [Person(service, "Game master", made.seat, made.token, speeds[0])]
        for n, speed in enumerate(speeds[1:], 1):
            invited = await service.people.add_seat(made.seat, f"Player {n}")
            joined = await service.invitations.join(invited.token)
            people.append(Person(service, joined.seat.name, joined.seat, joined.token, speed))
        ready = game(rules).type(kind)
        found = ready.presets[preset]
        seats = [each for each in ready.seats(found.setup) if each != GM]
        people[0].seats = [GM]
        for n, seat in enumerate(seats):
            people[1 + n % len(speeds[1:])].seats.append(seat)
        casting = {seat: each.who.id for each in people[1:] for seat in each.seats}
        new = NewContest(game=rules, type=kind, preset=preset, casting=casting, usual_dice="tap")
        contest = await service.contests.start(made.seat, new)
        playing = [each for each in people if each.seats]
        async with asyncio.timeout(LONGEST):
            await asyncio.gather(*(each.play(contest.id) for each in playing))
        return playing


def measured(
    rules: str, kind: str, preset: str, *, speeds: Sequence[float] = SPEEDS, contests: int = CONTESTS
) -> list[dict[str, Any]]:
    """Of some contests, for each seat: acts, the mean and the longest wait, and how long it went on without them."""
    every: list[list[Person]] = []
    for seed in range(contests):
        with TemporaryDirectory() as folder, simulated(seed) as loop:
            url = empty_store(Path(folder) / "tables.db")
            every.append(loop.run_until_complete(evening(url, rules, kind, preset, speeds)))
    return [
        {
            "game": rules,
            "type": kind,
            "preset": preset,
            "who": same[0].name,
            "plays": ", ".join(same[0].seats),
            "acts": round(fmean(each.acts for each in same), 1),
            "mean wait": round(fmean([wait for each in same for wait in each.waits] or [0.0]), 1),
            "longest wait": round(max([wait for each in same for wait in each.waits], default=0.0), 1),
            "out at the end": round(max(each.left_over for each in same), 1),
        }
        for same in zip(*every, strict=True)
    ]


def run() -> list[dict[str, Any]]:
    figures = []
    print("| game | type | preset | who | plays | acts | mean wait | longest wait | out at the end |")
    print("|---|---|---|---|---|---:|---:|---:|---:|")
    for each in PRESETS:
        for row in measured(*each):
            figures.append(row)
            print("| " + " | ".join(str(value) for value in row.values()) + " |", flush=True)
    over = [row for row in figures if row["longest wait"] > MOST]
    print(f"\nWaits longer than {MOST:g} s: {len(over)} of {len(figures)} seats.")
    return figures
