"""How contests end: who won and lost, who perished, epiphanies, XP, and the sheets for the next contest."""

from __future__ import annotations

from typing import Annotated, Any

from ..kernel import FOR_GM, OPEN, Outcome
from .character import Character, sheet_of
from .scene import Scene

__all__ = ["ForgeOutcome", "SingleOutcome", "common"]


class ForgeOutcome(Outcome, frozen=True, kw_only=True):
    """What the outcomes of all contest types have. `memory` is for the next contest of the same scene."""

    losers: Annotated[tuple[str, ...], OPEN] = ()
    perished: Annotated[tuple[str, ...], OPEN] = ()
    epiphanies: Annotated[tuple[str, ...], OPEN] = ()
    xp: Annotated[dict[str, dict[str, int]], OPEN] = {}
    memory: Annotated[dict[str, Any], FOR_GM] = {}


class SingleOutcome(ForgeOutcome, frozen=True, kw_only=True):
    """A skill test: who succeeded and failed, who got it at a cost, and whether a gauntlet is to decide it."""

    succeeded: Annotated[tuple[str, ...], OPEN] = ()
    failed: Annotated[tuple[str, ...], OPEN] = ()
    at_a_cost: Annotated[tuple[str, ...], OPEN] = ()
    gauntlet_instead: Annotated[bool, OPEN] = False


def common(scene: Scene, sheets: dict[str, Any] | None = None) -> dict[str, Any]:
    """The fields that every outcome takes from the state."""
    people: list[Character] = scene.characters
    return {
        "perished": tuple(c.name for c in people if c.fate),
        "xp": {c.name: dict(c.earned) for c in people if c.earned},
        "memory": {
            "rides": [{f: getattr(r, f) for f in r.__struct_fields__} for r in scene.memory.rides],
            "justified": [{f: getattr(j, f) for f in j.__struct_fields__} for j in scene.memory.justified],
        },
        "sheets": sheets if sheets is not None else {c.name: sheet_of(c).data() for c in people},
    }
