"""Chance: outcomes with their weights, and sealed outcomes that anybody can derive again."""

import hashlib
import hmac
import itertools
import json
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.kernel import (
    ActRefused,
    Chance,
    Dealt,
    Draw,
    GameBroken,
    Roll,
    SameDice,
    Seal,
    Shuffle,
    commitment,
    outcomes,
    realise,
    total_weight,
)
from agonist.kernel.seal import checked_nonce

REQUESTS: list[Chance] = [
    Roll((20,)),
    Roll((6, 4)),
    Roll.d(6, 4),
    Roll((6, 4), pool=True),
    Draw(("a", "a", "b", "c"), 2),
    Draw(("a",), 0),
    Shuffle(("a", "b", "b")),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_weights_add_up_and_outcomes_are_legal(request_: Chance) -> None:
    """Each outcome is listed once, may be typed in, and the weights are the number of elementary cases."""
    listed = list(outcomes(request_))
    assert len({outcome for outcome, _ in listed}) == len(listed)
    assert sum(weight for _, weight in listed) == total_weight(request_)
    for outcome, _ in listed:
        request_.form().check(list(outcome))


def test_merging_the_orders_of_a_pool_keeps_the_chances() -> None:
    pool = dict(outcomes(Roll.d(6, 3)))
    single = Counter(tuple(sorted(faces)) for faces, _ in outcomes(Roll((6, 6, 6))))
    assert pool == single


def test_draws_are_without_putting_back() -> None:
    chances = {cards: Fraction(weight, 12) for cards, weight in outcomes(Draw(("a", "a", "b", "c"), 2))}
    assert chances[("a", "a")] == Fraction(1, 6)
    assert chances[("b", "c")] == Fraction(1, 12)
    assert ("b", "b") not in chances


def test_only_known_kinds_of_chance() -> None:
    for function in (
        total_weight,
        lambda chance: list(outcomes(chance)),
        lambda chance: realise(chance, max),
    ):
        with pytest.raises(GameBroken):
            function(Chance())


def by_hand(seed: bytes, nonces: str, counter: int, element: int, n: int) -> int:
    """The derivation as its description says, written apart from the code."""
    key = hmac.new(seed, nonces.encode(), hashlib.sha256).digest()
    for attempt in range(100):
        digest = hmac.new(key, f"agonist:1:{counter}:{element}:{attempt}".encode(), hashlib.sha256).digest()
        number = int.from_bytes(digest[:8], "big")
        if number < 2**64 // n * n:
            return number % n
    raise AssertionError


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.lists(st.integers(1, 100), max_size=5))
def test_sealed_dice_follow_their_description(seed: bytes, counter: int, sides: list[int]) -> None:
    """Every die is the HMAC of its counter under seed and nonces, without modulo bias."""
    seal = Seal(seed, {"b": "02", "a": "01"})
    expected = tuple(by_hand(seed, "a:01\nb:02", counter, i, n) + 1 for i, n in enumerate(sides))
    assert seal.outcome(Roll(tuple(sides)), counter) == expected


def test_rejection_sampling_tries_again() -> None:
    """For a number of sides just above half of 2⁶⁴ nearly every second try is rejected."""
    sides = 2**63 + 1
    seal = Seal(bytes(32))
    key = hmac.digest(bytes(32), b"", "sha256")
    first_tries = [
        int.from_bytes(hmac.digest(key, f"agonist:1:{counter}:0:0".encode(), "sha256")[:8], "big")
        for counter in range(64)
    ]
    assert any(number >= sides for number in first_tries)
    for counter in range(64):
        (face,) = seal.outcome(Roll((sides,)), counter)
        assert face == by_hand(bytes(32), "", counter, 0, sides) + 1


def test_a_fixed_seed_gives_fixed_dice() -> None:
    """The derivation never changes: these results were written down once."""
    kept = json.loads((Path(__file__).parent / "data" / "sealed.json").read_text())
    seal = Seal(bytes.fromhex(kept["seed"]), kept["nonces"])
    assert seal.commitment == kept["commitment"] == hashlib.sha256(bytes.fromhex(kept["seed"])).hexdigest()
    assert [seal.outcome(Roll((20,)), n)[0] for n in range(20)] == kept["d20"]
    assert list(seal.outcome(Shuffle(tuple("abcdefgh")), 20)) == kept["shuffle"]


def test_sealed_dice_are_fair_enough() -> None:
    """6,000 sealed d6: chi-square under its 0.9999 quantile for five degrees of freedom."""
    seal = Seal(b"\x07" * 32)
    counts = Counter(seal.outcome(Roll((6,)), n)[0] for n in range(6_000))
    assert sum((counts[face] - 1_000) ** 2 / 1_000 for face in range(1, 7)) < 25.7


