"""A busy evening: many tables play the real games at once, with thinking people and live streams.

Every table runs a preset of one of the games with a game master and four others, each of whom sits at a seat if there
is one left and has a stream open: those of people's pages, or those of programs. Somebody answers, by a bot’s choice
after thinking for a while, to a question that the game
master's own stream has told. A contest that is over is followed by another one. The first groups begin
a quarter of the time before anything is measured.
"""

import asyncio
import itertools
import math
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.support.installed import installed_games

PEOPLE = 5
STREAMS = {"pages": "/contests/{}/stream", "api": "/api/contests/{}/stream"}
ASKED = {
    "pages": re.compile(rb'(?:name="request" value|data-asks)="([^" ]+)'),
    "api": re.compile(rb'\{"id":"([^"]+)","seat":'),
}
"""How questions are named in what a screen is told."""
LATE = ("act.already-answered", "act.over")
"""What somebody is told who thought for longer than others wait."""
UNLIMITED = {
    "acts": (1e9, 1e9),
    "makes": (1e9, 1e9),
    "joins": (1e9, 1e9),
    "reads": (1e9, 1e9),
    "writes": (1e9, 1e9),
    "peer_streams": 10_000,
}

Figures = dict[str, float]


def ready_contests() -> list[tuple[str, str, str, str]]:
    """Every preset of every game, with the game's own bot."""
    return [
        (found.name, kind.name, key, next(iter(kind.bots)))
        for found in installed_games()
        for kind in found.types
        for key in kind.presets
    ]


@dataclass
class Evening:
    """How it is played, and what all groups together have seen of it."""

    tables: int = 100
    seconds: float = 600
    thinking: float = 2
    streams: str = "pages"
    homes: tuple[str, ...] = ()
    """Where the groups play, in turn, if there are several processes and a proxy that sends each group to one."""
    end: float = math.inf
    acts: int = 0
    heard: int = 0
    waits: list[float] = field(default_factory=list)
    finished: list[dict[str, Any]] = field(default_factory=list)

    @property
    def ramp(self) -> float:
        """For how long groups begin one after the other, before anything is measured."""
        return self.seconds / 4

    async def runs(self, address: str, process: Any, begins: Callable[[], None] = lambda: None) -> Figures:
        """Play the whole evening; `begins` is called when the measured part begins."""
        async with httpx.AsyncClient(base_url=address) as client:
            there = {each["name"] for each in (await client.get("/api/games")).json()}
        presets = itertools.cycle(one for one in ready_contests() if one[0] in there)
        homes = self.homes or (address,)
        groups = [Group(self, homes[n % len(homes)]) for n in range(self.tables)]
        for group in groups:
            await group.sits_down()
        self.end = time.monotonic() + self.ramp + self.seconds
        playing = [asyncio.create_task(group.plays(presets)) for group in groups]
        await asyncio.sleep(self.ramp)
        self.acts, self.heard, self.waits, before = 0, 0, [], busy(process)
        begins()
        await asyncio.gather(*playing)
        late = statistics.quantiles(self.waits, n=100)
        return {
            "acts": self.acts,
            "acts_a_second": self.acts / self.seconds,
            "events": self.heard,
            "median_ms": late[49] * 1000,
            "p99_ms": late[98] * 1000,
            "cpu_ms_an_act": (busy(process) - before) / self.acts * 1000,
            "contests": len(self.finished),
            "megabytes": process.memory_info().rss / 2**20,
        }


