"""The first visit by an invitation: the screen gets a token of its own, and the link's leaves the address."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.response import Redirect

from .settings import Settings
from .who import COOKIE, Asking, Here, Id, peer_of, screen_header


@get("/join/{token:str}", include_in_schema=False)
async def join(request: Asking, service: Here, token: Id) -> Response[Any]:
    """Take the seat and go to its table."""
    settings: Settings = request.app.state.settings
    joined = await service.invitations.join(
        token, device=request.cookies.get(COOKIE, ""), peer=peer_of(request)
    )
    place = "/overlay" if request.query_params.get("overlay") == "yes" else ""
    return Redirect(
        settings.path(f"/tables/{joined.table.id}{place}?as={joined.seat.id}"),
        status_code=303,
        headers={
            "referrer-policy": "no-referrer",
            "set-cookie": screen_header(request, settings, joined.token),
        },
    )
