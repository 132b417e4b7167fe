"""What one answers with in a wagered sequence (QS-52, QS-53, QS-60)."""

from typing import Any

from agonist.questworlds.srd.people.setup import SequenceSetup
from tests.questworlds_srd.scenes import act, but, foe, go_on, hero, log, open_now, play, start, until

QUIET = {"story_points": False}
TIE = [9, 9, 9, 9]
"""A first round in which the first ability is used and everybody loses half."""


def wagered(dice: list[int], says: dict[str, Any]) -> Any:
    return play("wagered", duel(), dice, says, QUIET)


def duel() -> SequenceSetup:
    return SequenceSetup(contestants=(hero(ability="Wits"), foe(resistance=12)))


def rolls(referee: Any, name: str = "Asa") -> list[str]:
    """With what somebody rolled, roll by roll."""
    lines = [line for line in log(referee) if line.startswith(f"{name}: ") and " against " in line]
    return [line.split(" against ")[1].split(" ")[0] for line in lines]


def test_an_answering_ability_that_was_chosen_stays_chosen() -> None:
    """QS-53: in the next rounds too, until another is chosen."""
    says = {"answer": ["Charm"], "tactic": [act(wager=2), act(wager=2), act(wager=2)]}
    referee = wagered([*TIE, *TIE, *TIE], says)
    assert rolls(referee) == ["Wits", "Wits", "Charm", "Wits", "Charm", "Wits"]
    stated = wagered([*TIE, *TIE, *TIE], {"tactic": [act(), act(answer="Brawn"), act()]})
    assert rolls(stated) == ["Wits", "Wits", "Wits", "Brawn", "Wits", "Brawn"]


def test_how_one_answers_is_theirs_to_say() -> None:
    """QS-53: the table waits for it."""
    referee = until("answer", start("wagered", duel(), QUIET), TIE, {"tactic": act(wager=2)})
    assert open_now(referee, "answer").request.directed


def test_who_faces_somebody_who_is_back_answers_as_they_choose() -> None:
    """QS-60: the exchange is newly stated, and the answer too; unsaid it is what was chosen before."""

    def says() -> dict[str, Any]:
        tactics = [act(wager=2), act(wager=10, answer="Charm")]
        shot = {"parting shot": ["yes"], "shoot with": but(wager=5)}
        return {"tactic": tactics, "exchange": but(wager=2), **shot}

    dice = [*TIE, 3, 19, 19, 12]
    as_chosen = wagered([*dice, 9, 19], says())
    assert "Back in: The guard." in log(as_chosen)
    assert rolls(as_chosen)[-1] == "Charm"
    referee = until("exchange", start("wagered", duel(), QUIET), dice, says())
    other = go_on(referee, [9, 19], {"exchange": but(wager=2), "answer": "Brawn"})
    assert rolls(other)[-1] == "Brawn"
