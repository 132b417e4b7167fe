"""DK-33: the state of a fight."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from agonist.kernel import FOR_GM, OPEN, Past

from ..people.correcting import some_of
from ..people.scene import Character, Scene
from .foes import Foe


def _characters(state: Scene) -> list[str]:
    return [each.name for each in state.characters if each.up]


class Fight(Scene):
    """Characters against foes. `order` are those who have still to act this round, `due` the foes who have."""

    foes: Annotated[list[Foe], OPEN] = []
    place: Annotated[str, OPEN, Past] = ""
    """Where, and what it is about, in the game master's words."""
    round: Annotated[int, OPEN] = 0
    phase: Annotated[Literal["characters", "foes"], OPEN] = "foes"
    order: Annotated[list[str], OPEN, some_of(_characters, "still to act")] = []
    helped: Annotated[list[str], OPEN, some_of(_characters, "have aided this round")] = []
    """DK-34: those who have aided another this round."""
    due: Annotated[list[str], OPEN] = []
    plan: Annotated[dict[str, Any], FOR_GM] = {}
    """What the game master has the foes do, one by one, and under ``all`` what the others do."""
    aimed: Annotated[list[str], OPEN] = []
    """Whom foes have attacked in their turn this round."""
    target: Annotated[str, OPEN] = ""
    """The foe that the last act of a character was aimed at."""
    leaving: Annotated[list[str], OPEN] = []
    """Those who are getting away, once what is coming at them has been dealt with."""

    def foe(self, name: str) -> Foe:
        for each in self.foes:
            if each.name == name:
                return each
        raise LookupError(name)

    @property
    def fought_out(self) -> bool:
        """DK-35: whether all foes, or all characters, are out of it."""
        for foe in self.foes:
            if foe.standing == "up":
                for each in self.characters:
                    if each.standing == "up":
                        return False
        return True

    @property
    def standing_foes(self) -> list[Foe]:
        return [foe for foe in self.foes if foe.standing == "up"]

    @property
    def standing_characters(self) -> list[Character]:
        return [character for character in self.characters if character.standing == "up"]
