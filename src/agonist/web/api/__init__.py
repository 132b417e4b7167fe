"""The API under ``/api``: everything that a page can do, for programs."""

from __future__ import annotations

from litestar import Router
from litestar.di import Provide

from ..problems import problem_response
from ..who import once_at, seat_at
from .acts import ActsApi
from .characters import CharactersApi
from .contests import ContestsApi, TableContestsApi
from .games import GamesApi
from .hooks import HooksApi
from .tables import SeatsApi, TablesApi

__all__ = ["api_router"]


def api_router() -> Router:
    """All routes of the API."""
    return Router(
        path="/api",
        route_handlers=[
            GamesApi,
            TablesApi,
            SeatsApi,
            CharactersApi,
            TableContestsApi,
            ContestsApi,
            ActsApi,
            HooksApi,
        ],
        dependencies={"who": Provide(seat_at), "once": Provide(once_at)},
        exception_handlers={Exception: problem_response},
        request_max_body_size=65_536,
        opt={"api": True},
        security=[{"token": []}],
    )
