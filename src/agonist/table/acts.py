"""Acts: everything that changes a contest. Each is checked, applied, stored, and only then seen by anybody."""

from __future__ import annotations

import time
from collections.abc import Callable

from agonist.kernel import (
    GM,
    ActRefused,
    Answer,
    Ask,
    DiceMode,
    Entry,
    Form,
    Overridden,
    Pending,
    TranscriptError,
    UnknownGame,
    corrections,
)
from agonist.odds.best import BEST

from .bot_moves import answer_as_bot
from .bots import bots_of, thought_about
from .changes import need_gm
from .errors import NotAllowed, NotFound, Refused
from .house import House
from .limits import bounded_json, bounded_text
from .live import Live
from .model import Acted, Controls, Handed, Kept, Seat
from .once import Once
from .patience import claimed, waited_for
from .stage import Stage

Reads = Callable[[Form], Answer]
"""Reads an answer by the form of what is asked, while nobody else is at the contest."""


class Acts:
    """What seats do in a contest. Every call returns when the act is stored, and raises if nothing was changed."""

    def __init__(self, house: House, stage: Stage) -> None:
        self.house = house
        self.stage = stage

    # What seats do

    async def answer(
        self,
        who: Seat,
        contest: str,
        request: str,
        value: Answer | Reads,
        *,
        reason: str = "",
        once: Once | None = None,
    ) -> Acted:
        """Answer a request: the seat that was asked, or a game master in its place, which is marked.

        The answer may be given as what reads it by the form of the open request.
        """
        given, why = self._given(value), self._reason(reason)

        def do(live: Live) -> list[Entry] | dict[str, Kept]:
            held = live.held_by(who)
            asked = _asked(live, request)
            seat = asked.seat if asked else None
            if seat is not None and seat not in held and not who.gm:
                raise ActRefused(
                    f"This was asked of {live.called(seat)}.",
                    code="act.not-yours",
                    accepted="an answer to what you are asked",
                )
            if not held:
                raise ActRefused(
                    "You hold no seat of this contest.", code="act.not-yours", accepted="a seat to play"
                )
            by = seat if seat in held and seat is not None else (GM if who.gm else held[0])
            answer = given(asked.form()) if asked else None
            throws = asked is not None and not isinstance(asked.request, Ask)
            if asked and throws and (waits := waited_for(live, live.heeds, asked.at, held)):
                return {request: _kept(live, who, asked, by, answer, tuple(waits), why)}
            return live.referee.answer(request, answer, by=by, reason=why)

        return await self.stage.act(who, contest, do, once)

    async def wait(self, who: Seat, contest: str, *, once: Once | None = None) -> Acted:
        """Ask to be waited for: what is open to the seat stays open until it has spoken, for a while at most."""

        def change(live: Live, controls: Controls) -> None:
            before, controls.claims = controls.claims, claimed(live, live.held_by(who))
            if controls.claims == before:
                raise ActRefused(
                    "Nothing is open to you that could wait.",
                    code="act.not-pending",
                    accepted="once, while something is",
                )

        return await self.stage.run(who, contest, change, once)

    async def let_pass(self, who: Seat, contest: str, seat: str, *, once: Once | None = None) -> Acted:
        """Say nothing to all that a seat can say now and need not, so that nobody waits for it."""

        def do(live: Live) -> list[Entry]:
            if new := live.referee.let_pass(_own(live, who, _known_seat(live, seat))):
                return new
            raise ActRefused(
                "Nothing is open to you that could pass.", code="act.not-pending", accepted="nothing now"
            )

        return await self.stage.act(who, contest, do, once)

    async def contribute(
        self, who: Seat, contest: str, seat: str, nonce: str, *, once: Once | None = None
    ) -> Acted:
        """Mix randomness of a seat's own into the dice, before the first of them falls."""
        return await self.stage.act(
            who, contest, lambda live: live.referee.contribute(_own(live, who, seat), nonce), once
        )

    async def set_dice(
        self, who: Seat, contest: str, seat: str, mode: DiceMode, *, once: Once | None = None
    ) -> Acted:
        """Say how a seat's dice are made from now on: sealed, typed, or either. Only a game master may."""
        need_gm(who)
        return await self.stage.act(who, contest, lambda live: live.referee.set_dice(seat, mode), once)

    async def undo(
        self, who: Seat, contest: str, to: int, *, reason: str = "", once: Once | None = None
    ) -> Acted:
        """Go back to before request number `to` was decided, or the last decision before it. Only a game master may."""
        need_gm(who)
        why = self._reason(reason)
        most = self.house.limits.undos

        def do(live: Live) -> list[Entry]:
            if live.referee.undos >= most:
                raise Refused(
                    f"This contest was taken back {most} times.", accepted="a fork from an earlier point"
                )
            return live.referee.undo(_point(live, to), reason=why)

        return await self.stage.act(who, contest, do, once, aside=True)

    async def override(
        self,
        who: Seat,
        contest: str,
        path: str,
        value: Answer | Reads,
        *,
        reason: str,
        once: Once | None = None,
    ) -> Acted:
        """Correct a value of the contest, one of those that `tools` lists, with a reason. Only a game master may."""
        need_gm(who)
        given, why = self._given(value), self._reason(reason)
        most = self.house.limits.corrections

        def do(live: Live) -> list[Entry]:
            made = sum(isinstance(each, Overridden) for each in live.referee.transcript.entries)
            if made >= most:
                raise Refused(f"This contest was corrected {made} times.", accepted=f"up to {most}")
            known = next((each for each in corrections(live.referee.state) if each.path == path), None)
            return live.referee.override(path, given(known.form) if known else None, reason=why)

        return await self.stage.act(who, contest, do, once)

    async def bot_answers(
        self, who: Seat, contest: str, request: str, bot: str = "", *, once: Once | None = None
    ) -> Acted:
        """Let a bot answer this one request: the one named, or the game's own. A game master may for every seat."""
        thought = await self._thought(who, contest, request) if bot == BEST else ()

        def do(live: Live) -> list[Entry]:
            pending = _asked(live, request)
            if pending is None:
                return live.referee.answer(request, None)
            _own(live, who, pending.seat)
            known = _known_bot(live, bot or next(iter(bots_of(live.referee.kind))))
            return answer_as_bot(live, pending, known, thought)

        return await self.stage.act(who, contest, do, once)

    async def _thought(self, who: Seat, contest: str, request: str) -> tuple[Answer, ...]:
        """What the bot `best` comes to think of a request, if it is one that somebody decides."""
        async with self.house.hall.hold(contest) as live:
            live.admit(who)
            pending = _asked(live, request)
            if pending is None or not isinstance(pending.request, Ask):
                return ()
            _own(live, who, pending.seat)
            thought = thought_about(live, pending)
        return (await self.stage.moves.best(thought, contest, later=False),)

    async def order(
        self,
        who: Seat,
        contest: str,
        seat: str,
        what: str,
        order: str = "",
        value: Answer = None,
        *,
        once: Once | None = None,
    ) -> Acted:
        """Give a standing order for a kind of question, or take it back. A game master may for every seat."""
        bounded_json(value, self.house.limits.answer, "value")
        return await self.stage.act(
            who, contest, lambda live: live.referee.order(_own(live, who, seat), what, order, value), once
        )

    # How a contest is run

    async def pause(self, who: Seat, contest: str, paused: bool = True, *, once: Once | None = None) -> Acted:
        """Stop a contest for everybody but game masters, or let it go on. Only a game master may."""
        need_gm(who)
        return await self.stage.run(
            who, contest, lambda _, controls: setattr(controls, "paused", paused), once
        )

    async def set_bot(
        self, who: Seat, contest: str, seat: str, bot: str | None, *, once: Once | None = None
    ) -> Acted:
        """Let a bot play a seat of the contest from now on, or (None) its person again.

        A game master may for every seat, others for their own.
        """

        def change(live: Live, controls: Controls) -> None:
            _own(live, who, _known_seat(live, seat))
            now = Handed(who.id, controls.bots.get(seat), live.stored)
            controls.lent = controls.lent | {seat: now}
            controls.bots = {key: each for key, each in controls.bots.items() if key != seat}
            if bot is not None:
                controls.bots[seat] = _known_bot(live, bot)

        return await self.stage.run(who, contest, change, once)

    async def cast(
        self, who: Seat, contest: str, seat: str, holder: str | None, *, once: Once | None = None
    ) -> Acted:
        """Give a seat of the contest to a seat of the table, or (None) to the game master. Only a game master may."""
        need_gm(who)
        if holder is not None and holder not in (await self.house.table(who.table)).seats:
            raise NotFound("There is no such seat at this table.", place="holder")

        def change(live: Live, controls: Controls) -> None:
            if _known_seat(live, seat) == GM:
                raise Refused(
                    "The game master's seat cannot be given away.", accepted="another seat", place="seat"
                )
            now = Handed(who.id, controls.casting.get(seat), live.stored)
            controls.handed = controls.handed | {seat: now}
            controls.casting = {key: each for key, each in controls.casting.items() if key != seat}
            if holder is not None:
                controls.casting[seat] = holder

        return await self.stage.run(who, contest, change, once)

    async def end(self, who: Seat, contest: str, *, reason: str = "", once: Once | None = None) -> Acted:
        """End a contest before the rules do. Its seed is shown; it cannot go on, but it can be forked."""
        need_gm(who)
        why = self._reason(reason)
        try:
            return await self.stage.run(
                who, contest, lambda _, controls: setattr(controls, "reason", why), once, end=True
            )
        except (TranscriptError, UnknownGame):
            return await self.stage.end_unreadable(who, contest, why)

    def _given(self, value: Answer | Reads) -> Reads:
        """What reads an answer by a form, whichever way it was given; refuses one that is too large."""
        most = self.house.limits.answer
        if not callable(value):
            bounded_json(value, most, "value")
            return lambda _: value

        def read(form: Form) -> Answer:
            found = value(form)
            bounded_json(found, most, "value")
            return found

        return read

    def _reason(self, reason: str) -> str:
        return bounded_text(reason, self.house.limits.reason, "reason", least=0)


