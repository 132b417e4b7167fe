"""A desk: one seat of one table, held by its token, and what an assistant can ask of the server from there."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx2

from agonist.kernel import AgonistError

PATIENCE = 30.0
"""How many seconds a server has to answer."""
SETTLES = 8.0
"""For how many seconds bots may go on before an act is told of as it stands."""
_AGAIN = 0.02
_PATH = re.compile(r"(/[\w.-]{1,64}){1,5}", re.ASCII)
"""Addresses are made of ids, some of which an assistant gave."""
_LONG = 200


class Refused(AgonistError):
    """What a server refused, in its words."""

    code = "assistant.refused"


class Desk:
    """A seat of a table. `host` is the desk of the game master where the table is the assistant's own, and `plays` the
    seat of contests that it asked for there."""

    def __init__(self, client: httpx2.AsyncClient, token: str) -> None:
        self._client = client
        self._token = token
        self.table = ""
        self.seat = ""
        self.host: Desk | None = None
        self.plays = ""
        self.sealed: dict[str, str] = {}
        """The fingerprint of each contest's seed, as it was when it was first seen here."""

    async def sit_down(self) -> Desk:
        """Learn whose token this is."""
        seat = (await self.get("/me"))["seats"][0]
        self.table, self.seat = seat["table"], seat["id"]
        return self

    async def get(self, path: str, **query: Any) -> Any:
        """What stands there, as data; a text that is no data as it is."""
        return await self._ask("GET", path, query=query)

    async def post(self, path: str, body: Any) -> Any:
        """Do something, and what came of it."""
        return await self._ask("POST", path, body=body)

    async def _ask(
        self, method: str, path: str, *, query: dict[str, Any] | None = None, body: Any = None
    ) -> Any:
        head = {"authorization": f"Bearer {self._token}"}
        if not _PATH.fullmatch(path) or any(len(str(each)) > _LONG for each in (query or {}).values()):
            raise Refused("That is no id.", accepted="one that a tool has given", code="assistant.id")
        try:
            answer = await self._client.request(method, f"/api{path}", params=query, json=body, headers=head)
        except (httpx2.HTTPError, httpx2.InvalidURL) as problem:
            raise Refused(f"The server does not answer: {problem}", code="assistant.no-server") from problem
        told = answer.json() if "json" in answer.headers.get("content-type", "") else answer.text
        if answer.status_code < 400:
            return told
        said = told if isinstance(told, dict) else {"detail": f"The server answered {answer.status_code}."}
        raise Refused(
            str(said.get("detail", "")),
            accepted=str(said.get("accepted", "")),
            place=str(said.get("place", "")),
            code=str(said.get("code", "assistant.refused")),
        )

    async def contest(self, named: str = "") -> str:
        """The contest that is meant: the one that is named, or the newest that runs, or the newest of all."""
        if named:
            return named
        running = (await self.get(f"/tables/{self.table}"))["running"]
        found = running or (await self.get(f"/tables/{self.table}/contests", limit=1))["contests"]
        if not found:
            raise Refused("Nothing has been played here yet.", accepted="set_up", code="assistant.no-contest")
        return str(max(found, key=lambda each: each["created"])["id"])

    async def view(self, contest: str, *, seat: str = "", after: str = "") -> dict[str, Any]:
        """The contest as this seat sees it; with a position, only the lines of the log since then."""
        seen: dict[str, Any] = await self.get(f"/contests/{contest}", seat=seat, after=after)
        self.sealed.setdefault(contest, seen["view"]["commitment"])
        others = [each for each in seen["asked_of"] if each != seen["seen_as"]] if not seat else []
        if others and seen["role"] != "gm":
            for each in others:
                beside = await self.get(f"/contests/{contest}", seat=each, after=seen["position"])
                seen["view"]["asked"] += beside["view"]["asked"]
        return seen

    async def settled(self, contest: str, *, after: str = "") -> dict[str, Any]:
        """The view once it waits for this seat or for people, or some seconds have gone by with bots."""
        until = time.monotonic() + SETTLES
        while True:
            seen = await self.view(contest, after=after)
            if not _bots_are_due(seen) or time.monotonic() > until:
                return seen
            await anyio.sleep(_AGAIN)


def _bots_are_due(seen: dict[str, Any]) -> bool:
    if seen["contest"]["status"] != "running" or seen["paused"]:
        return False
    bots = {each["seat"] for each in seen["seats"] if each["bot"]}
    view = seen["view"]
    due = [each["seat"] for each in (*view["asked"], *view["waiting"]) if not each.get("window")]
    if not due:
        return any(each["seat"] in bots for each in (*view["asked"], *view["waiting"]))
    return any(seat in bots for seat in due) and not any(
        not each.get("window") and each["seat"] in seen["asked_of"] for each in view["asked"]
    )


@asynccontextmanager
async def invited(link: str) -> AsyncIterator[Desk]:
    """The desk that an invitation's link opens: https://example.org/join/… as a game master shows it."""
    place = urlsplit(link.strip())
    base, _, token = place.path.rpartition("/join/")
    if place.scheme not in ("http", "https") or not token or "/" in token:
        raise Refused(
            "This is no invitation.",
            accepted="a link such as https://example.org/join/…",
            code="assistant.link",
        )
    async with httpx2.AsyncClient(
        base_url=f"{place.scheme}://{place.netloc}{base}", timeout=PATIENCE, follow_redirects=False
    ) as client:
        yield await Desk(client, token).sit_down()
