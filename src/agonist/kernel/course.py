"""The course of a contest: turns played one after the other, request by request. It knows no seats' rights,
no dice and no transcript; whoever drives it fills in the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Self, TypeVar

import msgspec

from .errors import GameBroken
from .events import Event
from .game import Contest, ContestType, Outcome
from .lanes import Lane
from .requests import Ask, Chance, InTurn, Procedure, Request, Together
from .state import State

S = TypeVar("S", bound=State)

UNANSWERED: Any = object()

_MOST_SILENT_TURNS = 10_000
"""A game that plays this many turns without asking anything will never ask again."""


class TurnStart(msgspec.Struct, frozen=True):
    """Where a turn began: the number of its first request, of its first roll, and the state as JSON."""

    at: int
    rolls: int
    state: bytes


class Course(Generic[S]):
    """A contest under way. `slots` are the parts of the open request, `answers` what has come in for each.

    Where procedures go on side by side, several requests are open (`open_lanes`); these are the parts of the one that
    it was last turned to, or that came of it.
    """

    def __init__(
        self,
        kind: ContestType[S],
        state: S,
        *,
        at: int = 0,
        rolls: int = 0,
        log: bool = True,
        starts: bool | None = None,
        uses: frozenset[str] | None = None,
    ) -> None:
        self.kind = kind
        self.contest: Contest[S] = Contest(state, [] if log else None)
        if uses is not None:
            self.contest.open_only(uses)
        self.result: Outcome | None = None
        self.at = at - 1
        self.rolls = rolls
        self.turns = 0
        self.turn_start: TurnStart | None = None
        self.slots: tuple[Ask | Chance, ...] = ()
        self.answers: list[Any] = []
        self.open = 0
        self._joint = False
        self._chances = 0
        self.keeps_starts = log if starts is None else starts
        """Whether `turn_start` is kept."""
        self.hurries = False
        """Whether nobody waits in turn: for who imagines how one of several procedures goes on."""
        self._turn: Procedure[None] = _nothing()
        self._trunk = self.lane = Lane(self._turn, self.at, rolls)
        self._step = 1
        self._go_on(None)

    @classmethod
    def resume(cls, kind: ContestType[S], start: TurnStart) -> Course[S]:
        """Continue from where a turn began, without what came before."""
        state: Any = msgspec.json.decode(start.state, type=kind.state_type)
        return cls(kind, state, at=start.at, rolls=start.rolls)

    def fill(self, slot: int, value: Any) -> None:
        """Give the answer to one part of the open request; with the last part the contest moves on."""
        self.answers[slot] = value
        self.open -= 1
        if self._joint:
            self.contest.arrived = (*self.contest.arrived, slot)
        if not self.open:
            self.rolls += self._chances * self._step
            self._go_on(tuple(self.answers) if self._joint else value)
        elif cuts_short(self.slots[slot], value):
            self._go_on(cut_off(self.slots, self.answers))

    def open_lanes(self) -> list[Lane]:
        """The procedures that ask something now: one, or those that go on side by side, in their order."""
        self._leave()
        return [lane for lane in self._trunk.every() if lane.asks]

    @property
    def apart(self) -> bool:
        """Whether procedures go on side by side now."""
        return bool(self._trunk.lanes)

    def turn_to(self, at: int) -> Self:
        """Go on with the open request of this number; where it is not open, with what is."""
        if at != self.at and self._trunk.lanes:
            for lane in self.open_lanes():
                if lane.at == at:
                    self._enter(lane)
        return self

    def run_on(self, answer: Callable[[Any], Any], *, until: int, most: int) -> None:
        """Have every part answered at once until the contest is over, or until a turn begins `until` requests later, or
        after so many at the most. Rolls are not counted."""
        while self._trunk.lanes and self.result is None:
            for slot in decisions_first(self.slots):
                at = self.at
                if self.answers[slot] is UNANSWERED:
                    self.fill(slot, answer(self.slots[slot]))
                if self.at != at:
                    break
        if self.result is not None:
            return
        contest, send = self.contest, self._turn.send
        request: Any = self.slots if self._joint else self.slots[0]
        until += self.at
        for at in range(self.at, self.at + most):
            if type(request) is tuple:
                contest.arrived = range(len(request))
                value: Any = _together(request, answer)
            else:
                value = answer(request)
            try:
                request = send(value)
            except StopIteration:
                self.at = at
                request = self._after_turn()
                if request is None:
                    return
                if at + 1 >= until:
                    break
                send = self._turn.send
        self.at = at
        self._open_up(request)

    def unheard(self) -> None:
        """From here on nobody listens, as in a contest that was begun without a log."""
        self.contest.events, self.contest.bare = None, True

    def take_events(self) -> list[Event]:
        """What was reported since the last time."""
        events = self.contest.events
        if not events:
            return []
        self.contest.events = []
        return events

    def roll_number(self, slot: int) -> int:
        """Which chance request of the contest this part is, counted from 0."""
        if not slot:
            return self.rolls
        return self.rolls + self._step * sum(isinstance(request, Chance) for request in self.slots[:slot])

    def _go_on(self, value: Any) -> None:
        """Send this to the procedure that asked; then go on with it if it asks again, or with the first that asks."""
        lane = self.lane
        self._send(value)
        if self._trunk.lanes:
            asking, own = self.open_lanes(), list(lane.every())
            self._enter(next((each for each in asking if each in own), asking[0]))

    def _send(self, value: Any) -> None:
        request: Request | None
        try:
            request = self._turn.send(value)
        except StopIteration as end:
            if self.lane.parent is not None:
                self._leave()
                self.lane.over, self.lane.result = True, end.value
                self._stir()
                return
            request = self._after_turn()
        if request is not None:
            self._open_up(request)

    # Side by side

    def _enter(self, lane: Lane) -> None:
        self._leave()
        self.lane = lane
        self._turn, self._step, self.at, self.rolls = lane.turn, lane.step, lane.at, lane.rolls
        self.slots, self.answers, self.open = lane.slots, lane.answers, lane.open
        self._joint, self._chances, self.contest.arrived = lane.joint, lane.chances, lane.arrived

    def _leave(self) -> None:
        """Note in its lane how far what is under way has come."""
        lane = self.lane
        lane.turn, lane.at, lane.rolls = self._turn, self.at, self.rolls
        lane.slots, lane.answers, lane.open = self.slots, self.answers, self.open
        lane.joint, lane.chances, lane.arrived = self._joint, self._chances, self.contest.arrived

    def _go_apart(self, request: Together | InTurn) -> None:
        lane = self.lane
        if isinstance(request, InTurn):
            lane.touch()
            lane.held = True
        else:
            self._leave()
            lane.part(request.procedures)
            for each in lane.lanes:
                self._enter(each)
                self._send(None)
            lane.sent = True
        self._stir()

    def _stir(self) -> None:
        """Let the first go on that has nothing to wait for any more; what comes of it may let others."""
        for lane in self._trunk.every():
            if lane.joins:
                results = lane.join()
                self._enter(lane)
                self._send(results)
                return
            if lane.held and (self.hurries or lane.clear):
                lane.held = False
                self._enter(lane)
                self._send(None)
                return

    def _after_turn(self) -> Request | None:
        """Nothing if the contest is over; else turns are played until one asks something, and that is it."""
        for _ in range(_MOST_SILENT_TURNS):
            self.result = self.kind.outcome(self.contest.state)
            if self.result is not None:
                self.at += 1
                self.slots, self.answers = (), []
                return None
            self._start_turn()
            request = next(self._turn, None)
            if request is not None:
                return request
        raise GameBroken(f"{self.kind.title} goes on without asking anything.")

    def _open_up(self, request: Request) -> None:
        if isinstance(request, Together | InTurn):
            self._go_apart(request)
            return
        self.at += self._step
        if isinstance(request, tuple):
            self._joint = True
            self.contest.arrived = ()
            self.slots = request
            self.open = len(request)
            self.answers = [UNANSWERED] * self.open
            self._chances = [isinstance(each, Chance) for each in request].count(True)
        else:
            self._joint = False
            self.slots = (request,)
            self.open = 1
            self.answers = [UNANSWERED]
            self._chances = isinstance(request, Chance)

    def _start_turn(self) -> None:
        self.turns += 1
        if self.keeps_starts:
            state = msgspec.json.encode(self.contest.state)
            self.turn_start = TurnStart(self.at + 1, self.rolls, state)
        self._turn = self.kind.turn(self.contest)


def _together(slots: tuple[Ask | Chance, ...], answer: Callable[[Any], Any]) -> tuple[Any, ...]:
    """The answers to all parts of a request, decisions before dice, unless one of them cuts it short."""
    if len(slots) == 1:
        return (answer(slots[0]),)
    if type(slots[0]) is not Ask and Ask not in map(type, slots):
        return tuple([answer(each) for each in slots])
    answers = [UNANSWERED] * len(slots)
    for n, request in enumerate(slots):
        if isinstance(request, Ask):
            answers[n] = answer(request)
            if request.interrupts and request.cuts_short(answers[n]):
                return cut_off(slots, answers)
    return tuple([answer(slots[n]) if found is UNANSWERED else found for n, found in enumerate(answers)])


def decisions_first(slots: tuple[Ask | Chance, ...]) -> Iterable[int]:
    """The parts of a request in the order in which they are answered: decisions, then dice."""
    dice = [slot for slot, request in enumerate(slots) if isinstance(request, Chance)]
    if not dice or dice[0] == len(slots) - len(dice):
        return range(len(slots))
    return sorted(range(len(slots)), key=lambda slot: slot in dice)


def cuts_short(request: Ask | Chance, value: Any) -> bool:
    """Whether this answer ends a joint request before its other parts are in."""
    return isinstance(request, Ask) and request.interrupts and request.cuts_short(value)


def cut_off(slots: tuple[Ask | Chance, ...], answers: list[Any]) -> tuple[Any, ...]:
    """The answers to a request, perhaps cut short: windows as they assume, nothing for what else is open."""
    return tuple(
        answer
        if answer is not UNANSWERED
        else request.assumed()
        if isinstance(request, Ask) and request.window
        else None
        for request, answer in zip(slots, answers, strict=True)
    )


def _nothing() -> Procedure[None]:
    """A turn in which nothing happens, before the first."""
    yield from ()
