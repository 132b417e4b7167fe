"""The places of a finished contest: where it stood after each of its entries that count, to be played on from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from agonist.kernel import (
    Answered,
    Chanced,
    ContestType,
    Course,
    Game,
    Overridden,
    Play,
    Policy,
    SameDice,
    Seen,
    Transcript,
    TurnStart,
    defaults,
    play_on,
    play_some,
)
from agonist.kernel.corrections import correct
from agonist.kernel.forms import in_words
from agonist.kernel.requests import GM, Ask, Draw, Shuffle
from agonist.tabletop import begun

from .model import Kind

_LONG = 10_000
"""After how many requests a play-out just goes on to its end."""

Entered = Answered | Chanced | Overridden


class Place:
    """Where a contest stood: the start of the turn, and what was entered since."""

    def __init__(
        self,
        kind: ContestType[Any],
        start: TurnStart,
        entries: tuple[Entered, ...],
        rolled: Mapping[str, int],
    ) -> None:
        self.kind = kind
        self.start = start
        self.entries = entries
        self.rolled = rolled
        """How often each kind of roll fell up to here."""
        self._state: Any = None
        self._now: Any = None

    def shows_all(self, seat: str, seed: int) -> bool:
        """Whether what is made up for a seat is how things are there, so that nothing goes on differently."""
        if self._now is None:
            self._now = self.course().contest.state
        imagined = self._now.copy()
        self.kind.imagine(imagined, seat, Random(seed))
        return bool(imagined == self._now)

    def course(self, *, log: bool = False, seat: str = GM, seed: int = 0) -> Course[Any]:
        """The contest there, ready to go on; what is hidden from a seat other than the game master's is made up."""
        if self._state is None:
            self._state = msgspec.json.decode(self.start.state, type=self.kind.state_type)
        course: Course[Any] = Course(self.kind, self._state.copy(), at=self.start.at, starts=log)
        for entry in self.entries:
            if isinstance(entry, Overridden):
                correct(course.contest.state, entry.path, entry.value)
            else:
                value = tuple(entry.value) if isinstance(entry, Chanced) else entry.value
                course.turn_to(entry.at).fill(entry.slot, value)
        if not log:
            course.unheard()
        if seat != GM:
            self.kind.imagine(course.contest.state, seat, Random(seed))
        return course

    def successes(
        self, seats: tuple[str, ...], policy: Policy, playouts: Playouts, seen_by: str = GM
    ) -> tuple[list[float], int]:
        """How well each seat does when a play-out goes on from here, and how many requests that takes."""
        course = self.course(seat=seen_by, seed=playouts.number)
        return playouts.successes(course, seats, policy, self.rolled)


class Playouts:
    """Play-outs of one `number`: contests that go on with the same dice wherever they begin.

    Two places differ by what happened between them, and the difference of their values is known far better than the
    values are (common random numbers). Two contests that stand alike when a turn begins, and have rolled as often, go
    on alike (they coalesce): the second is not played any further.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._ends: dict[tuple[bytes, frozenset[tuple[str, int]]], tuple[list[float], int]] = {}

    def successes(
        self, course: Course[Any], seats: Sequence[str], policy: Policy, rolled: Mapping[str, int] = {}
    ) -> tuple[list[float], int]:
        """How well each seat does when a contest goes on, and how many requests that takes."""
        dice, begun, passed = SameDice(f"review:{self.number}", rolled), course.at, []
        course.keeps_starts, end = True, None
        while end is None and course.at < begun + _LONG and play_some(course, policy, dice, 1) is None:
            assert course.turn_start is not None
            passed.append(((course.turn_start.state, dice.so_far()), course.at))
            end = self._ends.get(passed[-1][0])
        if end is None:
            ended = play_on(course, policy, dice)
            end = [course.kind.success(course.contest.state, ended, seat) for seat in seats], 0
        found, at = end[0], course.at + end[1]
        self._ends.update((where, (found, at - then)) for where, then in passed)
        return found, at - begun


def first_of(transcript: Transcript) -> int:
    """The number of a contest's first play-out: each has dice of its own, so that their errors are not the same. It
    comes from what everybody knows before the first entry."""
    return int(transcript.commitment[:12], 16)


class Step(msgspec.Struct):
    """A moment before it has a value.

    `usual` says that who plays on from the place before would do the same, `idle` that nothing was done about it.
    """

    kind: Kind
    step: int
    at: int
    seat: str
    what: str
    said: str
    told: str = ""
    public: str = ""
    dice: tuple[int | str, ...] = ()
    usual: bool = False
    idle: bool = False
    about: str = ""
    answer: Any = None
    slot: int = 0


def policy_of(kind: ContestType[Any]) -> Policy:
    """Who plays on: the first of the game's own bots."""
    return next(iter(kind.bots.values()), defaults)


