"""The referee: plays a contest with answers from anywhere, and keeps its transcript and its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from .corrections import checked_correction, correct, seats_that_see
from .course import UNANSWERED, Course, TurnStart
from .errors import ActRefused, AgonistError, AnswerRefused, TranscriptError
from .events import Committed, Contributed, Corrected, DiceChanged, Event, Line, Revealed, Undone
from .forms import Answer, Choice, Form, Option
from .game import ContestType, Game, Outcome
from .requests import GM, Ask, Chance
from .seal import Seal, checked_nonce, new_seed
from .state import State
from .transcript import Answered, Chanced, DiceMode, DiceSet, Entry, Forked, Nonce, Overridden, Rewound, Transcript

__all__ = ["Pending", "Referee", "Snapshot"]

S = TypeVar("S", bound=State)


class Pending(msgspec.Struct, frozen=True):
    """A request that waits for an answer of a seat. An answer names its `id`, which is never used twice."""

    id: str
    at: int
    slot: int
    seat: str
    request: Ask | Chance
    either: bool = False

    def form(self) -> Form:
        """The legal answers, as they are now."""
        if isinstance(self.request, Ask):
            return self.request.legal()
        real = self.request.form()
        if not self.either:
            return real
        return Choice(options=(Option("sealed", "Roll here"), Option("typed", "Type what was rolled", then=real)))


class Snapshot(msgspec.Struct, frozen=True):
    """A contest at the start of its last turn, with how much of transcript and log came before."""

    start: TurnStart
    entries: int
    lines: int
    undos: int


class _Done(msgspec.Struct, frozen=True):
    """An entry that counts, with the number of its roll (−1: none) and of lines in the log before it."""

    entry: Answered | Chanced | Overridden
    roll: int
    lines: int


class Referee(Generic[S]):
    """One contest being played. Make one with `start`, `replay`, `restore` or `fork`."""

    def __init__(self, game: Game, kind: ContestType[S], transcript: Transcript, seal: Seal | None) -> None:
        self.game = game
        self.kind = kind
        self.transcript = transcript
        self.seal = seal
        self.lines: list[Line] = []
        self.first_line = 0
        self.nonces: dict[str, str] = {}
        self.dice: dict[str, DiceMode] = {}
        self.undos = 0
        self._setup, self._options = kind.setup_from(transcript.setup, transcript.options)
        self.seats = {GM: "Game master"} | kind.seats(self._setup)
        self._known: dict[int, Chanced] = {}
        self._done: list[_Done] = []
        self._report(Committed(transcript.commitment), -1)
        self.course = self._new_course()
        self._flush(-1)

    # Making one

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
        kind = game.type(type_name)
        checked, chosen = kind.setup_from(setup, options)
        seal = Seal(seed or new_seed())
        transcript = Transcript(
            game=game.name,
            type=kind.name,
            rules=game.rules_version,
            setup=msgspec.to_builtins(checked),
            options=msgspec.to_builtins(chosen),
            commitment=seal.commitment,
        )
        referee = cls(game, kind, transcript, seal)
        for seat, value in (nonces or {}).items():
            referee.take(Nonce(referee._seat(seat), checked_nonce(value)))
        for seat, mode in (dice or {}).items():
            referee.take(DiceSet(referee._seat(seat), checked_mode(mode)))
        referee.roll_on()
        return referee

    @classmethod
    def replay(cls, game: Game, transcript: Transcript, seed: bytes | None = None) -> Referee[Any]:
        """The contest that a transcript tells. With its seed, or once it is over, it can go on being played."""
        referee = cls._before(game, transcript, seed)
        referee._take_from(transcript, 0)
        return referee

    @classmethod
    def restore(cls, game: Game, transcript: Transcript, snapshot: Snapshot, seed: bytes | None = None) -> Referee[Any]:
        """As `replay`, but from a snapshot on: quick, and without the lines of the log before it."""
        referee = cls._before(game, transcript, seed)
        for entry in transcript.entries[: snapshot.entries]:
            if isinstance(entry, Nonce | DiceSet):
                referee.take(entry)
        referee.course = Course.resume(referee.kind, snapshot.start)
        if referee.course.contest.events:
            referee.course.contest.events.clear()
        referee.lines, referee.first_line, referee.undos = [], snapshot.lines, snapshot.undos
        referee.transcript.entries = transcript.entries[: snapshot.entries]
        referee._take_from(transcript, snapshot.entries)
        return referee

    @classmethod
    def _before(cls, game: Game, transcript: Transcript, seed: bytes | None) -> Referee[Any]:
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
        return cls(game, game.type(transcript.type), fresh, Seal(seed) if seed else None)

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

    def fork(self, at: int | None = None, *, seed: bytes | None = None) -> Referee[S]:
        """Another contest with this one's beginning, up to request number `at`; this one is not touched.

        The fork has a seed of its own, so that it cannot tell what the original's dice will show.
        """
        self._need_past()
        at = self.at if at is None else at
        if not 0 <= at <= self.at:
            raise ActRefused("The contest has not been there.", code="act.no-such-point", accepted=f"0 to {self.at}")
        seal = Seal(seed or new_seed())
        transcript = msgspec.structs.replace(
            self.transcript,
            entries=[],
            chain=[],
            seed="",
            commitment=seal.commitment,
            forked=Forked(self.transcript.commitment, self.transcript.linked()[-1], at),
        )
        twin = Referee(self.game, self.kind, transcript, seal)
        for seat, mode in self.dice.items():
            twin.take(DiceSet(seat, mode))
        for done in self._done[: self._cut(at)]:
            entry = done.entry
            if isinstance(entry, Chanced) and entry.source == "sealed":
                entry = msgspec.structs.replace(entry, source="inherited")
            twin.take(entry)
        twin.roll_on()
        return twin

    # What is going on

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
    def pending(self) -> tuple[Pending, ...]:
        """All requests that wait for an answer of a seat."""
        course = self.course
        return tuple(
            self._pending(slot, request)
            for slot, request in enumerate(course.slots)
            if course.answers[slot] is UNANSWERED and not self._falls(slot, request)
        )

    def pending_for(self, seat: str) -> tuple[Pending, ...]:
        """The requests that wait for this seat."""
        return tuple(pending for pending in self.pending if pending.seat == seat)

    def points(self) -> list[int]:
        """The request numbers that can be undone to: decisions and typed rolls, and the present if it was touched."""
        self._need_past()
        rolled = ("sealed", "inherited")
        return sorted({d.entry.at for d in self._done if not (isinstance(d.entry, Chanced) and d.entry.source in rolled)})

    def snapshot(self) -> Snapshot | None:
        """The contest at its last turn's start; None before the first turn."""
        start = self.course.turn_start
        if start is None:
            return None
        cut = next((n for n, done in enumerate(self._done) if done.entry.at >= start.at), None)
        if cut is None:
            return Snapshot(start, len(self.transcript.entries), self.first_line + len(self.lines), self.undos)
        entry = self._done[cut].entry
        index = next(n for n, each in enumerate(self.transcript.entries) if each is entry)
        return Snapshot(start, index, self._done[cut].lines, self.undos)

    # Acts

    def answer(self, id: str, value: Answer, *, by: str = "", reason: str = "") -> list[Entry]:
        """Answer a pending request. Returns the new entries of the transcript: the answer and the dice it led to."""
        slot, request = self._named(id)
        seat = request.seat if isinstance(request, Ask) else request.by
        if by and by not in (seat, GM):
            raise ActRefused(f"This was asked of {seat}.", code="act.not-yours", accepted=f"an answer by {seat}")
        before = len(self.transcript.entries)
        if isinstance(request, Ask):
            stand_in = by if by != seat else ""
            self._enter(Answered(self.at, slot, seat, request.legal().check(value), stand_in, reason))
        else:
            self._enter(self._typed(slot, request, value))
        self.roll_on()
        return self.transcript.entries[before:]

    def contribute(self, seat: str, value: str) -> list[Entry]:
        """Mix a seat's nonce into the dice, before the first of them falls."""
        if any(isinstance(entry, Chanced) for entry in self.transcript.entries):
            raise ActRefused("The first dice have fallen.", code="act.too-late", accepted="a nonce before the first roll")
        return self._act(Nonce(self._seat(seat), checked_nonce(value)))

    def set_dice(self, seat: str, mode: DiceMode) -> list[Entry]:
        """Say how a seat's dice are made from now on: sealed, typed in, or either, roll by roll."""
        return self._act(DiceSet(self._seat(seat), checked_mode(mode)))

    def undo(self, to: int, *, by: str = GM, reason: str = "") -> list[Entry]:
        """Go back to request number `to`, a decision or a roll that was typed in. Only the game master may."""
        if by != GM:
            raise ActRefused("Only the game master can undo.", code="act.not-yours", accepted="the game master")
        if self.over:
            raise ActRefused(
                "The contest is over and its seed is known.", code="act.over", accepted="a fork, which has its own seed"
            )
        return self._act(Rewound(to, by, reason))

    def override(self, path: str, value: Answer, *, by: str = GM, reason: str) -> list[Entry]:
        """Correct a value that the game declares correctable, while a request is pending."""
        if by != GM:
            raise ActRefused("Only the game master corrects.", code="act.not-yours", accepted="the game master")
        if not reason.strip():
            raise ActRefused("A correction needs a reason.", code="answer.missing", accepted="a few words")
        return self._act(Overridden(self.at, path, value, reason.strip(), by))

    def roll_on(self) -> list[Entry]:
        """Let all sealed dice fall that are due. Acts do that by themselves; after a replay some may be due."""
        before = len(self.transcript.entries)
        course = self.course
        due = True
        while due:
            due = False
            for slot, request in enumerate(course.slots):
                if isinstance(request, Chance) and course.answers[slot] is UNANSWERED and self._falls(slot, request):
                    due = True
                    self._enter(self._fallen(slot, request))
        return self.transcript.entries[before:]

    # Entries, fresh or replayed

    def take(self, entry: Entry) -> None:
        """Apply one entry of a transcript as it is, without letting further dice fall."""
        match entry:
            case Answered(at=at, slot=slot, seat=seat):
                request = self._expected(at, slot)
                if not isinstance(request, Ask) or request.seat != seat:
                    raise ActRefused(f"Nothing is asked of {seat} there.")
                if request.legal().check(entry.value) != entry.value:
                    raise ActRefused("The answer is not in its normal shape.")
                self._enter(entry)
            case Chanced(at=at, slot=slot):
                request = self._expected(at, slot)
                if not isinstance(request, Chance) or request.by != entry.seat:
                    raise ActRefused(f"No dice of {entry.seat} are due there.")
                request.form().check(entry.value)
                self._enter(entry)
            case Overridden(at=at):
                if self.over:
                    raise ActRefused("The contest is over.", code="act.over")
                if at != self.at:
                    raise ActRefused("A correction is out of place.", accepted=f"at {self.at}")
                checked_correction(self.state, entry.path, entry.value)
                self._enter(entry)
            case Rewound():
                self._rewind(entry)
            case Nonce(seat=seat, value=nonce):
                self.nonces[self._seat(seat)] = checked_nonce(nonce)
                if self.seal:
                    self.seal.mix(self.nonces)
                self._note(entry, Contributed(seat, nonce))
            case DiceSet(seat=seat, mode=mode):
                self.dice[self._seat(seat)] = mode
                self._note(entry, DiceChanged(seat, mode))

    def _act(self, entry: Entry) -> list[Entry]:
        before = len(self.transcript.entries)
        self.take(entry)
        self.roll_on()
        return self.transcript.entries[before:]

    def _note(self, entry: Entry, event: Event) -> None:
        self.transcript.entries.append(entry)
        self._report(event, self.at - 1)

    def _enter(self, entry: Answered | Chanced | Overridden) -> None:
        self.transcript.entries.append(entry)
        at = self.at
        roll = self.course.roll_number(entry.slot) if isinstance(entry, Chanced) else -1
        self._done.append(_Done(entry, roll, self.first_line + len(self.lines)))
        self._apply(entry, self._corrected)
        self._flush(at)
        if self.course.result is not None and self.seal:
            self.transcript.seed = self.seal.seed.hex()
            self._report(Revealed(self.transcript.seed), at)

    def _apply(self, entry: Answered | Chanced | Overridden, corrected: Any = None) -> None:
        if isinstance(entry, Answered):
            self.course.fill(entry.slot, entry.value)
        elif isinstance(entry, Chanced):
            self.course.fill(entry.slot, tuple(entry.value))
        else:
            change = correct(self.state, entry.path, entry.value)
            if corrected:
                corrected(entry, *change)

    def _corrected(self, entry: Overridden, label: str, old: Any, new: Any, where: Any) -> None:
        told = seats_that_see(self.state, where, tuple(self.seats))
        rest = tuple(seat for seat in self.seats if seat not in told)
        self._report(Corrected(label, entry.reason, old, new, audience=told if rest else None), self.at - 1)
        if rest:
            self._report(Corrected("", entry.reason, hidden=True, audience=rest), self.at - 1)

    # Dice

    def _falls(self, slot: int, request: Ask | Chance) -> bool:
        """Whether this is chance that falls by itself."""
        if isinstance(request, Ask):
            return False
        return self.dice.get(request.by, "sealed") == "sealed" or self._remembered(slot, request) is not None

    def _fallen(self, slot: int, request: Chance) -> Chanced:
        if (known := self._remembered(slot, request)) is not None:
            return Chanced(self.at, slot, request.by, known.value, known.source)
        if self.seal is None:
            raise ActRefused("The seed is not here.", code="act.not-yours", accepted="a replay with its seed")
        value: Any = list(self.seal.outcome(request, self.course.roll_number(slot)))
        return Chanced(self.at, slot, request.by, value)

    def _typed(self, slot: int, request: Chance, value: Answer) -> Chanced:
        answer = self._pending(slot, request).form().check(value)
        if answer == "sealed":
            return self._fallen(slot, request)
        if isinstance(answer, dict):
            answer = answer["with"]
        return Chanced(self.at, slot, request.by, answer, "typed")

    def _remembered(self, slot: int, request: Chance) -> Chanced | None:
        """What this roll showed before an undo, if it did not come from the seal and is the same question."""
        known = self._known.get(self.course.roll_number(slot))
        if known is None or known.seat != request.by:
            return None
        try:
            request.form().check(known.value)
        except AnswerRefused:
            return None
        return known

    # Undo

    def _cut(self, to: int) -> int:
        """How many of the entries that count stand before request number `to`."""
        present = to == self.at
        for n, done in enumerate(self._done):
            if done.entry.at >= to and (present or not isinstance(done.entry, Overridden)):
                return n
        return len(self._done)

    def _rewind(self, entry: Rewound) -> None:
        if entry.to not in self.points():
            known = ", ".join(map(str, self.points())) or "nothing can be undone yet"
            raise ActRefused(f"There is no decision {entry.to} to go back to.", code="act.no-such-point", accepted=known)
        cut = self._cut(entry.to)
        self._done, dropped = self._done[:cut], self._done[cut:]
        for done in dropped:
            if isinstance(done.entry, Chanced) and done.entry.source != "sealed":
                if done.entry.at > entry.to:
                    self._known[done.roll] = done.entry
                else:
                    self._known.pop(done.roll, None)
        for line in self.lines[dropped[0].lines - self.first_line :]:
            line.undone = line.undone or not isinstance(line.event, Undone | Contributed | DiceChanged)
        self.course = self._new_course()
        for done in self._done:
            self._apply(done.entry)
        if self.course.contest.events:
            self.course.contest.events.clear()
        self.transcript.seed = ""
        self.undos += 1
        self._note(entry, Undone(entry.to, entry.by, entry.reason))

    def _need_past(self) -> None:
        """After `restore`, go over the whole transcript once when something before the snapshot is needed."""
        if self.first_line:
            seed = self.seal.seed if self.seal else None
            whole = Referee.replay(self.game, self.transcript, seed)
            self.__dict__.update(whole.__dict__)

    # Small things

    def _new_course(self) -> Course[S]:
        return Course(self.kind, self.kind.begin(self._setup, self._options))

    def _report(self, event: Event, at: int) -> None:
        self.lines.append(Line(self.first_line + len(self.lines), at, event))

    def _flush(self, at: int) -> None:
        events = self.course.contest.events
        if events:
            for event in events:
                self._report(event, at)
            events.clear()

    def _pending(self, slot: int, request: Ask | Chance) -> Pending:
        seat = request.seat if isinstance(request, Ask) else request.by
        either = isinstance(request, Chance) and self.dice.get(seat) == "either"
        return Pending(self._id(slot), self.at, slot, seat, request, either)

    def _id(self, slot: int) -> str:
        return f"{self.course.at}.{slot}.{self.undos}"

    def _named(self, id: str) -> tuple[int, Ask | Chance]:
        course = self.course
        for slot, request in enumerate(course.slots):
            if id == self._id(slot):
                if course.answers[slot] is UNANSWERED:
                    return slot, request
                raise ActRefused("This has been answered.", code="act.already-answered")
        if self._was_asked(id):
            raise ActRefused("This has been answered.", code="act.already-answered")
        if self.over:
            raise ActRefused("The contest is over.", code="act.over")
        waiting = ", ".join(pending.id for pending in self.pending)
        raise ActRefused(f"No request {id!r} waits for an answer.", accepted=waiting)

    def _was_asked(self, id: str) -> bool:
        at, _, rest = str(id).partition(".")
        return at.isdigit() and int(at) < self.at and rest.endswith(f".{self.undos}")

    def _expected(self, at: int, slot: int) -> Ask | Chance:
        course = self.course
        if at != course.at or not 0 <= slot < len(course.slots) or course.answers[slot] is not UNANSWERED:
            raise ActRefused(f"Part {slot} of request {at} is not open.", accepted=f"request {course.at}")
        return course.slots[slot]

    def _seat(self, seat: str) -> str:
        if seat not in self.seats:
            raise ActRefused(f"There is no seat {seat!r}.", code="act.not-yours", accepted=", ".join(self.seats))
        return seat


def checked_mode(mode: str) -> DiceMode:
    """A way of making dice, or a refusal."""
    if mode == "sealed" or mode == "typed" or mode == "either":
        return mode
    raise ActRefused(f"{mode!r} is no way to make dice.", code="answer.not-an-option", accepted="sealed, typed, either")


def seed_from(text: str) -> bytes:
    """A seed from its hexadecimal digits."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32:
        raise TranscriptError("This is no seed.", accepted="64 hexadecimal digits", place="seed")
    return seed
