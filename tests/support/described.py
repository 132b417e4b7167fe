"""What the API's own document says of itself, held against every answer that a test gets."""

import re
from functools import cache
from typing import Any

import httpx
import jsonschema_rs

from agonist.web import Settings, create_app

__all__ = ["document", "held_against_the_document"]


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document."""
    return create_app(Settings(database="sqlite://")).openapi_schema.to_schema()


@cache
def _paths() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """The shape of each address, those without a name in them first."""
    known = sorted(document()["paths"].items(), key=lambda each: each[0].count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), methods) for path, methods in known]


@cache
def _validator(operation: str, status: str, kind: str) -> Any:
    found = next(
        each for _, methods in _paths() for each in methods.values() if each["operationId"] == operation
    )["responses"][status]
    if "$ref" in found:
        found = document()["components"]["responses"][found["$ref"].rpartition("/")[2]]
    schema = found.get("content", {})[kind]["schema"]
    return jsonschema_rs.Draft202012Validator({**schema, "components": document()["components"]})


def held_against_the_document(response: httpx.Response) -> None:
    """Fail if an answer of the API has a status, a kind of content or a shape that its document does not have."""
    path, method = response.request.url.path.rstrip("/"), response.request.method.lower()
    operation = next(
        (each[method] for shape, each in _paths() if shape.fullmatch(path) and method in each), None
    )
    if operation is None or (response.status_code >= 500 and response.status_code != 503):
        return
    named, status = operation["operationId"], str(response.status_code)
    assert status in operation["responses"], f"{named} answers {status}: {response.text}"
    kind = response.headers.get("content-type", "").partition(";")[0]
    if response.status_code == 204 or kind == "text/event-stream":
        return
    validator = _validator(named, status, kind)
    if "json" in kind:
        validator.validate(response.json())
