"""Live play a turn at a time, for tests that hold what is worked out to the real rules."""

from random import Random
from typing import Any

from agonist.kernel import Ask, Contest, ContestType, Policy
from agonist.kernel.chance import realise
from agonist.kernel.course import cut_off, cuts_short, decisions_first
from agonist.kernel.game import Seen


def answered(request: Any, state: Any, policies: dict[str, Policy], random: Random) -> Any:
    """What comes of a request in live play."""
    slots = request if isinstance(request, tuple) else (request,)
    answers: list[Any] = list(cut_off(slots, [None] * len(slots)))
    for slot in decisions_first(slots):
        part = slots[slot]
        if isinstance(part, Ask):
            answers[slot] = policies[part.seat](Seen(part.seat, state), part)
        else:
            answers[slot] = realise(part, lambda _, n: random.randrange(n))
        if cuts_short(part, answers[slot]):
            break
    return tuple(answers) if isinstance(request, tuple) else answers[0]


def turn(kind: ContestType[Any], state: Any, policies: dict[str, Policy], random: Random) -> None:
    """One turn of live play."""
    walk, answer = kind.turn(Contest(state)), None
    while True:
        try:
            request = walk.send(answer)
        except StopIteration:
            return
        answer = answered(request, state, policies, random)
