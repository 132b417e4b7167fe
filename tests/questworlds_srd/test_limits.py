"""What a correction may be: nothing that the rules would not play on with (QS-10, QS-45, QS-57, QS-64), and nothing
that breaks what somebody is about to answer."""

from typing import Any

import pytest
from msgspec import structs

from agonist.kernel import AnswerRefused, SetupRefused, seat_view
from agonist.questworlds.chassis.people import Pairing
from agonist.questworlds.srd import GAME
from agonist.questworlds.srd.people.setup import ContestSetup, SequenceSetup
from agonist.questworlds.srd.people.sheets import AbilityEntry, LastingEntry, ResourceEntry, reconciled
from tests.questworlds_srd.scenes import act, foe, go_on, hero, open_now, play, start, until

QUIET = {"story_points": False}


def sequence(
    kind: str, dice: list[int], says: dict[str, Any] | None = None, *people: Any, **more: Any
) -> Any:
    setup = SequenceSetup(contestants=people or (hero(), foe()), **more)
    return play(kind, setup, dice, {"parting shot": "no", **(says or {})}, QUIET)


def refused(referee: Any, path: str, value: Any) -> str:
    with pytest.raises(AnswerRefused) as refusal:
        referee.override(path, value, reason="a slip")
    return refusal.value.accepted.partition(" (")[0]


@pytest.mark.parametrize(
    ("kind", "field", "value", "accepted"),
    [
        ("scored", "rp", 7, "a whole number from 0 to 4"),
        ("scored", "rp", 5, "a whole number from 0 to 4"),
        ("wagered", "ap", -3, "a whole number from 1 to 9999"),
        ("wagered", "ap", 0, "a whole number from 1 to 9999"),
        ("chained", "resolve", 0, "a whole number from 1 to 5"),
        ("chained", "resolve", 6, "a whole number from 1 to 5"),
        ("chained", "starting_resolve", 4, "a whole number from 5 to 99"),
    ],
)
def test_nobody_who_is_in_has_a_tally_that_is_out(kind: str, field: str, value: int, accepted: str) -> None:
    """QS-45, QS-57, QS-64: what would put somebody out, or is above the start, is refused with what would be right."""
    referee = sequence(kind, [])
    before = referee.state.key()
    assert refused(referee, f"contestants.0.{field}", value) == accepted
    assert referee.state.key() == before


@pytest.mark.parametrize("kind", ["scored", "wagered", "chained"])
def test_a_sequence_goes_on_against_a_resistance(kind: str) -> None:
    """QS-10: of at least 1, corrected too; of a plain contest 0 makes it assured."""
    assert refused(sequence(kind, []), "contestants.1.resistance", 0) == "a whole number from 1 to 1000"
    plain = play("contest", ContestSetup(contestants=(hero(), foe())), [], {}, QUIET)
    plain.override("contestants.1.resistance", 0, reason="nobody minds")
    assert go_on(plain, [20, 1]).state.assured == "rolled"


def test_a_character_has_no_resistance() -> None:
    """QS-8, QS-9."""
    assert refused(sequence("scored", []), "contestants.0.resistance", 5) == "a whole number from 0 to 0"


def test_who_falls_has_the_tally_of_one_who_is_out() -> None:
    """QS-49, QS-57: while parting shots are thought about, the tally may be corrected, but not so that they were in."""
    setup = SequenceSetup(contestants=(hero(), foe()))
    referee = until("parting shot", start("scored", setup, QUIET), [15, 19, 15, 19])
    assert refused(referee, "contestants.1.rp", 4) == "a whole number from 5 to 99"
    referee.override("contestants.1.rp", 9, reason="it was more")
    assert go_on(referee, [], {"parting shot": "no"}).result.sides["the characters"] == "victory-4"
    wagered = until("parting shot", start("wagered", setup, QUIET), [15, 19], {"tactic": act(wager=15)})
    assert refused(wagered, "contestants.1.ap", 1) == "a whole number from -9999 to 0"


def test_a_shared_tally_is_corrected_as_one() -> None:
    """QS-48."""
    pairs = (Pairing(one="Asa", two="One"), Pairing(one="Bo", two="One"))
    referee = sequence("scored", [], None, hero(), hero("Bo"), foe("One"), pairings=pairs)
    referee.override("contestants.0.rp", 3, reason="a miscount")
    assert [each.rp for each in referee.state.contestants] == [3, 3, 0]


