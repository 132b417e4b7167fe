"""A contest as its entries tell it: taken one by one, checked, applied, undone. It decides and rolls nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Self, TypeVar

import msgspec

from .corrections import correct
from .course import Course, TurnStart
from .dice import DiceBox, checked_mode
from .errors import ActRefused, AgonistError, TranscriptError
from .events import Committed, Contributed, DiceChanged, Event, Line, Log, Revealed, Undone
from .fitting import fitting
from .game import Game, Outcome
from .history import Before, Done, History, TurnMarks
from .orders import Orders
from .questions import Pending, Questions
from .requests import GM, ONLOOKER
from .seal import Seal, checked_nonce, seed_from
from .state import State
from .transcript import Answered, Chanced, DiceSet, Entry, Nonce, Ordered, Overridden, Rewound, Transcript
from .watching import Watcher

S = TypeVar("S", bound=State)


class Snapshot(msgspec.Struct, frozen=True):
    """A contest at the start of its last turn, with how much of transcript and log came before."""

    start: TurnStart
    entries: int
    lines: int
    undos: int


class Play(Generic[S]):
    """One contest, from a transcript's header on. `take` applies its entries, whoever made them."""

    watcher: Watcher | None = None

    def __init__(self, game: Game, transcript: Transcript, seal: Seal | None) -> None:
        self.game = game
        self.kind = game.type(transcript.type)
        self.transcript = transcript
        self.dice = DiceBox(seal)
        self.orders = Orders(self.kind.orders)
        self.log = Log()
        self.history = History()
        self.undos = 0
        self._turns = TurnMarks()
        self._pending: tuple[Any, tuple[Pending, ...]] = (None, ())
        self._setup, self._options = self.kind.setup_from(transcript.setup, transcript.options)
        self.seats = {GM: "Game master"} | self.kind.seats(self._setup)
        self.log.write(Committed(transcript.commitment), -1)
        self.log.write_all(self.kind.foreword(self._setup, self._options), -1)
        self._follow(self._first_course())
        self._write_events(-1)

    @classmethod
    def unplayed(cls, game: Game, transcript: Transcript, seed: bytes | None = None) -> Self:
        """A transcript's contest before its first entry."""
        if transcript.rules != game.rules_version:
            raise TranscriptError(
                f"This was played under version {transcript.rules} of the rules of {game.title}.",
                code="transcript.rules-version",
                accepted=game.rules_version,
                place="rules",
            )
        if seed is None and transcript.seed:
            seed = seed_from(transcript.seed)
        fresh = msgspec.structs.replace(transcript, entries=[], chain=[], seed="")
        return cls(game, fresh, Seal(seed) if seed else None)

    @classmethod
    def replay(cls, game: Game, transcript: Transcript, seed: bytes | None = None) -> Self:
        """The contest that a transcript tells. With its seed it can go on being played."""
        play = cls.unplayed(game, transcript, seed)
        play._take_from(transcript, 0)
        return play

    @classmethod
    def restore(
        cls, game: Game, transcript: Transcript, snapshot: Snapshot, seed: bytes | None = None
    ) -> Self:
        """As `replay`, but from a snapshot on: quick, and without the lines of the log before it."""
        play = cls.unplayed(game, transcript, seed)
        play._skip_to(snapshot, transcript.entries[: snapshot.entries])
        play._take_from(transcript, snapshot.entries)
        if _took_back_dice(transcript.entries[: snapshot.entries]):
            play.recall()
        return play

    @property
    def usual_orders(self) -> Mapping[str, str]:
        """The orders of every player who has not given any; a strict contest asks everything."""
        return {} if self.transcript.strict else self.kind.usual_orders(self.state)

    def recall(self) -> None:
        """After `restore`, bring back what came before the snapshot: all lines of the log, all that can be undone."""
        if self.log.first:
            seed = self.dice.seal.seed if self.dice.seal else None
            whole: Play[S] = Play.replay(self.game, self.transcript, seed)
            self.log, self.history, self.dice = whole.log, whole.history, whole.dice
            self._turns = whole._turns
            self._follow(self.course)

    # What is going on

    @property
    def course(self) -> Course[S]:
        return self.questions.course

    @property
    def at(self) -> int:
        """The number of the open request, counted from 0; of several that of the one that was last gone on with."""
        return self.questions.course.at

    @property
    def open_now(self) -> tuple[int, ...]:
        """The numbers of all open requests."""
        return tuple([lane.at for lane in self.questions.course.open_lanes()])

    @property
    def state(self) -> S:
        state: S = self.questions.course.contest.state
        return state

    @property
    def result(self) -> Outcome | None:
        return self.questions.course.result

    @property
    def over(self) -> bool:
        return self.questions.course.result is not None

    @property
    def lines(self) -> list[Line]:
        """The lines of the log."""
        return self.log.lines

    @property
    def pending(self) -> tuple[Pending, ...]:
        """All requests that wait for an answer of a seat, or can have one; worked out once between two entries."""
        now = (self.questions, len(self.transcript.entries))
        if self._pending[0] != now:
            self._pending = (now, self.questions.pending())
        return self._pending[1]

    def points(self) -> list[int]:
        """The request numbers that can be undone to: where somebody decided, rolled or corrected."""
        self.recall()
        return self.history.points()

    def snapshot(self) -> Snapshot | None:
        """The contest at its last turn's start; None before the first turn."""
        start = self.course.turn_start
        if start is None:
            return None
        mark = self._turns.last
        if mark.done == len(self.history.done):
            return Snapshot(start, len(self.transcript.entries), len(self.log), self.undos)
        return Snapshot(start, *self.history.done[mark.done].before)

    # Entries

    def take(self, entry: Entry) -> None:
        """Apply one entry of a transcript as it is, without letting further dice fall."""
        match entry:
            case Answered() | Chanced() | Overridden():
                self._enter(fitting(self, entry))
            case Rewound():
                self._rewind(entry)
            case _:
                self._note(entry, self._arrange(entry))

    def _arrange(self, entry: Nonce | DiceSet | Ordered) -> Event | None:
        """Change something about the table, not the contest."""
        seat = self._seat(entry.seat)
        match entry:
            case Nonce():
                if self.dice.rolled:
                    raise ActRefused(
                        "The first dice have fallen.",
                        code="act.too-late",
                        accepted="a nonce before the first roll",
                    )
                self.dice.stir(seat, checked_nonce(entry.value))
                return Contributed(seat, self.seats[seat], entry.value)
            case DiceSet():
                before, mode = self.dice.mode(seat), checked_mode(entry.mode)
                self.dice.modes[seat] = mode
                if not {before, mode} <= {"sealed", "tap"}:
                    return DiceChanged(seat, self.seats[seat], mode)
            case Ordered():
                self.orders.give(entry)
        return None

    def _note(self, entry: Entry, event: Event | None) -> None:
        self.transcript.entries.append(entry)
        if event is not None:
            self.log.write(event, self.at - 1)

    def _enter(self, entry: Answered | Chanced | Overridden) -> None:
        """Keep an entry that counts, let the contest go on from it, and write what happens."""
        course, at = self.questions.course.turn_to(entry.at), entry.at
        self.dice.rolled = self.dice.rolled or isinstance(entry, Chanced)
        roll = course.roll_number(entry.slot) if isinstance(entry, Chanced) else -1
        index, lines, by_hand = len(self.transcript.entries), len(self.log), self._by_hand(entry)
        if self.watcher is not None:
            self.watcher.entering(self, entry, by_hand=by_hand)
        where = course.lane.where
        before = Before(index, lines, self.undos)
        self.history.add(Done(entry, roll, lines, index, before, by_hand, where))
        self.transcript.entries.append(entry)
        if isinstance(entry, Overridden):
            told = correct(self.state, entry.path, entry.value)
            self.log.write_all(told.events(self.state, entry.reason, (*self.seats, ONLOOKER)), at - 1)
        else:
            self._fill(entry, len(self.history.done))
        self._write_events(at)
        if self.watcher is not None:
            self.watcher.entered(self, entry, at)

    def _by_hand(self, entry: Answered | Chanced | Overridden) -> bool:
        if isinstance(entry, Answered):
            return not entry.granted
        if isinstance(entry, Overridden):
            return True
        mode = self.dice.mode(entry.seat)
        return mode != "sealed" and not (mode == "tap" and self.questions.due(self.course.lane) is not None)

    def _fill(self, entry: Answered | Chanced, done: int) -> None:
        """Let the contest go on from an entry, with which so many count."""
        course = self.questions.course.turn_to(entry.at)
        self.questions.hear(entry.slot, entry.value)
        course.fill(entry.slot, tuple(entry.value) if isinstance(entry, Chanced) else entry.value)
        self._turns.keep(course.turn_start, done)

    # Undo

    def _rewind(self, entry: Rewound) -> None:
        if self.over:
            raise ActRefused("The contest is over, its seed is known.", code="act.over", accepted="a fork")
        self.recall()
        if not self.history.is_point(entry.to):
            known = ", ".join(map(str, self.points())) or "nothing can be undone yet"
            raise ActRefused(
                f"There is no decision {entry.to} to go back to.", code="act.no-such-point", accepted=known
            )
        keep = self.history.before(entry.to, now=self.open_now)
        dropped, again = self.history.drop(keep)
        for done in dropped:
            if isinstance(done.entry, Chanced):
                if done.entry.at != entry.to:
                    self.dice.remember(done.roll, done.entry)
                else:
                    self.dice.forget(done.roll)
        self.log.strike(dropped[0].lines)
        self.undos += 1
        self._play_again()
        for done in again:
            self._play_on(done, dropped[0].before)
        self._note(entry, Undone(entry.to, GM if entry.by == GM else self.called(entry.by), entry.reason))
        if self.watcher is not None:
            self.watcher.rewound(self, entry.to)

    def _play_again(self) -> None:
        """Come to where the entries that count lead, from the last turn that they reach, writing nothing."""
        mark = self._turns.back_to(len(self.history.done))
        course = Course.resume(self.kind, mark.start) if mark else self._first_course()
        first = mark.done if mark else 0
        self._follow(course, first)
        for done, each in enumerate(self.history.done[first:], first + 1):
            if isinstance(each.entry, Overridden):
                correct(self.state, each.entry.path, each.entry.value)
            else:
                self._fill(each.entry, done)
        self.course.take_events()

    def _play_on(self, done: Done, before: Before) -> None:
        """Keep what went on beside that which was undone: its lines are told once more."""
        assert not isinstance(done.entry, Overridden)
        self.history.add(msgspec.structs.replace(done, lines=len(self.log), before=before))
        self._fill(done.entry, len(self.history.done))
        self._write_events(done.entry.at)

    # Small things

    def beginning(self) -> S:
        """The state before the first turn, made anew."""
        state: S = self.kind.begin(self._setup, self._options)
        return state

    def _first_course(self) -> Course[S]:
        return Course(self.kind, self.beginning())

    def _follow(self, course: Course[S], done: int = 0) -> None:
        self.questions = Questions(course, self.dice, self.undos, strict=self.transcript.strict)
        self._turns.keep(course.turn_start, done)

    def _skip_to(self, snapshot: Snapshot, entries: list[Entry]) -> None:
        for entry in entries:
            if isinstance(entry, Nonce | DiceSet | Ordered):
                self._arrange(entry)
        self.dice.rolled = any(isinstance(entry, Chanced) for entry in entries)
        self.log, self.undos, self._turns = Log(snapshot.lines), snapshot.undos, TurnMarks()
        self._follow(Course.resume(self.kind, snapshot.start))
        self.course.take_events()
        self.transcript.entries = entries

    def _take_from(self, transcript: Transcript, first: int) -> None:
        for n in range(first, len(transcript.entries)):
            try:
                self.take(transcript.entries[n])
            except AgonistError as problem:
                raise TranscriptError(
                    f"The transcript does not fit its game here. {problem}",
                    code="transcript.diverged",
                    place=f"entries[{n}]",
                ) from problem

    def _write_events(self, at: int) -> None:
        """Write what was reported, and at the end of the contest its seed."""
        course = self.questions.course
        if events := course.take_events():
            self.log.write_all(events, at)
        if course.result is not None and self.dice.seal:
            self.transcript.seed = self.dice.seal.seed.hex()
            self.log.write(Revealed(self.transcript.seed), at)

    def called(self, seat: str) -> str:
        """A seat by the name that people know."""
        return self.seats.get(seat, seat)

    def _seat(self, seat: str) -> str:
        if seat not in self.seats:
            raise ActRefused(
                "There is no such seat in this contest.",
                code="act.not-yours",
                accepted=", ".join(self.seats),
            )
        return seat


def _took_back_dice(entries: list[Entry]) -> bool:
    """Whether dice that were not sealed may have been undone: they must show the same again."""
    undone = any(isinstance(entry, Rewound) for entry in entries)
    return undone and any(isinstance(entry, Chanced) and entry.source != "sealed" for entry in entries)
