"""The referee: plays a contest with answers from anywhere, and keeps its transcript and its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from .beginnings import Snapshot, forked, replayed, restored, started
from .corrections import checked_correction, correct
from .course import Course
from .dice import DiceBox, checked_mode
from .errors import ActRefused
from .events import Committed, Contributed, DiceChanged, Event, Line, Revealed, Undone
from .forms import Answer
from .game import ContestType, Game, Outcome
from .history import History
from .log import Log
from .pending import Pending
from .questions import Questions
from .requests import GM, ONLOOKER, Ask, Chance
from .seal import Seal, checked_nonce, new_seed
from .state import State
from .transcript import Answered, Chanced, DiceMode, DiceSet, Entry, Nonce, Overridden, Rewound, Transcript

__all__ = ["Referee"]

S = TypeVar("S", bound=State)


class Referee(Generic[S]):
    """One contest being played. Make one with `start`, `replay`, `restore` or `fork`."""

    def __init__(self, game: Game, kind: ContestType[S], transcript: Transcript, seal: Seal | None) -> None:
        self.game = game
        self.kind = kind
        self.transcript = transcript
        self.dice = DiceBox(seal)
        self.log = Log()
        self.undos = 0
        self._setup, self._options = kind.setup_from(transcript.setup, transcript.options)
        self.seats = {GM: "Game master"} | kind.seats(self._setup)
        self.log.write(Committed(transcript.commitment), -1)
        self.history = History()
        self.questions = self._from_the_start()
        self._write_events(-1)

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
    ) -> Referee[Any]:
        """Start a contest. Nonces and ways of making dice may be given at once, or later by seats."""
        return started(cls, game, type_name, setup, options, seed, nonces or {}, dice or {})

    @classmethod
    def replay(cls, game: Game, transcript: Transcript, seed: bytes | None = None) -> Referee[Any]:
        """The contest that a transcript tells. With its seed it can go on being played."""
        return replayed(cls, game, transcript, seed)

    @classmethod
    def restore(
        cls, game: Game, transcript: Transcript, snapshot: Snapshot, seed: bytes | None = None
    ) -> Referee[Any]:
        """As `replay`, but from a snapshot on: quick, and without the lines of the log before it."""
        return restored(cls, game, transcript, snapshot, seed)

    def fork(self, at: int | None = None, *, seed: bytes | None = None) -> Referee[S]:
        """Another contest with this one's beginning, up to request number `at`; this one is not touched.

        The fork has a seed of its own, so that it cannot tell what the original's dice will show.
        """
        self.recall()
        at = self.at if at is None else at
        if not 0 <= at <= self.at:
            raise ActRefused(
                "The contest has not been there.", code="act.no-such-point", accepted=f"0 to {self.at}"
            )
        return forked(
            self,
            [done.entry for done in self.history.done[: self.history.before(at, now=self.at)]],
            at,
            Seal(seed or new_seed()),
        )

    # What is going on

    @property
    def course(self) -> Course[S]:
        return self.questions.course

    @property
    def at(self) -> int:
        """The number of the open request, counted from 0."""
        return self.course.at

    @property
    def state(self) -> S:
        return self.course.contest.state

    @property
    def result(self) -> Outcome | None:
        return self.course.result

    @property
    def over(self) -> bool:
        return self.course.result is not None

    @property
    def lines(self) -> list[Line]:
        """The lines of the log."""
        return self.log.lines

    @property
    def pending(self) -> tuple[Pending, ...]:
        """All requests that wait for an answer of a seat."""
        return self.questions.pending()

    def points(self) -> list[int]:
        """The request numbers that can be undone to: decisions, typed rolls, and the present if it was touched."""
        self.recall()
        return self.history.points()

    def recall(self) -> None:
        """After `restore`, bring back what came before the snapshot: all lines of the log, all that can be undone."""
        if self.log.first:
            seed = self.dice.seal.seed if self.dice.seal else None
            self.__dict__.update(Referee.replay(self.game, self.transcript, seed).__dict__)

    def snapshot(self) -> Snapshot | None:
        """The contest at its last turn's start; None before the first turn."""
        start = self.course.turn_start
        if start is None:
            return None
        first = self.history.first_since(start.at)
        if first is None:
            return Snapshot(start, len(self.transcript.entries), len(self.log), self.undos)
        entries = self.transcript.entries
        index = next(n for n in reversed(range(len(entries))) if entries[n] is first.entry)
        return Snapshot(start, index, first.lines, self.undos)

    # Acts

    def answer(self, id: str, value: Answer, *, by: str = "", reason: str = "") -> list[Entry]:
        """Answer a pending request. Returns the new entries of the transcript: the answer and the dice it led to."""
        slot, request = self.questions.named(id)
        at = self.questions.course.at
        seat = request.seat
        if by and by not in (seat, GM):
            name = self._called(seat)
            raise ActRefused(
                f"This was asked of {name}.", code="act.not-yours", accepted=f"an answer by {name}"
            )
        before = len(self.transcript.entries)
        if isinstance(request, Ask):
            stand_in = by if by != seat else ""
            self._enter(Answered(at, slot, seat, request.legal().check(value), stand_in, reason))
        else:
            self._enter(self._typed(slot, request, value))
        self._roll_on()
        return self.transcript.entries[before:]

    def contribute(self, seat: str, value: str) -> list[Entry]:
        """Mix a seat's nonce into the dice, before the first of them falls."""
        return self._act(Nonce(seat, value))

    def set_dice(self, seat: str, mode: DiceMode) -> list[Entry]:
        """Say how a seat's dice are made from now on: sealed, typed in, or either, roll by roll."""
        return self._act(DiceSet(seat, mode))

    def undo(self, to: int, *, by: str = GM, reason: str = "") -> list[Entry]:
        """Go back to request number `to`, a decision or a roll that was typed in. Only the game master may."""
        if by != GM:
            raise ActRefused(
                "Only the game master can undo.", code="act.not-yours", accepted="the game master"
            )
        return self._act(Rewound(to, by, reason))

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
        """Let all sealed dice fall that are due. Acts do that by themselves; after a replay some may be due."""
        before = len(self.transcript.entries)
        self._roll_on()
        return self.transcript.entries[before:]

    def _roll_on(self) -> None:
        while (due := self.questions.due()) is not None:
            slot, request = due
            value, source = self.dice.fall(request, self.course.roll_number(slot))
            self._enter(Chanced(self.at, slot, request.seat, list(value), source))

    # Entries, fresh or replayed

    def take(self, entry: Entry) -> None:
        """Apply one entry of a transcript as it is, without letting further dice fall."""
        match entry:
            case Answered():
                request = self.questions.expected(entry)
                if not isinstance(request, Ask) or request.seat != entry.seat:
                    raise ActRefused(f"Nothing is asked of {self._called(entry.seat)} there.")
                checked = request.legal().check(entry.value)
                if checked != entry.value:
                    raise ActRefused("The answer is not in its normal shape.")
                self._enter(Answered(entry.at, entry.slot, entry.seat, checked, entry.by, entry.reason))
            case Chanced():
                request = self.questions.expected(entry)
                if not isinstance(request, Chance) or request.seat != entry.seat:
                    raise ActRefused(f"No dice of {self._called(entry.seat)} are due there.")
                request.form().check(entry.value)
                self._enter(entry)
            case Overridden():
                if self.over:
                    raise ActRefused("The contest is over.", code="act.over", accepted="a fork")
                if entry.at != self.at:
                    raise ActRefused("A correction is out of place.", accepted=f"at {self.at}")
                checked_correction(self.state, entry.path, entry.value)
                self._enter(entry)
            case Rewound():
                self._rewind(entry)
            case Nonce():
                self._stir(entry)
            case DiceSet():
                self.dice.modes[self._seat(entry.seat)] = checked_mode(entry.mode)
                self._note(entry, DiceChanged(entry.seat, self.seats[entry.seat], entry.mode))

    def _act(self, entry: Entry) -> list[Entry]:
        before = len(self.transcript.entries)
        self.take(entry)
        self._roll_on()
        return self.transcript.entries[before:]

    def _note(self, entry: Entry, event: Event) -> None:
        """Keep an entry that is about the table, not the contest."""
        self.transcript.entries.append(entry)
        self.log.write(event, self.at - 1)

    def _enter(self, entry: Answered | Chanced | Overridden) -> None:
        """Keep an entry that counts, let the contest go on from it, and write what happens."""
        self.transcript.entries.append(entry)
        course = self.questions.course
        at = course.at
        roll = course.roll_number(entry.slot) if isinstance(entry, Chanced) else -1
        self.history.add(entry, roll, len(self.log))
        if isinstance(entry, Overridden):
            told = correct(self.state, entry.path, entry.value)
            self.log.write_all(told.events(self.state, entry.reason, (*self.seats, ONLOOKER)), at - 1)
        else:
            self._fill(entry)
        self._write_events(at)

    def _fill(self, entry: Answered | Chanced) -> None:
        self.questions.course.fill(
            entry.slot, tuple(entry.value) if isinstance(entry, Chanced) else entry.value
        )

    def _stir(self, entry: Nonce) -> None:
        if any(isinstance(each, Chanced) for each in self.transcript.entries):
            raise ActRefused(
                "The first dice have fallen.", code="act.too-late", accepted="a nonce before the first roll"
            )
        self.dice.stir(self._seat(entry.seat), checked_nonce(entry.value))
        self._note(entry, Contributed(entry.seat, self.seats[entry.seat], entry.value))

    def _typed(self, slot: int, request: Chance, value: Answer) -> Chanced:
        if self.dice.mode(request.seat) != "either":
            return Chanced(self.at, slot, request.seat, request.form().check(value), "typed")
        answer = self.questions.one(slot, request).form().check(value)
        if answer == "sealed":
            fallen, source = self.dice.fall(request, self.course.roll_number(slot))
            return Chanced(self.at, slot, request.seat, list(fallen), source)
        return Chanced(self.at, slot, request.seat, answer["with"], "typed")

    # Undo

    def _rewind(self, entry: Rewound) -> None:
        if self.over:
            raise ActRefused("The contest is over, its seed is known.", code="act.over", accepted="a fork")
        if entry.to not in self.points():
            known = ", ".join(map(str, self.points())) or "nothing can be undone yet"
            raise ActRefused(
                f"There is no decision {entry.to} to go back to.", code="act.no-such-point", accepted=known
            )
        dropped = self.history.drop(self.history.before(entry.to, now=self.at))
        for done in dropped:
            if isinstance(done.entry, Chanced):
                if done.entry.at > entry.to:
                    self.dice.remember(done.roll, done.entry)
                else:
                    self.dice.forget(done.roll)
        self.log.strike(dropped[0].lines)
        self.undos += 1
        self._play_again()
        self._note(entry, Undone(entry.to, entry.by, entry.reason))

    def _play_again(self) -> None:
        """Come to where the entries that still count lead, without writing their lines again."""
        self.questions = self._from_the_start()
        for done in self.history.done:
            if isinstance(done.entry, Overridden):
                correct(self.state, done.entry.path, done.entry.value)
            else:
                self._fill(done.entry)
        self.course.take_events()

    # Small things

    def _from_the_start(self) -> Questions:
        course = Course(self.kind, self.kind.begin(self._setup, self._options))
        return Questions(course, self.dice, self.undos)

    def _write_events(self, at: int) -> None:
        """Write what was reported, and at the end of the contest its seed."""
        course = self.questions.course
        if events := course.take_events():
            self.log.write_all(events, at)
        if course.result is not None and self.dice.seal:
            self.transcript.seed = self.dice.seal.seed.hex()
            self.log.write(Revealed(self.transcript.seed), at)

    def _called(self, seat: str) -> str:
        return self.seats.get(seat, seat)

    def _seat(self, seat: str) -> str:
        if seat not in self.seats:
            raise ActRefused(
                "There is no such seat in this contest.",
                code="act.not-yours",
                accepted=", ".join(self.seats),
            )
        return seat
