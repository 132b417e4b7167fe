"""Errors as people see them: a page of its own, or a sentence where the mistake was made."""

from __future__ import annotations

import logging
from html import escape
from typing import Any

from litestar import MediaType, Request, Response

from agonist.kernel import AgonistError

from ..problems import Problem, problem_of
from .drawing import page

_log = logging.getLogger("agonist.web")

_HEADINGS = {
    401: "This seat is not yours, or no longer",
    403: "That is not yours to do",
    404: "There is nothing here",
    409: "Not now",
    429: "One thing at a time",
    503: "The tables are out of reach for a moment",
}

_PLAIN = {
    404: "The address leads nowhere. Perhaps a letter is missing, or what was here is gone.",
    405: "That cannot be done here.",
}
"""For what the server itself refuses in words for programs."""


def sentence(error: AgonistError) -> str:
    """What was wrong and what would be right, in one breath."""
    message = error.message if error.message.endswith((".", "!", "?")) else f"{error.message}."
    return f"{message} Accepted: {error.accepted}." if error.accepted else message


def told_in_page(text: str, status: int = 200) -> Response[str]:
    """A sentence as a script puts it into a page: as text, whoever wrote the words that it repeats."""
    return Response(escape(text, quote=False), status_code=status, media_type=MediaType.HTML)


def _in_short(heading: str, problem: Problem) -> Response[str]:
    """A page that costs nothing to make, for who asks for too many."""
    told = escape(f"{problem.detail} What works: {problem.accepted}.")
    text = (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{heading}</title></head>\n'
        f"<body><h1>{heading}</h1><p>{told}</p></body></html>\n"
    )
    return Response(text, status_code=problem.status, media_type=MediaType.HTML)


def error_page(request: Request[Any, Any, Any], error: Exception) -> Response[str]:
    """The page for an error; for a script that fills a place in a page, the sentence alone."""
    problem = problem_of(error, request.method)
    if problem.status == 500:
        _log.error("unforeseen", exc_info=error, extra={"route": request.scope.get("path_template", "")})
    if request.headers.get("hx-request") == "true":
        text = sentence(error) if isinstance(error, AgonistError) and problem.status < 500 else problem.detail
        status = problem.status if problem.status >= 500 else 200
        return told_in_page(text, status)
    heading = _HEADINGS.get(problem.status, "That did not work")
    if problem.status == 429:
        return _in_short(heading, problem)
    says = "" if isinstance(error, AgonistError) else _PLAIN.get(problem.status, "")
    return page(request, "error.html", problem.status, problem=problem, heading=heading, says=says)
