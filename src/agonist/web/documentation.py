"""The API documented for people: the OpenAPI schema as a page of our own, because nothing comes from other hosts."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get

from .pages.drawing import page


@get("/api/docs", include_in_schema=False)
async def api_page(request: Request[Any, Any, Any]) -> Response[str]:
    """Every operation with what it takes and gives, and every type that is named there."""
    state = request.app.state
    if "documented" not in state:
        state.documented = _documented(request.app.openapi_schema.to_schema())
    return page(request, "api.html", **state.documented)


def _documented(schema: dict[str, Any]) -> dict[str, Any]:
    """What the page is drawn from: worked out once, as it takes longer than the page."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation["tags"][0], []).append(_operation(path, method.upper(), operation))
    types = {name: _fields(each) for name, each in sorted(schema["components"]["schemas"].items())}
    return {"groups": groups, "types": types, "about": schema["info"]["description"]}


def _operation(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {})
    good = [each for status, each in operation["responses"].items() if status.startswith("2")]
    answer = [kind.get("schema", {}) for each in good for kind in each.get("content", {}).values()]
    return {
        "path": path,
        "method": method,
        "summary": operation["summary"],
        "description": operation.get("description", ""),
        "query": [each["name"] for each in operation.get("parameters", []) if each["in"] == "query"],
        "body": next((_type(kind.get("schema", {})) for kind in body.values()), ""),
        "answer": _type(answer[0]) if answer else "",
    }


def _fields(schema: dict[str, Any]) -> list[dict[str, Any]]:
    required = schema.get("required", [])
    return [
        {"name": name, "type": _type(each), "required": name in required}
        for name, each in schema.get("properties", {}).items()
    ]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "items" in schema:
        return f"list of {_type(schema['items'])}"
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    parts = schema.get("oneOf") or schema.get("anyOf")
    if parts:
        return " or ".join(_type(part) for part in parts)
    return str(schema.get("type", "anything"))
