"""Who takes part, as they are set up: seats, a table's character in a set-up, limits, sheets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from agonist.kernel import GM, ONLOOKER
from agonist.tabletop import refuse

MOST_CONTESTANTS = 40
CONTESTANTS = "set-up.contestants"
GROUPS = ("contestants", "helpers", "outsiders")
"""Where in set-ups people stand: in the contest, or beside it."""

T = TypeVar("T", bound=msgspec.Struct)
"""What somebody or something is made as."""
_NAMING = ("first", "opened_by", "leader", "cures", "helper", "helped", "one", "two", "assigned_to")
_ROWS = (*GROUPS, "pairings", "followers")
"""What in set-ups names somebody, and which rows of theirs do."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A part of a set-up or of a sheet."""


class Pairing(Entry, frozen=True, kw_only=True):
    """Two who meet."""

    one: str
    two: str


def copied(kind: type[T], each: Any, /, **otherwise: Any) -> T:
    """Something of a kind that says the same as another, as far as both can say it, but for what is given."""
    same = [field for field in kind.__struct_fields__ if hasattr(each, field) and field not in otherwise]
    return kind(**{field: getattr(each, field) for field in same}, **otherwise)


def seat_of(character: Any) -> str:
    """Who plays it: the game master, the seat it names, or a seat of its own."""
    if not character.player:
        return GM
    return character.seat or re.sub(r"[^a-z0-9]+", "-", character.name.lower()).strip("-") or "player"


def seats_of(*groups: Iterable[Any]) -> dict[str, str]:
    """The players' seats and whom they play."""
    played: dict[str, list[str]] = {}
    for character in (each for group in groups for each in group if each.player):
        played.setdefault(seat_of(character), []).append(character.name)
    return {seat: ", ".join(names) for seat, names in played.items()}


def sides_of(people: Sequence[Any], side_of: Callable[[Any], str]) -> list[str]:
    """The players' side first."""
    sides = list(dict.fromkeys(side_of(each) for each in people))
    return sorted(sides, key=lambda side: not any(each.player for each in people if side_of(each) == side))


def paired(people: Sequence[Any], side_of: Callable[[Any], str]) -> list[Pairing]:
    """Everybody of the first side meets one of the other, in turn; so do all of that, if it has players."""
    ours, theirs = ([each for each in people if side_of(each) == side] for side in sides_of(people, side_of))
    count = max(len(ours), len(theirs)) if any(each.player for each in theirs) else len(ours)
    return [Pairing(one=ours[n % len(ours)].name, two=theirs[n % len(theirs)].name) for n in range(count)]


def seats(state: Any) -> tuple[str, ...]:
    """All seats that take part, the game master's first."""
    return tuple(dict.fromkeys((GM, *[each.seat for each in state.everybody()])))


def others(state: Any, aware: tuple[str, ...]) -> tuple[str, ...]:
    """All who look on but these: each is told a thing once."""
    return tuple([seat for seat in (*seats(state), ONLOOKER) if seat not in aware])


def enlisted(setup: T, name: str, sheet: Any, seat: str, kind: type[msgspec.Struct]) -> T:
    """The set-up with a table's character in it: in its own place, in its player's, in a free one, or as one more.
    Wherever the set-up named who stood in the place before, it names the new one."""
    people: list[Any] = list(getattr(setup, "contestants", ()))
    place = _place(people, name, seat)
    comrade = next((each for each in people if each.player), None)
    side = people[place].side if place is not None else comrade.side if comrade else ""
    placed = {"name": name, "seat": seat, "side": side}
    kept = isinstance(sheet, Mapping)
    new = msgspec.convert({**sheet, **placed}, kind) if kept else copied(kind, sheet, **placed)
    if place is None:
        return msgspec.structs.replace(setup, contestants=(*people, new))
    was, people[place] = people[place].name, new
    return _renamed(msgspec.structs.replace(setup, contestants=tuple(people)), was, name)


def _place(people: Sequence[Any], name: str, seat: str) -> int | None:
    """A place is free if the set-up says of no seat that it plays it."""
    places = [n for n, each in enumerate(people) if each.player]
    mine = [n for n in places if people[n].name == name]
    mine += [n for n in places if seat_of(people[n]) == seat]
    mine += [n for n in places if not people[n].seat]
    return mine[0] if mine else None


def _renamed(record: T, was: str, name: str) -> T:
    changes: dict[str, Any] = {field: name for field in _NAMING if getattr(record, field, "") == was}
    for rows in _ROWS:
        if found := getattr(record, rows, ()):
            changes[rows] = tuple([_renamed(each, was, name) for each in found])
    return msgspec.structs.replace(record, **changes)


# Whether they can be played


def check_cast(groups: Mapping[str, Sequence[Any]], foe: str, more: Sequence[str] = ()) -> None:
    """Names that tell apart, a player's character, and nobody else beside the contest. `foe` is what a set-up calls
    whoever is not a player's character; `more` are other names that are taken."""
    everybody = [each for group in groups.values() for each in group]
    if len(everybody) > MOST_CONTESTANTS:
        refuse(f"There are {len(everybody)} contestants.", f"at most {MOST_CONTESTANTS}", CONTESTANTS)
    for group, people in groups.items():
        for n, who in enumerate(people):
            place = f"set-up.{group}[{n}]"
            if not who.name.strip() or len(who.name) > 60:
                refuse("A contestant needs a name.", "1 to 60 characters", f"{place}.name")
            if who.player and seat_of(who) == GM:
                refuse("A character is played by a player.", "a seat other than gm", f"{place}.seat")
            if group != "contestants" and not who.player:
                said = "Helpers are" if group == "helpers" else "Outside the contest there are"
                refuse(f"{said} players' characters.", f"{foe}: false", place)
    names = [*(who.name for who in everybody), *more]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        refuse(f"Two are called {twice!r}.", "a name of its own for each", CONTESTANTS)
    if not any(who.player for who in groups["contestants"]):
        refuse("Nobody is a player's character.", f"at least one with {foe}: false", CONTESTANTS)


def check_count(people: Sequence[Any], *, least: int, most: int | None = None) -> None:
    """So many contestants."""
    if len(people) < least or (most is not None and len(people) > most):
        wanted = f"exactly {least}" if most == least else f"at least {least}"
        refuse(f"There are {len(people)} contestants.", wanted, CONTESTANTS)


def check_named(name: str, people: Sequence[Any], place: str) -> None:
    """An optional name of a contestant."""
    names = [who.name for who in people]
    if name and name not in names:
        refuse(f"Nobody is called {name!r}.", ", ".join(names), place)


def check_abilities(who: Any, place: str, lent: Sequence[str] = ()) -> None:
    """Abilities have names that tell them apart, and the one that is named is there, perhaps lent by a follower."""
    names = [each.name for each in who.abilities]
    if not names:
        refuse(f"{who.name} has no ability.", "at least one", f"{place}.abilities")
    if len(set(names)) < len(names) or not all(names):
        refuse("Abilities are told apart by their names.", "a name of its own for each", f"{place}.abilities")
    if who.ability and who.ability not in (*names, *lent):
        refuse(f"{who.name} has no ability {who.ability!r}.", ", ".join([*names, *lent]), f"{place}.ability")


def check_carries_none(carried: Mapping[str, object], message: str, accepted: str, place: str) -> None:
    """What the game master's side has is all in its rating."""
    for what, value in carried.items():
        if value:
            refuse(message, accepted, f"{place}.{what}")
