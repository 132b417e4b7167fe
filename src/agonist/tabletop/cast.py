"""The cast of a contest: who takes part, who plays them, and on which side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, Protocol, TypeVar

import msgspec
from msgspec import UNSET

from agonist.kernel import GM, Answer, Ask, Choice, Correctable, Form, Option, SetupRefused

from .words import listed


class Member(Protocol):
    """Somebody in a set-up."""

    @property
    def name(self) -> str: ...


class Played(Member, Protocol):
    """Somebody in a contest, and the seat that plays them."""

    @property
    def seat(self) -> str: ...


M = TypeVar("M", bound=msgspec.Struct)


def ask_of(
    who: Played,
    what: str,
    form: Form | Callable[[], Form],
    rule: str,
    text: str,
    waiting: str,
    *,
    by: str = "",
    assume: Answer = UNSET,
    interrupts: bool = False,
    directed: bool = False,
) -> Ask:
    """A question to the seat that plays somebody, or to another (`by`) about them; ``{who}`` is their name."""
    name = who.name
    text, waiting = text.replace("{who}", name), waiting.replace("{who}", name)
    return Ask(by or who.seat, what, form, rule, text, waiting, name, assume, interrupts, directed)


def refuse(message: str, accepted: str, place: str) -> NoReturn:
    """A set-up is refused, with what would be right and where."""
    raise SetupRefused(message, accepted=accepted, place=place)


def seat_named(name: str) -> str:
    """The seat of a character of that name, if nobody else is to play it.

    >>> seat_named("Bera Ash")
    'bera-ash'
    """
    return re.sub(r"[^\w]+", "-", name.lower()).strip("-") or "player"


def seats_of(played: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The seats, each called after those whom it plays, from seats and names; the game master's is always there."""
    names: dict[str, list[str]] = {}
    for seat, name in played:
        names.setdefault(seat, []).append(name)
    return {seat: listed(found) for seat, found in names.items() if seat != GM}


def check_names(names: Sequence[str], place: str, most: int = 60) -> None:
    """Everybody has a name, and one of their own."""
    if any(not name.strip() or len(name) > most for name in names):
        refuse("Somebody has no name.", f"1 to {most} characters", place)
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        refuse(f"{twice[0]!r} is there twice.", "a name of its own for each", place)


def enlisted(members: Sequence[M], name: str, sheet: Any, seat: str, kind: type[M]) -> tuple[M, ...]:
    """The members with a table's character among them: in the place of one of the same name, whose other details stay,
    else as the last."""
    whole = msgspec.structs.asdict(sheet) if isinstance(sheet, msgspec.Struct) else sheet
    data: dict[str, Any] = {**msgspec.to_builtins(whole), "name": name, "seat": seat}
    there = [n for n, each in enumerate(members) if getattr(each, "name", "") == name]
    try:
        if not there:
            return (*members, msgspec.convert(data, kind))
        new = msgspec.convert(msgspec.to_builtins(members[there[0]]) | data, kind)
    except msgspec.ValidationError as problem:
        raise SetupRefused(f"{problem}.", place=name) from None
    return tuple(new if n == there[0] else each for n, each in enumerate(members))


def handed_over(
    everybody: Callable[[Any], Iterable[Any]], side: str, is_in: Callable[[Any], bool]
) -> Correctable:
    """The game master may give somebody who is in to another seat, such as one whose own are all out: to any that has
    nobody in on another `side`, which is a field of theirs."""

    def form(state: Any, who: Any) -> Choice | None:
        played: dict[str, list[Any]] = {GM: [], who.seat: []}
        for each in everybody(state):
            played.setdefault(each.seat, []).append(each)
        free = [
            seat
            for seat, own in played.items()
            if seat == who.seat
            or all(getattr(each, side) == getattr(who, side) for each in own if is_in(each))
        ]
        if not is_in(who) or len(free) == 1:
            return None
        return Choice(tuple([Option(seat, _player(seat, played[seat])) for seat in free]), who.seat)

    return Correctable(form, "played by")


def _player(seat: str, own: Sequence[Any]) -> str:
    return "the game master" if seat == GM else f"whoever plays {listed([each.name for each in own]) or seat}"
