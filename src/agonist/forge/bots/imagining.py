"""What somebody can imagine of others' secrets, and what counts as success (FG-2, FG-41, FG-46)."""

from __future__ import annotations

from agonist.kernel import Outcome

from ..scene import Scene


def forget_secrets(state: Scene, seat: str) -> None:
    """Leave out the secret traits that the seat has not heard of; it cannot guess them."""
    mine = [each for each in state.characters if each.seat == seat]
    for other in state.characters:
        if other.seat != seat:
            other.secrets = [t for t in other.secrets if any(each.knows_of(other, t) for each in mine)]
            other.knows = []


def success(state: Scene, outcome: Outcome, seat: str) -> float:
    """Whether the team of somebody whom the seat plays has won; half for a disaster of everybody's."""
    teams = {each.team for each in state.characters}
    own = {each.team for each in state.characters if each.seat == seat}
    if not outcome.winners and len(teams) > 1:
        return 0.5
    return float(any(team in outcome.winners for team in own))
