"""Attacks on a server, from other addresses than its neighbours': `python -m benchmarks._attacks NAME PORT`.

Each says when it has begun, goes on until a line is sent to it, and says at its end, as JSON, how often it was answered
how. Those of crowds, at many tables or from many addresses, are in `_crowds`.
"""

import asyncio
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress

import httpx

from agonist.kernel import GameBroken, Number, Referee, Transcript, drive, game
from agonist.kernel import corrections as known

FROM = "127.0.0.2"
LARGE = (
    "/odds/forge/challenge?dice=60&training=5&difficulty=30&fervor=yes&focus=yes&fortune=yes&added=60&minimum=60",
    "/odds/forge/contest?attack=60@6&attack=60@6&attack=60@6&defend=60@6",
    "/odds/questworlds/extended?first=20M9&second=20M9&policy=best&against=best",
    "/odds/deckahedron/endure?damage=20d20",
)

Counts = Counter[str]


class Attacker:
    """Somebody with a table of their own, who means no good."""

    def __init__(self, port: int, address: str = FROM, counts: Counts | None = None) -> None:
        self.port, self.until = port, float("inf")
        self.counts: Counts = Counter() if counts is None else counts
        transport = httpx.AsyncHTTPTransport(
            local_address=address, limits=httpx.Limits(max_connections=2_000)
        )
        self.client = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            transport=transport,
            timeout=120,
            headers={"accept": "text/html"},
        )

    @property
    def going(self) -> bool:
        return time.monotonic() < self.until

    def begin(self) -> None:
        """Say that everything is ready: time runs from now on."""
        print("begun", flush=True)
        asyncio.get_running_loop().add_reader(sys.stdin, self.end)

    def end(self) -> None:
        """Somebody has seen enough."""
        asyncio.get_running_loop().remove_reader(sys.stdin)
        self.until = time.monotonic()

    async def sit_down(self) -> None:
        made = (await self.client.post("/api/tables", json={"name": "attack"})).raise_for_status().json()
        self.table = made["table"]["id"]
        self.client.headers["authorization"] = f"Bearer {made['token']}"

    async def send(self, method: str, path: str, *, what: str = "", **more) -> httpx.Response | None:
        """One request, counted by how it was answered; who is told to wait for long waits a little."""
        try:
            answer = await self.client.request(method, path, **more)
        except httpx.HTTPError as problem:
            self.counts[f"{what or path}: {type(problem).__name__}"] += 1
            await asyncio.sleep(0.05)
            return None
        code = ""
        if answer.headers.get("content-type", "").startswith("application/problem"):
            code = f" {answer.json()['code']}"
        else:
            says = (
                each for each in ("too large to answer here", "asked much at once") if each in answer.text
            )
            code = "".join(f" {each}" for each in says)
        self.counts[f"{what or path}: {answer.status_code}{code}"] += 1
        return answer

    async def take(self, contest: Transcript | bytes) -> str:
        """Import a contest; its id, or nothing if it was refused."""
        path = f"/api/tables/{self.table}/contests/import"
        data = contest if isinstance(contest, bytes) else contest.to_json()
        answer = await self.send("POST", path, what="import", content=data)
        return answer.json()["id"] if answer is not None and answer.status_code == 201 else ""


def boarding(*, entries: int = 0, corrections: int = 0, undone: int = 0) -> Transcript:
    """A long ready contest in the middle: played on and taken back until it has so many entries, or corrected."""
    rules = game("questworlds")
    kind = rules.type("group-extended")
    preset = kind.presets["boarding"]
    contest = Referee.start(rules, kind.name, preset.setup, preset.options, seed=bytes(32))
    policies = dict.fromkeys(contest.seats, next(iter(kind.bots.values())))
    _drive(contest, policies, 20)
    while len(contest.transcript.entries) < entries:
        at = contest.at
        _drive(contest, policies, 6)
        contest.undo(max(each for each in contest.points() if each <= at))
    path = next(each.path for each in known(contest.state) if isinstance(each.form, Number))
    for n in range(corrections):
        contest.override(path, 1 + n % 9, reason="x")
        if n < undone:
            contest.undo(contest.points()[-1])
    return contest.transcript


def _drive(contest: Referee, policies: dict, answers: int) -> None:
    with suppress(GameBroken):
        drive(contest, policies, most=answers)


