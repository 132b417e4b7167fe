"""The game master's word on abilities that are used without a tactic of their own (QS-11, QS-42, QS-53, QS-56)."""

from typing import Any

from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd.people.setup import RecoverySetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import FollowerEntry
from tests.questworlds_srd.scenes import act, but, foe, go_on, hero, log, open_now, play, start, until

QUIET = {"story_points": False}
TIE = [9, 9, 9, 9]


def duel(**more: Any) -> SequenceSetup:
    return SequenceSetup(contestants=(hero(ability="Wits"), foe(resistance=12)), **more)


def test_a_parting_shot_may_be_a_stretch_or_not_suit_at_all() -> None:
    """QS-11, QS-42: beside its dice; what does not suit is chosen anew, and the rest of the shot with it."""
    shot = {"parting shot": "yes", "shoot with": but(ability="Brawn")}
    stretch = play("scored", duel(), [15, 19] * 2 + [5, 19], {**shot, "credible": ["-5"]}, QUIET)
    assert "Asa: 5 against Brawn 5, 2 successes." in log(stretch)
    refused = {**shot, "shoot with": [but(ability="Brawn"), but(ability="Charm")], "credible": ["refuse"]}
    other = play("scored", duel(), [15, 19] * 2 + [5, 19], refused, QUIET)
    assert "That cannot work: Asa needs another tactic than Brawn." in log(other)
    assert "Asa: 5 against Charm 12, 1 success." in log(other)


def test_an_answer_with_another_ability_passes_the_game_master() -> None:
    """QS-11, QS-53: what is refused gives way to the ability in hand, which has passed."""
    says = {"answer": ["Charm"], "tactic": act(wager=2), "ruling": but(**{"their wager": 3})}
    stretch = play("wagered", duel(), [*TIE, 9, 9], {**says, "credible": ["-10"]}, QUIET)
    assert "Asa: 9 against Charm 2, 0 successes." in log(stretch)
    refused = play(
        "wagered", duel(), [*TIE, 9, 9], {**says, "answer": ["Charm"], "credible": ["refuse"]}, QUIET
    )
    assert [line for line in log(refused) if line.startswith("Asa: ") and " success" in line][-1].startswith(
        "Asa: 9 against Wits"
    )


def test_what_was_said_of_an_answer_is_not_said_of_a_tactic_that_passed() -> None:
    """QS-11, QS-53: Charm is far-fetched as an answer; then Asa must act with something else, and Charm is credible."""
    says = {"tactic": act(wager=2), "ruling": but(**{"their wager": 3})}
    referee = until("answer", start("wagered", duel(), QUIET), TIE, says)
    for what, word in (("answer", "Charm"), ("credible", "-10")):
        referee.answer(open_now(referee, what).id, word)
    ruling = open_now(referee, "ruling")
    referee.answer(ruling.id, ruling.form().fallback() | {"tactic": "refuse"})
    done = go_on(referee, [9, 9, 9, 9], {"tactic": act(ability="Charm", wager=2)})
    assert "Asa: 9 against Charm 12, 1 success." in log(done)
    assert not any("Charm 2" in line for line in log(done))


def test_what_is_in_hand_has_passed_already() -> None:
    """QS-11: nobody is asked twice."""
    referee = until("answer", start("wagered", duel(), QUIET), TIE, {"tactic": act(wager=2)})
    assert not [each for each in referee.pending if each.request.what == "credible"]


def test_another_tactic_in_the_second_exchange_passes_the_game_master() -> None:
    """QS-11, QS-56."""
    says = {"other tactic": ["Brawn"], "tactic": act(wager=2), "ruling": but(**{"their wager": 3})}
    referee = play("wagered", duel(), [9, 9, 9, 9], {**says, "credible": ["-5"]}, QUIET)
    assert "Asa: 9 against Brawn 5, 0 successes." in log(referee)


def test_a_recovery_and_a_reluctant_follower_too() -> None:
    """QS-11, QS-58, QS-67: another ability is used instead of one that is refused."""
    setup = RecoverySetup(contestants=(hero(), hero("Bo", resolve=2)), helper="Asa", helped="Bo")
    says = {
        "credible": ["refuse"],
        "another ability": "Charm",
        "recovery": [lambda form: form.fallback(), "stop"],
    }
    referee = play("recovery", setup, [9, 6], says, QUIET)
    assert "Asa: 9 against Charm 12, 1 success." in log(referee)
    ott = FollowerEntry(name="Ott", rating=8, assigned_to="Bo", reluctant=True)
    group = SequenceSetup(
        contestants=(hero(followers=(ott,)), hero("Bo"), foe()),
        pairings=(Pairing(one="Asa", two="The guard"),),
    )
    won = until("win over", start("wagered", group, QUIET))
    assert open_now(won, "win over")
    sent = play("wagered", group, [9, 20], {"credible": ["-5"]}, QUIET)
    assert "Asa: 9 against Wits 10, 1 success." in log(sent)
