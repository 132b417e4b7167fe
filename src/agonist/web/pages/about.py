"""The about page: what this is, under which terms, and whose games it plays."""

from __future__ import annotations

from importlib.metadata import version

from litestar import Response, get

from agonist.kernel import games

from .drawing import page
from .visit import AnyRequest


@get("/about", include_in_schema=False)
async def about(request: AnyRequest) -> Response[str]:
    """The games and their makers, with thanks and their terms."""
    return page(request, "about.html", games=games(), version=version("agonist"))


ABOUT = [about]