async def length(attacker: Attacker) -> None:
    """2: two clients read, fork and undo a contest as long as they can get it, again and again."""
    await attacker.sit_down()
    longest, long = boarding(corrections=19_900), boarding(entries=2_400, corrections=500)
    attacker.begin()
    await attacker.take(longest)
    contest = await attacker.take(long)

    async def loop(*requests: tuple[str, str, str, dict]) -> None:
        for what, method, path, more in itertools.cycle(requests):
            if not attacker.going:
                return
            await attacker.send(method, path, what=what, **more)

    api, page = f"/api/contests/{contest}", f"/contests/{contest}"
    token = attacker.client.headers["authorization"].split()[1]
    cookie = {"headers": {"cookie": f"agonist={token}"}}
    reads: tuple[tuple[str, str, str, dict], ...] = (
        ("tools", "GET", f"{api}/tools", {}),
        ("the whole story", "GET", f"{page}?story=whole", cookie),
        ("the view", "GET", api, {}),
        ("the log", "GET", f"{api}/log?format=html", {}),
        ("fork", "POST", f"{api}/fork", {"json": {}}),
        ("undo", "POST", f"{api}/undo", {"json": {"to": 20}}),
    )
    await asyncio.gather(loop(*reads), loop(*reads[::-1]))


async def undos(attacker: Attacker) -> None:
    """3: contests that are all corrections and undos, imported and opened again and again."""
    await attacker.sit_down()
    worst, refused = (boarding(corrections=n, undone=n) for n in (500, 501))
    attacker.begin()
    await attacker.take(refused)
    while attacker.going:
        contest = await attacker.take(worst)
        if contest:
            await attacker.send("GET", f"/api/contests/{contest}", what="the view")
            await attacker.send("POST", f"/api/contests/{contest}/end", what="end", json={})
        else:
            await asyncio.sleep(0.1)


async def odds(attacker: Attacker) -> None:
    """4: ten clients ask what takes minutes."""
    attacker.begin()

    async def loop(n: int) -> None:
        for path in itertools.islice(itertools.cycle(LARGE), n, None):
            if not attacker.going:
                return
            await attacker.send("GET", path, what="a large question")
            await asyncio.sleep(0.05)

    await asyncio.gather(*map(loop, range(10)))


async def streams(attacker: Attacker) -> None:
    """5: one seat opens 300 streams, and closes and opens them again."""
    await attacker.sit_down()
    new = {"game": "questworlds", "type": "extended", "preset": "bridge"}
    made = await attacker.client.post(f"/api/tables/{attacker.table}/contests", json=new)
    path = f"/api/contests/{made.json()['id']}/stream"
    attacker.begin()

    async def loop() -> None:
        while attacker.going:
            try:
                async with attacker.client.stream("GET", path) as stream:
                    attacker.counts[f"a stream: {stream.status_code}"] += 1
                    with suppress(TimeoutError):
                        async with asyncio.timeout(2):
                            async for _ in stream.aiter_raw():
                                pass
            except httpx.HTTPError as problem:
                attacker.counts[f"a stream: {type(problem).__name__}"] += 1
            await asyncio.sleep(0.2)

    await asyncio.gather(*(loop() for _ in range(300)))


async def headers(attacker: Attacker) -> None:
    """6: eight sockets send a header without end, and 1,100 connections begin a request and leave it."""
    attacker.begin()

    async def endless() -> None:
        while attacker.going:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", attacker.port, local_addr=(FROM, 0)
                )
                writer.write(b"GET /health HTTP/1.1\r\nhost: x\r\nX-A: ")
                with suppress(OSError):
                    while time.monotonic() < attacker.until and not reader.at_eof():
                        writer.write(b"a" * 65_536)
                        await writer.drain()
                        await asyncio.sleep(0)
                said = b""
                with suppress(OSError):
                    said = await reader.read(100)
                attacker.counts[f"a header without end: {said[9:12].decode() or 'cut off'}"] += 1
                writer.close()

    async def half_open() -> None:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", attacker.port, local_addr=(FROM, 0))
            writer.write(b"GET /health HTTP/1.1\r\nhost:")
            async with asyncio.timeout(20):
                said = await reader.read(100)
            attacker.counts[f"a request left half open: {said[9:12].decode() or 'cut off'}"] += 1
            writer.close()
        except TimeoutError:
            attacker.counts["a request left half open: still open"] += 1
        except OSError:
            attacker.counts["a request left half open: cut off"] += 1

    await asyncio.gather(*(endless() for _ in range(8)), *(half_open() for _ in range(1_100)))


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "length": length,
    "undos": undos,
    "odds": odds,
    "streams": streams,
    "headers": headers,
}


async def main(name: str, port: int) -> Counts:
    from benchmarks._crowds import CROWDS

    attacker = Attacker(port)
    await (ATTACKS | CROWDS)[name](attacker)
    return attacker.counts


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1], int(sys.argv[2])))))
