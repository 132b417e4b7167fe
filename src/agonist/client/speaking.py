"""How a server is spoken to: what it refuses, when the same is asked again, and how its streams are read."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec

from agonist.kernel import AgonistError

DEFAULTS: dict[str, Any] = {"timeout": httpx.Timeout(30.0), "follow_redirects": False}
AWAY = frozenset({429, 502, 503, 504})
"""With these a server, or the proxy before it, has done nothing."""
LONGEST = 10.0


class Refused(AgonistError):
    """What a server refused, in its words; `status` is HTTP's, `wait` for how many seconds it asks to be left alone."""

    default_code = "client.refused"

    def __init__(self, message: str, *, status: int, wait: float = 0.0, **more: str) -> None:
        super().__init__(message, **more)
        self.status = status
        self.wait = wait


class NoServer(AgonistError):
    """Nothing answers there, or not to the end."""

    default_code = "client.no-server"


class Event(msgspec.Struct, frozen=True):
    """An event of a stream."""

    kind: str
    data: str
    id: str


class Lines:
    """Puts the lines of a stream together into events."""

    def __init__(self) -> None:
        self._kind, self._data, self._id = "", list[str](), ""

    def take(self, line: str) -> Event | None:
        """The event that ends with this line, if one does."""
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "event":
                self._kind = value
            case "data":
                self._data.append(value)
            case "id":
                self._id = value
            case "" if not line:
                found = Event(self._kind, "\n".join(self._data), self._id) if self._data else None
                self._kind, self._data = "", []
                return found
        return None


def invitation(link: str) -> tuple[str, str]:
    """The server and the token that an invitation's link holds."""
    place = urlsplit(link.strip())
    base, _, token = place.path.rpartition("/join/")
    if place.scheme not in ("http", "https") or not token or "/" in token:
        raise NoServer("This is no invitation.", accepted="a link such as https://example.org/join/…")
    return f"{place.scheme}://{place.netloc}{base}", token


def refusal(answer: httpx.Response) -> Refused | None:
    """What was refused, if something was."""
    if answer.status_code < 400:
        return None
    try:
        said = answer.json()
    except ValueError:
        said = {}
    said = said if isinstance(said, dict) else {}
    wait = answer.headers.get("retry-after", "")
    return Refused(
        str(said.get("detail") or f"The server answered {answer.status_code}."),
        status=answer.status_code,
        wait=float(wait) if wait.isdecimal() else 0.0,
        code=str(said.get("code", "")),
        accepted=str(said.get("accepted", "")),
        place=str(said.get("place", "")),
    )


def pause_before(tried: int, problem: Exception, *, repeatable: bool) -> float | None:
    """For how many seconds to wait before the same is asked again; None if it must not be.

    What a server refuses unheard may come again, and so may what never reached it; what was lost on the way only if
    it may come twice.
    """
    if isinstance(problem, Refused):
        if problem.status not in AWAY or (problem.status in (502, 504) and not repeatable):
            return None
        if problem.wait:
            return min(problem.wait, LONGEST)
    elif not repeatable and not isinstance(problem, httpx.ConnectError):
        return None
    return min(LONGEST, 0.1 * 2.0**tried) * random.uniform(0.5, 1.0)
