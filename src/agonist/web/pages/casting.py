"""Who plays: the characters of a set-up and the table's own, each with somebody of the people who are here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from agonist.kernel import GM, ContestType
from agonist.table import Character, NewContest, Seat, TableView, TakenSeat, bots_of

from .answers import Sent

INVITE, ME = "invite", "me"

_OWN = "own:"
"""Before the name of one of the table's characters, which has no seat in the set-up yet."""


class Playing(msgspec.Struct, frozen=True):
    """What was chosen on the page, and what stood there before anybody chose: only what differs was picked.

    `names` is what everybody was called there.
    """

    chosen: dict[str, str] = {}
    drawn: dict[str, str] = {}
    names: dict[str, str] = {}

    @classmethod
    def sent(cls, sent: Sent) -> Playing:
        """As the page sends it."""
        return cls(
            *(
                {key[5:]: values[-1] for key, values in sent.items() if key.startswith(kind)}
                for kind in ("play.", "auto.", "name.")
            )
        )

    def picked(self, seats: dict[str, str]) -> dict[str, str]:
        """What somebody picked, by the seats that there are now: who was only renamed keeps their player."""
        before = [seat for seat in self.chosen if not seat.startswith(_OWN)]
        same = len(before) == len(seats)
        now = {old: new for old, new in zip(before, seats, strict=True) if old not in seats} if same else {}
        return {now.get(seat, seat): who for seat, who in self.chosen.items() if self.drawn.get(seat) != who}


class Part(msgspec.Struct):
    """Somebody to be played: the choices, the one that stands there, and whether somebody picked it."""

    seat: str
    name: str
    choices: list[tuple[str, str]]
    chosen: str
    picked: bool


def people_of(table: TableView, you: Seat) -> list[TakenSeat]:
    """Who can be put onto a character: everybody else at the table, those who are here first."""
    others = [each for each in table.seats if each.id != you.id]
    return sorted(others, key=lambda each: (each.role != "player", not each.present))


def parts_of(
    kind: ContestType[Any],
    seats: dict[str, str],
    enlisted: Iterable[Character],
    playing: Playing,
    table: TableView,
    you: Seat,
) -> list[Part]:
    """Everybody who is played, with who plays them: as picked, else by name, else whoever is here and free."""
    owners = {f"{_OWN}{each.name}": each for each in enlisted}
    names = seats | {key: each.name for key, each in owners.items()}
    people = people_of(table, you)
    choices = {seat: _choices(kind, people, seat) for seat in names}
    here = {_of(you.id), *(_of(each.id) for each in people)}
    chosen = {
        seat: who
        for seat, who in playing.picked(seats).items()
        if seat in names and (who in here or not who.startswith("seat:"))
    }
    picked = set(chosen)
    chosen |= {key: _of(each.seat) for key, each in owners.items() if key not in chosen}
    _by_name(names, people, chosen)
    _by_turns(names, people, chosen)
    return [Part(seat, names[seat], choices[seat], chosen[seat], seat in picked) for seat in names]


def _by_name(names: dict[str, str], people: list[TakenSeat], chosen: dict[str, str]) -> None:
    for seat, name in names.items():
        wanted = (name.casefold(), seat.casefold())
        called = [each.id for each in people if each.role == "player" and each.name.casefold() in wanted]
        if seat != GM and seat not in chosen and len(called) == 1:
            chosen[seat] = _of(called[0])


def _by_turns(names: dict[str, str], people: list[TakenSeat], chosen: dict[str, str]) -> None:
    """Nobody is invited anew as long as somebody sits here who plays nobody."""
    free = [_of(each.id) for each in people if each.role == "player" and _of(each.id) not in chosen.values()]
    for seat in names:
        if seat not in chosen:
            chosen[seat] = ME if seat == GM else free.pop(0) if free else INVITE


def _of(seat: str | None) -> str:
    return f"seat:{seat}" if seat else ME


def _choices(kind: ContestType[Any], people: list[TakenSeat], seat: str) -> list[tuple[str, str]]:
    bots = [(f"bot:{bot}", f"A bot ({bot})") for bot in bots_of(kind)]
    if seat == GM:
        return [(ME, "You"), *bots]
    others = [(_of(each.id), each.name) for each in people]
    if seat.startswith(_OWN):
        return [(ME, "You"), *others]
    return [*others, (INVITE, "Somebody new"), (ME, "You, here"), *bots]


def cast(new: NewContest, parts: Iterable[Part], you: Seat) -> None:
    """Put who plays whom into a contest that is to be started."""
    for part in parts:
        who = part.chosen.removeprefix("seat:") if part.chosen != ME else you.id
        if part.seat.startswith(_OWN):
            new.players[part.name] = who
        elif part.chosen.startswith("bot:"):
            new.bots[part.seat] = part.chosen[4:]
        elif part.chosen != INVITE and part.seat != GM:
            new.casting[part.seat] = who


def invited_by(parts: Iterable[Part]) -> dict[str, str]:
    """The seats for which somebody is to be invited, with the names for the invitations."""
    return {part.seat: part.name[:80] or part.seat for part in parts if part.chosen == INVITE}
