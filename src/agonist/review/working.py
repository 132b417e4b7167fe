"""The pieces of which a review is made: calls that worker processes answer, and which come after which."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import cached_property, lru_cache, partial
from typing import Any

import msgspec

from agonist.kernel import GM, ONLOOKER, ContestType, Form, Transcript, TranscriptError, Viewer, game, see
from agonist.odds.situations import Situation, situation_of
from agonist.odds.valued import Valuer, valuer_for

from .judging import judge, judge_solved
from .model import Judged, Review
from .places import Place, Step, policy_of, walk
from .summing import Found, reviewed

__all__ = ["CURVE", "JUDGING", "Piece", "do", "made_of"]

CURVE, JUDGING = 240_000, 160_000
"""How many requests are played for the curve, and to judge decisions."""
_LEAST, _MOST = 12, 400
_PIECE = 8_000
"""How many requests a piece should take."""
_TRIALS = 2
_PLAYED = 48
"""How many play-outs it takes to judge a decision."""


class Piece(msgspec.Struct, frozen=True):
    """A part of the work: which kind, for which numbers, how much may be played for each, and for what whose eyes see
    (of nobody: as things really were)."""

    kind: str
    numbers: tuple[int, ...] = ()
    requests: int = 0
    lengths: tuple[float, ...] = ()
    found: tuple[Any, ...] = ()
    seen_by: str = ""


class Outline(msgspec.Struct, frozen=True):
    """What there is to do: whether values can be worked out, which decisions there are, by seat, and which are not a
    bot's; and whether in the end nothing was hidden (`told`), or onlookers can imagine it (`guessable`)."""

    solved: bool
    decisions: dict[str, tuple[int, ...]]
    unusual: tuple[int, ...]
    imaginable: bool
    winnable: bool
    told: bool
    guessable: bool


class Trials(msgspec.Struct, frozen=True):
    """The first play-outs of a curve, as somebody's eyes see it: values by place, and how long they are."""

    seen_by: str
    values: tuple[Any, ...]
    lengths: tuple[float, ...]
    a_run: float

    def rest(self, scale: float) -> list[Piece]:
        """The others, as many as there is time for."""
        runs = int(max(_LEAST if scale >= 1 else _TRIALS, min(_MOST, scale * CURVE / max(1.0, self.a_run))))
        some = _pieces(range(_TRIALS, runs), self.a_run)
        return [Piece("curve", each, seen_by=self.seen_by) for each in some]


def made_of(
    knowledge: str = "", scale: float = 1.0, *, lookers: bool = False
) -> Generator[list[Piece], list[Any], Review]:
    """The pieces of a review, in waves: each wave needs the answers of those before it.

    With `lookers` there is in it what others than the game master may be shown.
    """
    [outline] = yield [Piece("outline", seen_by=knowledge)]
    if not outline.imaginable:
        raise TranscriptError("Something is hidden here, and the game does not say what it might be.")
    if not outline.winnable:
        raise TranscriptError("Nobody can win or lose here.", accepted="a contest that somebody wins")
    outside = lookers and not outline.told and outline.guessable
    eyes = (*(() if outline.solved else (knowledge,)), *((ONLOOKER,) if outside else ()))
    share = scale / max(1, len(eyes))
    trials = (yield from _trials(eyes)) if eyes else []
    judging = [] if knowledge or outline.solved else _judging(outline, trials[-1], share * JUDGING)
    rest = [each.rest(share) for each in trials]
    wave = [*judging, *(piece for pieces in rest for piece in pieces)]
    found = iter((yield wave) if wave else [])
    judged = tuple(pair for _ in judging for pair in next(found))
    curves = {
        one.seen_by: (*one.values, *(values for _ in pieces for values, _ in next(found)))
        for one, pieces in zip(trials, rest, strict=True)
    }
    real = (
        Piece("solve")
        if outline.solved
        else Piece("sum", found=(curves[knowledge], judged), seen_by=knowledge)
    )
    public = [Piece("outside", found=(curves[ONLOOKER], judged), seen_by=ONLOOKER)] if outside else []
    review, *others = yield [real, *public]
    return _for_lookers(review, outline, *others) if lookers else review


