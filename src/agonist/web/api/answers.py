"""What the API answers with where the service's own types do not say it all."""

from __future__ import annotations

import io
from typing import Any

import segno
from litestar import Request
from msgspec import Struct

from agonist.kernel import Asked
from agonist.table import Invitation, Joined, Seat, TableInfo

from ..reachable import place_for_others

__all__ = ["Invited", "Me", "NewTable", "Question", "invited", "join_link", "new_table", "qr_svg"]


class Invited(Struct, frozen=True):
    """An invitation: its token, the link that opens it in a browser, and the link as a QR code in SVG.

    There is no code for an address that only this machine can reach.
    """

    seat: Seat
    token: str
    link: str
    qr: str


class NewTable(Struct, frozen=True):
    """A new table with the game master's seat, its token and link."""

    table: TableInfo
    seat: Seat
    token: str
    link: str


class Question(Struct, frozen=True):
    """A request as the seat sees it, the JSON schema of its answers, these in words, and the usual one."""

    asked: Asked
    schema: dict[str, Any]
    legal: str
    usual: Any


class Me(Struct, frozen=True):
    """The seats that a token opens."""

    seats: list[Seat]


def join_link(request: Request[Any, Any, Any], token: str) -> str:
    """The link that opens a seat. It is shown once, when the invitation is made."""
    base = request.app.state.settings.base_path
    here = f"{request.url.scheme}://{request.url.netloc}{base}"
    return f"{place_for_others(request) or here}/join/{token}"


def qr_svg(text: str) -> str:
    """A QR code as an SVG image without colours of its own, to stand in a page."""
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", xmldecl=False, svgclass="qr", lineclass=None, omitsize=True, border=2
    )
    return out.getvalue().decode()


def invited(request: Request[Any, Any, Any], invitation: Invitation) -> Invited:
    link = join_link(request, invitation.token)
    return Invited(invitation.seat, invitation.token, link, qr_svg(link) if place_for_others(request) else "")


def new_table(request: Request[Any, Any, Any], joined: Joined) -> NewTable:
    return NewTable(joined.table, joined.seat, joined.token, join_link(request, joined.token))