def _kept(
    live: Live, who: Seat, dice: Pending, by: str, answer: Answer, waits_for: tuple[str, ...], reason: str
) -> Kept:
    """Dice that are let fall while others may still speak: checked now, and thrown once."""
    if dice.id in live.controls.kept:
        raise ActRefused(
            "These dice are shaken already.", code="act.already-answered", accepted="a moment's patience"
        )
    value = dice.form().check(answer)
    return Kept(who.id, by, live.held_by(who), value, time.time(), waits_for, reason)


def _asked(live: Live, request: str) -> Pending | None:
    return next((pending for pending in live.referee.pending if pending.id == request), None)


def _point(live: Live, to: int) -> int:
    """The last decision at or before a request number: what a line of the story came from, say."""
    points = live.referee.points()
    before = [at for at in points if at <= to]
    if not before or (to not in points and to >= max(live.referee.open_now)):
        raise ActRefused(
            "This has been taken back." if before else "Nothing was decided before this.",
            code="act.no-such-point",
            accepted=f"{points[0]} to {points[-1]}" if points else "a decision first",
        )
    return before[-1]


def _own(live: Live, who: Seat, seat: str) -> str:
    if seat not in live.held_by(who) and not who.gm:
        raise NotAllowed(
            f"You do not play {live.called(seat)}.",
            accepted=live.called(*live.held_by(who)) or "a seat to play",
        )
    return seat


def _known_seat(live: Live, seat: str) -> str:
    if seat not in live.referee.seats:
        raise NotFound(
            "There is no such seat in this contest.",
            accepted=", ".join(live.referee.seats),
            place="seat",
        )
    return seat


def _known_bot(live: Live, bot: str) -> str:
    known = bots_of(live.referee.kind)
    if bot not in known:
        raise Refused(f"There is no bot called {bot}.", accepted=", ".join(known), place="bot")
    return bot