def _for_lookers(review: Review, outline: Outline, outside: Review | None = None) -> Review:
    if outside is not None:
        return msgspec.structs.replace(review, lookers="outside", outside=outside)
    return msgspec.structs.replace(review, lookers="whole" if outline.told else "none")


def _trials(eyes: tuple[str, ...]) -> Generator[list[Piece], list[Any], list[Trials]]:
    found = iter((yield [Piece("curve", (n,), seen_by=each) for each in eyes for n in range(_TRIALS)]))
    trials = []
    for each in eyes:
        runs = [run for _ in range(_TRIALS) for run in next(found)]
        lengths = [tuple(map(float, lengths)) for _, lengths in runs]
        a_run = sum(map(sum, lengths)) / _TRIALS
        trials.append(Trials(each, tuple(values for values, _ in runs), lengths[0], a_run))
    return trials


def _judging(outline: Outline, trials: Trials, requests: float) -> list[Piece]:
    """Pieces that judge decisions, each with so much work as can be told from a curve: where something is hidden, from
    that of an onlooker. Each seat has its share, so that nobody's depends on what others had to decide."""
    pieces, lengths = [], trials.lengths
    for asked in outline.decisions.values():
        chosen, each = _affordable(asked, outline.unusual, lengths, requests / len(outline.decisions))
        numbers = _pieces(chosen, each)
        pieces += [Piece("judge", some, each, lengths, seen_by=trials.seen_by) for some in numbers]
    return pieces


def _affordable(
    asked: tuple[int, ...], unusual: tuple[int, ...], lengths: tuple[float, ...], requests: float
) -> tuple[tuple[int, ...], int]:
    """The decisions that can be judged with so many requests, and how many for each: the unusual ones come first."""
    if not asked:
        return (), 0
    long = max(lengths, default=1.0)
    each = int(max(_PLAYED * long / 2, min(12_000, requests / len(asked))))
    most = max(1, int(requests / each))
    spread = sorted(asked, key=lambda n: (n not in unusual, n * 7919 % 1009, n))
    return tuple(sorted(spread[:most])), each


def _pieces(numbers: Any, each: float) -> list[tuple[int, ...]]:
    size = max(1, int(_PIECE / max(1.0, each)))
    return [tuple(numbers[n : n + size]) for n in range(0, len(numbers), size)]


def do(data: bytes, piece: Piece) -> Any:
    """Do one piece of a review."""
    gone, eyes = gone_through(data), piece.seen_by
    match piece.kind:
        case "outline":
            return gone.outline(eyes)
        case "curve":
            return [gone.run(n, eyes) for n in piece.numbers]
        case "judge":
            return [(n, gone.judged(n, piece.requests, piece.lengths, eyes)) for n in piece.numbers]
        case "solve":
            return reviewed(gone.found(gone.solved, gone.worked_out, ""), solved=True)
        case "outside":
            curve, judged = piece.found
            known = gone.worked_out if gone.solved is not None else dict(judged)
            return reviewed(gone.found(curve, known, eyes, judges=True), solved=False)
        case _:
            curve, judged = piece.found
            return reviewed(gone.found(curve, dict(judged), eyes), solved=False)


@lru_cache(maxsize=4)
def gone_through(data: bytes) -> Gone:
    """A transcript gone through, kept for the next piece."""
    return Gone(Transcript.from_json(data))


