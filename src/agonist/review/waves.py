"""Of which pieces a review is made, in which order, and how much is played for it."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from agonist.kernel import ONLOOKER, TranscriptError

from .model import Review

CURVE, JUDGING = 240_000, 160_000
"""How many requests are played for the curve, and to judge decisions."""
_LEAST, _MOST = 12, 400
_PIECE = 8_000
"""How many requests a piece should take."""
_TRIALS = 2
"""How many play-outs tell how long they are."""
_PLAYED = 48
"""How many play-outs it takes to judge a decision."""


class Piece(msgspec.Struct, frozen=True):
    """A part of the work: which kind, for which numbers, how much may be played for each, and for what whose eyes see
    (of nobody: as things really were). With `lookers` it may turn out to be an onlooker's too."""

    kind: str
    numbers: tuple[int, ...] = ()
    requests: int = 0
    lengths: tuple[float, ...] = ()
    found: tuple[Any, ...] = ()
    seen_by: str = ""
    lookers: bool = False


class Run(msgspec.Struct, frozen=True):
    """One play-out from each place: its values, packed; how many requests each took; and the values as an onlooker sees
    them, where it is known that these are the same contests."""

    values: bytes
    took: tuple[int, ...] = ()
    outside: bytes = b""


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


class Pieces:
    """What is known of the pieces of a contest's reviews: each is worked out once, whichever of them it is for."""

    def __init__(self) -> None:
        self._known: dict[Piece, Any] = {}

    def __contains__(self, piece: Piece) -> bool:
        return _named(piece) in self._known

    def __getitem__(self, piece: Piece) -> Any:
        return self._known[_named(piece)]

    def put(self, piece: Piece, answer: Any) -> None:
        """Keep an answer; and what it tells of another piece, as nothing was hidden from onlookers there."""
        self._known[_named(piece)] = answer
        if piece.lookers and all(run.outside for run in answer):
            same = msgspec.structs.replace(piece, seen_by=ONLOOKER, lookers=False)
            self._known[same] = [Run(run.outside) for run in answer]

    def clear(self) -> None:
        self._known.clear()


def _named(piece: Piece) -> Piece:
    """A piece without what others have come to, which is the same whenever it is asked for."""
    return msgspec.structs.replace(piece, found=()) if piece.found else piece


class Trials(msgspec.Struct, frozen=True):
    """The first play-outs of a curve, as somebody's eyes see it: values by place, and how long they are."""

    seen_by: str
    values: tuple[bytes, ...]
    lengths: tuple[float, ...]
    a_run: float

    def rest(self, scale: float, a_run: float) -> list[tuple[int, ...]]:
        """The numbers of the others, as many as there is time for, in pieces of as many as take so long."""
        runs = int(max(_LEAST if scale >= 1 else _TRIALS, min(_MOST, scale * CURVE / max(1.0, self.a_run))))
        return _pieces(range(_TRIALS, runs), a_run)


def made_of(
    knowledge: str = "", scale: float = 1.0, *, lookers: bool = False
) -> Generator[list[Piece], list[Any], Review]:
    """The pieces of a review, in waves: each wave needs the answers of those before it.

    With `lookers` there are two of a contest, the game master's and, from an onlooker's knowledge, what others are
    shown: they share the time that there is, and what decisions cost is the same in both. Where nothing stayed hidden
    both are the game master's.
    """
    [outline] = yield [Piece("outline", seen_by=knowledge)]
    knowledge = "" if lookers and outline.told else knowledge
    _need(outline, knowledge)
    two = lookers and not outline.told and outline.guessable
    share = scale / 2 if two and not outline.solved else scale
    if outline.solved and not knowledge:
        [review] = yield [Piece("solve")]
        return _for_lookers(review, outline) if lookers else review
    eyes = dict.fromkeys((knowledge, ONLOOKER) if two else (knowledge,))
    trials = yield from _trials(tuple(eyes))
    judges = not outline.solved and (lookers or not knowledge)
    judging = _judging(outline, trials[-1], share * JUDGING) if judges else []
    also = two and not knowledge
    rest = [
        Piece("curve", some, seen_by=knowledge, lookers=also)
        for some in trials[0].rest(share, trials[-1].a_run)
    ]
    found = (yield [*judging, *rest]) if judging or rest else []
    judged = tuple(pair for piece in found[: len(judging)] for pair in piece)
    curve = (*trials[0].values, *(run.values for piece in found[len(judging) :] for run in piece))
    kind = "outside" if lookers and knowledge else "sum"
    [review] = yield [Piece(kind, found=(curve, judged), seen_by=knowledge)]
    return _for_lookers(review, outline) if lookers and not knowledge else review


def _need(outline: Outline, knowledge: str) -> None:
    """A refusal where there is nothing to review."""
    if knowledge and not outline.imaginable:
        raise TranscriptError("Something is hidden here, and the game does not say what it might be.")
    if not outline.winnable:
        raise TranscriptError(
            "The game does not say whom the seats play, so nobody's chances are known.",
            accepted="a contest whose game says who plays whom, or how well a seat did",
        )


def _for_lookers(review: Review, outline: Outline) -> Review:
    """The game master's review, which says what others are shown."""
    shown = "whole" if outline.told else "outside" if outline.guessable else "none"
    return msgspec.structs.replace(review, lookers=shown)


def _trials(eyes: tuple[str, ...]) -> Generator[list[Piece], list[Any], list[Trials]]:
    found = iter((yield [Piece("curve", (n,), seen_by=each) for each in eyes for n in range(_TRIALS)]))
    trials = []
    for each in eyes:
        runs: list[Run] = [run for _ in range(_TRIALS) for run in next(found)]
        lengths = tuple(map(float, runs[0].took))
        a_run = sum(sum(run.took) for run in runs) / _TRIALS
        trials.append(Trials(each, tuple(run.values for run in runs), lengths, a_run))
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


def _pieces(numbers: Sequence[int], each: float) -> list[tuple[int, ...]]:
    size = max(1, int(_PIECE / max(1.0, each)))
    return [tuple(numbers[n : n + size]) for n in range(0, len(numbers), size)]
