"""Luck told from skill: the review beside a contest's end, what if, public pages, and a club's table."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from markupsafe import Markup

from agonist.kernel import GM, AgonistError
from agonist.review import ACCURACY, Review
from agonist.review.drawing import svg_curve
from agonist.review.grading import GRADES
from agonist.review.picture import can_draw, picture
from agonist.review.tale import tale_html, tale_markdown, tale_of
from agonist.review.telling import (
    before_turning,
    better,
    lessons,
    luck_by_side,
    percent,
    points,
    share,
    steady,
    sums_of,
    swings,
    turned,
    verdict,
)
from agonist.table import NotFound, PublicPage, Reviewed

from ..who import Here, Id, peer_of
from .answers import number_in
from .curves import chances_drawn
from .drawing import environment, fragment, page
from .errors import error_page
from .large import long_page
from .visit import AnyRequest, contest_visit, go, table_visit

environment().filters |= {"points": points, "share": share, "percent": percent, "better": better}
environment().globals |= {
    "turned": turned,
    "before_turning": before_turning,
    "swings": swings,
    "sums_of": sums_of,
    "steady": steady,
    "verdict": verdict,
    "lessons": lessons,
    "luck_by_side": luck_by_side,
    "accuracy_is": ACCURACY,
    "grades_are": GRADES,
}


def curve_of(found: Review, step: int | None = None, *, small: bool = False) -> Markup:
    """The curve to stand in a page, with a line where a replay is."""
    at = None if step is None else sum(moment.step <= step for moment in found.moments)
    drawn = svg_curve(found, 480, 130 if small else 190, at=at)
    return Markup(f'<div class="review-plot">{drawn}</div>')  # noqa: S704  made by us, names escaped


environment().globals["curve_of"] = curve_of


@get("/contests/{contest_id:str}/review", include_in_schema=False, as_it_is=True)
async def review_part(request: AnyRequest, service: Here, contest_id: Id) -> Response[bytes]:
    """The review of a contest that is over, or how far it is."""
    visit = await contest_visit(request, service, contest_id)
    found: Reviewed = await service.reviews.of(visit.who, contest_id, seat=visit.seat)
    link = (
        await service.sharing.link(visit.who, contest_id) if visit.who.gm and found.status == "ready" else ""
    )
    template = (
        "contest/review.html" if request.headers.get("hx-request") == "true" else "contest/review_page.html"
    )
    context = {"visit": visit, "found": found, "contest_id": contest_id, "link": link}
    moments = len(found.review.moments) if found.review else 0
    return await long_page(request, service, template, moments, **context, public=_public(request, link))


@get("/contests/{contest_id:str}/chance", include_in_schema=False)
async def chance_part(request: AnyRequest, service: Here, contest_id: Id) -> Response[str]:
    """The chances so far of a contest that runs, for what the seat that looks could know."""
    visit = await contest_visit(request, service, contest_id)
    curve = await service.reviews.curves.of(visit.who, contest_id, seat=visit.seat)
    game_master = curve.seen_as == GM
    return fragment(
        request, "contest/chance.html", curve=curve, chart=chances_drawn(curve), game_master=game_master
    )


def _public(request: AnyRequest, link: str) -> str:
    base = request.app.state.settings.base_path
    return f"{request.url.scheme}://{request.url.netloc}{base}/shared/{link}" if link else ""


@post("/contests/{contest_id:str}/fork", include_in_schema=False)
async def what_if(request: AnyRequest, service: Here, contest_id: Id) -> Redirect | Response[Any]:
    """Another contest with this one's beginning, up to a request number; the game master goes there at once."""
    visit = await contest_visit(request, service, contest_id)
    at = number_in(str((await request.form()).get("at", "")))
    try:
        info = await service.contests.fork(visit.who, contest_id, at if isinstance(at, int) else None)
    except AgonistError as error:
        return error_page(request, error)
    return go(visit.link(f"/contests/{info.id}", seat=""))


@post("/contests/{contest_id:str}/share", include_in_schema=False)
async def share_contest(request: AnyRequest, service: Here, contest_id: Id) -> Redirect:
    """Make a page of it public."""
    visit = await contest_visit(request, service, contest_id)
    await service.sharing.share(visit.who, contest_id)
    return go(visit.link(f"/contests/{contest_id}/review"))


@post("/contests/{contest_id:str}/unshare", include_in_schema=False)
async def unshare(request: AnyRequest, service: Here, contest_id: Id) -> Redirect:
    """Take its public page back."""
    visit = await contest_visit(request, service, contest_id)
    await service.sharing.take_back(visit.who, contest_id)
    return go(visit.link(f"/contests/{contest_id}/review"))


@get("/shared/{link:str}", include_in_schema=False)
async def public_page(request: AnyRequest, service: Here, link: FromPath[str]) -> Response[Any]:
    """A contest for anybody who has its link; with an ending, its picture or its story."""
    service.allow("read", peer_of(request))
    token, _, kind = link.partition(".")
    found = await service.sharing.page(token)
    if kind == "png" and can_draw():
        return await _picture(service, found)
    if kind in ("md", "html"):
        told = (found.title, found.day, found.summary, found.lines, found.review)
        if kind == "md":
            return Response(tale_markdown(*told), media_type="text/markdown; charset=utf-8")
        return Response(tale_html(*told), media_type=MediaType.HTML)
    if kind:
        raise NotFound("There is nothing here.", accepted="the page itself, .md, .html or .png")
    tale = tale_of(found.lines)
    return page(request, "shared.html", page=found, tale=tale, link=_public(request, token), drawn=can_draw())


async def _picture(service: Here, found: PublicPage) -> Response[bytes]:
    data = msgspec.json.encode(found.review) if found.review is not None else b""
    png = await service.house.aside.do(picture, found.title, found.summary, data)
    return Response(png, media_type="image/png", headers={"cross-origin-resource-policy": "cross-origin"})


@get("/tables/{table_id:str}/club", include_in_schema=False)
async def club(request: AnyRequest, service: Here, table_id: Id) -> Response[str]:
    """Who was lucky and who plays well, over all contests of a table."""
    visit = await table_visit(request, service, table_id)
    over = (await service.contests.page(visit.who, status="over", limit=50)).contests
    table = await service.people.table(visit.who)
    return page(
        request, "club.html", visit=visit, table=table, club=await service.reviews.club(visit.who), over=over
    )


REVIEWS = [review_part, chance_part, what_if, share_contest, unshare, public_page, club]
