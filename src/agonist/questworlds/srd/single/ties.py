"""What a contest's own roll comes to where it is a tie, or was never in doubt (QS-7, QS-10, QS-20)."""

from __future__ import annotations

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Staged

from ..people.contestants import Arena, Contestant
from ..rolls.results import TIE, Result, victory


class TieSettled(Event, frozen=True):
    rule = "QS-7"
    how: str

    def staged(self) -> Staged:
        words = {"standoff": "A standoff", "new": "Overtaken by events", "victory": "Victory by a hair"}
        says = {
            "standoff": "Neither gave way",
            "new": "Something else overtook them",
            "victory": "It just worked",
        }
        return Staged(word=words[self.how], says=says[self.how])

    def text(self) -> str:
        told = {
            "standoff": "A standoff: nobody has the prize.",
            "new": "Something new makes the old prize pointless: nobody has it.",
            "victory": "A standoff makes no sense here: the victory is the character's, of degree 0.",
        }
        return told[self.how]


def certain(opponent: Contestant) -> bool:
    """QS-10: a contest against a resistance of 0 is assured."""
    return opponent.opposition and not opponent.resistance


def sure(rolled: Result) -> Result:
    """QS-20: the victory is certain; its degree is the rolled victory's, else 0."""
    return rolled if rolled.victory else victory(0)


def tie_settled(contest: Contest[Arena], one: Contestant) -> Procedure[Result]:
    """QS-7: a tie that makes no sense is for the game master to settle."""
    how = {"standoff": "standoff", "player": "victory"}.get(contest.state.options.on_a_tie, "")
    if not how:
        how = yield Ask(
            GM,
            "tie",
            Choice(
                (
                    Option("standoff", "A standoff: nobody has the prize"),
                    Option("new", "Something new makes the prize pointless"),
                    Option("victory", f"A victory of degree 0 for {one.name}"),
                ),
                "standoff",
            ),
            "QS-7",
            "It is a tie. Does a standoff make sense?",
            "The game master settles a tie.",
            one.name,
        )
    contest.report(TieSettled, how)
    return victory(0) if how == "victory" else TIE