class Group:
    """A game master and four others at a table of their own, with connections of their own."""

    def __init__(self, evening: Evening, address: str) -> None:
        self.evening = evening
        self.client = httpx.AsyncClient(base_url=address, timeout=30, follow_redirects=True, verify=False)
        self.token = self.table = ""
        self.asked: dict[str, list[str]] = {}
        self.told = asyncio.Event()
        self.others: list[tuple[str, str]] = []

    async def call(self, method: str, path: str, body: Any = None, *, late: bool = False) -> Any:
        """What is answered; None to an act that may come too `late`: what need not be said closes by itself."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = await self.client.request(method, f"/api{path}", headers=headers, json=body)
        if late and answer.status_code == 409 and answer.json()["code"] in LATE:
            return None
        assert answer.status_code < 300, f"{path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    async def sits_down(self) -> None:
        made = await self.call("POST", "/tables", {"name": "Thursday"})
        self.token, self.table = made["token"], made["table"]["id"]
        for n in range(1, PEOPLE):
            invited = await self.call("POST", f"/tables/{self.table}/seats", {"name": f"Player {n}"})
            joined = await self.call("POST", "/join", {"token": invited["token"]})
            self.others.append((invited["seat"]["id"], joined["token"]))

    async def plays(self, presets: Iterator[tuple[str, str, str, str]]) -> None:
        """One contest after the other; groups begin one after the other too."""
        await asyncio.sleep(random.uniform(0, self.evening.ramp))
        while time.monotonic() < self.evening.end:
            name, kind, preset, bot = next(presets)
            new = {"game": name, "type": kind, "preset": preset}
            contest = (await self.call("POST", f"/tables/{self.table}/contests", new))["id"]
            seats = (await self.call("GET", f"/contests/{contest}"))["seats"][1:]
            for seat, (person, _) in zip(seats, self.others, strict=False):
                await self.call(
                    "POST", f"/contests/{contest}/casting", {"seat": seat["seat"], "holder": person}
                )
            tokens = (self.token, *(token for _, token in self.others))
            self.asked.clear()
            self.told.clear()
            streams = [asyncio.create_task(self.follows(contest, token)) for token in tokens]
            await self.contest(contest, bot)
            for stream in streams:
                stream.cancel()
            await asyncio.gather(*streams, return_exceptions=True)
        await self.client.aclose()

    async def contest(self, contest: str, bot: str) -> None:
        """Somebody acts as soon as the game master's screen has what came of the act before, and some thought."""
        status = "running"
        while status == "running" and time.monotonic() < self.evening.end:
            await self.told.wait()
            self.told.clear()
            request = next((each for part in self.asked.values() for each in part), "")
            done = await self.acts(contest, request, bot) if request else None
            if done is None:  # what closed by itself may have been the last
                done = (await self.call("GET", f"/contests/{contest}"))["contest"]
            status = done["status"]
        if status == "over":
            self.evening.finished.append(await self.call("GET", f"/contests/{contest}/transcript"))

    async def acts(self, contest: str, request: str, bot: str) -> Any:
        """Somebody thinks, then acts; None if that was too late."""
        await asyncio.sleep(random.expovariate(1 / self.evening.thinking))
        begun = time.perf_counter()
        act = {"request": request, "bot": bot}
        done = await self.call("POST", f"/contests/{contest}/bot-answers", act, late=True)
        if done is not None:
            self.evening.waits.append(time.perf_counter() - begun)
            self.evening.acts += 1
        return done

    async def follows(self, contest: str, token: str) -> None:
        """Hear all that a stream tells; of the game master's also what is asked, of the others' nothing more."""
        headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
        rest = b""
        async with self.client.stream(
            "GET", STREAMS[self.evening.streams].format(contest), headers=headers
        ) as stream:
            async for data in stream.aiter_raw():
                self.evening.heard += data.count(b"event: ")
                if token == self.token:
                    *events, rest = (rest + data).split(b"\n\n")
                    for each in events:
                        self.hears(each)

    def hears(self, event: bytes) -> None:
        """What the game master's screen is told: which questions are open, and that all of it has come."""
        kind = event[7 : event.find(b"\n")].decode()
        if kind in ("now", "place", "view"):
            self.asked[kind] = [found.decode() for found in ASKED[self.evening.streams].findall(event)]
        if kind in ("position", "view"):
            self.told.set()


def busy(process: Any) -> float:
    """Seconds of processor time that the server has used."""
    times = process.cpu_times()
    return times.user + times.system
