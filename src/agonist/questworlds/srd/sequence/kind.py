"""What the three kinds of sequence do differently: each is one of these (QS-33)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.kernel import Answer, Field, Procedure

from ..approach.tactics import Tactic, ability_form
from ..people.contestants import Contestant
from ..rolls.results import Result
from .state import Bout, Fall, Sequence, SequenceState


class Kind:
    """A kind of sequence: how a tally begins, what a round costs, when one is out, what a defeat comes to."""

    rule = "QS-33"
    side_by_side = True
    """Whether pairs that do not touch state their tactics at the same time."""

    def begin(self, state: SequenceState) -> None:
        """Set the tallies at the start."""

    def engage(self, state: SequenceState, bout: Bout) -> None:
        """QS-40: what a new pair's tallies are."""

    def own_fields(self, state: SequenceState, who: Contestant, bout: Bout) -> tuple[Field, ...]:
        """What a player states in a round beside ability and words."""
        return ()

    def their_fields(self, state: SequenceState, who: Contestant, bout: Bout) -> tuple[Field, ...]:
        """What the game master states for the opposition."""
        return ()

    def read(self, tactic: Tactic, parts: Mapping[str, Answer]) -> Tactic:
        """A tactic with what these fields say."""
        return tactic

    def accepted(self, contest: Sequence, bout: Bout, stake: Any) -> Procedure[None]:
        """What else a kind does with a tactic that the game master has accepted."""
        yield from ()

    def single(self, contest: Sequence, bout: Bout, actor: Contestant) -> Procedure[None]:
        """An exchange of one only; there is one in wagered sequences."""
        yield from ()

    def start(self, state: SequenceState, who: Contestant) -> None:
        """A newcomer's tally."""

    def exchange(self, contest: Sequence, bout: Bout, tactics: dict[str, Tactic]) -> Procedure[None]:
        """What a round's tactics come to."""
        raise NotImplementedError

    def worth(self, state: SequenceState, result: Result, ours: Tactic, theirs: Tactic) -> object:
        """QS-31: what a round's outcome comes to with these tactics, so that a story point is for something."""
        return result

    def out(self, state: SequenceState, who: Contestant) -> bool:
        """Whether a tally puts somebody out."""
        raise NotImplementedError

    def stays_out(self, state: SequenceState, fall: Fall, loser: Contestant) -> bool:
        """Whether who has fallen is out after a parting shot too."""
        return self.out(state, loser)

    def degree(self, state: SequenceState, loser: Contestant, winner: Contestant | None) -> int:
        """The degree of a defeat, read off the tallies."""
        raise NotImplementedError

    def parting_shot(self, contest: Sequence, fall: Fall, shooter: Contestant) -> Procedure[None]:
        raise NotImplementedError

    def assist_fields(self, state: SequenceState, who: Contestant) -> tuple[Field, ...]:
        """QS-47: what an assist is made of."""
        return (Field("ability", "With", ability_form(who, default=who.hand)),)

    def may_assist(self, state: SequenceState, who: Contestant) -> list[Contestant]:
        """QS-38: engaged teammates."""
        return [each for each in state.mates(who) if state.engaged(each.name)]

    def assist(
        self, contest: Sequence, who: Contestant, friend: Contestant, parts: Mapping[str, Answer]
    ) -> Procedure[None]:
        raise NotImplementedError

    def open(self, state: SequenceState, who: Contestant) -> bool:
        """QS-70: whether everybody may know a tally at the end."""
        return True

    def tell(self, who: Contestant) -> str:
        """A tally in words, for the end."""
        raise NotImplementedError
