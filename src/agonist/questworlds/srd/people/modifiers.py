"""Modifiers: a label and a value (QS-8), and the lasting effects of earlier contests (QS-23)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from agonist.kernel import Choice, Correctable, Number, Option, State

from .knowledge import KNOWN

Kind = Literal[
    "stretch", "situational", "augment", "hindrance", "benefit", "consequence", "numbers", "resource", "other"
]
Until = Literal["contest", "round"]
"""QS-11, QS-13: an augment lasts for the contest, a situational modifier in a sequence for one round or until the
tactic changes."""

_GOES = Choice(options=(Option("no", "It stays"), Option("yes", "It is gone")))


def _changed(field: str) -> Any:
    """QS-24: with a consequence that is to be cured, the resistance against its cure changes."""

    def how(state: Any, effect: Lasting, answer: Any) -> None:
        was = state.to_cure
        setattr(effect, field, answer)
        state.keep_up_with_cure(was)

    return how


class Modifier(State):
    """QS-8: a bonus or penalty on one ability, or on all if none is named.

    `source` tells augments apart (QS-12): an own ability, other characters together, followers together.
    """

    whose: str
    label: Annotated[str, KNOWN]
    kind: Annotated[Kind, KNOWN]
    value: Annotated[int, KNOWN, Correctable(Number(-200, 200), "modifier")]
    ability: Annotated[str, KNOWN] = ""
    until: Annotated[Until, KNOWN] = "contest"
    source: Literal["", "own", "others", "followers"] = ""

    @property
    def name(self) -> str:
        """Whose it is and what for: what a correction calls it."""
        return f"{self.whose}, {self.label}"

    def touches(self, ability: str) -> bool:
        return self.ability in ("", ability)


class Lasting(State):
    """QS-23: a benefit or consequence with a value and a label, on some abilities or (none named) on all."""

    whose: str
    value: Annotated[int, KNOWN, Correctable(Number(-200, 200), "lasting effect", _changed("value"))]
    label: Annotated[str, KNOWN]
    touches: Annotated[tuple[str, ...], KNOWN] = ()
    gone: Annotated[str, KNOWN, Correctable(_GOES, "struck or faded", _changed("gone"))] = "no"
    struck: bool = False

    @property
    def name(self) -> str:
        return f"{self.whose}, {self.label}"

    def on(self, ability: str) -> bool:
        """Whether it counts for a tactic with this ability, for which the game master may have struck it."""
        return self.fits(ability) and not self.struck

    def fits(self, ability: str) -> bool:
        return self.gone == "no" and (not self.touches or ability in self.touches)
