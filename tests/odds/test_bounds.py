"""What an answer says of itself: how exact it is, what was cut off, and no more digits than are known."""

from fractions import Fraction
from typing import Any

import pytest

from agonist.cli.terminal.advice import Beside
from agonist.forge.odds.challenges import challenge, group_challenge
from agonist.forge.odds.contests import contest
from agonist.kernel import Choice as Form
from agonist.kernel import Option
from agonist.odds.answer import Odds
from agonist.odds.counsel import Advice, Choice
from agonist.odds.distribution import Distribution
from agonist.odds.simulation import simulate
from agonist.questworlds.classic.odds.playing import extended
from agonist.questworlds.srd.odds.scoring import scored
from agonist.questworlds.srd.odds.staking import wagered
from tests.cli.terminals import called


def with_fervor(dice: int, hits: int, upto: int) -> list[Fraction]:
    """FG-17 by hand: the chance of each effort below `upto`, where every 6 hits and adds a die."""
    one = [Fraction(6 - hits, 6)]
    for made in range(1, upto):
        one.append(Fraction(hits - 1, 6) * (made == 1) + one[made - 1] / 6)
    found = [Fraction(1), *[Fraction(0)] * (upto - 1)]
    for _ in range(dice):
        found = [
            sum((found[k] * one[made - k] for k in range(made + 1)), start=Fraction(0))
            for made in range(upto)
        ]
    return found


@pytest.mark.parametrize("difficulty", [3, 40, 60])
def test_fg_17_a_difficulty_that_nobody_reaches_is_as_exact_as_any(difficulty: int) -> None:
    """Beyond the end of the list it stood at what lies there in all: seven powers of ten too high, and 'exact'."""
    true = 1 - sum(with_fervor(5, 2, difficulty))
    found = challenge(dice=5, training=5, difficulty=difficulty, fervor=True)
    assert found.method == "exact"
    assert found.success == true
    luckier = challenge(dice=2, training=5, difficulty=difficulty, fervor=True, fortune=True)
    assert (
        1 - sum(with_fervor(2, 2, difficulty))
        < luckier.success
        < 2 * (1 - sum(with_fervor(2, 2, difficulty)))
    )


def test_fg_20_so_is_that_of_a_group() -> None:
    found = group_challenge(members=["3@5+fervor", "2@5"], difficulty=50)
    alone, helped = with_fervor(3, 2, 51), (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9))
    below = sum(alone[made] * helped[more] for made in range(51) for more in range(3) if made + more < 51)
    assert found.success == 1 - below


def test_fg_25_several_sides_say_what_is_cut_off() -> None:
    """With Fervor there is no highest effort: what is not listed was lost, and it was called exact."""
    found = contest(attack=["3@5+fervor", "3@4"], defend="2@5")
    assert found.method == "solved"
    assert 0 < found.error < 1e-15
    assert "are cut off. They count as nobody's." in " ".join(found.notes)
    assert sum(found.teams.values()) == 1
    assert contest(attack=["3@5", "3@4"], defend="2@5").method == "exact"


def test_fg_21_what_is_cut_off_is_no_more_than_is_said() -> None:
    """Margins that only read 0 are left out of the table too: it said of all of them what is true of the cut."""
    found = contest(attack=["8@5+fervor"], defend="7@5+fervor")
    rows = [name for name, _, _ in found.rows() if name.startswith("margin")]
    assert sum(found.margin[n] for n in found.margin if f"margin {n}" not in rows) > 1e6 * found.error
    assert "not listed" not in " ".join(found.notes)
    assert "cut off" in " ".join(found.notes)


def test_qs_57_a_score_is_no_win() -> None:
    """Both out by one tie is a tie; half of it counts only in the score that best play goes by."""
    found = wagered(6, 5)
    assert found.tie == found.outcomes["tie"] > 0
    assert found.win + found.tie + found.lose == pytest.approx(1)
    assert found.score == pytest.approx(found.win + found.tie / 2)


def test_what_is_not_proven_is_called_left_over() -> None:
    assert extended(3, 2).certainty.endswith("decimal places")
    assert extended(3, 2).as_data()["bound"] == "proven"
    assert "degrees of victory and defeat are so by what is left over" in " ".join(extended(3, 2).notes)
    both = extended(3, 2, policy="allin", against="fraction:0.5")
    assert both.method == "exact" or both.as_data()["bound"] == "residual"
    assert wagered(3, 2).as_data()["bound"] == "residual"
    assert "left over" in wagered(3, 2).certainty
    assert "bound" not in scored(10, 15).as_data()


