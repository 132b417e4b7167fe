"""What the game master lets somebody do, or not; the rule in question is named where it is asked."""

from __future__ import annotations

from agonist.kernel import Event


class Allowed(Event, frozen=True):
    """The game master ruled whether something may be done."""

    name: str
    what: str
    allowed: bool

    def text(self) -> str:
        verb = "lets" if self.allowed else "does not let"
        return f"The game master {verb} {self.name} {self.what}."
