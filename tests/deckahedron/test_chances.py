"""Exact chances out of the enumerated rules, against counting by hand."""

from fractions import Fraction
from itertools import permutations

from agonist.deckahedron.cards import has_stamina
from agonist.deckahedron.contests.hit import HitType
from agonist.deckahedron.damage.stamina import search
from agonist.kernel import defaults, enumerate_contest, enumerate_procedure
from tests.deckahedron.small import direct_hit, scene, with_piles


def test_dk_13_which_cards_a_search_turns_over() -> None:
    """DK-13: the enumerated search equals walking through all orders of the deck."""
    deck = ["1111", "1232", "2234", "1334s", "3344s"]
    contest = scene(with_piles(deck))
    found: dict[tuple[str, ...], Fraction] = {}
    for state, _, chance in enumerate_procedure(
        contest.state, lambda contest: search(contest, contest.state.characters[0]), defaults
    ):
        left = tuple(state.characters[0].deck)
        found[left] = found.get(left, Fraction(0)) + chance
    by_hand: dict[tuple[str, ...], Fraction] = {}
    for order in permutations(deck):
        first = next(n for n, card in enumerate(order) if has_stamina(card))
        left = tuple(sorted(order[first + 1 :]))
        by_hand[left] = by_hand.get(left, Fraction(0)) + Fraction(1, 120)
    assert found == by_hand


def test_a_hit_is_enumerated_part_by_part() -> None:
    """Equal states are merged between the parts of a hit, and all chances add up."""
    character = with_piles(["1111", "1232", "1334s", "3344s", "3434s", "1342s"])
    contest = scene(character)
    contest.state.hits = [direct_hit("Bera", "A fall", ["harm", "stamina", "stamina"])]
    chances = enumerate_contest(
        HitType(), contest.state, defaults, lambda state, _: tuple(state.characters[0].exhaustion)
    )
    assert chances.undecided == 0
    assert set(chances.of.values()) == {Fraction(1, 4)}
    assert len(chances.of) == 4


def test_dk_14_the_chance_to_fall() -> None:
    """DK-14: two points of Stamina against 1d4 taken as it comes: three in four."""
    character = with_piles(["1111", "1334s", "3344s"])
    contest = scene(character)
    contest.state.hits = [HitType().begin(*HitType().setup_from(_arrow())).hits[0]]
    chances = enumerate_contest(
        HitType(), contest.state, _as_stamina, lambda state, _: state.characters[0].up
    )
    assert chances.of == {True: Fraction(1, 4), False: Fraction(3, 4)}


def _arrow() -> dict[str, object]:
    return {"characters": [{"name": "Bera"}], "source": "An arrow", "damage": "1d4"}


def _as_stamina(seen, ask):
    if ask.what == "split":
        return next(option.key for option in ask.legal().options if option.label.endswith("Stamina"))
    return ask.legal().fallback()
