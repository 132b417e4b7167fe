"""What waits on stage: dice and cards in somebody's hand, whose they are, what for, and what they need."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from agonist.kernel import Asked, SeatView, Staged, Waiting
from agonist.tabletop.beat import Figure, figures_in_order, side_of

_COUNTS = [
    "",
    "a",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def purpose_of(what: str, who: str) -> str:
    """What dice or cards are for, without the name of whoever throws them, who is named beside it.

    >>> [purpose_of(what, "Ana") for what in ("Ana: fight with vigor", "Ana's d20", "a blow to Ana")]
    ['fight with vigor', '', 'a blow']
    """
    for ours in (f"{who}'s ", f"{who}: "):
        what = what.removeprefix(ours)
    what = what.removesuffix(f" to {who}").removesuffix(f" of {who}'s deck").replace(f" of {who} ", " ")
    return "" if what in ("d20", "the next card") else what


def throwing(throws: Collection[int], purpose: str = "") -> str:
    """That somebody throws, what, and for what.

    >>> throwing((20,)), throwing((6, 6, 6), "fight with vigor"), throwing((0,))
    ('rolls a d20', 'rolls three d6 (fight with vigor)', 'turns over a card')
    """
    dice = [sides for sides in throws if sides]
    if not dice:
        said = "turns over a card" if throws else "rolls"
    else:
        count = _COUNTS[len(dice)] if len(dice) < len(_COUNTS) else str(len(dice))
        said = f"rolls {count} d{dice[0]}"
    return f"{said} ({purpose})" if purpose else said


def held_of(
    view: SeatView, bots: set[str], shaken: Collection[str] = (), sides: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """The dice that wait for somebody's word, or are `shaken` by whoever has let them fall: whose, what for, what they
    need, and how many of which kind; beside them those of bots, which fall with them. Of rolls that wait side by side
    it is one's own, or the first."""
    every: list[Asked | Waiting] = [*view.asked, *view.waiting]
    held = sorted([each for each in every if each.throws], key=lambda each: each.seat != view.seat)
    due = [each for each in held if each.at == held[0].at]
    people = {each.seat for each in due if each.seat not in bots and each.seat not in shaken}
    people = people or {each.seat for each in due if each.seat not in bots}
    if not people:
        return {"held": [], "who": [], "yours": [], "decides": "", "shaken": False}
    beside = [each for each in view.beside if each.at == due[0].at]
    first = {(each.seat, each.what): each for each in reversed([*due, *beside])}
    names = {key: view.seats.get(each.seat, each.seat) for key, each in first.items()}
    figures = [_in_hand(each, names[key], sides or {}) for key, each in reversed(first.items())]
    return {
        "held": figures_in_order(figures),
        "who": [
            *dict.fromkeys(first[key].about or names[key] for key in reversed(first) if key[0] in people)
        ],
        "yours": [
            each.id
            for each in view.asked
            if each.throws and each.seat == view.seat and each.seat not in shaken
        ],
        "decides": next((each.decides for each in due if each.decides), ""),
        "shaken": all(each.seat in shaken for each in due if each.seat in people),
    }


def _in_hand(each: Asked | Waiting, seat: str, sides: Mapping[str, int]) -> Figure:
    who = each.about or seat
    dice = [kind for kind in each.throws if kind]
    note = purpose_of(each.what, who)
    waits = Staged(who, note[:1].upper() + note[1:], sides=dice[0] if dice else 0, needed=each.needs)
    return Figure(who, side_of(sides, who), waits, len(each.throws))
