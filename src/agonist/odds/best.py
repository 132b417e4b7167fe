"""The bot `best`: it plays any game by the adviser, from what its seat can know."""

from __future__ import annotations

from collections.abc import Mapping

from agonist.kernel import Answer, Ask, Policy, Seen, defaults

from .adviser import better_than
from .counsel import own_advice
from .situations import Position, Situation, situation_of

BEST = "best"
REQUESTS = 5_000
"""How much a decision is thought about, in requests."""


def best_bot(requests: int = REQUESTS) -> Policy:
    """A policy that gives the answer with the best chance, where that is not the game's own bot's by a hair.

    Where nothing is to be won by an answer, or nothing can be known, the game's own bot answers.
    """

    def decide(seen: Seen, ask: Ask) -> Answer:
        if seen.place is None:
            return defaults(seen, ask)
        referee, pending = seen.place
        usual = usual_answer(referee.kind.bots, seen, ask)
        return best_answer(situation_of(referee, pending), ask.about, usual, requests)

    return decide


def usual_answer(bots: Mapping[str, Policy], seen: Seen, ask: Ask) -> Answer:
    """What the game's own bot would answer."""
    return next(iter(bots.values()), defaults)(seen, ask)


def best_answer(situation: Situation, about: str, usual: Answer, requests: int = REQUESTS) -> Answer:
    """The best answer to a question about somebody, or the usual one where no other is better.

    Where an algorithm of the game's own knows the chances, its answer is the best.
    """
    position = Position(situation)
    if position.ruled(about) or not position.imaginable or not position.winnable:
        return usual
    known = own_advice(position.game, position.kind.name, position.seen, position.asked)
    if known is not None and known.chance and known.choices:
        return known.best
    return better_than(position, usual, requests)
