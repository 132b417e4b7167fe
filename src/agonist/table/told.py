"""What those concerned are told of what others did to a contest beside playing it: in one line, as long as it is so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agonist.kernel import (
    GM,
    Answered,
    Chanced,
    Corrected,
    Entry,
    Event,
    Overridden,
    Referee,
    Rewound,
    Undone,
)

from .model import Controls, Handed


class Doings:
    """How far a contest has come, as far as that says what is still news: kept as entries come in."""

    def __init__(self) -> None:
        self.answered: dict[str, int] = {}
        """The number of the last answer or roll of each seat's own."""
        self.arranged = -1
        """The number of the last undo or correction."""
        self.by: dict[int, str] = {}
        """Which seat of the table undid or corrected, by the number of the entry."""
        self._taken = 0

    def note(self, n: int, entry: Entry, by: str | None) -> None:
        """Keep who made entry number `n`, if anybody will be told."""
        if isinstance(entry, Rewound | Overridden):
            self.by[n] = by or ""

    def catch_up(self, referee: Referee[Any]) -> None:
        """Go on to the last entry of a contest."""
        entries = referee.transcript.entries
        for n in range(self._taken, len(entries)):
            entry = entries[n]
            if (isinstance(entry, Chanced) and referee.dice.mode(entry.seat) != "sealed") or (
                isinstance(entry, Answered) and not entry.granted
            ):
                self.answered[entry.seat] = n
            elif isinstance(entry, Rewound | Overridden):
                self.arranged = n
        self._taken = len(entries)

    @property
    def played(self) -> int:
        """The number of the last answer of anybody."""
        return max(self.answered.values(), default=-1)


def told_to(
    who: str, seen_as: str, referee: Referee[Any], controls: Controls, doings: Doings, names: dict[str, str]
) -> list[str]:
    """The lines for a seat of the table, or for a whole room (""), from what it may read at a seat of the contest."""
    doings.catch_up(referee)
    told = [*_handed(who, referee, controls, doings, names), *_lent(who, referee, controls, doings, names)]
    by = doings.by.get(doings.arranged, "")
    if doings.arranged > doings.played and by != who:
        event = _last(referee, seen_as)
        if event is not None:
            told.append(f"{names.get(by, 'The game master')} {_done(event)}")
    return told


def _handed(
    who: str, referee: Referee[Any], controls: Controls, doings: Doings, names: dict[str, str]
) -> Iterator[str]:
    """Seats that were given to somebody, or taken away from them, by somebody else."""
    for seat, change in controls.handed.items():
        by, name, holder = (
            names.get(change.by, "The game master"),
            referee.seats[seat],
            controls.casting.get(seat),
        )
        if change.by == who or holder == change.before:
            continue
        if change.before == who:
            to = f"to {names[holder]}" if holder in names else "back to the game master"
            yield f"{by} has given the seat of {name} {to}."
        elif holder == who and not _since(seat, change, doings):
            yield f"{by} has given you the seat of {name}."


def _lent(
    who: str, referee: Referee[Any], controls: Controls, doings: Doings, names: dict[str, str]
) -> Iterator[str]:
    """Own seats that a bot plays by somebody else's will, or plays no longer."""
    for seat, change in controls.lent.items():
        by, name, bot = names.get(change.by, "The game master"), referee.seats[seat], controls.bots.get(seat)
        if change.by == who or controls.casting.get(seat) != who or bot == change.before:
            continue
        if bot:
            yield f"{by} lets a bot play {name} in your place."
        elif not _since(seat, change, doings):
            yield f"{by} has given {name} back to you: no bot plays it any more."


def _since(seat: str, change: Handed, doings: Doings) -> bool:
    """Whether the seat has answered since it changed hands."""
    return doings.answered.get(seat, -1) >= change.at


def _last(referee: Referee[Any], seat: str) -> Event | None:
    """The last undo or correction that a seat may read of."""
    for line in reversed(referee.lines):
        if isinstance(line.event, Undone | Corrected) and line.event.seen_by(seat) and not line.undone:
            return line.event
    return None


def _done(event: Event) -> str:
    if isinstance(event, Corrected):
        what = "a hidden value" if event.hidden else f"{event.label} from {event.old} to {event.new}"
        return f"has corrected {what}: {event.reason}"
    because = f": {event.reason}" if isinstance(event, Undone) and event.reason else "."
    if isinstance(event, Undone) and event.by != GM:
        return f"has taken back the last answer{because}"
    return f"has taken the contest back to an earlier decision{because}"
