"""Exact regret: what an answer gave away, where the game's own algorithm knows what each is worth."""

from __future__ import annotations

from agonist.odds.counsel import own_advice

from .contest import ContestEnv

SOLVED = ("exact", "solved")


def exact_regret(env: ContestEnv, action: int) -> float | None:
    """By how much the chance of success falls short of the best answer's; None where it is not known exactly.

    It is known for what the seat sees, against an opponent who plays as well as can be.
    """
    asked = env.asked()
    found = own_advice(env.game.name, env.kind.name, env.view(env.agent_selection), asked)
    if found is None or not found.chance or found.method not in SOLVED:
        return None
    worth = next((each.value for each in found.choices if each.answer == env.answers[action]), None)
    return None if worth is None else max(each.value for each in found.choices) - worth
