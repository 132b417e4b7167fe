"""The API of acts: everything that changes a contest. An answer of 200 means that it is stored."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import JSONBody

from agonist.table import Acted

from ..who import Here, Id, Repeat, Who
from .bodies import (
    AnswerBody,
    BotAnswer,
    CastSeat,
    EndContest,
    GiveBack,
    GiveOrder,
    LetPass,
    NonceBody,
    Override,
    Pause,
    SetBot,
    SetDice,
    Undo,
)


class ActsApi(Controller):
    """What seats do in a contest."""

    path = "/contests/{contest_id:str}"
    tags = ("Acts",)
    opt = {"short": True}

    @post("/answers", summary="Answer a request", status_code=200)
    async def answer(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[AnswerBody]
    ) -> Acted:
        """By the seat that was asked, or by a game master in its place.

        Dice may be `kept` for others who can still speak: they fall by themselves.
        """
        return await service.acts.answer(
            who, contest_id, data.request, data.value, reason=data.reason, once=once
        )

    @post("/wait", summary="Ask to be waited for", status_code=200)
    async def ask_to_wait(self, who: Who, once: Repeat, service: Here, contest_id: Id) -> Acted:
        """Dice that were let fall are held until you have said what you can say, for 20 seconds at most."""
        return await service.acts.wait(who, contest_id, once=once)

    @post("/pass", summary="Let it pass", status_code=200)
    async def let_pass(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[LetPass]
    ) -> Acted:
        """Say nothing to all that a seat can decide and need not."""
        return await service.acts.let_pass(who, contest_id, data.seat, once=once)

    @post("/undo", summary="Undo", status_code=200)
    async def undo(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[Undo]
    ) -> Acted:
        """Back to a point that the tools list."""
        return await service.acts.undo(who, contest_id, data.to, reason=data.reason, once=once)

    @post("/take-back", summary="Take back your last answer", status_code=200)
    async def take_back(self, who: Who, once: Repeat, service: Here, contest_id: Id) -> Acted:
        """As long as nothing that others did or dice showed came of it; the view says so in `take_back`."""
        return await service.slips.take_back(who, contest_id, once=once)

    @post("/take-back/ask", summary="Ask for your last answer back", status_code=200)
    async def ask_back(self, who: Who, once: Repeat, service: Here, contest_id: Id) -> Acted:
        """The game master finds it in `asks_back` of their view."""
        return await service.slips.ask(who, contest_id, once=once)

    @post("/take-back/decide", summary="Give an answer back or not", status_code=200)
    async def decide_back(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[GiveBack]
    ) -> Acted:
        """Yes takes the contest back to before it."""
        return await service.slips.decide(who, contest_id, data.holder, data.yes, once=once)

    @post("/overrides", summary="Correct a value", status_code=200)
    async def correct_value(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[Override]
    ) -> Acted:
        """One that the tools list, with a reason."""
        return await service.acts.override(
            who, contest_id, data.path, data.value, reason=data.reason, once=once
        )

    @post("/pause", summary="Pause or go on", status_code=200)
    async def pause_contest(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[Pause]
    ) -> Acted:
        """A paused contest waits for the game master."""
        return await service.acts.pause(who, contest_id, data.paused, once=once)

    @post("/bots", summary="Let a bot play a seat", status_code=200)
    async def set_bot(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[SetBot]
    ) -> Acted:
        """Until its person is back."""
        return await service.acts.set_bot(who, contest_id, data.seat, data.bot, once=once)

    @post("/bot-answers", summary="Let a bot answer once", status_code=200)
    async def answer_by_bot(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[BotAnswer]
    ) -> Acted:
        """This request only."""
        return await service.acts.bot_answers(who, contest_id, data.request, data.bot, once=once)

    @post("/dice", summary="Set how dice are made", status_code=200)
    async def set_dice(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[SetDice]
    ) -> Acted:
        """Sealed, typed in, or either, for one seat."""
        return await service.acts.set_dice(who, contest_id, data.seat, data.mode, once=once)

    @post("/orders", summary="Give a standing order", status_code=200)
    async def give_order(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[GiveOrder]
    ) -> Acted:
        """Answer a kind of question once for the contest, or take that back."""
        return await service.acts.order(
            who, contest_id, data.seat, data.what, data.order, data.value, once=once
        )

    @post("/nonces", summary="Stir the dice", status_code=200)
    async def stir_dice(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[NonceBody]
    ) -> Acted:
        """Before the first of them falls."""
        return await service.acts.contribute(who, contest_id, data.seat, data.value, once=once)

    @post("/casting", summary="Give a seat of the contest to somebody", status_code=200)
    async def cast_seat(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[CastSeat]
    ) -> Acted:
        """To a seat of the table, or to the game master."""
        return await service.acts.cast(who, contest_id, data.seat, data.holder, once=once)

    @post("/end", summary="EndContest early", status_code=200)
    async def end_contest(
        self, who: Who, once: Repeat, service: Here, contest_id: Id, data: JSONBody[EndContest]
    ) -> Acted:
        """Its seed is shown; it can be forked, but not go on."""
        return await service.acts.end(who, contest_id, reason=data.reason, once=once)
