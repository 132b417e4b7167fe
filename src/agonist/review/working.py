"""Pieces of a review, as worker processes answer them: a contest gone through once, and played on from its places."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cached_property, lru_cache, partial
from typing import Any

from agonist.kernel import GM, ONLOOKER, ContestType, Form, Transcript, TranscriptError, Viewer, game, see
from agonist.odds.situations import Situation, situation_of
from agonist.odds.valued import Valuer, valuer_for

from .judging import judge, judge_solved
from .model import Judged
from .places import Place, Playouts, Step, first_of, policy_of, walk
from .summing import Found, reviewed
from .waves import Outline, Piece, Run

Values = list[list[float]]
"""What a play-out from each place came to, by place and seat."""


def do(data: bytes, piece: Piece) -> Any:
    """Do one piece of a review."""
    gone, eyes = gone_through(data), piece.seen_by
    match piece.kind:
        case "outline":
            return gone.outline(eyes)
        case "curve":
            return [gone.run(n, eyes, lookers=piece.lookers) for n in piece.numbers]
        case "judge":
            return [(n, gone.judged(n, piece.requests, piece.lengths, eyes)) for n in piece.numbers]
        case "solve":
            return reviewed(gone.found(gone.solved, gone.worked_out, ""), solved=True)
        case "outside":
            curve, judged = piece.found
            known = gone.worked_out if gone.solved is not None else dict(judged)
            return reviewed(gone.found(gone.unpacked(curve), known, eyes, judges=True), solved=False)
        case _:
            curve, judged = piece.found
            return reviewed(gone.found(gone.unpacked(curve), dict(judged), eyes), solved=False)


@lru_cache(maxsize=4)
def gone_through(data: bytes) -> Gone:
    """A transcript gone through, kept for the next piece."""
    return Gone(Transcript.from_json(data))


class Gone:
    """All that is needed of a finished contest to review it."""

    def __init__(self, transcript: Transcript) -> None:
        self.transcript = transcript
        self.first = first_of(transcript)
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
        part = play.questions.at(step.at)[step.slot]
        self.situations[n] = situation_of(play, play.questions.one(part)), part.ask.legal()
        if self.valuer is not None:
            self.worked_out[n] = judge_solved(play, step.seat, step.at, step.slot, step.answer)

    def _seats(self) -> tuple[str, ...]:
        """The seats that have something to win: those that play somebody; if the kernel recognises none of them, all
        that the game itself says the success of."""
        state, seats = self.play.state, self.play.seats
        playing = tuple(seat for seat in seats if self.kind.played_by(state, seat))
        own = type(self.kind).success is not ContestType.success
        return playing or tuple(seat for seat in seats if own and seat != GM)

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
            solved=self.solved is not None,
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

    def run(self, number: int, seen_by: str, *, lookers: bool = False) -> Run:
        """One play-out from each place, for each seat, and how many requests each took.

        With `lookers` also what it comes to as an onlooker sees it, where that is the same: where nothing is hidden.
        """
        number += self.first
        known, took = self._played(number, seen_by)
        outside: Values = []
        if lookers and all(self.places[n].shows_all(ONLOOKER, number) for n in set(self.valued(ONLOOKER))):
            outside = [known[n] for n in self.valued(ONLOOKER)]
        return Run(_packed(known), tuple(took), _packed(outside))

    def _played(self, number: int, seen_by: str) -> tuple[Values, list[int]]:
        policy, value_of, playouts = policy_of(self.kind), self.valued(seen_by), Playouts(number)
        known: dict[int, tuple[list[float], int]] = {}
        last = [0.5] * len(self.seats), 0
        for n in sorted(set(value_of)):
            try:
                last = known[n] = self.places[n].successes(self.seats, policy, playouts, seen_by or GM)
            except LookupError:
                if not seen_by:
                    raise
                known[n] = last  # the rules are at something that the seat could not know of
        took = [known[n][1] if n == at else 0 for at, n in enumerate(value_of)]
        return [known[n][0] for n in value_of], took

    def judged(self, n: int, requests: int, lengths: tuple[float, ...], eyes: str) -> Judged | None:
        situation, form = self.situations[n]
        long = lengths[self.valued(eyes)[n]]
        return judge(situation, form, self.steps[n].answer, requests, long, self.first)

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

    def unpacked(self, curve: tuple[bytes, ...]) -> list[Values]:
        """Play-outs as they were before they were packed."""
        import numpy as np

        return [np.frombuffer(each).reshape(len(self.places), -1).tolist() for each in curve]


def _packed(values: Values) -> bytes:
    """Numbers as they are sent, and kept until all are there: thousands, a few bytes each."""
    return array("d", [each for seats in values for each in seats]).tobytes()


def _sees(state: Any, seat: str) -> Any:
    return see(state, Viewer(seat, state))