def test_qs_46_a_sequence_is_told_as_people_play_and_best_play_in_a_line() -> None:
    """Both being defensive for ever is no answer to who will win."""
    found = scored(19, 15)
    assert found.endless == 0
    assert found.win == scored(19, 15, policy="steady", against="steady").win > Fraction(1, 2)
    best = scored(19, 15, policy="best", against="best")
    assert f"{float(best.endless):.1%} never end" in " ".join(found.notes)
    assert "steady" in found.question


def test_no_more_digits_are_told_than_are_known() -> None:
    """A hundredth of a per cent is not known from two thousand contests."""
    rough = Odds("?", {"win": 0.71415}, method="simulated", error=0.0063)
    assert rough.rows() == [("win", "71.4%", "")]
    assert Odds("?", {"win": 0.71415}, method="simulated", error=0.02).rows()[0][1] == "71%"
    assert Odds("?", {"win": Fraction(1, 3)}).rows()[0][1] == "33.3333%"
    assert Odds("?", {"win": 0.5}, method="solved", error=1e-12).rows()[0][1] == "50.0000%"


def test_the_ends_of_a_list_that_read_nothing_are_not_listed() -> None:
    made = Distribution(0, [1, 10**9, 1])
    assert [name for name, _, _ in Odds("?", {"effort": made}).rows()] == ["effort 1"]
    outcomes = {"victory": Fraction(0), "defeat": Fraction(1)}
    assert len(Odds("?", {"outcomes": outcomes}).rows()) == 2


def test_qw_13_all_in_by_odds_and_by_bots_say_why_they_differ() -> None:
    """A bot bids by what its seat sees, the calculation by both totals."""
    setup: dict[str, Any] = {
        "contestants": [
            {"name": "One", "seat": "one", "abilities": [{"name": "Wits", "rating": 6}]},
            {"name": "Two", "resistance": True, "abilities": [{"name": "Wiles", "rating": 5}]},
        ],
        "first": "One",
    }
    played = simulate("questworlds", "extended", setup=setup, bots={"": "allin"}, contests=20, processes=1)
    assert "odds --policy allin" in " ".join(played.notes)
    assert "simulate --bot allin" in " ".join(extended(6, 5, policy="allin", against="allin").notes)
    assert "allin" not in " ".join(extended(6, 5, policy="const:2", against="const:3").notes)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("questworlds-srd scored", "gambit: always a gambit"),
        ("questworlds-srd wagered", "max: as much as is allowed"),
        ("questworlds-srd contest", "loss: to lessen a defeat too"),
        ("questworlds-srd chained", "last: where one would be out"),
        ("deckahedron endure", "stamina: all to Stamina"),
        ("questworlds extended", "fraction: a share of the AP"),
    ],
)
def test_help_says_what_the_words_do(words: str, said: str) -> None:
    told = " ".join(called("odds", *words.split(), "--help").stdout.replace("│", " ").split())
    assert said in told


def test_what_is_not_certain_is_never_called_so() -> None:
    """Of the fraction that is not 1 the table said 100.0000%, and 0.0000% of an effort that can be reached."""
    sure = scored(19, 15, policy="best", against="steady")
    told = {name: number for name, number, _ in sure.rows()}
    assert (told["win"], told["lose"]) == ("over 99.9999%", "under 0.0001%")
    assert told["tie"] == "0.0000%"
    reached = challenge(dice=6, training=4, difficulty=40, fervor=True)
    assert reached.rows()[0] == ("success", "under 0.0001%", "")
    assert challenge(dice=6, training=4, difficulty=40).rows()[0][1] == "0.0000%"
    assert Odds("?", {"win": 0.0004}, method="simulated", error=0.01).rows()[0][1] == "under 1%"


def test_a_bid_that_may_lose_is_not_shown_as_certain() -> None:
    """A chance of 0.99997 stood as 100.0% beside it."""
    found = Advice("chance to win", (Choice("a", "A", 0.99997), Choice("b", "B", 0.2)), "a", "")
    shown = Beside(found, Form((Option("a", "A"), Option("b", "B"))))
    assert (shown.option("a"), shown.option("b")) == ("over 99.9% best", "20.0%")
