"""A simple contest and one exchange, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from agonist.odds.answer import Odds
from agonist.odds.refusal import refuse
from agonist.tabletop import knobs_from

from ..rolls.knobs import BOOK, QuestKnobs
from ..rolls.results import Result
from .rolls import FACES, compare, parse_rating, written

Table = tuple[tuple[int, int, int, bool], ...]
"""Cells of an own exchange table: better and worse result, halves of the bid, whether they are handed over."""

DEGREES = ("marginal", "minor", "major", "complete")
BETTER_ROLLS = ("high", "low")

_MULTIPLES = {1: "half", 2: "1", 4: "2", 6: "3"}


Turned = Mapping[str, object]
"""Knobs that are turned, by name."""


def simple(
    first: str | int,
    second: str | int,
    *,
    better_roll: str = "high",
    surplus_bumps_down: bool = True,
    knobs: Turned | None = None,
) -> Odds:
    """QW-7: the chances of a simple contest, from the first side's view.

    >>> simple(17, "10M").win
    Fraction(47, 400)
    """
    one, two = parse_rating(first), parse_rating(second)
    house = knobs_from(QuestKnobs, knobs or {})
    counts = simple_counts(
        one, two, better_roll=better_roll, surplus_bumps_down=surplus_bumps_down, knobs=house
    )
    outcomes = {name: Fraction(count, FACES) for name, count in counts.items()}
    win = Fraction(sum(counts[f"{degree}-victory"] for degree in DEGREES), FACES)
    numbers = {"win": win, "tie": outcomes["tie"], "lose": 1 - win - outcomes["tie"], "outcomes": outcomes}
    title = f"Simple contest of {written(one)} against {written(two)}"
    return Odds(title, numbers, rules=("QW-3", "QW-4", "QW-6", "QW-7"))


def simple_counts(
    one: int,
    two: int,
    *,
    better_roll: str = "high",
    surplus_bumps_down: bool = True,
    knobs: QuestKnobs = BOOK,
) -> dict[str, int]:
    """Of the 400 pairs of faces, how many lead to each outcome; best outcome first."""
    found = compare(one, two, low=_low(better_roll), surplus_down=surplus_bumps_down, knobs=knobs)
    wins, losses = [0] * 4, [0] * 4
    for steps, (won, lost) in enumerate(
        zip(found.steps(found.first), found.steps(found.second), strict=True)
    ):
        degree = knobs.degree_by_steps(steps) - 1
        wins[degree] += won
        losses[degree] += lost
    return {
        "complete-victory": wins[3],
        "major-victory": wins[2],
        "minor-victory": wins[1],
        "marginal-victory": wins[0],
        "tie": found.ties,
        "marginal-defeat": losses[0],
        "minor-defeat": losses[1],
        "major-defeat": losses[2],
        "complete-defeat": losses[3],
    }


def price(bid: int, halves: int, edge: int = 0) -> int:
    """QW-17 to QW-20: the AP that so many halves of a bid with an edge come to.

    >>> price(3, 4), price(3, 1), price(3, 2, edge=-5)
    (6, 2, 0)
    """
    return (max(0, bid + edge) * halves + 1) // 2


def exchange(
    actor: str | int,
    responder: str | int,
    *,
    bid: int,
    edge: int = 0,
    better_roll: str = "high",
    surplus_bumps_down: bool = True,
    table: Mapping[str, str] | str | None = None,
    knobs: Turned | None = None,
) -> Odds:
    """QW-17 to QW-20: what one exchange does to both totals, from the actor's view.

    `outcomes` are the cells of the exchange table by who wins, `own` and `other` the changes of AP.
    """
    if bid < 1:
        refuse(f"{bid} is no bid.", "a bid of 1 or more", "bid")
    one, two = parse_rating(actor), parse_rating(responder)
    house = knobs_from(QuestKnobs, knobs or {})
    found = compare(one, two, low=_low(better_roll), surplus_down=surplus_bumps_down, knobs=house)
    own_table = parse_table(table)
    outcomes: dict[str, Fraction] = {}
    own: dict[int, Fraction] = {}
    other: dict[int, Fraction] = {}
    for who, wins, apart, extra in (
        ("wins", found.first, one - two, edge),
        ("loses", found.second, two - one, 0),
    ):
        for halves, transfer, count in priced(wins, own_table, house):
            chance = Fraction(count, FACES)
            name = f"{who}-{'transfer' if transfer else 'loss'}-{_MULTIPLES.get(halves, f'{halves}-halves')}"
            outcomes[name] = outcomes.get(name, Fraction(0)) + chance
            paid = price(bid, halves, extra)
            gained = paid if transfer and apart < house.transfer_gap else 0
            ours, theirs = (gained, -paid) if who == "wins" else (-paid, gained)
            own[ours] = own.get(ours, Fraction(0)) + chance
            other[theirs] = other.get(theirs, Fraction(0)) + chance
    tie = Fraction(found.ties, FACES)
    outcomes["tie"] = tie
    own[0] = own.get(0, Fraction(0)) + tie
    other[0] = other.get(0, Fraction(0)) + tie
    win = Fraction(sum(found.first), FACES)
    numbers = {
        "win": win,
        "tie": tie,
        "lose": 1 - win - tie,
        "outcomes": outcomes,
        "own": dict(sorted(own.items())),
        "other": dict(sorted(other.items())),
    }
    title = f"Exchange of {written(one)} against {written(two)}, bid {bid}"
    if edge:
        title += f", {'edge' if edge > 0 else 'handicap'} {abs(edge)}"
    return Odds(title, numbers, rules=("QW-17", "QW-18", "QW-19", "QW-20"))


def priced(wins: list[int], table: Table = (), knobs: QuestKnobs = BOOK) -> list[tuple[int, bool, int]]:
    """QW-17: halves of the bid, whether they are transferred, and the count, for each cell that can come up.

    `table` has cells of an own table, which stand in the place of the rules'.
    """
    changed = {(better, worse): (halves, transfer) for better, worse, halves, transfer in table}
    cells = []
    for better in (3, 2, 1):
        for worse in range(better + 1):
            if count := wins[4 * better + worse]:
                usual = knobs.cell(Result(better), Result(worse))
                halves, transfer = changed.get((better, worse), (usual.halves, usual.transfer))
                cells.append((halves, transfer, count))
    return cells


def parse_table(given: Mapping[str, str] | str | None) -> Table:
    """An own exchange table: some of its cells, by the better and the worse result; as text with semicolons between.

    >>> parse_table({"critical-success": "transfer 2", "success-success": "lose 1/2"})
    ((3, 2, 4, True), (2, 2, 1, False))
    """
    steps = {"critical": 3, "success": 2, "failure": 1, "fumble": 0}
    cells = []
    if isinstance(given, str):
        pairs = (each.partition("=") for each in given.split(";") if each.strip())
        given = {cell.strip(): told.strip() for cell, _, told in pairs}
    for cell, price_text in (given or {}).items():
        better, _, worse = cell.partition("-")
        how, _, times = str(price_text).partition(" ")
        halves = {"0": 0, "1/2": 1, "½": 1}.get(times, 2 * int(times) if times.isdecimal() else -1)
        right = better in steps and worse in steps and steps[better] >= max(1, steps[worse])
        if not right or how not in ("lose", "transfer") or not 0 <= halves <= 20:
            example = 'cells such as "critical-success" = "transfer 1", "success-success" = "lose 1/2"'
            refuse(f"{cell!r} = {price_text!r} is no cell of an exchange table.", example, "table")
        cells.append((steps[better], steps[worse], halves, how == "transfer"))
    return tuple(cells)


def _low(better_roll: str) -> bool:
    if better_roll not in BETTER_ROLLS:
        refuse(f"{better_roll!r} is no better roll.", ", ".join(BETTER_ROLLS), "better_roll")
    return better_roll == "low"
