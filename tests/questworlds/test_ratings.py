"""QW-1, QW-2, QW-8, QW-9: ratings, resistances, modifiers."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.kernel import AgonistError, SetupRefused
from agonist.questworlds.chassis.ratings import Rating
from agonist.questworlds.classic import GAME
from agonist.questworlds.classic.people.modifiers import Modifier, quick_augment, signed, value_from
from agonist.questworlds.classic.people.setup import (
    AbilityEntry,
    AugmentEntry,
    Character,
    ExtendedSetup,
    ModifierEntry,
)
from agonist.questworlds.classic.rolls.resistance import (
    CLASSES,
    NO_ABILITY,
    resistance,
    resistance_form,
    resistance_named,
)
from tests.questworlds.scenes import foe, go, hero, start, told, who

EXAMPLES = json.loads((Path(__file__).parent / "data" / "worked_examples.json").read_text())


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("17", 17),
        ("7M", 27),
        ("7m", 27),
        ("7M1", 27),
        ("7W", 27),
        ("7w2", 47),
        ("27", 27),
        (27, 27),
        ("3M2", 43),
        ("20", 20),
        ("1M", 21),
        ("20M", 40),
        ("1M2", 41),
        (" 10M2 ", 50),
    ],
)
def test_qw_1_what_can_be_typed(text, whole) -> None:
    """QW-1: tiers, capital or small, M or W, or the plain total."""
    assert Rating.parse(text) == Rating(whole)


@pytest.mark.parametrize(
    ("whole", "text"), [(17, "17"), (20, "20"), (21, "1M"), (27, "7M"), (40, "20M"), (41, "1M2")]
)
def test_qw_1_what_is_shown(whole, text) -> None:
    """QW-1: always as 7M."""
    assert str(Rating(whole)) == text


@pytest.mark.parametrize("whole", [1, 20, 21, 2_000, 2_001, 4_801, 99_999])
def test_qw_1_what_is_shown_is_read_again(whole) -> None:
    """QW-1, QS-59: what is given away is a resistance, as high as the points that somebody has."""
    assert Rating.read(str(Rating(whole))) == Rating(whole)


@pytest.mark.parametrize(
    "text", ["", "M", "21M", "0M", "7M0", "7M00", "1001", "7X", "-3", "7.5", "999M", "7MM", True]
)
def test_qw_1_what_cannot_be_typed(text) -> None:
    """QW-1: nonsense is refused, not guessed at."""
    with pytest.raises(ValueError, match="rating"):
        Rating.parse(text)


@given(st.integers(1, 1000))
def test_qw_1_reads_what_it_shows(whole) -> None:
    """QW-1: showing and reading are inverse."""
    assert Rating.parse(str(Rating(whole))) == Rating(whole)
    assert Rating(whole).target + 20 * Rating(whole).masteries == whole
    assert 1 <= Rating(whole).target <= 20


def test_qw_1_no_relevant_ability_is_6() -> None:
    """QW-1: without a relevant ability one has 6."""
    assert Rating(6) == NO_ABILITY
    assert AbilityEntry(name="Nothing much").rating == 6
    assert hero("A", 17).abilities[0].rating == 17


@pytest.mark.parametrize("example", EXAMPLES["ratings"], ids=str)
def test_qw_1_worked_examples(example) -> None:
    """QW-1: 27 is 7M; 43 is 3M2; 10M2 is 50."""
    assert str(Rating(example["whole"])) == example["text"]
    assert Rating.parse(example["text"]).whole == example["whole"]


def test_qw_2_modifiers_win_and_lose_masteries() -> None:
    """QW-2: the target number is taken after all modifiers are on the whole rating."""
    assert (Rating(18).plus(6).target, Rating(18).plus(6).masteries) == (4, 1)
    assert (Rating(23).plus(-6).target, Rating(23).plus(-6).masteries) == (17, 0)


def test_qw_2_nothing_left_to_roll_against() -> None:
    """QW-2: a whole rating of 0 or less has no mastery and is hopeless; 1 is not."""
    assert [Rating(whole).hopeless for whole in (1, 0, -6, -21)] == [False, True, True, True]
    assert Rating(-21).masteries == 0


RESISTANCES = {
    "nearly-impossible": 54,
    "very-high": 34,
    "elevated": 23,
    "high": 20,
    "raised": 17,
    "moderate": 14,
    "little": 11,
    "low": 8,
    "small": 5,
    "very-low": -6,
}


def test_qw_8_classes_on_the_base_of_14() -> None:
    """QW-8: the ten classes; very low always fails there."""
    assert {name: resistance(name, Rating(14)).whole for name in CLASSES} == RESISTANCES
    assert resistance("very-low", Rating(14)).hopeless


def test_qw_8_very_low_is_never_more_than_6() -> None:
    """QW-8: −M or 6, whichever is lower."""
    assert [resistance("very-low", Rating(base)).whole for base in (20, 26, 30, 60)] == [0, 6, 6, 6]


def test_qw_8_another_base() -> None:
    """QW-8: the option base_resistance moves all classes, for set-ups and for what the game master names."""
    setup = ExtendedSetup(contestants=(hero("A", 17), foe("B", "High")), first="A")
    assert who(start("extended", setup, {"base_resistance": "1M"}), "B").rating("First") == Rating(27)
    assert who(start("extended", setup), "B").rating("First") == Rating(20)
    form = resistance_form(Rating(21))
    assert {option.key for option in form.options} == {*CLASSES, "other"}
    assert resistance_named("elevated", Rating(21)) == Rating(30)
    assert resistance_named({"pick": "other", "with": 12}, Rating(21)) == Rating(12)


def test_qw_8_base_must_be_a_rating() -> None:
    """QW-8: a base that is no rating is refused with what would be right."""
    setup = ExtendedSetup(contestants=(hero("A", 17), foe("B", 14)))
    with pytest.raises(SetupRefused, match="7M") as refusal:
        start("extended", setup, {"base_resistance": "oak"})
    assert refusal.value.place == "options.base_resistance"


def _modified(*modifiers: ModifierEntry, augments: tuple[AugmentEntry, ...] = ()) -> Character:
    return hero("A", 17, 13, modifiers=modifiers, augments=augments)


def _rating(character: Character, ability: str = "First") -> int:
    return (
        who(start("extended", ExtendedSetup(contestants=(character, foe("B", 14)))), "A")
        .rating(ability)
        .whole
    )


def test_qw_9_modifiers_have_a_label_and_add_up() -> None:
    """QW-9: stretch (−6 if not said), situational, other; for one ability or for all."""
    stretch = ModifierEntry(label="a chandelier", kind="stretch")
    terrain = ModifierEntry(label="high ground", kind="situational", value=3, ability="First")
    magic = ModifierEntry(label="blessed blade", kind="other", value="+M")
    assert _rating(_modified(stretch)) == 11
    assert _rating(_modified(stretch, terrain)) == 14
    assert _rating(_modified(stretch, terrain), "Second") == 7
    assert _rating(_modified(magic)) == 37
    assert str(Modifier("A", "high ground", "situational", 3)) == "+3 high ground"


@pytest.mark.parametrize(
    ("kind", "value"),
    [("stretch", -4), ("stretch", 3), ("situational", 9), ("situational", None), ("other", "x")],
)
def test_qw_9_values_that_a_kind_does_not_have(kind, value) -> None:
    """QW-9: stretch is −3, −6 or −9, situational ±3 or ±6."""
    with pytest.raises(SetupRefused) as refusal:
        _rating(_modified(ModifierEntry(label="x", kind=kind, value=value)))
    assert refusal.value.place == "set-up.contestants[0].modifiers[0].value"
    assert refusal.value.accepted


@pytest.mark.parametrize(
    ("text", "value"), [("+M", 20), ("-M", -20), ("M2", 40), ("−6", -6), (3, 3), ("+3", 3)]
)
def test_qw_9_values_as_text(text, value) -> None:
    """QW-9: a mastery is a modifier too."""
    assert value_from(text) == value


def test_qw_9_signs() -> None:
    """QW-9: a modifier shows its sign."""
    assert (signed(3), signed(-6), signed(20)) == ("+3", "−6", "+M")


def test_qw_9_quick_augment() -> None:
    """QW-9: a fifth of the augmenting rating, rounded down."""
    assert [quick_augment(whole) for whole in (4, 5, 14, 19, 20, 43)] == [0, 1, 2, 3, 4, 8]
    own = AugmentEntry(source="Second")
    other = AugmentEntry(source="the choir", rating="7M")
    assert _rating(_modified(augments=(own, other))) == 17 + 2 + 5
    assert _rating(_modified(augments=(own,)), "Second") == 13


@pytest.mark.parametrize(("value", "size"), [(3, 3), (6, 6), (9, 9), ("+M", 20)])
def test_qw_9_plot_augment(value, size) -> None:
    """QW-9: +3, +6, +9 or +M, and nothing else."""
    assert _rating(_modified(augments=(AugmentEntry(source="fate", kind="plot", value=value),))) == 17 + size
    with pytest.raises(SetupRefused, match="3, 6, 9"):
        _rating(_modified(augments=(AugmentEntry(source="fate", kind="plot", value=5),)))


@pytest.mark.parametrize(
    ("dice", "size"),
    [
        ((1, 20), 20),
        ((1, 15), 9),
        ((1, 5), 6),
        ((10, 9), 3),
        ((9, 9), 0),
        ((9, 10), 0),
        ((18, 5), 0),
        ((18, 1), 0),
        ((20, 1), -3),
    ],
)
def test_qw_9_rolled_augment(dice, size) -> None:
    """QW-9: a simple contest against the moderate resistance, before AP are counted."""
    character = hero("A", 17, 13, augments=(AugmentEntry(source="Second", kind="rolled"),))
    referee = go(start("extended", ExtendedSetup(contestants=(character, foe("B", 14)), first="A")), dice)
    assert who(referee, "A").rating("First").whole == 17 + size
    assert who(referee, "A").ap == who(referee, "A").starting_ap == 17 + size
    assert len(told(referee, "QW-9")) == 1


def test_qw_9_one_augment_from_an_own_ability() -> None:
    """QW-9: one augment from an own ability, more from others."""
    two_own = (AugmentEntry(source="Second"), AugmentEntry(source="First", ability="Second"))
    with pytest.raises(SetupRefused, match="one from an own ability"):
        _rating(_modified(augments=two_own))
    assert (
        _rating(_modified(augments=(AugmentEntry(source="x", rating=10), AugmentEntry(source="y", rating=5))))
        == 20
    )


@pytest.mark.parametrize("ability", ["", "First"])
def test_qw_9_no_ability_augments_itself(ability) -> None:
    """QW-9: the augmenting ability is another one, also where the augmented one is not named."""
    with pytest.raises(SetupRefused, match="does not augment itself"):
        _rating(_modified(augments=(AugmentEntry(source="First", ability=ability),)))


@pytest.mark.parametrize(
    "carried",
    [
        {"modifiers": (ModifierEntry(label="x", value=3),)},
        {"augments": (AugmentEntry(source="x", rating=10),)},
        {"hero_points": 1},
    ],
)
def test_qw_9_a_resistance_carries_no_modifiers(carried) -> None:
    """QW-9: what would modify a resistance is part of its number. QW-5: and it has no hero points."""
    with pytest.raises(SetupRefused, match="A resistance carries none"):
        start("extended", ExtendedSetup(contestants=(hero("A", 17), foe("B", 14, **carried))))


@pytest.mark.parametrize(
    ("setup", "place"),
    [
        (
            {"contestants": [{"name": "A", "abilities": [{"name": "x", "rating": "21M"}]}]},
            "abilities[0].rating",
        ),
        ({"contestants": [{"name": "A", "abilities": []}]}, "abilities"),
        ({"contestants": [{"name": "", "abilities": [{"name": "x"}]}]}, "name"),
        ({"contestants": [{"name": "A", "abilities": [{"name": "x"}], "ability": "y"}]}, "ability"),
        ({"contestants": [{"name": "A", "abilities": [{"name": "x"}], "seat": "gm"}]}, "seat"),
        ({"contestants": [{"name": "A", "abilities": [{"name": "x"}], "hero_points": -1}]}, "hero_points"),
        ({"contestants": [{"name": "A", "colour": "red"}]}, ""),
        ({"contestants": [{"name": "A", "abilities": [{"name": "x"}]}]}, "contestants"),
        ({"contestants": [{"name": n, "abilities": [{"name": "x"}]} for n in "AA"]}, "contestants"),
        (
            {"contestants": [{"name": n, "side": "s", "abilities": [{"name": "x"}]} for n in "AB"]},
            "contestants",
        ),
    ],
)
def test_qw_10_bad_set_ups_are_refused_where_they_are_bad(setup, place) -> None:
    """QW-10: a refusal names the place and says what would be right."""
    with pytest.raises(AgonistError) as refusal:
        GAME.type("extended").setup_from(setup)
    assert refusal.value.place.endswith(place)
    assert refusal.value.message


def _one(**more):
    return {"name": "A", "abilities": [{"name": "x", "rating": 14}], **more}


_OTHER = {"name": "B", "resistance": True, "abilities": [{"name": "y", "rating": 14}]}


@pytest.mark.parametrize(
    ("first", "more", "place"),
    [
        (_one(edge=200), {}, "edge"),
        (_one(abilities=[{"name": "x"}, {"name": "x"}]), {}, "abilities"),
        (_one(abilities=[{"name": "x", "rating": 0}]), {}, "abilities[0].rating"),
        (_one(modifiers=[{"label": "x", "value": 3, "ability": "z"}]), {}, "modifiers[0].ability"),
        (_one(modifiers=[{"label": "x", "kind": "other", "value": 999}]), {}, "modifiers[0].value"),
        (_one(augments=[{"source": "a friend"}]), {}, "augments[0].rating"),
        (_one(augments=[{"source": "a friend", "rating": "30M"}]), {}, "augments[0].rating"),
        (_one(lasting=[{"effect": "hurt", "abilities": ["z"]}]), {}, "lasting[0].abilities"),
        (_one(lasting=[{"effect": "sleepy"}]), {}, "lasting[0].effect"),
        (_one(followers=[{"name": "", "rating": 5}]), {}, "followers[0].name"),
        (_one(followers=[{"name": "Dog", "rating": "M"}]), {}, "followers[0].rating"),
        (
            _one(followers=[{"name": "Dog", "rating": 5, "use": "ability", "ability": "x"}]),
            {},
            "followers[0].ability",
        ),
        (_one(resistance=True), {}, "contestants"),
        (_one(), {"outsiders": [{**_OTHER, "name": "O"}]}, "outsiders[0]"),
        (_one(), {"first": "Z"}, "first"),
        (_one(), {"opened_by": "Z"}, "opened_by"),
        (_one(), {"outsiders": [_one(name=f"O{n}") for n in range(40)]}, "contestants"),
    ],
)
def test_qw_10_what_a_set_up_cannot_have(first, more, place) -> None:
    """QW-9 to QW-12: a refusal names the place and what is accepted, and nothing is guessed."""
    data = {"contestants": [first, _OTHER], **more}
    with pytest.raises(SetupRefused) as refusal:
        GAME.type("extended").setup_from(data)
    assert refusal.value.place.endswith(place)


def test_qw_12_a_resistance_has_no_augmenting_follower() -> None:
    """QW-12, QW-9: it carries no modifiers; its followers can add AP or lend an ability."""
    helper = {"name": "Imp", "rating": 10, "use": "augment"}
    with pytest.raises(SetupRefused, match="ap or ability"):
        GAME.type("extended").setup_from({"contestants": [_one(), {**_OTHER, "followers": [helper]}]})
