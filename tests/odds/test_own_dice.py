"""Dice of one's own, as they are written: icepool's numbers against every roll gone through."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from agonist.kernel import AgonistError
from agonist.odds.own_dice import dice


def every(
    faces: list[range | tuple[int, ...]], comes_to: Callable[[tuple[int, ...]], int]
) -> dict[int, Fraction]:
    """What all rolls come to, gone through one by one."""
    found = Counter(comes_to(roll) for roll in product(*faces))
    return {value: Fraction(count, found.total()) for value, count in sorted(found.items())}


D6, D20 = range(1, 7), range(1, 21)


@pytest.mark.parametrize(
    ("text", "faces", "comes_to"),
    [
        ("3d6", [D6] * 3, sum),
        ("4dF + 2", [(-1, 0, 1)] * 4, lambda roll: sum(roll) + 2),
        ("best 3 of 5d6", [D6] * 5, lambda roll: sum(sorted(roll)[2:])),
        ("4d6 worst 2 − 1", [D6] * 4, lambda roll: sum(sorted(roll)[:2]) - 1),
        ("2d20 low", [D20] * 2, min),
        ("2d20 HIGH", [D20] * 2, max),
        ("4d6 count >= 5", [D6] * 4, lambda roll: sum(die >= 5 for die in roll)),
        (
            "4d6 count < 3 + d4",
            [*[D6] * 4, range(1, 5)],
            lambda roll: sum(die < 3 for die in roll[:4]) + roll[4],
        ),
        ("2d6 - 1d4", [D6, D6, range(1, 5)], lambda roll: roll[0] + roll[1] - roll[2]),
        ("-d6 + 10", [D6], lambda roll: 10 - roll[0]),
    ],
)
def test_dice_are_what_every_roll_comes_to(
    text: str, faces: list[range | tuple[int, ...]], comes_to: Callable[[tuple[int, ...]], int]
) -> None:
    found = dice(text)
    assert dict(found.total.items()) == every(faces, comes_to)
    assert found.method == "exact"


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("2d20 low vs 14", Fraction(49, 400)),
        ("2d20 high >= 14", 1 - Fraction(13, 20) ** 2),
        ("d% <= 45", Fraction(45, 100)),
        ("2d6 vs 2d6", Fraction(1, 2) + Fraction(146, 2592)),
        ("3d6 = 3", Fraction(1, 216)),
        ("d6 > 6", Fraction(0)),
        ("d6 < 2", Fraction(1, 6)),
    ],
)
def test_what_is_measured_has_a_chance(text: str, chance: Fraction) -> None:
    found = dice(text)
    assert found.success == chance
    assert found.more + found.equal + found.less == 1


def test_dice_that_are_rolled_on_are_told_with_their_error() -> None:
    """A six adds another die, again and again; what is cut off is smaller than the error."""
    found = dice("2d6!")
    assert found.method == "solved"
    assert 0 < found.error < 1e-8
    assert float(found.mean) == pytest.approx(8.4, abs=1e-6)
    assert found.total[6] == Fraction(5, 36)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing is asked"),
        ("3d6 keep 2", "'keep' was not expected"),
        ("2d6 +", "dice such as 5d6 are missing"),
        ("best 4 of 3d6", "1 to 3 can be kept"),
        ("200d6", "up to 100 dice"),
        ("d0", "up to 100 dice"),
        ("6d6 count 5", "after count comes"),
        ("2d6 ; rm", "cannot be read"),
        ("4dF!", "rolled on"),
        ("2d6 vs", "dice such as 5d6 are missing"),
        ("+".join(["d6"] * 11), "up to 10 terms"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_would(text: str, why: str) -> None:
    with pytest.raises(AgonistError, match=why) as refused:
        dice(text)
    assert "best 3 of 5d6" in refused.value.accepted
