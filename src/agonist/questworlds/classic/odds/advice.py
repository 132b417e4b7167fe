"""How much to bid: the chance to win an extended contest after each bid, if both bid well from then on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from agonist.kernel import Asked, Fields, Number
from agonist.kernel import Choice as Form
from agonist.odds.counsel import Advice, Choice
from agonist.odds.saying import listed, worked_out_said
from agonist.odds.standing import ALIKE
from agonist.tabletop import Picked, picked

from ...chassis.ratings import Rating
from ..rolls.resistance import CLASSES, resistance
from .playing import solved
from .position import FIRST, SECOND, Position

_USUAL = ("low", "little", "moderate", "raised", "high")
"""The resistance classes that are averaged over while the other's rating is hidden."""


def advise(type: str, seen: Mapping[str, Any], asked: Asked) -> Advice | None:
    """Advice on the bid of an extended contest of two; nothing for other questions."""
    if type != "extended" or asked.what != "plan" or not isinstance(asked.form, Form):
        return None
    if seen["options"].get("knobs"):
        return None  # what a hidden rival may have is known of the book's rules alone
    stakes = _stakes(asked.form)
    people = seen["contestants"]
    if seen["outsiders"] or any(each["hero_points"] or each.get("followers") for each in people):
        return None  # worth a lot, and not part of what was solved
    me = next((each for each in people if each["name"] == asked.about), None)
    other = next((each for each in people if me and each["side"] != me["side"]), None)
    if stakes is None or me is None or other is None or "ap" not in me:
        return None
    if any(who.get("bumped") for who in (me, other)):
        return None  # a lasting bump is not part of what was solved
    ability, most = stakes
    known = "ap" in other
    chances: dict[int, float] = {}
    error = 0.0
    rivals = [_known_rival(other)] if known else _usual_rivals(seen["options"])
    for rating, ap, start in rivals:
        here = _position(seen["options"], me, other, ability, rating, ap, start)
        solution = solved(_opening(here, start, me["starting_ap"]))
        error = max(error, solution.error)
        for bid, chance in solution.by_bid(here).items():
            ours = 1 - chance if _second(me, other) else chance
            chances[bid] = chances.get(bid, 0.0) + ours / len(rivals)
    legal = {bid: chances[bid] for bid in range(1, most + 1) if bid in chances}
    if min(legal.values()) >= 1 - error:
        return None  # whatever is bid, it is won: nothing to weigh up
    return _advice(asked.form, legal, other, known, error)


def _advice(
    form: Form, chances: dict[int, float], other: dict[str, Any], known: bool, error: float
) -> Advice:
    best = max(chances, key=lambda bid: chances[bid])
    hidden = (
        ""
        if known
        else f"{other['name']}'s rating and AP are hidden: averaged over resistances from Low to High, each as likely, "
        "and each solved as if both knew it."
    )
    near = [str(bid) for bid, chance in chances.items() if bid != best and chances[best] - chance <= ALIKE]
    return Advice(
        measure="chance to win the contest",
        choices=tuple(Choice(_bid(form, bid), f"Bid {bid}", chance) for bid, chance in chances.items()),
        best=_bid(form, best),
        why=f"A bid of {best} gives the best chance to win, {worked_out_said(chances[best])}, "
        "if both sides bid well from then on."
        + (f" Within {100 * ALIKE:.0f} points of it: {listed(near)}." if near else ""),
        averaged=hidden,
        method="solved",
        error=error,
        rules=("QW-15", "QW-16"),
    )


def _stakes(form: Form) -> tuple[int, int] | None:
    """The rating of the ability that is offered first, and the largest bid."""
    option = next((each for each in form.options if each.key == "exchange"), None)
    if option is None or not isinstance(option.then, Fields):
        return None
    fields = {field.key: field.form for field in option.then.fields}
    means, bid = fields.get("ability"), fields.get("bid")
    if not isinstance(means, Form) or not isinstance(bid, Number):
        return None
    chosen = next((each for each in means.options if each.key == means.fallback()), means.options[0])
    return dict(chosen.leaves)["rating"], bid.most


def _bid(form: Form, bid: int) -> Any:
    stated = picked(form.pick("exchange"))
    return Picked(stated.key, {**stated.more, "bid": bid}).answer()


def _known_rival(other: dict[str, Any]) -> tuple[int, int, int]:
    return other["in_hand"]["whole"], max(1, other["ap"]), other["starting_ap"]


def _usual_rivals(options: Mapping[str, Any]) -> list[tuple[int, int, int]]:
    base = Rating.parse(options.get("base_resistance", 14))
    wholes = [resistance(name, base).whole for name in _USUAL if name in CLASSES]
    return [(whole, max(1, whole), max(1, whole)) for whole in wholes]


def _second(me: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether the one who is asked is the calculation's second side: the game master's, against a player."""
    return bool(me["resistance"]) and not other["resistance"]


def _opening(here: Position, *starts: int) -> Position:
    """Where the contest began, or might have: solved once, it answers for every later position."""
    total = max(here.first_ap + here.second_ap, sum(starts))
    first = min(here.first_start, total - 1)
    return replace(here, first_ap=first, second_ap=total - first, acts=FIRST)


def _position(
    options: Mapping[str, Any],
    me: dict[str, Any],
    other: dict[str, Any],
    ability: int,
    rating: int,
    ap: int,
    start: int,
) -> Position:
    edges = options.get("edges", False)
    ours = (ability, max(1, me["ap"]), me["starting_ap"], me["edge"] if edges else 0)
    theirs = (rating, ap, start, other["edge"] if edges else 0)
    swapped = _second(me, other)
    first, second = (theirs, ours) if swapped else (ours, theirs)
    rival_is_player = not (me if swapped else other)["resistance"]
    return Position(
        first[0],
        second[0],
        first_ap=first[1],
        second_ap=second[1],
        first_start=first[2],
        second_start=second[2] if rival_is_player else 0,
        acts=SECOND if swapped else FIRST,
        better_roll=options.get("better_roll", "high"),
        surplus_bumps_down=options.get("surplus_bumps_down", True),
        first_edge=first[3],
        second_edge=second[3],
    )
