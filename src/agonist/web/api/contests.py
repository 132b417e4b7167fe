"""The API of contests: starting, seeing, following, and everything that is done in them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Controller, Response, delete, get, post
from litestar.params import FromQuery, HeaderParameter, JSONBody
from litestar.response import Stream

from agonist.client.documents import Question, Shared
from agonist.kernel import DiceRecord, Transcript, WrittenLine
from agonist.table import (
    MOST_LINES,
    Character,
    ContestInfo,
    ContestView,
    CoursePoint,
    NewContest,
    Page,
    Reviewed,
    Status,
    Tools,
    as_html,
    as_markdown,
)

from ..sse import event_stream
from ..who import Asking, Here, Id, Repeat, Who, peer_of, token_of
from .bodies import Fork, Keep
from .streaming import written

LastEvent = Annotated[
    str, HeaderParameter(name="Last-Event-ID", description="The id of the last event that arrived.")
]


class TableContestsApi(Controller):
    """The contests of a table."""

    path = "/tables/{table_id:str}/contests"
    tags = ("Contests",)

    @get("/", summary="List contests")
    async def list_contests(
        self,
        who: Who,
        service: Here,
        table_id: Id,
        status: FromQuery[Status | None] = None,
        after: FromQuery[str] = "",
        limit: FromQuery[int] = 50,
    ) -> Page:
        """The newest first, up to 200 at a time; `next` of a page is `after` of the next one."""
        del table_id
        return await service.contests.page(who, status=status, after=after, limit=limit)

    @post("/", summary="Start a contest", request_max_body_size=262_144)
    async def start_contest(
        self,
        who: Who,
        once: Repeat,
        service: Here,
        table_id: Id,
        data: JSONBody[NewContest],
    ) -> ContestInfo:
        """From a preset, a set-up, or the table's characters."""
        del table_id
        return await service.contests.start(who, data, once=once)

    @post("/import", summary="Take in a contest", request_max_body_size=1_100_000)
    async def import_contest(
        self,
        request: Asking,
        who: Who,
        once: Repeat,
        service: Here,
        table_id: Id,
        title: FromQuery[str] = "",
    ) -> ContestInfo:
        """The body is a transcript. One that is over must be true; one that is not goes on with a new seed."""
        del table_id
        return await service.exchange.take_contest(who, await request.body(), title=title, once=once)


