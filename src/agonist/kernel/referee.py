"""The referee: lets seats act in a contest, takes for granted what is, lets the dice fall, and keeps the transcript."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

import msgspec

from .errors import ActRefused
from .forms import Answer, picked
from .game import Game, Seen
from .lanes import Lane
from .play import Play, Snapshot
from .questions import Part
from .requests import GM, Ask
from .seal import Seal, new_seed
from .state import State
from .transcript import (
    Answered,
    Chanced,
    DiceMode,
    DiceSet,
    Entry,
    Forked,
    Granted,
    Nonce,
    Ordered,
    Overridden,
    Rewound,
    Transcript,
)

S = TypeVar("S", bound=State)


class Referee(Play[S]):
    """One contest being played. Make one with `start`, `replay`, `restore` or `fork`."""

    _looked_over: tuple[tuple[int, ...], int, int] = ((), -1, -1)
    """The requests whose forced and ordered answers have been given: their numbers, and the undos and orders then."""

    patient_with: frozenset[str] = frozenset()
    """The seats whose windows are waited for. Theirs stay open until they are answered, somebody's dice are thrown by
    hand, or whoever keeps the time lets them pass; no clock is looked at here."""

    @classmethod
    def start(
        cls,
        game: Game,
        type_name: str,
        setup: Any,
        options: Any = None,
        *,
        seed: bytes | None = None,
        nonces: Mapping[str, str] | None = None,
        dice: Mapping[str, DiceMode] | None = None,
        usual: DiceMode = "sealed",
        strict: bool = False,
        patient_with: Callable[[Referee[Any]], frozenset[str]] | None = None,
    ) -> Referee[Any]:
        """Start a contest. Nonces and ways of making dice may be given at once, or later by seats.

        `usual` is how the dice of all other seats are made. In a `strict` contest everybody is asked everything; else
        what can be assumed is, unless somebody speaks up. `patient_with` says whose windows are waited for, once it is
        known who sits where.
        """
        seal = Seal(seed or new_seed())
        kind = game.type(type_name)
        transcript = Transcript(
            game=game.name,
            type=kind.name,
            rules=game.rules_version,
            setup=setup,
            options=options,
            commitment=seal.commitment,
            strict=strict,
        )
        referee = cls(game, transcript, seal)
        transcript.setup = msgspec.to_builtins(referee._setup)
        transcript.options = msgspec.to_builtins(referee._options)
        for seat, value in (nonces or {}).items():
            referee.take(Nonce(seat, value))
        usually = {} if usual == "sealed" else dict.fromkeys(referee.seats, usual)
        for seat, mode in (usually | dict(dice or {})).items():
            referee.take(DiceSet(seat, mode))
        if patient_with is not None:
            referee.patient_with = patient_with(referee)
        referee.roll_on()
        return referee

    @classmethod
    def replay(cls, game: Game, transcript: Transcript, seed: bytes | None = None) -> Referee[Any]:
        """The contest that a transcript tells. With its seed it can go on being played."""
        return super().replay(game, transcript, seed)

    @classmethod
    def restore(
        cls, game: Game, transcript: Transcript, snapshot: Snapshot, seed: bytes | None = None
    ) -> Referee[Any]:
        """As `replay`, but from a snapshot on: quick, and without the lines of the log before it."""
        return super().restore(game, transcript, snapshot, seed)

    def fork(self, at: int | None = None, *, seed: bytes | None = None) -> Referee[S]:
        """Another contest with this one's beginning, up to request number `at`; this one is not touched.

        The fork has a seed of its own, so that it cannot tell what the original's dice will show.
        """
        self.recall()
        last = max(self.open_now)
        if at is not None and not 0 <= at <= last:
            raise ActRefused(
                "The contest has not been there.", code="act.no-such-point", accepted=f"0 to {last}"
            )
        seal = Seal(seed or new_seed())
        left = Forked(self.transcript.commitment, self.transcript.linked()[-1], self.at if at is None else at)
        transcript = msgspec.structs.replace(
            self.transcript, entries=[], chain=[], seed="", commitment=seal.commitment, forked=left
        )
        twin = type(self)(self.game, transcript, seal)
        twin.patient_with = self.patient_with
        for seat, mode in self.dice.modes.items():
            twin.take(DiceSet(seat, mode))
        for done in self.history.done if at is None else self.history.up_to(at, now=self.open_now):
            entry = done.entry
            if isinstance(entry, Chanced) and entry.source == "sealed":
                entry = msgspec.structs.replace(entry, source="inherited")
            twin.take(entry)
        twin.roll_on()
        return twin

    # Acts

    def answer(self, id: str, value: Answer, *, by: str = "", reason: str = "") -> list[Entry]:
        """Answer a pending request. Returns the new entries of the transcript: the answer and what it led to."""
        part = self.questions.named(id)
        request, seat, at = part.request, part.seat, part.lane.at
        if by and by not in (seat, GM):
            name = self.called(seat)
            raise ActRefused(
                f"This was asked of {name}.", code="act.not-yours", accepted=f"an answer by {name}"
            )
        before = len(self.transcript.entries)
        if isinstance(request, Ask):
            stand_in = by if by != seat else ""
            self._enter(Answered(at, part.slot, seat, request.legal().check(value), stand_in, reason))
        else:
            thrown = self._thrown(part, value)
            self._close_windows(part.lane)
            self._enter(thrown)
        self._go_on()
        return self.transcript.entries[before:]

    def let_pass(self, seat: str = "", *, at: int | None = None) -> list[Entry]:
        """Close what a seat can decide and need not, with what it assumes; of all seats, once nothing must be decided.
        Of several requests that are open this may be said of one.

        Dice fall then that wait for nobody's word.
        """
        before = len(self.transcript.entries)
        for lane in self.course.open_lanes():
            if at in (None, lane.at) and (seat or not self.questions.musts(lane)):
                self._close_windows(lane, seat)
        self._go_on()
        return self.transcript.entries[before:]

    def contribute(self, seat: str, value: str) -> list[Entry]:
        """Mix a seat's nonce into the dice, before the first of them falls."""
        return self._act(Nonce(seat, value))

    def set_dice(self, seat: str, mode: DiceMode) -> list[Entry]:
        """Say how a seat's dice are made from now on: at once, at its word, typed in, or either, roll by roll."""
        return self._act(DiceSet(seat, mode))

    def order(self, seat: str, what: str, order: str = "", value: Answer = None) -> list[Entry]:
        """Give a standing order for a kind of question, or take it back."""
        return self._act(Ordered(seat, what, order, value))

    def undo(self, to: int, *, by: str = GM, reason: str = "") -> list[Entry]:
        """Go back to request number `to`, where somebody decided or rolled. Only the game master may."""
        if by != GM:
            raise ActRefused(
                "Only the game master can undo.", code="act.not-yours", accepted="the game master"
            )
        return self._act(Rewound(to, by, reason))

    def own_last(self, seats: Collection[str]) -> tuple[Answered, bool] | None:
        """The last answer of these seats, if it can be undone, and whether they may take it back themselves: as long as
        nothing that others did or dice showed would be undone with it."""
        last = self.history.last_of(seats)
        if last is None or self.over or not self.history.is_point(last.at):
            return None
        return last, self.history.alone_since(last.at, seats, now=self.open_now)

    def take_back(self, seats: Collection[str]) -> list[Entry]:
        """Take back the last answer of these seats, which one person holds. Nobody else need agree to that as long as
        nothing came of it; see `own_last`."""
        found = self.own_last(seats)
        if found is None:
            raise ActRefused(
                "Nothing of yours is there to take back.",
                code="act.no-such-point",
                accepted="an answer first",
            )
        last, alone = found
        if not alone:
            raise ActRefused(
                "Something has come of it: others have answered, or dice were shown.",
                code="act.too-late",
                accepted="the game master’s word",
            )
        return self._act(Rewound(last.at, last.seat))

    def override(self, path: str, value: Answer, *, by: str = GM, reason: str) -> list[Entry]:
        """Correct a value that the game declares correctable, while a request is pending."""
        if by != GM:
            raise ActRefused(
                "Only the game master corrects.", code="act.not-yours", accepted="the game master"
            )
        if not reason.strip():
            raise ActRefused("A correction needs a reason.", code="answer.missing", accepted="a few words")
        return self._act(Overridden(self.at, path, value, reason.strip(), by))

    def roll_on(self) -> list[Entry]:
        """Do all that needs nobody's word. Acts do that by themselves; after a replay something may be due."""
        before = len(self.transcript.entries)
        self._go_on()
        return self.transcript.entries[before:]

    def _act(self, entry: Entry) -> list[Entry]:
        before = len(self.transcript.entries)
        self.take(entry)
        self._go_on()
        return self.transcript.entries[before:]

    def _thrown(self, part: Part, value: Answer) -> Chanced:
        """What a seat's dice show when it lets them fall here, or says what real ones showed."""
        pending = self.questions.one(part)
        answer = pending.form().check(value)
        if pending.dice in ("tap", "either") and answer == "sealed":
            return self._fallen(part)
        shown = picked(answer).more if pending.dice == "either" else answer
        return Chanced(part.lane.at, part.slot, part.seat, shown, "typed")

    # What needs nobody's word

    def _go_on(self) -> None:
        while self._take_for_granted() or self._shut_windows() or self._let_fall():
            pass

    def _take_for_granted(self) -> bool:
        """Give the first answer that a standing order gives or that is the only legal one."""
        usual = self.usual_orders
        ordered = bool(self.orders.given or usual)
        asked = tuple(lane.at for lane in self.course.open_lanes())
        now = (asked, self.undos, len(self.transcript.entries) if ordered else 0)
        if now == self._looked_over:
            return False
        for part in (*self.questions.musts(), *self.questions.windows()):
            ask = part.ask
            value = self.orders.answer(ask, Seen(ask.seat, self.state), usual) if ordered else None
            granted: Granted = "order"
            if value is None and self.questions.must(ask):
                form = ask.legal()
                granted, value = "forced", None if form.several() else form.check(form.fallback())
            if value is not None:
                self._enter(Answered(part.lane.at, part.slot, ask.seat, value, granted=granted))
                return True
        self._looked_over = now
        return False

    def _awaited(self, lane: Lane) -> bool:
        return any(part.seat in self.patient_with for part in self.questions.windows(lane))

    def _shut_windows(self) -> bool:
        for lane in self.course.open_lanes():
            if self.questions.shut(lane) and not self._awaited(lane):
                self._close_windows(lane)
                return True
        return False

    def _close_windows(self, lane: Lane, seat: str = "") -> None:
        """All that can still be decided of a request, or all that a seat can, is taken to be what it assumes."""
        at = lane.at
        for part in self.questions.windows(lane):
            if seat and part.seat != seat:
                continue
            value = part.ask.legal().check(part.ask.assumed())
            self._enter(Answered(at, part.slot, part.seat, value, granted="assumed"))

    def _let_fall(self) -> bool:
        for lane in self.course.open_lanes():
            due = self.questions.due(lane)
            if due is not None and not self._awaited(lane):
                self._close_windows(lane)
                self._enter(self._fallen(due))
                return True
        return False

    def _fallen(self, part: Part) -> Chanced:
        value, source = self.dice.fall(part.chance, part.lane.roll_number(part.slot))
        return Chanced(part.lane.at, part.slot, part.seat, list(value), source)
