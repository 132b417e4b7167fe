"""The web: the API, the pages and the live streams. No rule of a game and no SQL."""

from .app import create_app
from .settings import Settings

__all__ = ["Settings", "create_app"]
