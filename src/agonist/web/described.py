"""The OpenAPI document: what Litestar reads off the handlers, and what it cannot know: how requests are refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, OpenAPI, SecurityScheme

from .problems import TITLES, Problem

Operation = dict[str, Any]

_PLACE = "#/components/schemas/"

GIVEN: dict[str, dict[str, dict[str, Any]]] = {
    "read_log": {"text/markdown": {"type": "string"}, "text/html": {"type": "string"}},
    "follow_table": {"text/event-stream": {"type": "string"}},
    "follow_contest": {"text/event-stream": {"type": "string"}},
    "see_transcript": {"application/json": {"$ref": f"{_PLACE}Transcript"}},
}
"""What else operations answer with, by the kind of content, where their handlers' types do not say it."""
TAKEN = {"import_table": "TableDocument", "import_contest": "Transcript"}
"""What operations take as their whole body, unread until its size is known."""


class Described(OpenAPI):
    """The document, completed when it is written."""

    def to_schema(self) -> dict[str, Any]:
        document = super().to_schema()
        schemas = document["components"]["schemas"] | _problem()
        document["components"]["responses"] = {_name(status): _refusal(status) for status in TITLES}
        for path in document["paths"].values():
            for method, operation in path.items():
                _complete(operation, writes=method != "get")
        document["components"]["schemas"] = {
            (called := _called(name, each)): {**each, "title": called} for name, each in schemas.items()
        }
        forms = {name for name, each in schemas.items() if _called(name, each) != name}
        whole: dict[str, Any] = _told_apart(
            document, {f"{_PLACE}{name}": f"{_PLACE}{name}Form" for name in forms}
        )
        return whole


def _complete(operation: Operation, *, writes: bool) -> None:
    """Say what an operation takes and gives where its handler does not, and how it is refused."""
    if {} in operation["security"]:
        operation["security"] = []  # whoever asks
    name = operation["operationId"]
    if name in TAKEN:
        whole = {"schema": {"$ref": f"{_PLACE}{TAKEN[name]}"}}
        operation["requestBody"] = {"content": {"application/json": whole}, "required": True}
    good = next(answer for status, answer in operation["responses"].items() if status.startswith("2"))
    good.setdefault("content", {}).update(
        {kind: {"schema": schema} for kind, schema in GIVEN.get(name, {}).items()}
    )
    operation["responses"].pop("400", None)
    for status in sorted(_refused(operation, writes=writes)):
        operation["responses"][str(status)] = {"$ref": f"#/components/responses/{_name(status)}"}


def _refused(operation: Operation, *, writes: bool) -> Iterator[int]:
    """With which statuses an operation may be refused."""
    parameters = operation.get("parameters", [])
    yield 400
    if any(each["in"] == "path" for each in parameters):
        yield 404
    if operation["tags"] != ["Games"]:  # all others ask the store
        yield from (429, 503)
    if operation["security"]:
        yield 401
        if operation["operationId"] != "see_me":
            yield from (403, 404)
    if writes:
        yield from (401 if operation["operationId"] == "join" else 403, 409, 422)
    elif "Contests" in operation["tags"]:
        yield from (409, 422)
    if "requestBody" in operation:
        yield 413


def _name(status: int) -> str:
    return TITLES[status].title().replace(" ", "")


def _refusal(status: int) -> dict[str, Any]:
    problem = {"application/problem+json": {"schema": {"$ref": f"{_PLACE}Problem"}}}
    told: dict[str, Any] = {"description": f"{TITLES[status]}; `code` says why.", "content": problem}
    if status in (429, 503):
        waits = {"description": "In how many seconds to try again.", "schema": {"type": "integer"}}
        told["headers"] = {"Retry-After": waits}
    if status == 401:
        told["headers"] = {"WWW-Authenticate": {"schema": {"type": "string", "const": "Bearer"}}}
    return told


def _problem() -> dict[str, Any]:
    """The schema of a refusal, with the words that its class is described by."""
    _, schemas = msgspec.json.schema_components([Problem], ref_template=f"{_PLACE}{{name}}")
    return schemas


def _called(name: str, schema: dict[str, Any]) -> str:
    """What a type is called: forms say so, as generators write modules of functions and fields of their names."""
    return (
        f"{name}Form"
        if "form" in schema.get("properties", ()) and "const" in schema["properties"]["form"]
        else name
    )


def _told_apart(schema: Any, renamed: dict[str, str]) -> Any:
    """The same with types as they are called, and with null beside an enumeration instead of in it, so that generators
    see one enumeration."""
    if isinstance(schema, list):
        return [_told_apart(each, renamed) for each in schema]
    if not isinstance(schema, dict):
        return renamed.get(schema, schema) if isinstance(schema, str) else schema
    if isinstance(values := schema.get("enum"), list) and None in values:
        known = {"type": "string", "enum": [each for each in values if each is not None]}
        rest = {key: each for key, each in schema.items() if key not in ("type", "enum")}
        return {**rest, "oneOf": [known, {"type": "null"}]}
    return {key: _told_apart(each, renamed) for key, each in schema.items()}


class _Config(OpenAPIConfig):
    def to_openapi_schema(self) -> OpenAPI:
        made = super().to_openapi_schema()
        return Described(made.info, servers=made.servers, components=made.components)


def openapi_config() -> OpenAPIConfig:
    """How the API is described; an operation is called as its handler is."""
    return _Config(
        title="Agonist",
        version="1",
        description="Everything that a page can do, for programs. An answer of 2xx to an act means that it is stored.",
        path="/api/schema",
        render_plugins=[JsonRenderPlugin()],
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        operation_id_creator=_named,
    )


def _named(handler: BaseRouteHandler, *_: object) -> str:
    return handler.handler_name