class ContestsApi(Controller):
    """One contest, to see."""

    path = "/contests/{contest_id:str}"
    tags = ("Contests",)

    @get("/", summary="See a contest")
    async def see_contest(
        self,
        who: Who,
        service: Here,
        contest_id: Id,
        seat: FromQuery[str] = "",
        after: FromQuery[str] = "",
    ) -> ContestView:
        """As this seat sees it. With the `position` of an earlier view as `after`, only newer lines are in it.

        Never more than the last 500 lines; the log has the others.
        """
        return await service.contests.view(who, contest_id, seat=seat, after=after)

    @get("/stream", summary="Follow a contest", media_type="text/event-stream")
    async def follow_contest(
        self,
        request: Asking,
        who: Who,
        service: Here,
        contest_id: Id,
        seat: FromQuery[str] = "",
        last: LastEvent = "",
        after: FromQuery[str] = "",
    ) -> Stream:
        """Server-sent events: `view` with what is new in the contest, `table` when the table changes.

        After a broken connection, `Last-Event-ID` continues where it was, as `after` does for who can set no header.
        """
        await service.contests.view(who, contest_id, seat=seat, log=False)
        peer = peer_of(request)
        service.house.screens.need_room(who, peer)
        changes = service.streams.follow(
            who, token_of(request), contest_id, seat=seat, after=last or after, peer=peer
        )
        return event_stream(written(request, changes))

    @get("/log", summary="Read the log", response_headers=[], as_it_is=True)
    async def read_log(
        self,
        who: Who,
        service: Here,
        contest_id: Id,
        seat: FromQuery[str] = "",
        since: FromQuery[int] = 0,
        before: FromQuery[int | None] = None,
        format: FromQuery[Literal["json", "markdown", "html"]] = "json",
    ) -> Response[list[WrittenLine] | str]:
        """As this seat may read it: as data, as Markdown or as HTML.

        As data up to the last 500 lines; `before` the number of the first of them are those before.
        """
        most = MOST_LINES if format == "json" else None
        info, lines = await service.contests.log(
            who, contest_id, seat=seat, since=since, before=before, most=most
        )
        if format == "json":
            return Response(lines)
        write, kind = (as_markdown, "text/markdown") if format == "markdown" else (as_html, "text/html")
        text = await service.house.aside.do(write, info, lines, size=len(lines), about=who.table)
        return Response(text, media_type=f"{kind}; charset=utf-8")

    @get("/course", summary="The numbers worth a chart", as_it_is=True)
    async def see_course(
        self, who: Who, service: Here, contest_id: Id, seat: FromQuery[str] = ""
    ) -> list[CoursePoint]:
        """Points, morale and the like at every moment so far, as this seat may know them."""
        return await service.contests.course(who, contest_id, seat=seat)

    @get("/review", summary="Luck and skill, moment by moment", as_it_is=True)
    async def see_review(
        self, who: Who, service: Here, contest_id: Id, seat: FromQuery[str] = ""
    ) -> Reviewed:
        """Of a contest that is over: the chance to win at every moment, what dice and decisions did, what would
        have been better. The first who asks has it made: `working` tells how far it is, and later it is `ready`.

        Of one that runs, the curves so far of all sides, for what this seat could know at each moment, if the game
        master shows odds.
        """
        return await service.reviews.of(who, contest_id, seat=seat)

    @get("/share", summary="Its public page")
    async def see_share(self, who: Who, service: Here, contest_id: Id) -> Shared:
        """The token of the public page, or an empty one; for the game master."""
        return Shared(await service.sharing.link(who, contest_id))

    @post("/share", summary="Make it public", status_code=200)
    async def share_contest(self, who: Who, service: Here, contest_id: Id) -> Shared:
        """A page of a contest that is over, for anybody who has its link, with only what everybody could see."""
        return Shared(await service.sharing.share(who, contest_id))

    @delete("/share", summary="Take its public page back")
    async def unshare_contest(self, who: Who, service: Here, contest_id: Id) -> None:
        """From then on there is nothing behind the link."""
        await service.sharing.take_back(who, contest_id)

    @get("/tools", summary="The game master's tools")
    async def see_tools(self, who: Who, service: Here, contest_id: Id) -> Tools:
        """What can be undone to, what can be corrected, which bots there are."""
        return await service.contests.tools(who, contest_id)

    @get("/requests/{request_id:str}", summary="A request, and the JSON schema of its answers")
    async def see_request(self, who: Who, service: Here, contest_id: Id, request_id: Id) -> Question:
        """One that this seat may answer; `usual` is what is taken where nobody chooses."""
        asked = await service.contests.asked(who, contest_id, request_id)
        return Question(asked, asked.form.schema(), asked.form.legal(), asked.form.fallback())

    @get("/odds/{request_id:str}", summary="The odds of a request's answers")
    async def see_odds(self, who: Who, service: Here, contest_id: Id, request_id: Id) -> dict[str, Any]:
        """From what the asked seat sees; `odds` is null where there are none or the game master hides them."""
        return {"odds": await service.contests.advice(who, contest_id, request_id)}

    @get("/foresight", summary="What may come of the dice that wait")
    async def see_foresight(
        self, who: Who, service: Here, contest_id: Id, seat: FromQuery[str] = ""
    ) -> dict[str, Any]:
        """From what a seat sees: each end with its chance, where odds are shown, and with what changes on the board;
        `foresight` is null where no dice wait, or nobody can tell."""
        found = await service.foresight.of(who, contest_id, seat=seat)
        return {"foresight": None if found is None else found.shown()}

    @get("/transcript", summary="The transcript of a contest that is over", as_it_is=True)
    async def see_transcript(self, who: Who, service: Here, contest_id: Id) -> Response[bytes]:
        """Whole, with the seed and all secrets: for the game master, to keep and for `agonist verify`."""
        found: Transcript = await service.exchange.transcript(who, contest_id)
        headers = {"content-disposition": f'attachment; filename="{contest_id}.json"'}
        return Response(found.to_json(), media_type="application/json", headers=headers)

    @get("/dice", summary="What to check the dice by", as_it_is=True)
    async def see_dice(self, who: Who, service: Here, contest_id: Id) -> DiceRecord:
        """Of a contest that is over: the seed and each roll, for everybody, and for `agonist verify`."""
        return await service.exchange.dice_record(who, contest_id)

    @post("/fork", summary="Go another way")
    async def fork_contest(
        self,
        who: Who,
        once: Repeat,
        service: Here,
        contest_id: Id,
        data: JSONBody[Fork],
    ) -> ContestInfo:
        """A new contest with this one's beginning, and a seed of its own."""
        return await service.contests.fork(who, contest_id, data.at, title=data.title, once=once)

    @get("/keep", summary="Who could be kept as a character")
    async def list_keepable(self, who: Who, service: Here, contest_id: Id) -> list[str]:
        """The names that a contest that is over leaves and that the table has no character of yet."""
        return await service.characters.new_from(who, contest_id)

    @post("/keep", summary="Keep a contestant as a character")
    async def keep_character(
        self, who: Who, service: Here, contest_id: Id, data: JSONBody[Keep]
    ) -> Character:
        """As it came out of a contest that is over."""
        return await service.characters.keep(who, contest_id, data.name, seat=data.seat)
