"""A client of the API: a seat at a table, held by a program.

`Seat` waits for each answer, `AsyncSeat` is awaited; both have the same calls, say what was refused by `Refused`, ask
again under one idempotency key while a server is away, and follow contests and tables as they change.
"""

from .async_seat import AsyncSeat
from .calls import Call
from .documents import GameDocument, GameSummary, Invited, NewTable, Question
from .seat import Seat
from .speaking import NoServer, Refused

__all__ = [
    "AsyncSeat",
    "Call",
    "GameDocument",
    "GameSummary",
    "Invited",
    "NewTable",
    "NoServer",
    "Question",
    "Refused",
    "Seat",
]
