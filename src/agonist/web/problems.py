"""Problem details (RFC 9457): every error as data with a stable code, for programs and for pages."""

from __future__ import annotations

import logging
import math
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from agonist.kernel import AgonistError
from agonist.table import TooFast

_log = logging.getLogger("agonist.web")

_STATUS = {
    "act.not-yours": 403,
    "act.not-correctable": 422,
    "act.no-such-point": 422,
    "act": 409,
    "game.unknown": 404,
    "game.broken": 500,
    "limit": 429,
    "request.left": 499,
    "store": 503,
    "table.conflict": 409,
    "table.not-allowed": 403,
    "table.not-found": 404,
    "table.unknown-state": 500,
    "token": 401,
}
"""By code or by the part before its first dot; everything else that is refused is 422."""

TITLES = {
    400: "Malformed",
    401: "Not known here",
    403: "Not allowed",
    404: "Not found",
    405: "Not done this way",
    409: "Not now",
    413: "Too large",
    415: "Wrong kind of content",
    422: "Refused",
    429: "Too fast",
    499: "Gone before it was answered",
    500: "Our mistake",
    503: "Out of reach",
}
"""What each status is called."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong. `code` is stable, `detail` is for people, `accepted` says what would be right, `place` where."""

    status: int
    title: str
    code: str
    detail: str
    accepted: str = ""
    place: str = ""
    type: str = "about:blank"


def status_of(code: str) -> int:
    """The HTTP status of an error's code."""
    return _STATUS.get(code) or _STATUS.get(code.partition(".")[0]) or 422


def problem_of(error: Exception, method: str = "GET") -> Problem:
    """Any error as a problem. What we did not foresee says nothing about itself."""
    if isinstance(error, AgonistError):
        status = status_of(error.code)
        if error.code == "game.unknown" and method != "GET":
            status = 422
        detail = error.message if status < 500 or status == 503 else "Something is broken on our side."
        return Problem(status, TITLES[status], error.code, detail, error.accepted, error.place)
    if isinstance(error, HTTPException):
        status = error.status_code if error.status_code in TITLES else 400 if error.status_code < 500 else 500
        if status < 500:
            return Problem(status, TITLES[status], _http_code(status), *_http_detail(error))
    if isinstance(error, RecursionError):
        return Problem(400, TITLES[400], _http_code(400), "This is nested too deeply.", "fewer brackets")
    if isinstance(error, UnicodeError):
        return Problem(400, TITLES[400], _http_code(400), "This is not proper Unicode.", "UTF-8")
    return Problem(500, TITLES[500], "server.error", "Something is broken on our side.")


def problem_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The response for an error, as problem details."""
    problem = problem_of(error, request.method)
    if problem.status == 500:
        _log.error("unforeseen", exc_info=error, extra={"route": request.scope.get("path_template", "")})
    response = Response(
        msgspec.json.encode(problem), status_code=problem.status, media_type="application/problem+json"
    )
    if isinstance(error, TooFast):
        response.headers["Retry-After"] = str(math.ceil(error.wait))
    elif problem.status == 503:
        response.headers["Retry-After"] = "1"
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if isinstance(error, HTTPException) and error.headers and "Allow" in error.headers:
        response.headers["Allow"] = error.headers["Allow"]
    return response


def _http_code(status: int) -> str:
    return {404: "request.not-found", 405: "request.method", 413: "request.too-large"}.get(
        status, "request.malformed"
    )


def _http_detail(error: HTTPException) -> tuple[str, str, str]:
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first: Any = error.extra[0]
        if isinstance(first, dict):
            return str(first.get("message", error.detail)), "", str(first.get("key", ""))
    return error.detail if error.status_code < 500 else "", "", ""
