"""Why did I lose? A finished contest reviewed: its chances moment by moment, luck told from skill."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from agonist.kernel import ONLOOKER, Transcript
from agonist.odds.workers import workers

from .grading import ACCURACY, THRESHOLDS
from .model import Estimate, Judged, Moment, Person, Review, Side
from .shown import joined
from .waves import Piece, Pieces, made_of
from .working import do

__all__ = [
    "ACCURACY", "THRESHOLDS", "Estimate", "Judged", "Moment", "Person", "Piece", "Pieces", "Review", "Side", "do",
    "joined", "made_of", "review",
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
    data, pieces = transcript.to_json(), Pieces()
    with workers(processes) as work:

        def made(knowledge: str) -> Review:
            waves, answers = made_of(knowledge, scale, lookers=lookers), None
            while True:
                try:
                    wave: list[Piece] = waves.send(answers) if answers is not None else next(waves)
                except StopIteration as done:
                    return done.value  # type: ignore[no-any-return]
                missing = [piece for piece in wave if piece not in pieces]
                for n, answer in enumerate(_done(work, data, missing)):
                    pieces.put(missing[n], answer)
                    if progress is not None:
                        progress(n + 1, len(missing))
                answers = [pieces[piece] for piece in wave]

        found = made(knowledge)
        return joined(found, made(ONLOOKER)) if found.lookers == "outside" else found


def _done(work: Any, data: bytes, wave: list[Piece]) -> Any:
    if len(wave) < 2:
        return [do(data, piece) for piece in wave]
    return work(do, ((data, piece) for piece in wave))
