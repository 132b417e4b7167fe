"""The table: who sits there, what is stored, and the one service through which every act goes.

`Service.open(url)` opens the tables of a database; see there for its parts.
"""

from .annals import CoursePoint, Decision, Steps
from .backup import backup, restore
from .bots import bots_of
from .contests import MOST_LINES, Adviser
from .doors import Door
from .errors import (
    NotAllowed,
    NotFound,
    OnceReused,
    Refused,
    StoreConflict,
    StoreInUse,
    StoreTooNew,
    StoreUnavailable,
    TokenMissing,
    TokenUnknown,
    TooFast,
    TooMany,
)
from .exchange import TableDocument
from .hooks import Hook, MadeHook, NewHook
from .limits import Limits
from .live_curves import LiveCurve
from .making import Reviewed
from .model import (
    Acted,
    Character,
    ContestInfo,
    ContestSeat,
    ContestView,
    Heeds,
    Invitation,
    Joined,
    KeptDice,
    Page,
    Role,
    Seat,
    Status,
    TableInfo,
    TableView,
    TakenSeat,
)
from .once import Once
from .outward import Reach
from .printed import as_html, as_markdown
from .reviews import Club
from .service import Readiness, Service
from .sharing import PublicPage
from .starting import NewContest
from .store import open_store
from .streams import Update
from .televisions import Television
from .viewing import Point, Tools

__all__ = [
    "Reach",
    "NewHook",
    "MadeHook",
    "Hook",
    "MOST_LINES",
    "Acted",
    "Adviser",
    "Update",
    "Character",
    "Club",
    "ContestInfo",
    "ContestSeat",
    "ContestView",
    "CoursePoint",
    "Decision",
    "Door",
    "Heeds",
    "Invitation",
    "Joined",
    "KeptDice",
    "Limits",
    "LiveCurve",
    "NewContest",
    "NotAllowed",
    "NotFound",
    "Once",
    "OnceReused",
    "Page",
    "Point",
    "PublicPage",
    "Readiness",
    "Refused",
    "Reviewed",
    "Role",
    "Seat",
    "Service",
    "Status",
    "Steps",
    "StoreConflict",
    "StoreInUse",
    "StoreTooNew",
    "StoreUnavailable",
    "TableDocument",
    "TableInfo",
    "TableView",
    "Television",
    "TakenSeat",
    "TokenMissing",
    "TokenUnknown",
    "TooFast",
    "TooMany",
    "Tools",
    "as_html",
    "as_markdown",
    "backup",
    "bots_of",
    "open_store",
    "restore",
]
