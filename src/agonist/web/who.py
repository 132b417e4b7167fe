"""Who asks: a bearer token, or the cookie of a screen; and which of the seats that it opens is meant."""

from __future__ import annotations

from hmac import compare_digest
from typing import Annotated, Any
from uuid import UUID

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, HeaderParameter, QueryParameter

from agonist.table import NotAllowed, NotFound, Once, Refused, Seat, Service, TokenMissing, TokenUnknown
from agonist.table.visitors import network_of

from .settings import Settings

COOKIE = "agonist"
TELEVISION = "agonist-television"
"""The cookie of a screen for the whole room: it opens nothing but that room's view."""

Asking = Request[Any, Any, Any]
"""The request, as every handler takes it."""
Here = NamedDependency[Service]
"""The service, as handlers get it."""
Who = NamedDependency[Seat]
"""The seat that asks, as handlers of the API get it."""
Repeat = NamedDependency[Once | None]
"""The request's idempotency key, bound to the seat that asks, as handlers of the API get it."""
Key = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        description="The same request with the same key is done once, and answered alike each time.",
    ),
]
"""What a request is called, to be the same request when it comes again."""
As = Annotated[
    str, QueryParameter(name="as", description="Which of the token's seats acts, where it opens several.")
]
Id = FromPath[str]
"""A name in a path."""

_YEAR = 365 * 24 * 3600
_SAFE = {"GET", "HEAD"}


def token_of(request: Request[Any, Any, Any]) -> str:
    """The token that came with a request, or "". A cookie counts for reading everywhere, for acting on pages only."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    in_api = "api" in request.route_handler.opt
    return request.cookies.get(COOKIE, "") if request.method in _SAFE or not in_api else ""


def peer_of(request: Request[Any, Any, Any]) -> str:
    """Where a request comes from, as it counts."""
    return network_of(request.client.host) if request.client else ""


def allow_table(request: Request[Any, Any, Any], service: Service, word: str) -> None:
    """Let somebody open a table, or take one in, if this server lets them."""
    service.allow("make", peer_of(request))
    settings: Settings = request.app.state.settings
    if settings.open_to == "nobody":
        raise NotAllowed("No tables are opened here.", accepted="a seat at one that is there")
    if settings.open_to == "word" and not compare_digest(word.strip().encode(), settings.word.encode()):
        service.allow("miss", peer_of(request))
        raise NotAllowed(
            "Tables are opened here by who knows the word.",
            accepted="the word that who runs this server gives",
            place="word",
        )


async def seats_here(request: Request[Any, Any, Any], service: Service) -> tuple[Seat, ...]:
    """The seats that the request's token opens."""
    token = token_of(request)
    if not token:
        raise TokenMissing("This needs a seat's token.", accepted="Authorization: Bearer and the token")
    try:
        return await service.people.holder(token)
    except TokenUnknown:
        service.allow("miss", peer_of(request))
        raise


async def seat_at(request: Request[Any, Any, Any], service: Here, as_: As = "") -> Seat:
    """The seat that acts: the one that ``as`` names, or the first at the table or contest that the path names."""
    seats = await seats_here(request, service)
    table = request.path_params.get("table_id", "")
    contest = request.path_params.get("contest_id", "")
    if as_:
        seats = tuple(seat for seat in seats if seat.id == as_)
    if contest and len(seats) > 1:
        home = await service.contests.table_of(contest)
        seats = tuple(seat for seat in seats if seat.table == home)
    elif table:
        seats = tuple(seat for seat in seats if seat.table == table)
    if not seats:
        raise NotFound("There is no such table here, or no seat of yours at it.")
    if request.method in _SAFE:
        service.allow("read", seats[0].id)
    return seats[0]


def _hard_to_guess(key: str) -> bool:
    """Whoever knows the key of a request without a token gets its answer again, and the token in it."""
    try:
        return UUID(key).version == 4
    except ValueError:
        return False


async def once_of(request: Request[Any, Any, Any], scope: str, key: str) -> Once | None:
    """The request's idempotency key, if it has one. Without a seat the key itself must be hard to guess."""
    if not key:
        return None
    token = token_of(request)
    if len(key) > 200 or not key.isprintable() or (not token and not _hard_to_guess(key)):
        raise Refused(
            "This is no good idempotency key.",
            accepted="without a token a random UUID (version 4); else up to 200 characters",
            place="Idempotency-Key",
        )
    return Once.of(
        scope, key, token, request.method.encode(), request.url.path.encode(), await request.body()
    )


async def once_at(request: Request[Any, Any, Any], who: Who, key: Key = "") -> Once | None:
    """The idempotency key of a request by a seat."""
    return await once_of(request, who.id, key)


def screen_header(request: Request[Any, Any, Any], settings: Settings, token: str) -> str:
    """The same as a header; in the frame of another site that the owner lists it is kept for that site alone."""
    cookie = _screen_cookie(request, settings, token)
    if not (settings.frames and request.headers.get("sec-fetch-dest") == "iframe"):
        return cookie.to_header(header="")
    cookie.samesite, cookie.secure = "none", True
    return f"{cookie.to_header(header='')}; Partitioned"


def _screen_cookie(request: Request[Any, Any, Any], settings: Settings, token: str) -> Cookie:
    """The cookie by which a screen holds its seats."""
    return Cookie(
        key=COOKIE,
        value=token,
        path=settings.base_path or "/",
        max_age=_YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
