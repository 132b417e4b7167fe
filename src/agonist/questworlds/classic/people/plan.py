"""What a contestant sets out to do, as data."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct, frozen=True):
    """A share of the bid and whom it is against (QW-36)."""

    target: str
    bid: int


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """One action. `helps` and `helped` name who an augment is for and on which ability (QW-27).

    `ruled` is a plan on whose bid the game master has had a say (QW-15).
    """

    kind: str
    words: str = ""
    ability: str = ""
    parts: tuple[Part, ...] = ()
    helps: str = ""
    helped: str = ""
    to: str = ""
    amount: int = 0
    ruled: bool = False

    @property
    def fights(self) -> bool:
        """Whether it is carried out in exchanges."""
        return self.kind in ("exchange", "asymmetrical")

    @property
    def bid(self) -> int:
        return sum([part.bid for part in self.parts])