class Walk:
    """A transcript gone through: a place before each step and after the last, and the steps between them."""

    def __init__(self, game: Game, transcript: Transcript) -> None:
        whole: Play[Any] = Play.replay(game, transcript)
        self.counted = [(done.entry, done.done_by_hand, done.index) for done in whole.history.done]
        bare = msgspec.structs.replace(transcript, entries=[], chain=[])
        self.play: Play[Any] = Play.unplayed(game, bare)
        self.kind: ContestType[Any] = self.play.kind
        self.places: list[Place] = []
        self.steps: list[Step] = []
        self.total = len(transcript.entries)
        self._starts = 0
        self._rolled: Counter[str] = Counter()
        self._policy = policy_of(self.kind)

    def __iter__(self) -> Any:
        """Each step with its place, before it is taken, while the contest stands there."""
        n = 0
        while n < len(self.counted):
            last = self._end_of(n)
            step = self._step(n, last)
            self.places.append(self._place(n))
            self.steps.append(step)
            yield step
            lines = len(self.play.log)
            for entry, _, _ in self.counted[n : last + 1]:
                self._take(entry)
            step.told, step.public = self._told(lines)
            n = last + 1
        self.places.append(self._place(n))

    def _end_of(self, n: int) -> int:
        """The dice of one request fall together."""
        entry = self.counted[n][0]
        last = n
        while isinstance(entry, Chanced) and last + 1 < len(self.counted):
            after = self.counted[last + 1][0]
            if not isinstance(after, Chanced) or after.at != entry.at:
                break
            last += 1
        return last

    def _take(self, entry: Entered) -> None:
        before = self.play.course.turn_start
        if isinstance(entry, Chanced):
            self._rolled[self.play.questions.expected(entry).request.what] += 1
        self.play.take(entry)
        if self.play.course.turn_start is not before:
            self._starts = len(self.play.history.done)

    def _named(self, chance: Any, seat: str) -> str:
        """Whose dice or cards they are; what nobody's hand does, such as a deal, is called by what it is for."""
        dealt = seat == GM and isinstance(chance, Draw | Shuffle)
        return begun(chance.what) if dealt and chance.what else self.play.seats[seat]

    def _place(self, n: int) -> Place:
        start = self.play.course.turn_start
        assert start is not None
        since = tuple(entry for entry, _, _ in self.counted[self._starts : n])
        return Place(self.kind, start, since, self._rolled.copy())

    def _told(self, lines: int) -> tuple[str, str]:
        new = [line.event for line in self.play.lines if line.n >= lines]
        return _last(new, GM), _last(new, "")

    def _step(self, n: int, last: int) -> Step:
        entry, by_hand, _ = self.counted[n]
        after = self.counted[last + 1][2] if last + 1 < len(self.counted) else self.total
        if isinstance(entry, Overridden):
            return Step(
                "correction", after, entry.at, entry.by or GM, f"Correction: {entry.path}", str(entry.value)
            )
        parts = self.play.questions.at(entry.at)
        request = parts[entry.slot].request
        if isinstance(entry, Chanced):
            thrown = [each for each, _, _ in self.counted[n : last + 1] if isinstance(each, Chanced)]
            faces = tuple(face for each in thrown for face in each.value)
            slots: list[Any] = [parts[each.slot].request for each in thrown]
            what = ", ".join(dict.fromkeys(each.what for each in slots))
            said = ", ".join(
                _shown(by.about or self._named(by, each.seat), by, each.value)
                for by, each in zip(slots, thrown, strict=True)
            )
            return Step("dice", after, entry.at, entry.seat, what, said, dice=faces)
        assert isinstance(request, Ask)
        form = request.legal()
        usual = form.check(self._policy(Seen(entry.seat, self.play.state), request))
        plays = request.about in self.kind.played_by(self.play.state, entry.seat)
        kind: Kind = "passed" if not by_hand else "ruling" if entry.seat == GM and not plays else "decision"
        return Step(
            kind, after, entry.at, entry.seat, request.text or request.what, in_words(form, entry.value),
            usual=usual == entry.value, idle=not by_hand and entry.granted != "order", about=request.about,
            answer=entry.value, slot=entry.slot,
        )  # fmt: skip


def walk(game: Game, transcript: Transcript) -> Walk:
    """A transcript, to be gone through step by step."""
    return Walk(game, transcript)


def _shown(who: str, request: Any, faces: Any) -> str:
    """Who threw, and what lies there; cards by what people call them."""
    names = getattr(request, "names", {})
    return f"{who} {' '.join(str(names.get(face, face)) for face in faces)}"


def _last(events: list[Any], seat: str) -> str:
    """Of some events that a seat may read the last that says what came of it; an empty name stands for everybody.

    That is a verdict on stage, if there is one, else what a rule did; rather than the dice, or that a round begins.
    Where no more came of it yet than a roll of each side, both are said.
    """
    heard = [each for each in events if each.audience is None or (seat and seat in each.audience)]
    ruled = [
        each for each in heard if each.cites() and not each.dice_shown() and not _BEGINS.match(each.text())
    ]
    verdicts = [each for each in ruled if each.staged() is not None]
    told = (verdicts or ruled or heard)[-2:]
    pair = len(told) == 2 and type(told[0]) is type(told[1]) and all(_rolled(each) for each in told)
    return " ".join(str(each.text()) for each in (told if pair else told[-1:]))


def _rolled(event: Any) -> bool:
    staged = event.staged()
    return staged is not None and bool(staged.dice)


_BEGINS = re.compile(r"(Round|Turn|Scene) \d+")
