"""A request that waits for an answer of a seat."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from .course import UNANSWERED, Course, cuts_short
from .dice import DiceBox
from .errors import ActRefused
from .forms import Choice, Form, Option
from .lanes import Lane
from .requests import GM, Ask, Chance, Roll
from .transcript import Answered, Chanced, DiceMode


class Pending(msgspec.Struct, frozen=True):
    """Part `slot` of request number `at`, waiting for its seat. An answer names its `id`, never used twice.

    A `window` can be answered and need not. Dice that are made here, or may be, wait for the seat's word (`dice`).
    """

    id: str
    at: int
    slot: int
    seat: str
    request: Ask | Chance
    window: bool = False
    dice: DiceMode = "sealed"

    def form(self) -> Form:
        """The legal answers, as they are now."""
        if isinstance(self.request, Ask):
            return self.request.legal()
        real = self.request.form()
        if self.dice == "tap":
            return Choice((Option("sealed", self.request.does),))
        if self.dice == "either":
            return Choice((Option("sealed", "Roll here"), Option("typed", "Type what was rolled", then=real)))
        return real


class Part(NamedTuple):
    """A part of the open request of one of the procedures that go on."""

    lane: Lane
    slot: int
    request: Ask | Chance

    @property
    def seat(self) -> str:
        return self.request.seat

    @property
    def ask(self) -> Ask:
        """The part as a decision."""
        assert isinstance(self.request, Ask)
        return self.request

    @property
    def chance(self) -> Chance:
        """The part as a roll."""
        assert isinstance(self.request, Chance)
        return self.request


class Questions:
    """What a course has asked. After an undo its questions have new names, so that old answers are late.

    In a `strict` contest every window is a decision that must be made, once: who has interrupted a request with their
    word need not give it again when the request comes back with it.
    """

    def __init__(self, course: Course[Any], dice: DiceBox, undos: int, *, strict: bool) -> None:
        self.course = course
        self.dice = dice
        self.undos = undos
        self.strict = strict
        self._said: dict[tuple[str, str, str], Any] = {}
        self._said_in = course.turns

    # Decisions

    def musts(self, lane: Lane | None = None) -> list[Part]:
        """The decisions that the contest waits for, or one of the procedures that go on side by side."""
        return [part for part in self._asks(lane) if self.must(part.ask)]

    def windows(self, lane: Lane | None = None) -> list[Part]:
        """The decisions that can still be made and need not."""
        return [part for part in self._asks(lane) if not self.must(part.ask)]

    def must(self, ask: Ask) -> bool:
        """Whether the contest waits for this decision."""
        if not ask.window or not self.strict:
            return not ask.window
        key = _key(ask)
        return self._said_in != self.course.turns or key not in self._said or self._said[key] != ask.assumed()

    def hear(self, slot: int, value: Any) -> None:
        """Remember in a strict contest what is about to interrupt a request, until one that asks the same comes to its
        own end, or the turn does."""
        course = self.course
        if not self.strict:
            return
        if self._said_in != course.turns:
            self._said, self._said_in = {}, course.turns
        said = course.slots[slot]
        if isinstance(said, Ask) and course.open > 1 and cuts_short(said, value):
            self._said[_key(said)] = value
        elif course.open == 1:
            for ask in course.slots:
                if isinstance(ask, Ask):
                    self._said.pop(_key(ask), None)

    def shut(self, lane: Lane) -> list[Part]:
        """The windows of a request that waits for nothing else."""
        if any(isinstance(request, Chance) for request in lane.slots) or self.musts(lane):
            return []
        return self.windows(lane)

    def _asks(self, lane: Lane | None) -> list[Part]:
        return [part for part in self._open(lane) if isinstance(part.request, Ask)]

    # Dice

    def due(self, lane: Lane) -> Part | None:
        """The first roll of a request that falls now without anybody's word."""
        return next((part for part in self._chances(lane) if self._falls(part)), None)

    def _chances(self, lane: Lane) -> list[Part]:
        """The dice that nothing holds up any more."""
        if len(lane.slots) > 1 and self.musts(lane):
            return []
        return [part for part in self._open(lane) if isinstance(part.request, Chance)]

    def _falls(self, part: Part) -> bool:
        request = part.chance
        if self.dice.falls(request, part.lane.roll_number(part.slot)):
            return True
        return self.dice.mode(request.seat) == "tap" and (
            request.follows or self._goes_along(part) or self._is_dealt(part)
        )

    def _is_dealt(self, part: Part) -> bool:
        """Cards that the game master deals while nobody has anything to say wait for no word."""
        return part.seat == GM and not isinstance(part.request, Roll) and not self.windows(part.lane)

    def _goes_along(self, part: Part) -> bool:
        """A seat's dice follow its first ones, and the game master's follow the players'."""
        request, lane = part.chance, part.lane
        others = [
            (other, answer is not UNANSWERED)
            for n, (other, answer) in enumerate(zip(lane.slots, lane.answers, strict=True))
            if n != part.slot and isinstance(other, Chance)
        ]
        if any(fallen for other, fallen in others if other.seat == request.seat):
            return True
        led = [fallen for other, fallen in others if self._leads(other)]
        return request.seat == GM and bool(led) and all(led)

    def _leads(self, request: Chance) -> bool:
        return request.seat != GM and self.dice.mode(request.seat) != "sealed"

    def _waits(self, part: Part) -> bool:
        """Whether these dice wait for a word of their own seat."""
        if self._falls(part):
            return False
        request, slots = part.chance, part.lane.slots
        if self.dice.mode(request.seat) != "tap":
            return True
        if any(isinstance(other, Chance) and other.seat == request.seat for other in slots[: part.slot]):
            return False
        return request.seat != GM or not any(
            isinstance(other, Chance) and self._leads(other) for other in slots
        )

    # What waits for a seat, and what an answer names

    def pending(self) -> tuple[Pending, ...]:
        """All that a seat must or can answer now."""
        found: list[Part] = []
        for lane in self.course.open_lanes():
            found += self._asks(lane)
            found += [part for part in self._chances(lane) if self._waits(part)]
        return tuple([self.one(part) for part in found])

    def beside(self) -> tuple[Pending, ...]:
        """The dice of what is open that wait for nobody's word, and are seen with those that do."""
        return tuple(
            self.one(part)
            for lane in self.course.open_lanes()
            for part in _parts(lane)
            if isinstance(part.request, Chance)
            and (lane.answers[part.slot] is not UNANSWERED or not self._waits(part))
        )

    def one(self, part: Part) -> Pending:
        """One part of an open request, as something to be answered."""
        request = part.request
        window = isinstance(request, Ask) and not self.must(request)
        mode = "sealed" if isinstance(request, Ask) else self.dice.mode(request.seat)
        return Pending(self._id(part), part.lane.at, part.slot, request.seat, request, window, mode)

    def named(self, id: str) -> Part:
        """The open part that an answer names, or a refusal that tells late, doubled and made-up ones apart."""
        for pending in self.pending():
            if id == pending.id:
                return self.at(pending.at)[pending.slot]
        if self._was_asked(id):
            raise ActRefused(
                "This has been answered, or is closed.",
                code="act.already-answered",
                accepted="no late answer",
            )
        if self.course.result is not None:
            raise ActRefused("The contest is over.", code="act.over", accepted="a fork or another contest")
        raise ActRefused("This is not asked now.", accepted="an answer to what is asked now")

    def at(self, at: int) -> list[Part]:
        """The parts of the open request of this number; none if it is not open."""
        return next((_parts(lane) for lane in self.course.open_lanes() if lane.at == at), [])

    def expected(self, entry: Answered | Chanced) -> Part:
        """The open part that an entry of a transcript answers."""
        parts = self.at(entry.at)
        if not 0 <= entry.slot < len(parts):
            asked = " or ".join(str(lane.at) for lane in self.course.open_lanes())
            raise ActRefused(f"Request {entry.at} is not open.", accepted=f"request {asked}")
        part = parts[entry.slot]
        if part.lane.answers[entry.slot] is not UNANSWERED:
            raise ActRefused(
                f"Part {entry.slot} of request {entry.at} has been answered.", accepted="another part"
            )
        return part

    def _open(self, lane: Lane | None) -> list[Part]:
        lanes = self.course.open_lanes() if lane is None else (lane,)
        return [part for each in lanes for part in _parts(each) if each.answers[part.slot] is UNANSWERED]

    def _id(self, part: Part) -> str:
        return f"{part.lane.at}.{part.slot}.{self.undos}"

    def _was_asked(self, id: str) -> bool:
        open_now = self.course.open_lanes()
        parts = [part for lane in open_now for part in _parts(lane)]
        if any(id == self._id(part) and part.lane.answers[part.slot] is not UNANSWERED for part in parts):
            return True
        at, _, rest = str(id).partition(".")
        known = at.isdecimal() and len(at) < 10 and all(int(at) != lane.at for lane in open_now)
        return known and int(at) < max(lane.at for lane in open_now) and rest.endswith(f".{self.undos}")


def _parts(lane: Lane) -> list[Part]:
    return [Part(lane, slot, request) for slot, request in enumerate(lane.slots)]


def _key(ask: Ask) -> tuple[str, str, str]:
    """What tells one window from another when a request comes back."""
    return ask.seat, ask.what, ask.about