def test_a_pair_may_be_struck_while_a_ruling_must_be_given() -> None:
    """QS-17, QS-23: of a benefit and a consequence one is corrected away, and the ruling is still as it was given."""
    lasting = (LastingEntry(value=10, label="fresh"), LastingEntry(value=-5, label="sore"))
    setup = ContestSetup(
        contestants=(hero(lasting=lasting), foe()), resources=(ResourceEntry(name="Harvest", bonus=10),)
    )
    calls = {"tactic": act(resource={"pick": "Harvest", "with": "Charm"})}
    referee = until("ruling", start("contest", setup, QUIET), [], calls)
    ruling = open_now(referee, "ruling")
    assert not ruling.window
    assert any(each.key == "effects" for each in ruling.form().fields)
    referee.override("contestants.0.lasting.1.gone", "yes", reason="slept well")
    done = go_on(referee, [3, 20, 9, 6])
    assert done.over
    assert done.state.find("Asa").rating("Wits").whole == 15 + 10 + 10


def test_any_sum_of_modifiers_can_be_seen() -> None:
    """QS-8: their sum has no limit, and a rating above all that can be typed is still shown with its roll."""
    lasting = tuple(LastingEntry(value=200, label=f"gift {n}") for n in range(3))
    who = hero(rating=990, lasting=lasting)
    referee = play("contest", ContestSetup(contestants=(who, foe())), [10, 20], {}, QUIET)
    assert seat_view(referee, "asa").lines
    staged = [line.event.staged() for line in referee.lines if line.event.staged() is not None]
    assert any(each.rare == "bright" and each.dice == (10,) for each in staged)


def test_breakouts_go_along_with_their_keyword() -> None:
    """QS-2: and are never below it, so that the sheet that comes of it can be played on."""
    abilities = [
        AbilityEntry(name="Guard", rating=15),
        AbilityEntry(name="Spear", rating="+5", keyword="Guard"),
    ]
    referee = play("contest", ContestSetup(contestants=(hero(abilities=abilities), foe())), [], {}, QUIET)
    referee.override("contestants.0.abilities.0.whole", 18, reason="an advance")
    assert [each.whole for each in referee.state.find("Asa").abilities] == [18, 23]
    assert refused(referee, "contestants.0.abilities.1.whole", 17) == "a whole number from 18 to 218"
    assert refused(referee, "contestants.0.abilities.0.whole", 0) == "a whole number from 1 to 1000"
    assert go_on(referee, [9, 6]).result.sheets["Asa"].abilities[1].rating == "+5"


@pytest.mark.parametrize(
    ("resources", "accepted"),
    [
        ([{"name": "Harvest", "bonus": 10_000}], "−200 to 200"),
        ([{"name": "Harvest", "now": -10_000}], "−9999 to 200"),
        ([{"name": "Harvest", "bolstered": 7}], "0 or 5"),
        ([{"name": "Harvest"}, {"name": "Harvest"}], "a name of its own for each"),
        ([{"name": " "}], "a name of its own for each"),
        ([{"name": "Asa"}], "a name of its own for each"),
    ],
)
def test_a_resource_is_as_large_as_it_may_be_corrected_to(resources: list[Any], accepted: str) -> None:
    """QS-17: and can be told from people, in whose place it stands when it is bolstered."""
    with pytest.raises(SetupRefused) as refusal:
        GAME.type("contest").setup_from({"contestants": [hero(), foe()], "resources": resources})
    assert refusal.value.accepted == accepted


@pytest.mark.parametrize("experience", [-1, 10_000])
def test_a_sheet_holds_what_a_correction_may_make_of_it(experience: int) -> None:
    """QS-29."""
    with pytest.raises(SetupRefused) as refusal:
        GAME.type("contest").setup_from({"contestants": [hero(experience=experience), foe()]})
    assert refusal.value.accepted == "0 to 9999"


def test_what_a_contest_makes_of_a_sheet_can_be_played_on_with() -> None:
    """QS-29, QS-64: who knows all that a sheet can hold learns no more, and nobody sinks lower than it tells."""
    done = play("contest", ContestSetup(contestants=(hero(experience=9_999), foe())), [20, 1], {}, QUIET)
    done.state.find("Asa").resolve = -104
    found = GAME.types[0].sheets(done.state)["Asa"]
    assert (found.experience, found.resolve, found.marks) == (9_999, -99, ())
    lost = structs.replace(found, experience=0, starting_resolve=90)
    both = reconciled(lost, found, structs.replace(lost, starting_resolve=99))
    assert (both.experience, both.starting_resolve) == (9_999, 14)
    both = reconciled(found, lost, lost)
    assert (both.experience, both.resolve, both.starting_resolve) == (0, -99, 99)
    scene = ContestSetup(contestants=(hero(), foe()))
    done.kind.setup_from(done.kind.enlist(scene, "Asa", both, "asa"))


def test_no_roll_takes_more_points_than_a_pool_holds() -> None:
    """QS-31: a number that is none is refused in one line."""
    for value in ("9" * 5_000, 100, 0):
        with pytest.raises(SetupRefused) as refusal:
            GAME.type("contest").setup_from(
                {"contestants": [hero(), foe()]}, {"story_points_per_roll": value}
            )
        assert refusal.value.accepted == "1 to 99, or pool"
