"""The pages: drawn by the server from what games declare and what the service gives out."""

from __future__ import annotations

from .errors import error_page

__all__ = ["ROUTES", "error_page"]

ROUTES: list[object] = []