class Gone:
    """All that is needed of a finished contest to review it."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        whole = walk(game(transcript.game), transcript)
        self.situations: dict[int, tuple[Situation, Form]] = {}
        self.worked_out: dict[int, Judged | None] = {}
        self.valuer: Valuer | None = valuer_for(transcript.game, transcript.type, whole.play.state)
        for n, step in enumerate(whole):
            if step.kind == "decision":
                self._note(n, step, whole.play)
        if whole.play.result is None:
            raise TranscriptError("This contest has not come to its end.", accepted="a contest that is over")
        self.play = whole.play
        self.kind: ContestType[Any] = whole.kind
        self.places: list[Place] = whole.places
        self.steps: list[Step] = whole.steps
        self.seats = self._seats()
        if self.valuer is not None and set(self.valuer.seats) != set(self.seats):
            self.valuer = None
        self.decisions = tuple(n for n, (_, form) in self.situations.items() if form.several())
        self.unusual = tuple(n for n in self.decisions if not self.steps[n].usual)
        self.value_of = self._shared(lambda step: step.usual)

    def _note(self, n: int, step: Step, play: Any) -> None:
        request = play.course.slots[step.slot]
        pending = play.questions.one(step.slot, request)
        self.situations[n] = situation_of(play, pending), request.legal()
        if self.valuer is not None:
            self.worked_out[n] = judge_solved(play, step.seat, step.slot, step.answer)

    def _seats(self) -> tuple[str, ...]:
        """The seats that play somebody, and so have something to win."""
        state = self.play.state
        return tuple(seat for seat in self.play.seats if self.kind.played_by(state, seat))

    def _shared(self, same: Callable[[Step], bool]) -> tuple[int, ...]:
        """For each place the later one that has its value, as nothing happened in between."""
        found = list(range(len(self.places)))
        for n in reversed(range(len(self.steps))):
            step = self.steps[n]
            if step.kind not in ("dice", "correction") and same(step):
                found[n] = found[n + 1]
        return tuple(found)

    def outline(self, eyes: str) -> Outline:
        by_seat = {
            seat: tuple(n for n in self.decisions if self.steps[n].seat == seat) for seat in self.play.seats
        }
        return Outline(
            solved=not eyes and self.solved is not None,
            decisions=by_seat,
            unusual=self.unusual,
            imaginable=not eyes or self.imaginable(eyes),
            winnable=bool(self.seats),
            told=_sees(self.play.state, ONLOOKER) == _sees(self.play.state, GM),
            guessable=self.imaginable(ONLOOKER),
        )

    def imaginable(self, seat: str) -> bool:
        """Whether nothing is ever hidden from a seat, or the game says what it might be."""
        if type(self.kind).imagine is not ContestType.imagine:
            return True
        states = [place.course().contest.state for place in self.places]
        return all(_sees(state, seat) == _sees(state, GM) for state in states)

    def valued(self, seen_by: str) -> tuple[int, ...]:
        """For each place the one whose value it has.

        Where nothing may depend on what a seat could not know, a value changes only with what that seat could read.
        """
        if not seen_by:
            return self.value_of
        found, now = [0], 0
        for n, step in enumerate(self.steps):
            now = n + 1 if step.public or n + 1 == len(self.steps) else now
            found.append(now)
        return tuple(found)

    def run(self, number: int, seen_by: str) -> tuple[list[list[float]], list[int]]:
        """One play-out from each place, for each seat; and how many requests each took."""
        policy, value_of = policy_of(self.kind), self.valued(seen_by)
        known: dict[int, tuple[list[float], int]] = {}
        last = [0.5] * len(self.seats), 0
        for n in sorted(set(value_of)):
            try:
                last = known[n] = self.places[n].successes(self.seats, policy, number, seen_by or GM)
            except LookupError:
                if not seen_by:
                    raise
                known[n] = last  # the rules are at something that the seat could not know of
        took = [known[n][1] if n == at else 0 for at, n in enumerate(value_of)]
        return [known[n][0] for n in value_of], took

    def judged(self, n: int, requests: int, lengths: tuple[float, ...], eyes: str) -> Judged | None:
        situation, form = self.situations[n]
        return judge(situation, form, self.steps[n].answer, requests, lengths[self.valued(eyes)[n]])

    @cached_property
    def solved(self) -> tuple[list[list[float]], ...] | None:
        """The worked out values of all places, as one play-out that is always right; None if they are not known."""
        valuer = self.valuer
        if valuer is None:
            return None
        shared = self._shared(lambda step: step.kind == "passed" and step.idle)
        chances = {n: valuer.value(partial(self.places[n].course, log=True)) for n in set(shared)}
        first = self.seats.index(valuer.seats[0])
        known = {
            n: [each, 1 - each][:: 1 if first == 0 else -1] for n, each in chances.items() if each is not None
        }
        return ([known[n] for n in shared],) if len(known) == len(chances) else None

    def found(self, curve: Any, judged: Any, knowledge: str, *, judges: bool = False) -> Found:
        return Found(self, curve, judged, knowledge, judges=judges or not knowledge)


def _sees(state: Any, seat: str) -> Any:
    return see(state, Viewer(seat, state))
