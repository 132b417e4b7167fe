"""What tests of tables share: an open service, a table with people at it, and a contest between them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import msgspec

from agonist.kernel import register
from agonist.table import ContestInfo, ContestView, Limits, NewContest, Seat, Service
from examples.standoff import GAME

register(GAME)

UNHURRIED = Limits(
    acts=(1e9, 1e9),
    joins=(1e9, 1e9),
    makes=(1e9, 1e9),
    misses=(1e9, 1e9),
    reads=(1e9, 1e9),
    writes=(1e9, 1e9),
    odds=60,
)
"""Limits that no test runs into by being quick."""


class Party:
    """A table with a game master, two rivals and a spectator, and a contest between the rivals."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.tokens: dict[str, str] = {}
        self.seats: dict[str, Seat] = {}
        self.contest = ""

    @property
    def gm(self) -> Seat:
        return self.seats["gm"]

    async def gather(self) -> "Party":
        made = await self.service.people.create_table("Friday", "Mia")
        self.tokens["gm"], self.seats["gm"] = made.token, made.seat
        for name, role in (("Ash", "player"), ("Birch", "player"), ("Finn", "spectator")):
            invited = await self.service.people.add_seat(self.gm, name, role)  # type: ignore[arg-type]
            joined = await self.service.invitations.join(invited.token)
            self.tokens[name], self.seats[name] = joined.token, joined.seat
        return self

    async def start(self, **wanted: Any) -> ContestInfo:
        chosen = {"game": "standoff", "preset": "noon", "usual_dice": "sealed"} | wanted
        info = await self.service.contests.start(self.gm, NewContest(**chosen))
        self.contest = info.id
        return info

    async def view(self, name: str) -> ContestView:
        return await self.service.contests.view(self.seats[name], self.contest)

    async def answer(self, name: str, value: Any, **more: Any) -> Any:
        """Answer what this seat is asked first."""
        asked = (await self.view(name)).view.asked
        return await self.service.acts.answer(self.seats[name], self.contest, asked[0].id, value, **more)

    async def play_on(self, random: Random, most: int = 1_000) -> ContestView:
        """Let the game master answer everything at random until the contest is over."""
        for _ in range(most):
            seen = await self.view("gm")
            if not seen.view.asked:
                return seen
            asked = random.choice(seen.view.asked)
            await self.service.acts.answer(self.gm, self.contest, asked.id, asked.form.sample(random))
        return await self.view("gm")


@asynccontextmanager
async def opened(url: str, limits: Limits = UNHURRIED, **settings: Any) -> AsyncIterator[Service]:
    async with Service.open(url, limits=limits, **settings) as service:
        yield service


def alike(one: ContestView, other: ContestView) -> bool:
    """Whether two views are the same, and the open question as old; a memory that was lost knows that to the moment."""
    if one.since is not None and other.since is not None:
        assert abs((one.since - other.since).total_seconds()) < 30
    return msgspec.structs.replace(one, since=other.since) == other


async def until(done: Any, seconds: float = 60.0) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not done():  # noqa: ASYNC110  what it waits for is anything
            await asyncio.sleep(0.005)
