"""A test under way: who tests on which side, the dice so far, and what has been used."""

from __future__ import annotations

from typing import Annotated, Literal

from agonist.kernel import OPEN, Correctable, Number, Shown, State, derived

from .people.sheet import Attribute, SkillName


class Attempt(State):
    """One character's part of a test. The dice lie in order.

    `bonus` are dice to come with the first roll, `least` is what an asset gives, `effort` is for those who look on;
    `original` is who attacked, or was attacked, before others joined; `bound` who had to change the attribute (CF-5).
    """

    name: Annotated[str, OPEN]
    seat: Annotated[str, OPEN]
    skill: Annotated[SkillName, OPEN]
    attribute: Annotated[Attribute, OPEN]
    dice: Annotated[list[int], OPEN] = []
    bonus: Annotated[int, OPEN] = 0
    rolled: Annotated[bool, OPEN] = False
    least: Annotated[int, OPEN] = 0
    effort: Annotated[int, OPEN] = 0
    environment: Annotated[bool, OPEN] = False
    source: Annotated[bool, OPEN] = False
    masterpiece: Annotated[str, OPEN] = ""
    original: Annotated[bool, OPEN] = False
    bound: bool = False


class Stake(State):
    """FG-14: what a raised difficulty earns on success."""

    kind: Annotated[Literal["boon", "bane"], OPEN]
    rating: Annotated[int, OPEN]
    bearer: Annotated[str, OPEN]
    name: Annotated[str, OPEN]


class Side(State):
    """Those who test together, the main actor first.

    `raised` is what the side put on top of its difficulty, `disposed` the attribute it uses its disposition
    against, `modified` whether it has used an own trait, `refused` what the game master found not to fit,
    `used` the main actor's own traits, each of which is good for one thing in a test, `chosen` whether the group has
    named its main actor itself.
    """

    team: Annotated[str, OPEN]
    role: Annotated[Literal["test", "attack", "defend"], OPEN]
    members: Annotated[list[Attempt], OPEN]
    raised: Annotated[int, OPEN] = 0
    stake: Annotated[Stake | None, OPEN] = None
    disposed: Annotated[Literal["", "vigor", "intuition", "reason"], OPEN] = ""
    modified: Annotated[bool, OPEN] = False
    raised_by: str = ""
    chosen: bool = False
    refused: list[str] = []
    used: list[str] = []

    @property
    def main(self) -> Attempt:
        return self.members[0]

    @property
    def original(self) -> Attempt:
        """Who attacked, or was attacked; the main actor where all began together."""
        for attempt in self.members:
            if attempt.original:
                return attempt
        return self.members[0]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple([attempt.name for attempt in self.members])

    @property
    def counted(self) -> int:
        """The effort of all, as it was written down last."""
        members = self.members
        return members[0].effort if len(members) == 1 else sum([attempt.effort for attempt in members])

    def has_to_reach(self, other: Side, effort: int) -> int:
        """What this side needs against that effort of another, with what both put on top of their difficulty."""
        return effort - other.raised + self.raised


MOST_DIFFICULTY = 999
"""More than all that is allowed on sheets and around adds up to in play."""

_UNCONTESTED = Shown(when=lambda _, trial: not trial.contested)


class Trial(State):
    """A challenge has one side and a difficulty, a contest has several sides. `hindering` makes the difficulty."""

    goal: Annotated[str, OPEN]
    sides: Annotated[list[Side], OPEN]
    difficulty: Annotated[
        int, _UNCONTESTED, Correctable(Number(least=1, most=MOST_DIFFICULTY), "difficulty")
    ] = 1
    hindering: list[str] = []

    @property
    def contested(self) -> bool:
        return len(self.sides) > 1

    def hardness(self, side: Side) -> int:
        """FG-11, FG-14: what a side has to reach in a challenge."""
        return self.difficulty + side.raised

    @derived(OPEN)
    def lacks(self) -> dict[str, int]:
        """How much effort each one's side lacks, as far as it is known what has to be reached.

        A tie is enough in a challenge and for who defends (FG-21); who attacks, or where nobody clearly defends all
        (FG-25), lacks 1 then.
        """
        if not self.contested:
            (side,) = self.sides
            return dict.fromkeys(side.names, self.hardness(side) - side.counted)
        efforts = [(side, side.counted) for side in self.sides]
        rolled = [each for each in efforts if each[0].members[0].rolled]
        lacks: dict[str, int] = {}
        for side, own in efforts:
            needed = [side.has_to_reach(other, effort) for other, effort in rolled if other is not side]
            if needed:
                lack = max(needed) - own + (side.role != "defend")
                for attempt in side.members:
                    lacks[attempt.name] = lack
        return lacks
