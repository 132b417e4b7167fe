"""What is over: watching it again, reading it, taking it along, checking its dice."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import UploadFile

from agonist.kernel import (
    AgonistError,
    DiceRecord,
    Play,
    SeatView,
    Transcript,
    TranscriptError,
    UnknownGame,
    Verdict,
    game,
    seat_view,
    verify,
    verify_dice,
)
from agonist.table import Limits, Service, as_html
from agonist.table.limits import bounded_contest

from ..who import Here, Id, peer_of
from .drawing import page
from .errors import sentence
from .large import large_answer, long_page
from .showing import contest_context
from .visit import AnyRequest, Visit, contest_visit, seen

_MOST_BYTES = 1_100_000
_MOST_LINES = 300
"""So much of the story is told beside a moment."""


@get("/contests/{contest_id:str}/replay", include_in_schema=False, as_it_is=True)
async def replay(request: AnyRequest, service: Here, contest_id: Id) -> Response[bytes]:
    """A finished contest at any of its moments, as the seat saw it then."""
    visit = await contest_visit(request, service, contest_id)
    context = await _moment(service, visit, contest_id, request.query_params.get("step", ""))
    return await long_page(request, service, "contest/replay.html", len(context["lines"]), **context)


async def _moment(service: Service, visit: Visit, contest: str, wanted: str) -> dict[str, Any]:
    now = await seen(service, visit, contest)
    transcript = await service.exchange.whole(visit.who, contest)
    steps = len(transcript.entries)
    step = min(int(wanted), steps) if wanted.isdecimal() and len(wanted) < 6 else steps
    then, happened = await service.house.aside.do(
        moment_of, transcript, step, now.seen_as, size=step, about=visit.who.table
    )
    view = msgspec.structs.replace(now, view=then)
    context = contest_context(visit, view, await service.people.table(visit.who))
    reviewed = (
        await service.reviews.of(visit.who, contest, seat=visit.seat)
        if now.contest.status == "over"
        else None
    )
    return context | {
        "review": reviewed and reviewed.review,
        "lines": then.lines[-_MOST_LINES:],
        "shortened": len(then.lines) > _MOST_LINES,
        "at": then.at,
        "frozen": True,
        "step": step,
        "steps": steps,
        "happened": happened,
        "over": then.outcome is not None or (step == steps and now.contest.status == "ended"),
    }


def moment_of(transcript: Transcript, step: int, seat: str) -> tuple[SeatView, str]:
    """What a seat saw after the first `step` entries, and what the last of them led to."""
    referee: Play[Any] = Play.unplayed(game(transcript.game), transcript, None)
    lines = 0
    for entry in transcript.entries[:step]:
        lines = len(referee.log)
        referee.take(entry)
    view = seat_view(referee, seat)
    new = [line.text for line in view.lines if line.n >= lines]
    return view, new[-1] if new else ""


@get("/contests/{contest_id:str}/transcript.json", include_in_schema=False, as_it_is=True)
async def transcript(request: AnyRequest, service: Here, contest_id: Id) -> Response[bytes]:
    """The whole contest as data, for the game master."""
    visit = await contest_visit(request, service, contest_id)
    found = await service.exchange.transcript(visit.who, contest_id)
    headers = {"content-disposition": f'attachment; filename="contest-{contest_id}.json"'}
    write = lambda: found.to_json(indent=1)  # noqa: E731
    return await large_answer(request, service, write, len(found.entries), MediaType.JSON, 200, headers)


@get("/contests/{contest_id:str}/story.html", include_in_schema=False, as_it_is=True)
async def story(request: AnyRequest, service: Here, contest_id: Id) -> Response[bytes]:
    """The story to read, as the seat knows it."""
    visit = await contest_visit(request, service, contest_id)
    with suppress(TranscriptError, UnknownGame):
        await seen(service, visit, contest_id)
    info, lines = await service.contests.log(visit.who, contest_id, seat=visit.seat)
    headers = {"content-disposition": f'attachment; filename="story-{contest_id}.html"'}
    write = lambda: as_html(info, lines).encode()  # noqa: E731
    return await large_answer(request, service, write, len(lines), MediaType.HTML, 200, headers)


@get("/contests/{contest_id:str}/dice", include_in_schema=False)
async def dice(request: AnyRequest, service: Here, contest_id: Id) -> Response[str]:
    """The fairness check, in the visitor's own browser."""
    visit = await contest_visit(request, service, contest_id)
    view = await seen(service, visit, contest_id)
    return page(request, "contest/dice.html", visit=visit, contest=view.contest, view=view.view)


@get("/contests/{contest_id:str}/dice.json", include_in_schema=False, as_it_is=True)
async def record(request: AnyRequest, service: Here, contest_id: Id) -> Response[bytes]:
    """Everything to check the dice by."""
    visit = await contest_visit(request, service, contest_id)
    found = await service.exchange.dice_record(visit.who, contest_id)
    headers = {"content-disposition": f'attachment; filename="dice-{contest_id}.json"'}
    write = lambda: msgspec.json.encode(found)  # noqa: E731
    return await large_answer(request, service, write, len(found.rolls), MediaType.JSON, 200, headers)


@get("/verify", include_in_schema=False)
async def verify_page(request: AnyRequest) -> Response[str]:
    """Check any transcript."""
    return page(request, "verify.html", verdict=None, refused="")


@post("/verify", include_in_schema=False, request_max_body_size=_MOST_BYTES)
async def verify_file(request: AnyRequest, service: Here) -> Response[str]:
    """The verdict on a transcript that was handed in."""
    service.allow("make", peer_of(request))
    file = (await request.form()).get("file")
    try:
        data = await file.read() if isinstance(file, UploadFile) else b""
        verdict, sealed = await service.house.aside.do(_verified, data, service.house.limits, looking=False)
    except AgonistError as error:
        return page(
            request,
            "verify.html",
            422,
            verdict=None,
            refused=f"{error.place}: {sentence(error)}".lstrip(": "),
        )
    rolls = {} if sealed is None else {"sealed": sealed}
    return page(request, "verify.html", verdict=verdict, refused="", **rolls)


def _verified(data: bytes, limits: Limits) -> tuple[Verdict | None, int | None]:
    """What a transcript holds, or how many rolls of a dice record are right."""
    if DiceRecord.is_claimed_by(data):
        return None, verify_dice(DiceRecord.from_json(data))
    found = Transcript.from_json(data)
    bounded_contest(found.entries, limits)
    return verify(game(found.game), found), None


ARCHIVE = [replay, transcript, story, dice, record, verify_page, verify_file]
