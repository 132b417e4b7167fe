"""What is said on stage: the word for what came of the dice, and what gets a light of its own."""

from typing import Any

from agonist.questworlds.srd.clash.opposed import Rolled
from agonist.questworlds.srd.people.setup import ContestSetup, OnePrizeSetup, SequenceSetup
from agonist.questworlds.srd.single.outcomes import Decided
from tests.questworlds_srd.scenes import act, foe, hero, play


def words(referee: Any) -> list[tuple[str, str, str]]:
    """Who, the word and its light, of all that is said after dice."""
    staged = [line.event.staged() for line in referee.lines]
    return [(each.who, each.word, each.rare) for each in staged if each and not each.dice]


def told(referee: Any) -> list[tuple[str, str]]:
    """The sentence that anybody understands, and what decided it."""
    staged = [line.event.staged() for line in referee.lines]
    return [(each.says, each.why) for each in staged if each and not each.dice]


def thrown(referee: Any) -> list[tuple[str, str]]:
    staged = [line.event.staged() for line in referee.lines]
    return [(each.word, each.rare) for each in staged if each and each.dice]


def contest(dice: list[int], says: Any = None, **more: Any) -> Any:
    people = more.pop("people", (hero(), foe()))
    return play(
        "contest",
        ContestSetup(prize="the gate", contestants=people, **more),
        dice,
        says,
        {"story_points": False},
    )


def sequence(kind: str, dice: list[int], says: Any = None, *people: Any) -> Any:
    setup = SequenceSetup(prize="the pot", contestants=people or (hero(), foe()))
    return play(kind, setup, dice, says, {"story_points": False}, leftover=True)


def test_a_roll_says_its_successes_and_a_big_one_shines() -> None:
    """QS-4: equal to the target number."""
    assert thrown(contest([15, 12])) == [("2 successes", "bright"), ("No success", "")]


def test_who_may_not_know_the_rating_sees_no_light() -> None:
    """QS-70: the light of a big success would tell what was rolled against."""
    hidden = play(
        "contest",
        ContestSetup(prize="the gate", contestants=(hero(), foe(resistance=13))),
        [20, 13],
        None,
        {"story_points": False, "show_resistance": "never"},
    )
    told = [line.event for line in hidden.lines if getattr(line.event, "die", 0) == 13]
    assert [(each.seen_by("onlooker"), each.staged().rare) for each in told] == [
        (True, ""),
        (False, "bright"),
    ]


def test_a_contest_ends_with_its_outcome() -> None:
    """QS-6, QS-7: victory or defeat by its degree, or a tie; two degrees and more are rare."""
    assert words(contest([15, 12]))[0] == ("Asa", "Victory of degree 2", "bright")
    assert words(contest([5, 12]))[0] == ("Asa", "Victory of degree 1", "")
    assert words(contest([16, 10]))[0] == ("Asa", "Defeat of degree 2", "dark")
    tied = words(contest([5, 5], {"tie": "standoff"}))
    assert tied == [("", "A standoff", ""), ("", "A tie", "")]


def test_what_was_never_in_doubt_is_said_to_be_so() -> None:
    """QS-20."""
    assert words(contest([16, 5], assured="rolled"))[0] == ("Asa", "Assured victory of degree 0", "")
    assert Decided("Asa", "The guard", "victory of degree 3", assured=True).staged().rare == ""


def test_many_after_one_prize() -> None:
    """QS-28."""
    setup = OnePrizeSetup(prize="the idol", contestants=(hero(), hero("Bo", 10), foe()))
    played = play("one-prize", setup, [3, 12, 14], None, {"story_points": False})
    assert words(played)[0] == ("", "The best roll", "bright")
    assert told(played)[0] == ("Asa has it", "")


def test_a_round_says_who_prevails_and_the_last_point_goes_dark() -> None:
    """QS-34, QS-42, QS-43: the loser is out, by a degree, and the prize goes to a side."""
    played = sequence("scored", [15, 12] * 4)
    said = words(played)
    assert said[0] == ("", "Victory of degree 2", "")
    assert told(played)[0] == ("Asa clearly got the better of The guard", "only Asa made it")
    assert told(played)[-3:] == [
        ("The guard can do no more", ""),
        ("The guard has lost", ""),
        ("It goes to the characters", ""),
    ]
    assert said[-3:] == [
        ("The guard", "Out", "dark"),
        ("The guard", said[-2][1], "dark"),
        ("The characters", said[-1][1], "bright"),
    ]
    assert said[-2][1].startswith("Defeat of degree")
    assert said[-1][1].startswith("Victory of degree")


def test_a_chained_round_too() -> None:
    """QS-64."""
    assert words(sequence("chained", [3, 12]))[0] == ("", "Victory of degree 1", "")
    tied = sequence("chained", [7, 7])
    assert words(tied)[0] == ("", "A tie", "")
    assert told(tied)[0] == ("Neither gave way", "both made it, 7 each")


def test_all_that_one_has_is_staked_in_a_light_of_its_own() -> None:
    """QS-53, QS-56: all of it, or in desperation more."""
    said = words(sequence("wagered", [3, 12], {"tactic Asa": act(wager=15)}))
    assert said[0] == ("Asa", "All in", "bright")
    assert words(sequence("wagered", [3, 12], {"tactic Asa": act(wager=14)}))[0][1] == "Victory of degree 1"


def test_qs_5_a_rating_below_zero_is_staged_without_a_success() -> None:
    """Wounds and penalties can take a rating below 0; its die still falls on the stage."""
    staged = Rolled("Mara", 7, 0, "Healer", "−6").staged()
    assert (staged.note, staged.word, staged.rare) == ("Healer −6", "No success", "")
    assert (staged.needed, staged.made) == ("more than a die can show", False)


def test_qs_70_what_was_needed_is_for_those_who_may_know_it() -> None:
    assert (Rolled("Mara", 7, 1).staged().needed, Rolled("Mara", 7, 1).staged().made) == ("", None)
    assert Rolled("Mara", 7, 1, "Healer", "17").staged().needed == "17 or less"
