"""Weary: a standoff whose scene remembers that nerves are worn, so that the next contest there starts with less."""

from agonist.kernel import Game, Outcome, register
from examples.standoff import GAME, Duel, Standoff


class Weary(Duel):
    def outcome(self, state: Standoff) -> Outcome | None:
        ended = super().outcome(state)
        if ended is None:
            return None
        return Outcome(summary=ended.summary, winners=ended.winners, carried={"nerve": 1, "weather": "rain"})


def install() -> None:
    """Make the game known."""
    register(
        Game(name="weary", title="Weary", blurb="", rules_version="1", types=(Weary(),), rules=GAME.rules)
    )
