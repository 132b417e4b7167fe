"""What is open in a contest: who must decide, who can, which dice wait or fall, and what an answer names."""

from __future__ import annotations

from typing import Any

from .course import UNANSWERED, Course, cuts_short
from .dice import DiceBox
from .errors import ActRefused
from .pending import Pending
from .requests import GM, Ask, Chance, Roll
from .transcript import Answered, Chanced

__all__ = ["Questions"]


class Questions:
    """The open request of a course. After an undo its questions have new names, so that old answers are late.

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

    def musts(self) -> list[tuple[int, Ask]]:
        """The decisions that the contest waits for."""
        return [(slot, ask) for slot, ask in self._asks() if self.must(ask)]

    def windows(self) -> list[tuple[int, Ask]]:
        """The decisions that can still be made and need not."""
        return [(slot, ask) for slot, ask in self._asks() if not self.must(ask)]

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

    def shut(self) -> list[tuple[int, Ask]]:
        """The windows of a request that waits for nothing else."""
        if any(isinstance(request, Chance) for request in self.course.slots) or self.musts():
            return []
        return self.windows()

    def _asks(self) -> list[tuple[int, Ask]]:
        return [(slot, request) for slot, request in self._open() if isinstance(request, Ask)]

    # Dice

    def due(self) -> tuple[int, Chance] | None:
        """The first roll that falls now without anybody's word."""
        for slot, request in self._chances():
            if self._falls(slot, request):
                return slot, request
        return None

    def _chances(self) -> list[tuple[int, Chance]]:
        """The dice that nothing holds up any more."""
        if len(self.course.slots) > 1 and self.musts():
            return []
        return [(slot, request) for slot, request in self._open() if isinstance(request, Chance)]

    def _falls(self, slot: int, request: Chance) -> bool:
        if self.dice.falls(request, self.course.roll_number(slot)):
            return True
        return self.dice.mode(request.seat) == "tap" and (
            request.follows or self._goes_along(slot, request) or self._is_dealt(request)
        )

    def _is_dealt(self, request: Chance) -> bool:
        """Cards that the game master deals while nobody has anything to say wait for no word."""
        return request.seat == GM and not isinstance(request, Roll) and not self.windows()

    def _goes_along(self, slot: int, request: Chance) -> bool:
        """A seat's dice follow its first ones, and the game master's follow the players'."""
        others = [
            (other, answer is not UNANSWERED)
            for n, (other, answer) in enumerate(zip(self.course.slots, self.course.answers, strict=True))
            if n != slot and isinstance(other, Chance)
        ]
        if any(fallen for other, fallen in others if other.seat == request.seat):
            return True
        led = [fallen for other, fallen in others if self._leads(other)]
        return request.seat == GM and bool(led) and all(led)

    def _leads(self, request: Chance) -> bool:
        return request.seat != GM and self.dice.mode(request.seat) != "sealed"

    def _waits(self, slot: int, request: Chance) -> bool:
        """Whether these dice wait for a word of their own seat."""
        if self._falls(slot, request):
            return False
        if self.dice.mode(request.seat) != "tap":
            return True
        earlier = self.course.slots[:slot]
        if any(isinstance(other, Chance) and other.seat == request.seat for other in earlier):
            return False
        return request.seat != GM or not any(
            isinstance(other, Chance) and self._leads(other) for other in self.course.slots
        )

    # What waits for a seat, and what an answer names

    def pending(self) -> tuple[Pending, ...]:
        """All that a seat must or can answer now."""
        asks = [self.one(slot, ask) for slot, ask in self._asks()]
        dice = [self.one(slot, chance) for slot, chance in self._chances() if self._waits(slot, chance)]
        return (*asks, *dice)

    def beside(self) -> tuple[Pending, ...]:
        """The dice of the open request that wait for nobody's word, and are seen with those that do."""
        slots = enumerate(self.course.slots)
        dice = [(slot, part) for slot, part in slots if isinstance(part, Chance)]
        fallen = [self.course.answers[slot] is not UNANSWERED for slot, _ in dice]
        return tuple(
            self.one(slot, part)
            for (slot, part), lies in zip(dice, fallen, strict=True)
            if lies or not self._waits(slot, part)
        )

    def one(self, slot: int, request: Ask | Chance) -> Pending:
        """One part of the open request, as something to be answered."""
        window = isinstance(request, Ask) and not self.must(request)
        mode = "sealed" if isinstance(request, Ask) else self.dice.mode(request.seat)
        return Pending(self._id(slot), self.course.at, slot, request.seat, request, window, mode)

    def named(self, id: str) -> tuple[int, Ask | Chance]:
        """The open part that an answer names, or a refusal that tells late, doubled and made-up ones apart."""
        for pending in self.pending():
            if id == pending.id:
                return pending.slot, pending.request
        if self._was_asked(id):
            raise ActRefused(
                "This has been answered, or is closed.",
                code="act.already-answered",
                accepted="no late answer",
            )
        if self.course.result is not None:
            raise ActRefused("The contest is over.", code="act.over", accepted="a fork or another contest")
        raise ActRefused("This is not asked now.", accepted="an answer to what is asked now")

    def expected(self, entry: Answered | Chanced) -> Ask | Chance:
        """The open part that an entry of a transcript answers."""
        course = self.course
        if entry.at != course.at or not 0 <= entry.slot < len(course.slots):
            raise ActRefused(f"Request {entry.at} is not open.", accepted=f"request {course.at}")
        if course.answers[entry.slot] is not UNANSWERED:
            raise ActRefused(
                f"Part {entry.slot} of request {entry.at} has been answered.", accepted="another part"
            )
        return course.slots[entry.slot]

    def _open(self) -> list[tuple[int, Ask | Chance]]:
        answers = self.course.answers
        return [(slot, part) for slot, part in enumerate(self.course.slots) if answers[slot] is UNANSWERED]

    def _id(self, slot: int) -> str:
        return f"{self.course.at}.{slot}.{self.undos}"

    def _was_asked(self, id: str) -> bool:
        answers = self.course.answers
        if any(id == self._id(slot) and answers[slot] is not UNANSWERED for slot in range(len(answers))):
            return True
        at, _, rest = str(id).partition(".")
        asked = at.isdecimal() and len(at) < 10 and int(at) < self.course.at
        return asked and rest.endswith(f".{self.undos}")


def _key(ask: Ask) -> tuple[str, str, str]:
    """What tells one window from another when a request comes back."""
    return ask.seat, ask.what, ask.about
