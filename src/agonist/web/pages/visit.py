"""A visit: whose screen it is, at which table, and which of its seats is meant."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Request
from litestar.response import Redirect

from agonist.kernel import ONLOOKER
from agonist.table import (
    ContestView,
    Joined,
    NotFound,
    Seat,
    Service,
    Television,
    TokenMissing,
    TokenUnknown,
)

from ..settings import Settings
from ..who import TELEVISION, peer_of, screen_header, seats_here, token_of

AnyRequest = Request[Any, Any, Any]


class Links(msgspec.Struct, frozen=True):
    """How a screen's links say which seat is meant; the same for all screens that need not say it."""

    base: str
    who: str = ""
    seat: str = ""
    tv: bool = False
    """Whether the screen is a television of the table's, which every link has to say."""

    def link(self, place: str, *, seat: str | None = None, **more: str) -> str:
        """A link that keeps which seat is meant."""
        query = {"as": self.who, "seat": self.seat if seat is None else seat} | more
        if self.tv:
            query |= {"tv": "yes"}
        text = urlencode({key: value for key, value in query.items() if value})
        return f"{self.base}{place}" + (f"?{text}" if text else "")


class Visit(msgspec.Struct):
    """Who visits a table, with all seats that this screen holds there; `seat` is a seat of a contest, if named."""

    who: Seat
    mine: tuple[Seat, ...]
    base: str
    seat: str = ""
    token: str = ""
    """By what a television is known; "" for a person's screen."""

    @property
    def links(self) -> Links:
        return Links(self.base, self.who.id if len(self.mine) > 1 else "", self.seat, bool(self.token))

    def link(self, place: str, *, seat: str | None = None, **more: str) -> str:
        """A link that keeps which seat is meant."""
        return self.links.link(place, seat=seat, **more)


async def known_seats(request: AnyRequest, service: Service) -> tuple[Seat, ...]:
    """The seats that this screen holds, at any table; none for a stranger."""
    try:
        return await seats_here(request, service)
    except (TokenMissing, TokenUnknown):
        return ()


async def table_visit(request: AnyRequest, service: Service, table: str) -> Visit:
    """The visit to a table; refused for who has no seat there."""
    mine = tuple(seat for seat in await known_seats(request, service) if seat.table == table)
    wanted = request.query_params.get("as", "")
    chosen = [seat for seat in mine if seat.id == wanted] or sorted(mine, key=lambda seat: not seat.gm)
    if not chosen:
        raise NotFound(
            "There is no such table, or this screen has no seat at it.",
            accepted="the link of your invitation",
        )
    if request.method in ("GET", "HEAD"):
        service.allow("read", chosen[0].id)
    return Visit(chosen[0], mine, settings_of(request).base_path, request.query_params.get("seat", ""))


async def contest_visit(request: AnyRequest, service: Service, contest: str) -> Visit:
    """The visit to a contest's table. A screen for the whole room shows what everybody may see, whoever opened it."""
    table, tv = await service.contests.table_of(contest), request.query_params.get("tv") == "yes"
    television = await television_of(request, service) if tv else None
    if television is not None and television.table == table:
        return television_visit(request, service, television)
    visit = await table_visit(request, service, table)
    if tv or is_overlay(request):
        visit.seat = ONLOOKER
    return visit


def is_overlay(request: AnyRequest) -> bool:
    """Whether the page lies over a picture: the public view on nothing, without controls."""
    return request.query_params.get("overlay") == "yes"


async def television_of(request: AnyRequest, service: Service) -> Television | None:
    """The television that asks, for what is only looked at."""
    secret = request.cookies.get(TELEVISION, "")
    return await service.televisions.known(secret) if secret and request.method in ("GET", "HEAD") else None


def television_visit(request: AnyRequest, service: Service, television: Television) -> Visit:
    """The visit of a television to its table: it sees what everybody may, and holds nothing."""
    who = television.seat
    service.allow("read", who.id)
    base, secret = settings_of(request).base_path, request.cookies.get(TELEVISION, "")
    return Visit(who, (who,), base, ONLOOKER, secret)


async def seen(service: Service, visit: Visit, contest: str, most: int = 100) -> ContestView:
    """A contest from the seat that the visit names, or else from the first seat of this screen that no bot plays.

    With the last `most` lines of its log.
    """
    view = await service.contests.view(visit.who, contest, seat=visit.seat, most=most)
    if not visit.seat:
        bots = {each.seat for each in view.seats if each.bot}
        own = next((seat for seat in view.holds if seat not in bots), view.seen_as)
        if own != view.seen_as:
            view = await service.contests.view(visit.who, contest, seat=own, most=most)
    if visit.seat != ONLOOKER:
        visit.seat = view.seen_as if len(view.holds) > 1 else ""
    return view


async def joined(request: AnyRequest, service: Service, token: str, place: str = "") -> Redirect:
    """Take the seat that an invitation opens, and go to its table or another place there."""
    taken: Joined = await service.invitations.join(token, device=token_of(request), peer=peer_of(request))
    settings = settings_of(request)
    head = {"set-cookie": screen_header(request, settings, taken.token)}
    return Redirect(settings.path(place or f"/tables/{taken.table.id}"), status_code=303, headers=head)


def go(place: str) -> Redirect:
    """On to another page after something was done."""
    return Redirect(place, status_code=303)


def settings_of(request: AnyRequest) -> Settings:
    settings: Settings = request.app.state.settings
    return settings
