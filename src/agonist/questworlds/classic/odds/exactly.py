"""An extended contest with given bids in fractions: for as long as few positions can be reached."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .position import RESULTS, Policy, Position, result_of
from .rolls import FACES
from .single import price

_MOST_POSITIONS = 360
_MOST_IN_LAYER = 60

Place = tuple[int, int, int]
Row = dict[Any, Fraction]


def exact_results(position: Position, first: Policy, second: Policy) -> dict[str, Fraction] | None:
    """The chance of each result exactly, or None if too many positions can be reached."""
    bids = (position.held(0, first), position.held(1, second))
    start = (position.acts, position.first_ap, position.second_ap)
    moves: dict[Place, list[tuple[int, Place | int]]] = {}
    unseen = [start]
    while unseen:
        here = unseen.pop()
        if here in moves:
            continue
        moves[here] = _moves(position, here, bids)
        unseen += [place for _, place in moves[here] if not isinstance(place, int)]
        if len(moves) > _MOST_POSITIONS:
            return None
    values: dict[Place, Row] = {}
    layers: dict[int, list[Place]] = {}
    for place in moves:
        layers.setdefault(place[1] + place[2], []).append(place)
    for _, layer in sorted(layers.items()):
        if len(layer) > _MOST_IN_LAYER:
            return None
        if not _solve(layer, moves, values):
            return None
    return {name: values[start].get(number, Fraction(0)) for number, name in enumerate(RESULTS)}


def _moves(position: Position, here: Place, bids: tuple[Policy, Policy]) -> list[tuple[int, Place | int]]:
    acts, first, second = here
    bid = bids[acts](first, second) if acts == 0 else bids[acts](second, first)
    ways: list[tuple[int, Place | int]] = [(position.ties, (1 - acts, first, second))]
    for cell in position.cells:
        paid = price(bid, cell.halves, position.edge(acts) if cell.winner == acts else 0)
        gained = paid if cell.transfer else 0
        ours, theirs = (
            (first + gained, second - paid) if cell.winner == 0 else (first - paid, second + gained)
        )
        if min(ours, theirs) <= 0:
            ways.append((cell.count, result_of(cell.winner, min(ours, theirs), position.knobs)))
        else:
            ways.append((cell.count, (1 - acts, ours, theirs)))
    return ways


def _solve(
    layer: list[Place], moves: dict[Place, list[tuple[int, Place | int]]], values: dict[Place, Row]
) -> bool:
    """Solve the equations of one layer by elimination; False if the contest need not end."""
    inside = set(layer)
    rows = {place: _equation(moves[place], inside, values) for place in layer}
    done: list[tuple[Place, Row]] = []
    while rows:
        place, row = rows.popitem()
        loop = row.pop(place, None)
        if loop == 1:
            return False
        if loop:
            row = {target: chance / (1 - loop) for target, chance in row.items()}
        for other in rows.values():
            if weight := other.pop(place, None):
                for target, chance in row.items():
                    other[target] = other.get(target, Fraction(0)) + weight * chance
        done.append((place, row))
    for place, row in reversed(done):
        ends: Row = {}
        for target, chance in row.items():
            if isinstance(target, int):
                ends[target] = ends.get(target, Fraction(0)) + chance
            else:
                for result, value in values[target].items():
                    ends[result] = ends.get(result, Fraction(0)) + chance * value
        values[place] = ends
    return True


def _equation(ways: list[tuple[int, Place | int]], inside: set[Place], values: dict[Place, Row]) -> Row:
    """Where a position leads: to positions of its layer, and through lower ones to results."""
    row: Row = {}
    for count, target in ways:
        if isinstance(target, int) or target in inside:
            row[target] = row.get(target, Fraction(0)) + Fraction(count, FACES)
        else:
            for result, value in values[target].items():
                row[result] = row.get(result, Fraction(0)) + Fraction(count, FACES) * value
    return row
