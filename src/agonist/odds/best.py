"""The bot `best`: it plays any game by the adviser, from what its seat can know."""

from __future__ import annotations

from agonist.kernel import GM, Answer, Ask, Policy, Seen, defaults

from .adviser import weigh
from .situations import Position, situation_of

__all__ = ["BEST", "best_bot"]

BEST = "best"
REQUESTS = 5_000
"""How many requests a decision may take to think about: some 0.3 s."""


def best_bot(requests: int = REQUESTS) -> Policy:
    """A policy that gives the answer with the best chance, where that is not the game's own bot's by a hair.

    Where nothing is to be won by an answer, or nothing can be known, the game's own bot answers.
    """

    def decide(seen: Seen, ask: Ask) -> Answer:
        if seen.place is None:
            return defaults(seen, ask)
        referee, pending = seen.place
        position = Position(situation_of(referee, pending))
        usual = next(iter(position.kind.bots.values()), defaults)(seen, ask)
        ruling = seen.seat == GM and ask.about not in position.kind.played_by(position.now, GM)
        if ruling or not position.imaginable:
            return usual
        return _better(position, usual, requests)

    return decide


def _better(position: Position, usual: Answer, requests: int) -> Answer:
    worths = weigh(position, requests=requests, also=usual)
    last = max(each.contests for each in worths)
    final = [each for each in worths if each.contests == last]
    best = max(final, key=lambda each: each.chance)
    known = next((each for each in worths if each.answer == usual), None)
    if known is not None and known.chance >= best.chance:
        return usual
    return best.answer
