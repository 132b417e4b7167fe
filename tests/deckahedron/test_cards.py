"""DK-1, DK-2: the cards and the piles."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from agonist.deckahedron import GAME
from agonist.deckahedron.cards import (
    BLESSINGS,
    CRITICAL_FAILURE,
    CRITICAL_SUCCESS,
    DECKAHEDRON,
    SUITS,
    WOUND_CARDS,
    face,
    gives_xp,
    has_stamina,
    is_blessing,
    is_wound,
    named,
)
from agonist.deckahedron.deck.flips import flip
from agonist.deckahedron.people.characters import CharacterSetup, made, supply_for
from agonist.kernel import SetupRefused, Viewer, defaults, enumerate_procedure, see
from tests.deckahedron.small import bera, scene

TWENTIETHS = {"anvil": [8, 4, 6, 2], "blade": [5, 6, 5, 4], "crown": [4, 5, 6, 5], "dragon": [2, 6, 4, 8]}


def test_dk_1_twenty_cards_ten_with_stamina() -> None:
    """DK-1: twenty cards, ten with the Stamina symbol, one critical failure, one critical success."""
    assert len(DECKAHEDRON) == 20
    assert sum(map(has_stamina, DECKAHEDRON)) == 10
    assert [DECKAHEDRON.count(card) for card in (CRITICAL_FAILURE, CRITICAL_SUCCESS)] == [1, 1]
    assert {card[:4] for card in (CRITICAL_FAILURE, CRITICAL_SUCCESS)} == {"1111", "4444"}
    assert not has_stamina(CRITICAL_FAILURE)
    assert has_stamina(CRITICAL_SUCCESS)


def test_dk_1_the_faces_are_those_of_the_table() -> None:
    """DK-1: every face, with its Stamina and XP symbols."""
    plain = ["1111", "1232", "1434", "2234", "2323", "1223", "2123", "1141", "2212", "3122"]
    stamina = ["4444", "1334", "3344", "3434", "1224", "3212", "4112", "3434", "1342", "3343"]
    assert sorted(card[:4] for card in DECKAHEDRON if not has_stamina(card)) == sorted(plain)
    assert sorted(card[:4] for card in DECKAHEDRON if has_stamina(card)) == sorted(stamina)
    assert {card[:4] for card in DECKAHEDRON if gives_xp(card)} == {"2212", "1141", "1224", "4112", "3212"}


def test_dk_1_wound_and_blessing_cards() -> None:
    """DK-1: two wound cards a character, two of each of three blessings, none with Stamina."""
    assert [card[:4] for card in WOUND_CARDS] == ["1112", "1121"]
    assert Counter(card[:4] for card in BLESSINGS) == {"4344": 2, "3444": 2, "4444": 2}
    assert all(map(is_wound, WOUND_CARDS))
    assert all(map(is_blessing, BLESSINGS))
    assert not any(map(has_stamina, WOUND_CARDS + BLESSINGS))


@pytest.mark.parametrize("suit", SUITS)
def test_dk_1_exact_chances_of_every_suit(suit) -> None:
    """DK-1: the enumerated flip of a full deck gives what counting the faces by hand gives."""
    character = bera()
    contest = scene(character)
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    for _, made_flip, chance in enumerate_procedure(
        contest.state, lambda contest: flip(contest, contest.state.characters[0], suit), defaults
    ):
        chances[made_flip.result] += chance
    assert [chances[result] * 20 for result in (1, 2, 3, 4)] == TWENTIETHS[suit]
    assert [sum(face(card, suit) == result for card in DECKAHEDRON) for result in (1, 2, 3, 4)] == TWENTIETHS[
        suit
    ]


def test_dk_1_the_rules_reference_tells_the_same_chances() -> None:
    """DK-1: what people read is what is played."""
    for suit, counts in TWENTIETHS.items():
        assert (
            f"{' '.join(map(str, counts))} {'times on' if suit == 'anvil' else 'on'} {suit.title()}"
            in GAME.rules["DK-1"]
        )


def test_dk_1_the_supply_holds_two_wound_cards_for_each_character() -> None:
    """DK-1: and the six blessings, without what is out already."""
    two = [bera(), bera(name="Odo", wounds=1)]
    assert supply_for(two) == sorted([*WOUND_CARDS, "1121w", *BLESSINGS])


def test_dk_2_a_character_starts_with_a_fresh_deck() -> None:
    """DK-2: all twenty cards in the deck, both other piles empty, ten Stamina."""
    character = bera()
    assert (character.deck, character.discard, character.exhaustion) == (list(DECKAHEDRON), [], [])
    assert character.stamina == 10
    assert [character.suit(attribute) for attribute in ("str", "dex", "int")] == ["dragon", "crown", "blade"]


def test_dk_2_piles_are_taken_as_they_are() -> None:
    """DK-2: what lies on the other piles is not in the deck; a Wound has its card."""
    character = bera(exhaustion=("4444s", "1334s"), discard=("1111", "1112w"), wounds=2)
    assert Counter(character.deck) == Counter(DECKAHEDRON) - Counter(["4444s", "1334s", "1111"]) + Counter(
        ["1121w"]
    )
    assert character.stamina == 8


def test_dk_2_the_deck_is_seen_as_a_number() -> None:
    """DK-2: the deck is hidden from its own player and from the game master; the other piles lie face up."""
    contest = scene(bera(exhaustion=("4444s",), discard=("1111",)))
    for seat in ("bera", "gm", "a passer-by"):
        seen = see(contest.state, Viewer(seat, contest.state))["characters"][0]
        assert (seen["deck"], seen["discard"], seen["exhaustion"]) == (18, ["1111"], ["4444s"])


@pytest.mark.parametrize(
    ("piles", "place", "right"),
    [
        ({"exhaustion": ("9999",)}, "characters[0].exhaustion", "cards such as"),
        ({"exhaustion": ("1111",)}, "characters[0].exhaustion", "cards with Stamina"),
        ({"discard": ("1111", "1111")}, "characters[0]", "each card as often as it exists"),
        ({"deck": DECKAHEDRON[1:]}, "characters[0]", "all twenty"),
        ({"deck": (*DECKAHEDRON, "1112w", "1112w")}, "characters[0]", "two at most"),
        ({"protection": ({"name": "hat"},)}, "characters[0].protection[0]", "slots, or one of leather"),
    ],
)
def test_dk_2_impossible_piles_are_refused(piles, place, right) -> None:
    """DK-2: no card is created or lost, by a set-up either."""
    kind = GAME.type("hit")
    with pytest.raises(SetupRefused) as refusal:
        kind.setup_from({"characters": [{"name": "Bera", **piles}]})
    assert refusal.value.place == place
    assert right in refusal.value.accepted


def test_dk_2_there_are_only_so_many_blessings() -> None:
    """DK-1: two of each for all characters together."""
    blessed = [{"name": name, "discard": ["4444b"], "deck": DECKAHEDRON} for name in ("Bera", "Odo", "Siv")]
    with pytest.raises(SetupRefused, match="More blessings"):
        GAME.type("hit").setup_from({"characters": blessed})
    GAME.type("hit").setup_from({"characters": blessed[:2]})


def test_a_card_is_told_in_signs() -> None:
    assert named("4444s") == "✔✔ ✔✔ ✔✔ ✔✔ (critical success, Stamina)"
    assert named("1112w") == "✗✗ ✗✗ ✗✗ ✗ (wound card)"


def test_a_seat_is_made_from_the_name() -> None:
    assert made(CharacterSetup(name="Bera of the Ash")).seat == "bera-of-the-ash"
    assert GAME.type("hit").seats(GAME.type("hit").presets["arrow"].setup) == {"bera": "Bera"}
