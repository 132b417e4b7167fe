"""Events: what happened, as data, with the rule it follows, who may see it and how it looks on stage; and their log."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Literal

import msgspec

from .requests import GM

Rare = Literal["", "bright", "dark"]


class Staged(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event on stage: whose dice or cards, what they show, and what they mean.

    Dice that show at least `least` count. `needed` is what they had to show, in words, and `made` whether they did, for
    those who may know. `lit` says what counts on each card, by a word of the game, and `counts` which card does.

    What came of it is a sentence that anybody understands (`says`), with what decided it in a few words (`why`); `word`
    is the rules' own term for it. What is `rare`, for better or worse, gets a light of its own.
    """

    who: str = ""
    note: str = ""
    dice: tuple[int, ...] = ()
    sides: int = 6
    least: int = 0
    cards: tuple[str, ...] = ()
    lit: str = ""
    counts: str = ""
    word: str = ""
    rare: Rare = ""
    says: str = ""
    why: str = ""
    needed: str = ""
    made: bool | None = None


def _tag(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name.rpartition(".")[2]).lower()


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", tag=_tag):
    """Something that happened. A subclass adds its data and makes the text for people from it.

    `audience` lists the seats that may see it; None is everybody. A subclass names the `rule` that it follows;
    `under` names another one for a single event. `faces` are those of its fields that hold what dice showed.
    """

    rule: ClassVar[str] = ""
    faces: ClassVar[tuple[str, ...]] = ()
    under: str = ""
    audience: tuple[str, ...] | None = None

    def text(self) -> str:
        """What happened, for people, made from the event's data alone."""
        raise NotImplementedError

    def cites(self) -> str:
        """The number of the rule that this event follows."""
        return self.under or self.rule

    def dice_shown(self) -> tuple[int, ...]:
        """What dice showed in it."""
        values = (getattr(self, name) for name in self.faces)
        return tuple(
            face for each in values for face in (each if isinstance(each, tuple | list) else (each,))
        )

    def staged(self) -> Staged | None:
        """How it looks on stage; None for what is only told."""
        dice = self.dice_shown()
        return Staged(who=getattr(self, "name", ""), dice=dice) if dice else None

    def seen_by(self, seat: str) -> bool:
        return self.audience is None or seat in self.audience

    def facts(self) -> dict[str, Any]:
        """The event's data, without its rule and audience."""
        facts: dict[str, Any] = msgspec.to_builtins(self)
        facts.pop("audience", None)
        facts.pop("under", None)
        return facts


class Line(msgspec.Struct, gc=False):
    """One line of the log: the request number after which it was written, and whether it was undone."""

    n: int
    at: int
    event: Event
    undone: bool = False


class Committed(Event, frozen=True):
    """The first line of every log: the dice are sealed."""

    commitment: str

    def text(self) -> str:
        return f"The dice are sealed. Fingerprint of the seed: {self.commitment}."


class Contributed(Event, frozen=True):
    """A seat added randomness of its own."""

    seat: str
    name: str
    nonce: str

    def text(self) -> str:
        return f"{self.name} stirs the dice with {self.nonce}."


class DiceChanged(Event, frozen=True):
    """How a seat's dice are made from now on."""

    seat: str
    name: str
    mode: str

    def text(self) -> str:
        how = {
            "sealed": "dice rolled here",
            "tap": "dice rolled here",
            "typed": "real dice, typed in",
            "either": "dice rolled here or typed in, roll by roll",
        }
        return f"{self.name}: {how[self.mode]}, from now on."


class Undone(Event, frozen=True):
    """The game master took the contest back to an earlier decision, or somebody, by name, their own last answer."""

    to: int
    by: str
    reason: str = ""

    def text(self) -> str:
        because = f": {self.reason}" if self.reason else "."
        if self.by != GM:
            return f"{self.by} takes back the last answer{because}"
        return f"Taken back to an earlier decision{because}"


class Corrected(Event, frozen=True):
    """The game master corrected a value. Seats that may not see the value learn only that there was a correction."""

    label: str
    reason: str
    old: Any = None
    new: Any = None
    hidden: bool = False

    def text(self) -> str:
        what = (
            "a hidden value" if self.hidden else f"{self.label} from {_said(self.old)} to {_said(self.new)}"
        )
        return f"The game master corrects {what}: {self.reason}"


def _said(value: Any) -> str:
    """A value for people: lists and objects without their brackets."""
    if isinstance(value, dict):
        value = [f"{key} {part}" for key, part in value.items() if part]
    return ", ".join(map(str, value)) or "nothing" if isinstance(value, list | tuple) else str(value)


class Revealed(Event, frozen=True):
    """The last line of every log: the seed, so that anybody can check the dice."""

    seed: str

    def text(self) -> str:
        return f"The seed was {self.seed}: every roll can be checked."


class Log:
    """The lines so far. After a restore the lines before number `first` are not here."""

    def __init__(self, first: int = 0) -> None:
        self.lines: list[Line] = []
        self.first = first
        self.written: dict[int, Any] = {}
        """Lines as seats have read them, by number."""
        self._standing: list[Line] = []

    def __len__(self) -> int:
        return self.first + len(self.lines)

    def write(self, event: Event, at: int) -> None:
        """Add a line, written after request number `at` was answered."""
        line = Line(len(self), at, event)
        self.lines.append(line)
        if not isinstance(event, Undone | Contributed | DiceChanged):
            self._standing.append(line)

    def write_all(self, events: Iterable[Event], at: int) -> None:
        for event in events:
            self.write(event, at)

    def strike(self, since: int) -> None:
        """Mark what happened in the contest from line `since` on as undone; what was done to the table stays."""
        while self._standing and self._standing[-1].n >= since:
            self._standing.pop().undone = True
