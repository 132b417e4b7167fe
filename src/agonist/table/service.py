"""The service: the one door to tables. Pages, the API and programs do everything through it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Any, Literal

import msgspec

from agonist.kernel import games, learn_types
from agonist.odds.answer import Odds

from .acts import Acts
from .alone import alone_with
from .characters import Characters
from .contests import Contests
from .courier import Courier
from .doors import Doors
from .errors import StoreUnavailable
from .exchange import Exchange
from .foreseeing import Foreseeing
from .hooks import Hooks
from .house import House
from .invitations import Invitations
from .limits import Limits
from .outward import Reach
from .people import People
from .reviews import Reviews
from .sharing import Sharing
from .stage import Stage
from .store import Store
from .streams import Streams
from .taking_back import Slips
from .televisions import Televisions
from .visitors import while_there

_PATIENCE = 2.0


class Readiness(msgspec.Struct, frozen=True):
    """Whether the service can work now; `hears_others` is whether it hears at once of what other processes change."""

    ready: bool
    database: bool
    hears_others: bool


class Service:
    """A server's tables.

    Whoever calls first finds out who it is with `people.holder(token)`, which gives `Seat`s, and passes one of them as
    `who` to everything else. Each part refuses what that seat may not do or see, with the errors of
    `agonist.kernel` and `agonist.table.errors`.

    ``people``      tables, seats, who is present
    ``invitations`` inviting, revoking, handing over, joining
    ``doors``       one code for the room: coming in under a name
    ``televisions`` screens for the whole room, which show a code until somebody takes them to a table
    ``characters``  sheets that contests start from and write back to
    ``contests``    starting, listing, seeing, forking; the game master's tools; odds
    ``foresight``   what may come of dice that wait, and of answers
    ``acts``        answering, undoing, correcting, pausing, bots, dice, casting, ending
    ``slips``       taking back an answer of one's own, or asking for that
    ``streams``     following a table and a contest as things happen
    ``exchange``    transcripts, export and import
    ``reviews``     luck and skill in contests that are over, one by one and all together
    ``sharing``     pages of contests that a game master makes public
    ``hooks``       addresses that are told whose turn it is
    """

    def __init__(self, house: House, webhooks: Reach = "outside") -> None:
        self.house = house
        self.people = People(house)
        self.invitations = Invitations(house, self.people)
        self.doors = Doors(house, self.people)
        stage = Stage(house)
        self.acts = Acts(house, stage)
        self.slips = Slips(stage, house.limits.undos)
        self.characters = Characters(house)
        self.contests = Contests(house, stage, self.characters)
        self.foresight = Foreseeing(house)
        self.televisions = Televisions(house)
        self.streams = Streams(house, self.people, self.contests, self.televisions)
        self.exchange = Exchange(house, self.people, self.contests, self.characters)
        self.reviews = Reviews(house, self.exchange)
        self.sharing = Sharing(house, self.exchange, self.reviews)
        self.hooks = Hooks(house, Courier(house, webhooks))

    def allow(self, what: Literal["make", "ask", "miss", "read"], peer: str) -> None:
        """Count what somebody does, or raise `TooFast`: making a table, a question, a wrong token, a page."""
        limits = self.house.limits
        rates = {"make": limits.makes, "ask": limits.acts, "miss": limits.misses, "read": limits.reads}
        self.house.rates.take(what, peer, rates[what])

    async def odds(self, peer: str, game: str, question: str, values: dict[str, Any]) -> Odds:
        """The answer to a question about a game's odds, for somebody at an address; `TooLarge` if it takes too long."""
        function = "agonist.odds.clerk_work:answer_question"
        with while_there():
            found: Odds = await self.house.clerks.ask(peer, function, game, question, values)
        return found

    async def ready(self) -> Readiness:
        """Whether there is a database that answers soon and has room, and the service is not about to stop."""
        try:
            async with asyncio.timeout(_PATIENCE):
                await self.house.store.probe()
        except (StoreUnavailable, TimeoutError):
            return Readiness(ready=False, database=False, hears_others=False)
        return Readiness(ready=not self.house.hub.closing, database=True, hears_others=self.house.hall.sure)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        url: str,
        *,
        limits: Limits | None = None,
        most_live: int = 1_000,
        idle: float = 600,
        patience: float = 10,
        beside: bool = False,
        webhooks: Reach = "outside",
    ) -> AsyncIterator[Service]:
        """Open the tables of a database, alone or `beside` a server; leaving finishes what is under way.

        Up to `most_live` contests stay in memory, each for `idle` seconds after it was last used. All games are loaded
        first, and all types learned, before there are threads that could meet them.
        """
        games()
        learn_types()
        with nullcontext() if beside else alone_with(url):
            house = House(
                await Store.open(url, patience=patience), limits or Limits(), most_live=most_live, idle=idle
            )
            await house.open()
            service = cls(house, webhooks)
            try:
                await service.hooks.courier.begin_if_needed()
                yield service
            finally:
                await house.close()
