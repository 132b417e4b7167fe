"""Players that play through the API, note what was acknowledged, and carry on after whatever happens to the server."""

import asyncio
from random import Random
from typing import Any

import httpx
from sqlalchemy import select

from agonist.kernel import Answered
from agonist.table import open_store, schema
from agonist.table.live import read_contest, rebuilt


class Player:
    """A game master who plays one contest after the other alone, as fast as the server answers."""

    def __init__(self, address: str, random: Random) -> None:
        self.address = address
        self.random = random
        self.acknowledged: dict[str, dict[str, Any]] = {}
        self.entries: dict[str, int] = {}
        self.contest = ""
        self.refusals: list[tuple[int, str]] = []
        self.lost = 0

    async def sit_down(self) -> None:
        async with httpx.AsyncClient(base_url=self.address, timeout=60) as client:
            made = (await client.post("/api/tables", json={"name": "crash"})).raise_for_status().json()
        self.table, self.token = made["table"]["id"], made["token"]

    async def play(self, stop: asyncio.Event) -> None:
        """Play until told to stop. A request that was not answered is sent again as it was."""
        head = {"authorization": f"Bearer {self.token}"}
        again: tuple[str, Any] | None = None
        async with httpx.AsyncClient(base_url=self.address, headers=head, timeout=15) as client:
            while not stop.is_set():
                try:
                    again = await self._step(client, again)
                except httpx.HTTPError:
                    self.lost += 1
                    await asyncio.sleep(0.05)

    async def _step(self, client: httpx.AsyncClient, again: tuple[str, Any] | None) -> tuple[str, Any] | None:
        if not self.contest:
            new = {"game": "standoff", "setup": {"nerve": 9}, "usual_dice": "sealed"}
            made = await client.post(f"/api/tables/{self.table}/contests", json=new)
            if self._fine(made):
                self.contest = made.json()["id"]
            return None
        if again is None:
            seen = await client.get(f"/api/contests/{self.contest}")
            if not self._fine(seen):
                return None
            found = seen.json()
            assert int(found["position"].split(".")[0]) >= self.entries.get(self.contest, 0), (
                "an answer is lost"
            )
            asked = found["view"]["asked"]
            if not asked:
                self.contest = ""
                return None
            chosen = self.random.choice(asked)
            again = (
                chosen["id"],
                self.random.choice(("strike", "wait")) if chosen["what"] == "deed" else "So be it.",
            )
        self.sent = again
        answered = await client.post(
            f"/api/contests/{self.contest}/answers", json={"request": again[0], "value": again[1]}
        )
        if answered.status_code == 409:
            assert self.lost, "a request was answered twice though nothing went wrong"
            return None
        if not self._fine(answered):
            return again
        acted = answered.json()
        self.acknowledged.setdefault(self.contest, {})[again[0]] = again[1]
        self.entries[self.contest] = acted["entries"]
        return None

    def _fine(self, response: httpx.Response) -> bool:
        if response.status_code < 300:
            return True
        problem = response.json()
        self.refusals.append((response.status_code, problem["code"]))
        assert response.status_code == 503, problem
        self.lost += 1
        return False


async def check_the_store(database: str, players: list[Player]) -> int:
    """Every acknowledged answer is there exactly once, and no act is half there. Returns how many answers there are."""
    count = 0
    async with open_store(database) as store:
        ids = await store.read(lambda c: list(c.execute(select(schema.contests.c.id)).scalars()))
        known = {contest: answers for player in players for contest, answers in player.acknowledged.items()}
        assert set(known) <= set(ids)
        for each in ids:
            stored = await store.read(lambda c, each=each: read_contest(c, each))  # type: ignore[misc]
            assert stored is not None
            live = rebuilt(stored)
            assert live.referee.roll_on() == [], "dice are missing after an answer"
            assert live.referee.over == (live.info.status == "over")
            answers: dict[str, Any] = {}
            for entry in live.referee.transcript.entries:
                if isinstance(entry, Answered):
                    request = f"{entry.at}.{entry.slot}.0"
                    assert request not in answers, "a request was answered twice"
                    answers[request] = entry.value
            wrong = {name: value for name, value in known.get(each, {}).items() if answers.get(name) != value}
            assert wrong == {}, "acknowledged answers are missing"
            count += len(known.get(each, {}))
    return count
