"""Why did I lose? A finished contest reviewed: its chances moment by moment, luck told from skill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agonist.kernel import Transcript
from agonist.odds.workers import workers

from .grading import ACCURACY, THRESHOLDS
from .model import Estimate, Judged, Moment, Person, Review, Side
from .working import Piece, do, made_of

__all__ = [
    "ACCURACY", "THRESHOLDS", "Estimate", "Judged", "Moment", "Person", "Piece", "Review", "Side", "do", "made_of",
    "review",
]  # fmt: skip


def review(
    transcript: Transcript,
    *,
    knowledge: str = "",
    processes: int | None = None,
    scale: float = 1.0,
    lookers: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a finished contest. With `knowledge` of a seat, nothing depends on what that seat could not know; with
    `lookers` there is in it what others than the game master may be shown (`shown_to`).

    `scale` is how much is played where values are estimated; the same transcript gets the same review anywhere.
    """
    data = transcript.to_json()
    waves, answers = made_of(knowledge, scale, lookers=lookers), None
    with workers(processes) as work:
        while True:
            try:
                wave: list[Piece] = waves.send(answers) if answers is not None else next(waves)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            answers = []
            for answer in _done(work, data, wave):
                answers.append(answer)
                if progress is not None:
                    progress(len(answers), len(wave))


def _done(work: Any, data: bytes, wave: list[Piece]) -> Any:
    if len(wave) == 1:
        return [do(data, wave[0])]
    return work(do, ((data, piece) for piece in wave))
