"""The pages: drawn by the server from what games declare and what the service gives out."""

from __future__ import annotations

from typing import Any

from .about import ABOUT
from .archive import ARCHIVE
from .calculators import ODDS
from .characters import CHARACTERS
from .contests import CONTESTS
from .doors import DOORS
from .drawing import load_templates
from .elsewhere import ELSEWHERE
from .errors import error_page
from .heroes import HEROES
from .hooks import HOOKS
from .phones import PHONES
from .quick import QUICK
from .references import RULES
from .reviews import REVIEWS
from .setting_up import SETTING_UP
from .starting import START
from .tables import TABLES
from .televisions import TELEVISIONS
from .tools import TOOLS

__all__ = ["ROUTES", "error_page", "load_templates"]

ROUTES: list[Any] = [
    *START,
    *ABOUT,
    *RULES,
    *ODDS,
    *PHONES,
    *TABLES,
    *DOORS,
    *HOOKS,
    *ELSEWHERE,
    *TELEVISIONS,
    *CHARACTERS,
    *HEROES,
    *SETTING_UP,
    *QUICK,
    *CONTESTS,
    *TOOLS,
    *ARCHIVE,
    *REVIEWS,
]
