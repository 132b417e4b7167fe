"""Attacks of crowds: at many tables, from many addresses, with large answers, bots and reviews."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from urllib.parse import urlencode

from benchmarks._attacks import FROM, LARGE, Attacker, boarding
from tests.review.played import played

TABLES = 50
ADDRESSES = 8
BOTS = 60
SHARED = 10


async def at_tables(attacker: Attacker, count: int, address: str = FROM) -> list[Attacker]:
    """So many game masters with a table each, all from one address."""
    many = [Attacker(attacker.port, address, attacker.counts) for _ in range(count)]
    for one in many:
        await one.sit_down()
    return many


async def long_contests(attacker: Attacker, one: Attacker, data: bytes) -> None:
    """Import the longest contest that is taken, look at it in every way, end it, and again."""
    token = one.client.headers["authorization"].split()[1]
    cookie = {"headers": {"cookie": f"agonist={token}"}}
    while attacker.going:
        contest = await one.take(data)
        if not contest:
            await asyncio.sleep(0.5)
            continue
        api = f"/api/contests/{contest}"
        for what, path, more in (
            ("the view", api, {}),
            ("the page", f"/contests/{contest}", cookie),
            ("tools", f"{api}/tools", {}),
        ):
            if attacker.going:
                await one.send("GET", path, what=what, **more)
        await one.send("POST", f"{api}/end", what="end", json={})


async def tables(attacker: Attacker) -> None:
    """One address has fifty tables, and works with a contest of 3,900 entries at each."""
    data = boarding(entries=3_400, corrections=500).to_json()
    many = await at_tables(attacker, TABLES)
    attacker.begin()
    await asyncio.gather(*(long_contests(attacker, one, data) for one in many))


async def addresses(attacker: Attacker) -> None:
    """Eight addresses work with long contests at four tables each, and ask what takes minutes."""
    data = boarding(entries=3_400, corrections=500).to_json()
    many = []
    for n in range(ADDRESSES):
        many += await at_tables(attacker, 4, f"127.0.0.{n + 2}")
    attacker.begin()

    async def asks(one: Attacker, n: int) -> None:
        for path in itertools.islice(itertools.cycle(LARGE), n, None):
            if not attacker.going:
                return
            await one.send("GET", path, what="a large question")
            await asyncio.sleep(0.05)

    works = (long_contests(attacker, one, data) for one in many)
    await asyncio.gather(*works, *(asks(one, n) for n, one in enumerate(many[::4])))


async def answers(attacker: Attacker) -> None:
    """Five clients ask for the largest pages that there are, and for larger ones."""
    await attacker.sit_down()
    token = attacker.client.headers["authorization"].split()[1]
    ours = {"cookie": f"agonist={token}", "sec-fetch-site": "same-origin"}
    group = {n: "/odds/forge/group?" + urlencode([("members", "1@1")] * n) for n in (200, 600, 2_200)}
    place = f"/tables/{attacker.table}/new/questworlds/group-extended"
    forms = {
        f"a form of {rows} rows": {
            f"setup.contestants.{n % 10}.abilities.{n // 10}.name": "x" for n in range(rows - 10)
        }
        | {"do": "look"}
        for rows in (120, 2_900)
    }
    attacker.begin()

    async def loop() -> None:
        while attacker.going:
            for n, path in group.items():
                await attacker.send("GET", path, what=f"a question of {n} rows")
            for what, fields in forms.items():
                await attacker.send("POST", place, what=what, data=fields, headers=ours)
            await attacker.send("GET", f"/api/tables/{attacker.table}/export", what="export")

    await asyncio.gather(*(loop() for _ in range(5)))


async def bots(attacker: Attacker) -> None:
    """Sixty contests of `best` against `best`, all seats of them, at tables that are deleted and made anew."""
    attacker.begin()
    new = {"game": "forge", "type": "subjugate", "preset": "caravan-ambush"}

    async def loop() -> None:
        while attacker.going:
            [one] = await at_tables(attacker, 1)
            for _ in range(BOTS // 3):
                made = await one.send("POST", f"/api/tables/{one.table}/contests", what="start", json=new)
                if made is None or made.status_code != 201:
                    break
                contest = made.json()["id"]
                seen = await one.send("GET", f"/api/contests/{contest}", what="the view")
                for seat in seen.json()["seats"] if seen is not None and seen.status_code == 200 else ():
                    bot = {"seat": seat["seat"], "bot": "best"}
                    await one.send("POST", f"/api/contests/{contest}/bots", what="a bot", json=bot)
            await asyncio.sleep(5)
            await one.send("DELETE", f"/api/tables/{one.table}", what="delete the table")

    await asyncio.gather(*(loop() for _ in range(3)))


async def reviews(attacker: Attacker) -> None:
    """Long contests are shared and taken back again and again, at five tables, and reviewed too."""
    long = played("questworlds", "group-extended", "boarding", seed=1).to_json()
    many = await at_tables(attacker, 5)
    contests = [(one, await one.take(long)) for one in many for _ in range(SHARED)]
    attacker.begin()

    async def loop(one: Attacker, contest: str) -> None:
        while attacker.going and contest:
            path = f"/api/contests/{contest}"
            await one.send("GET", f"{path}/review", what="review")
            await one.send("POST", f"{path}/share", what="share")
            await asyncio.sleep(0.5)
            await one.send("DELETE", f"{path}/share", what="take back")

    await asyncio.gather(*(loop(*each) for each in contests))


async def flood(attacker: Attacker) -> None:
    """One address has forty tables, and fetches their pages and acts there as fast as it is answered."""
    many = await at_tables(attacker, 40)
    new = {"game": "questworlds", "type": "group-extended", "preset": "boarding"}
    attacker.begin()

    async def loop(one: Attacker) -> None:
        made = await one.send("POST", f"/api/tables/{one.table}/contests", what="start", json=new)
        if made is None or made.status_code != 201:
            return
        contest, token = made.json()["id"], one.client.headers["authorization"].split()[1]
        cookie = {"cookie": f"agonist={token}"}
        while attacker.going:
            for what, method, path, more in (
                ("the page", "GET", f"/contests/{contest}", {"headers": cookie}),
                ("the table", "GET", f"/tables/{one.table}", {"headers": cookie}),
                ("the view", "GET", f"/api/contests/{contest}", {}),
                ("a pause", "POST", f"/api/contests/{contest}/pause", {"json": {"paused": True}}),
                ("the rules", "GET", "/rules/forge", {}),
            ):
                await one.send(method, path, what=what, **more)

    await asyncio.gather(*(loop(one) for one in many for _ in range(3)))


CROWDS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "tables": tables,
    "addresses": addresses,
    "answers": answers,
    "bots": bots,
    "reviews": reviews,
    "flood": flood,
}
