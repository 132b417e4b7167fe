"""A bot that plays a seat through the API with Python's standard library alone: seat_bot.py SERVER INVITATION."""

import json
import random
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


class Seat:
    """A seat at a table, held by the token that an invitation was exchanged for."""

    def __init__(self, server: str, invitation: str) -> None:
        self.server, self.token = server.rstrip("/"), ""
        joined = self.call("POST", "/join", {"token": invitation.rpartition("/")[2]})
        self.token, self.table = joined["token"], joined["table"]["id"]

    def open(self, method: str, path: str, data: Any = None) -> Any:
        head = {"content-type": "application/json", "authorization": f"Bearer {self.token}"}
        body = None if data is None else json.dumps(data).encode()
        return urlopen(Request(f"{self.server}/api{path}", body, head, method=method), timeout=60)  # noqa: S310

    def call(self, method: str, path: str, data: Any = None) -> Any:
        with self.open(method, path, data) as response:
            return json.load(response)

    def views(self, contest: str) -> Any:
        """What this seat sees of a contest, again and again as it changes."""
        with self.open("GET", f"/contests/{contest}/stream") as lines:
            kind = b""
            for line in lines:
                kind = line if line.startswith(b"event:") else kind
                if line.startswith(b"data:") and kind.split() == [b"event:", b"view"]:
                    yield json.loads(line[5:])

    def answer(self, contest: str, asked: Any) -> None:
        """Choose for ourselves where we can, and leave the rest to the server's own bot."""
        options = asked["form"].get("options", [])
        ours = [each["key"] for each in options if "unavailable" not in each]
        own = asked["form"]["form"] == "choice" and not any("then" in each for each in options)
        path, act = ("answers", {"value": random.choice(ours)}) if own else ("bot-answers", {})
        self.call("POST", f"/contests/{contest}/{path}", {"request": asked["id"]} | act)

    def play(self, contest: str) -> str:
        for seen in self.views(contest):
            if seen["contest"]["status"] != "running":
                return str(seen["contest"]["summary"])
            for asked in seen["view"]["asked"]:
                try:
                    self.answer(contest, asked)
                except HTTPError as refused:  # somebody else was quicker
                    print(json.load(refused)["detail"])
        return "The stream ended."


if __name__ == "__main__":
    seat = Seat(*sys.argv[1:3])
    print(seat.play(seat.call("GET", f"/tables/{seat.table}")["running"][0]["id"]))