@pytest.mark.parametrize("nonce", ["", "zz", "ABCD", "abc", "ab cd", "00" * 65])
def test_what_is_no_nonce_is_refused(nonce: str) -> None:
    with pytest.raises(ActRefused) as refused:
        checked_nonce(nonce)
    assert "hexadecimal" in refused.value.accepted


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(b"\x00" * 32) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


def test_cards_are_called_what_people_call_them() -> None:
    """Who types what real cards showed picks them by name; only cards of the pile are named."""
    form = Draw(("a", "b", "b"), names={"a": "the ace", "z": "a card not in this pile"}).form()
    assert isinstance(form, Dealt)
    assert [(option.key, option.label) for option in form.options()] == [("a", "the ace"), ("b", "b")]
    assert form.names == {"a": "the ace"}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_cards_drawn_until_some_come_are_those_drawn_one_by_one(count: int) -> None:
    """Up to so many of a kind, or to the pile's end: the chances of every row of cards, and the same row from the same
    numbers as by single draws."""
    pile, until = ("ace", "jack", "king", "king", "queen"), frozenset({"king", "ace"})
    chance = Draw(pile, count, until=until)
    chances = {cards: Fraction(weight, total_weight(chance)) for cards, weight in outcomes(chance)}
    one_by_one: dict[tuple[str, ...], Fraction] = {}
    for order in itertools.permutations(pile):
        comes = [n for n, card in enumerate(order) if card in until][count - 1]
        row = order[: comes + 1]
        one_by_one[row] = one_by_one.get(row, Fraction(0)) + Fraction(1, 120)
    assert chances == one_by_one
    for seed in range(20):
        left, below = list(pile), _source(seed)
        drawn: tuple[str, ...] = ()
        while sum(card in until for card in drawn) < count:
            drawn = (*drawn, *map(str, realise(Draw(tuple(left)), below)))
            left.remove(drawn[-1])
        assert realise(chance, _source(seed)) == drawn
    never = Draw(("jack", "queen"), count, until=until)
    assert len(realise(never, _source(1))) == 2


def _source(seed: int) -> Callable[[int, int], int]:
    random = Random(seed)
    return lambda _, n: int(random.random() * n)


@given(st.text(), st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_the_same_dice_fall_alike_roll_by_roll_of_a_kind(seed: str, one: list[str], other: list[str]) -> None:
    """Whatever else is rolled between, and however many dice."""
    first, second = (_rolled(SameDice(seed), kinds) for kinds in (one, other))
    for roll in first.keys() & second.keys():
        assert first[roll] == second[roll]


def _rolled(dice: SameDice, kinds: list[str]) -> dict[tuple[str, int], int]:
    rolled: dict[tuple[str, int], int] = {}
    for at, kind in enumerate(kinds):
        dice.next_of(kind)
        rolled[kind, kinds[:at].count(kind)] = int(dice.random() * 1_000)
        for _ in range(at):
            dice.random()
    return rolled


@given(st.lists(st.sampled_from(["random", "bits", "below"]), max_size=30))
def test_the_same_dice_are_those_of_a_generator_of_their_own(asked: list[str]) -> None:
    """However many numbers a roll takes, of whichever kind: those that are kept for later are the same to the bit."""
    for _ in range(2):
        dice, plain = SameDice("review:7", {"attack": 2}), Random("review:7:attack:3")
        dice.next_of("attack")
        for what in asked:
            assert _number(dice, what) == _number(plain, what)


def _number(random: Random, what: str) -> float:
    if what == "bits":
        return random.getrandbits(40)
    return random.random() if what == "random" else random.randrange(1_000)


def test_the_same_dice_are_fair_and_no_two_rolls_alike() -> None:
    """From roll to roll, from kind to kind, and from seed to seed."""
    for rolls in (
        [("1", "a")] * 1_200,
        [("1", str(n)) for n in range(1_200)],
        [(str(n), "a") for n in range(1_200)],
    ):
        dice = {seed: SameDice(seed) for seed, _ in rolls}
        faces: Counter[int] = Counter()
        pairs: Counter[int] = Counter()
        for seed, kind in rolls:
            dice[seed].next_of(kind)
            faces[one := int(dice[seed].random() * 6)] += 1
            pairs[one * 6 + int(dice[seed].random() * 6)] += 1
        assert sum((faces[n] - 200) ** 2 / 200 for n in range(6)) < 20.5
        assert sum((pairs[n] - 1_200 / 36) ** 2 / (1_200 / 36) for n in range(36)) < 66.6
