"""What is open in a contest: which requests wait for a seat, which dice fall by themselves, what an answer names."""

from __future__ import annotations

from typing import Any

from .course import UNANSWERED, Course
from .dice import DiceBox
from .errors import ActRefused
from .pending import Pending
from .requests import Ask, Chance
from .transcript import Answered, Chanced

__all__ = ["Questions"]


class Questions:
    """The open request of a course. After an undo its questions have new names, so that old answers are late."""

    def __init__(self, course: Course[Any], dice: DiceBox, undos: int) -> None:
        self.course = course
        self.dice = dice
        self.undos = undos

    def pending(self) -> tuple[Pending, ...]:
        """All requests that wait for an answer of a seat."""
        course = self.course
        return tuple(
            self.one(slot, request)
            for slot, request in enumerate(course.slots)
            if course.answers[slot] is UNANSWERED and not self._falls(slot, request)
        )

    def one(self, slot: int, request: Ask | Chance) -> Pending:
        """One part of the open request, as something to be answered."""
        seat = request.seat
        either = isinstance(request, Chance) and self.dice.mode(seat) == "either"
        return Pending(self._id(slot), self.course.at, slot, seat, request, either)

    def due(self) -> tuple[int, Chance] | None:
        """The first roll that is due and falls by itself."""
        answers = self.course.answers
        for slot, request in enumerate(self.course.slots):
            if isinstance(request, Chance) and answers[slot] is UNANSWERED and self._falls(slot, request):
                return slot, request
        return None

    def named(self, id: str) -> tuple[int, Ask | Chance]:
        """The open part that an answer names, or a refusal that tells late, doubled and made-up ones apart."""
        course = self.course
        for slot, request in enumerate(course.slots):
            if id == self._id(slot) and course.answers[slot] is UNANSWERED:
                return slot, request
        if self._was_asked(id):
            raise ActRefused(
                "This has been answered.", code="act.already-answered", accepted="no second answer"
            )
        if course.result is not None:
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

    def _falls(self, slot: int, request: Ask | Chance) -> bool:
        return isinstance(request, Chance) and self.dice.falls(request, self.course.roll_number(slot))

    def _id(self, slot: int) -> str:
        return f"{self.course.at}.{slot}.{self.undos}"

    def _was_asked(self, id: str) -> bool:
        if any(id == self._id(slot) for slot in range(len(self.course.slots))):
            return True
        at, _, rest = str(id).partition(".")
        asked = at.isdecimal() and len(at) < 10 and int(at) < self.course.at
        return asked and rest.endswith(f".{self.undos}")
