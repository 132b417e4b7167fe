"""The one tree of errors. Each carries a stable code and says what would be accepted.

| code | raised when |
|---|---|
| ``setup.refused`` | a set-up or an option is not one the game can start from |
| ``answer.wrong-type`` | an answer is not of the kind that was asked for |
| ``answer.not-an-option`` | an answer names something that was not offered |
| ``answer.unavailable`` | an answer names something that was shown but cannot be chosen now |
| ``answer.out-of-range`` | a number, a length or a count is outside its limits |
| ``answer.missing`` | a part of the answer is missing |
| ``answer.unknown-part`` | an answer has a part that was not asked for |
| ``answer.wrong-total`` | the parts of a split do not add up |
| ``act.not-pending`` | the request that was answered is not waiting for an answer |
| ``act.already-answered`` | the request has got its answer |
| ``act.not-yours`` | the seat was not asked, or may not do this |
| ``act.over`` | the contest is over |
| ``act.too-late`` | a nonce came after the first roll |
| ``act.no-such-order`` | a standing order is none that the game knows |
| ``act.not-correctable`` | an override names something the game does not let anybody correct |
| ``act.no-such-point`` | an undo or a fork names a point that is no earlier decision |
| ``transcript.malformed`` | a transcript is not in the documented format |
| ``transcript.rules-version`` | a transcript was made under other rules than the installed ones |
| ``transcript.diverged`` | a transcript's answers do not fit the questions of its game |
| ``verify.failed`` | something in a transcript does not match what it should be |
| ``game.unknown`` | no such game, contest type or preset is installed |
| ``game.broken`` | a game breaks the contract between games and the kernel |
"""

from __future__ import annotations

from typing import Any, ClassVar


class AgonistError(Exception):
    """Anything that Agonist refuses or cannot do."""

    default_code: ClassVar[str] = "agonist.error"

    def __init__(self, message: str, *, code: str = "", accepted: str = "", place: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.accepted = accepted
        self.place = place

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        right = f" Accepted: {self.accepted}." if self.accepted else ""
        return f"{where}{self.message}{right}"

    def as_data(self) -> dict[str, Any]:
        """The error as data: code, message, and where they apply the place and what is accepted."""
        data = {"code": self.code, "message": self.message, "accepted": self.accepted, "place": self.place}
        return {key: value for key, value in data.items() if value}


class SetupRefused(AgonistError):
    """A set-up or an option is not one the game can start from."""

    default_code = "setup.refused"


class AnswerRefused(AgonistError):
    """An answer is not one of the legal ones."""

    default_code = "answer.not-an-option"


class ActRefused(AgonistError):
    """Something was done at the wrong time or by the wrong seat."""

    default_code = "act.not-pending"


class TranscriptError(AgonistError):
    """A transcript cannot be read or replayed."""

    default_code = "transcript.malformed"


class VerificationFailed(AgonistError):
    """A transcript is not what it claims to be; `place` names the first thing that does not match."""

    default_code = "verify.failed"


class UnknownGame(AgonistError):
    """No such game, contest type or preset is installed."""

    default_code = "game.unknown"


class GameBroken(AgonistError):
    """A game breaks the contract between games and the kernel: a defect of the game, not of its user."""

    default_code = "game.broken"
