"""What the table refuses or cannot do, beside what the kernel refuses.

| code | raised when |
|---|---|
| ``table.not-found`` | there is no such table, seat, contest or character, or it is none of this seat's business |
| ``table.not-allowed`` | the seat's role does not allow this |
| ``table.refused`` | something people wrote is too long, too much or not of the right kind |
| ``table.conflict`` | it was changed by somebody else meanwhile |
| ``token.unknown`` | a token was never given out, or was revoked |
| ``token.missing`` | this needs a token |
| ``act.paused`` | the game master has paused the contest |
| ``act.not-over`` | this can be had only when the contest is over |
| ``once.reused`` | an idempotency key came again with another request |
| ``limit.busy`` | too many questions about odds of the same asker wait |
| ``limit.rate`` | too much at once; ``wait`` says for how many seconds to wait |
| ``limit.streams`` | a seat, a table or an address is open on too many screens at once |
| ``odds.too-large`` | a question about odds takes longer than there is time for here |
| ``store.in-use`` | another server uses the same file |
| ``store.unavailable`` | the database does not answer; nothing of this is known to be stored |
| ``table.unknown-state`` | the store was made by a newer Agonist |
"""

from __future__ import annotations

from agonist.kernel import AgonistError


class NotFound(AgonistError):
    """There is no such thing, or it is at a table where this seat has no place."""

    default_code = "table.not-found"


class NotAllowed(AgonistError):
    """The seat's role does not allow this."""

    default_code = "table.not-allowed"


class Refused(AgonistError):
    """Something that people wrote is too long, too much or not of the right kind."""

    default_code = "table.refused"


class StoreConflict(AgonistError):
    """Somebody else was first."""

    default_code = "table.conflict"


class TokenUnknown(AgonistError):
    """A token was never given out, or was revoked."""

    default_code = "token.unknown"


class TokenMissing(AgonistError):
    """This needs a token."""

    default_code = "token.missing"


class OnceReused(AgonistError):
    """An idempotency key came again with another request."""

    default_code = "once.reused"


class TooFast(AgonistError):
    """Too much at once."""

    default_code = "limit.rate"

    def __init__(self, wait: float) -> None:
        super().__init__("Too much at once.", accepted=f"the same again in {wait:.1f} s")
        self.wait = wait


class TooMany(AgonistError):
    """A seat, a table or an address is open on too many screens at once."""

    default_code = "limit.streams"

    def __init__(self, message: str) -> None:
        super().__init__(message, accepted="closing one of them")


class StoreUnavailable(AgonistError):
    """The database does not answer."""

    default_code = "store.unavailable"


class StoreInUse(AgonistError):
    """Another server uses the same file."""

    default_code = "store.in-use"


class StoreTooNew(AgonistError):
    """The store was made by a newer Agonist."""

    default_code = "table.unknown-state"
