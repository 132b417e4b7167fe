"""How a contest ended, as a picture: who stands, who fell, what was at stake and who has it now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from agonist.kernel import GM, Combatant, ContestType
from agonist.tabletop import Board, begun, listed

How = Literal["stands", "leans", "missed", "lies", "died", "aside"]


class Banner(msgspec.Struct, frozen=True):
    """One who took part: how their banner stands, and what is left of them in words."""

    name: str
    letter: str
    how: How
    left: str
    side: int


class Ending(msgspec.Struct, frozen=True):
    """The picture. `won` is whether the side of whoever looks has won, None where that is nothing to say."""

    title: str
    told: str
    won: bool | None
    banners: tuple[Banner, ...]


def ending_of(
    kind: ContestType[Any],
    outcome: Mapping[str, Any] | None,
    state: Mapping[str, Any],
    board: Board,
    seat: str,
) -> Ending:
    """The picture of an end, as a seat looks at it; of one that came before the rules' own without winners."""
    won = _won(outcome, board) if outcome else None
    banners = tuple(
        _banner(one, n, _beaten(outcome, board, n), board.unit)
        for n, flank in enumerate(board.flanks)
        for stand in flank.stands
        for one in (stand.people or (stand.who,))
    )
    if len(board.flanks) == 1 and won is not None and (other := kind.opposed(state)):
        how: How = "leans" if won else "stands"
        banners += (Banner(other, other[:1].upper(), how, "overcome" if won else "in the way", 1),)
    return Ending(_title(kind, state, won), _told(board, banners, seat), won, banners)


def _won(outcome: Mapping[str, Any], board: Board) -> bool | None:
    """Whether the first side has won: by its people, its team or by what the outcome says itself."""
    if isinstance(outcome.get("won"), bool):
        return bool(outcome["won"])
    winners = set(outcome.get("winners") or ())
    sides = [_names(board, n) & winners for n in range(len(board.flanks))]
    if not board.flanks or not winners:
        return None if not winners and len(board.flanks) > 1 else bool(winners)
    return None if len(board.flanks) > 1 and all(sides) else bool(sides[0])


def _names(board: Board, n: int) -> set[str]:
    flank = board.flanks[n]
    people = {one.name for each in flank.stands for one in (each.who, *each.people)}
    return {*people, flank.called, *(each.who.banner for each in flank.stands)}


def _beaten(outcome: Mapping[str, Any] | None, board: Board, n: int) -> bool:
    """Whether a side has lost, though somebody may still stand there."""
    winners = set((outcome or {}).get("winners") or ())
    if outcome and not winners and len(board.flanks) == 1:
        return _won(outcome, board) is False
    return bool(winners) and not _names(board, n) & winners


def _title(kind: ContestType[Any], state: Mapping[str, Any], won: bool | None) -> str:
    """The stake with what became of it, in the scene's words; "" where the game has a better heading."""
    said = kind.becomes(state)[not won]
    return f"{said}." if said and won is not None else ""


def _banner(one: Combatant, side: int, beaten: bool, unit: str) -> Banner:
    lies: dict[str, How] = {"died": "died", "fell": "lies", "left": "leans", "aside": "aside"}
    how: How = lies.get(one.fate, ("missed" if one.left is None else "leans") if beaten else "stands")
    letter = one.name.removeprefix("The ").removeprefix("A ")[:1].upper()
    tail = one.name.rpartition(" ")[2]
    return Banner(
        one.name, tail if tail.isdigit() and len(tail) < 3 else letter, how, _left(one, how, unit), side
    )


def _left(one: Combatant, how: How, unit: str) -> str:
    if how in ("lies", "died"):
        plain = {"incapacitated", "surrendered", "perished", "lost", "dead"}
        return one.said if one.said in plain else "beaten"
    if one.fate == "left":
        return one.said or "got away"
    if how == "missed":
        return "lost"
    if one.left is None or one.team or how == "aside":
        return "beaten" if how == "leans" else "looked on" if how == "aside" else "stands"
    if one.left >= one.full:
        return "nothing lost"
    return f"{one.left:g} {one.unit or unit}".replace("-", "−")


def _told(board: Board, banners: Sequence[Banner], seat: str) -> str:
    """Who stands and who does not, in a sentence or two, the own side first."""
    own = {
        one.name
        for each in board.stands
        for one in (each.who, *each.people)
        if one.seat == seat and seat != GM
    }
    said = []
    for n in range(len(board.flanks)):
        here = [each for each in banners if each.side == n and each.how != "aside"]
        by = [([each.name for each in here if each.how in hows], ends) for hows, ends in _VERBS]
        if n and len(here) > _FEW:
            said.append(_counted([(names, ends) for names, ends in by if names]))
        else:
            said += [_sentence(names, own, ends) for names, ends in by if names]
    return " ".join(said)


_FEW = 2
"""So many of another side are named; more are counted."""


def _counted(by: list[tuple[list[str], tuple[str, str, str]]]) -> str:
    """How many of the others came to what."""
    if len(by) == 1:
        return f"All of the others {by[0][1][2]}."
    parts = [f"{len(names)} {ends[1] if len(names) == 1 else ends[2]}" for names, ends in by]
    return f"Of the others {listed(parts)}."


_VERBS: tuple[tuple[tuple[How, ...], tuple[str, str, str]], ...] = (
    (("died",), ("died", "died", "died")),
    (("lies",), ("are beaten", "is beaten", "are beaten")),
    (("missed",), ("have lost", "has lost", "have lost")),
    (("leans",), ("are out of it", "is out of it", "are out of it")),
    (("stands",), ("stand", "stands", "stand")),
)
"""What is said of you, of one and of several."""


def _sentence(names: list[str], own: set[str], ends: tuple[str, str, str]) -> str:
    called = ["you" if name in own else name for name in names]
    called.sort(key=lambda name: name != "you")
    verb = ends[0] if called == ["you"] else ends[1] if len(called) == 1 else ends[2]
    return f"{begun(listed(called))} {verb}."
