"""What is answered to who gets a seat: its link, also as a picture."""

from __future__ import annotations

import io
from typing import Any

import segno
from litestar import Request

from agonist.client.documents import Invited, NewTable
from agonist.table import Invitation, Joined

from ..reachable import place_for_others


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
