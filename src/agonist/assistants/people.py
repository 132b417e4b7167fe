"""A question put to the person who uses the assistant, where the protocol and its client can do that."""

from __future__ import annotations

from typing import Any

import mcp_types as mcp

from .desk import Desk, Refused
from .marked import marked

_KEY = "answer"
_PLAIN = {"string", "integer", "number", "boolean"}


async def put_to_person(desk: Desk, context: Any, arguments: dict[str, Any]) -> mcp.InputRequiredResult:
    """Have the client ask its person, by the form of the question; `Refused` where it has more than one field."""
    contest = await desk.contest(arguments.get("contest", ""))
    request = str(arguments.get("request", ""))
    if not request:
        raise Refused(
            "answer needs request.", accepted="a question's id, as `asked` gives it", place="request"
        )
    whole = await desk.get(f"/contests/{contest}/requests/{request}")
    field = _field(whole)
    able = getattr(context.session.client_capabilities, "elicitation", None) is not None
    if field is None or not able or context.protocol_version < "2026":
        why = "Its answer has several parts." if field is None else "This client cannot ask its person."
        raise Refused(
            f"{why} Ask in your own words.", accepted="answer with a value", code="assistant.no-value"
        )
    schema = {"type": "object", "properties": {_KEY: field}, "required": [_KEY]}
    asked = mcp.ElicitRequestFormParams(
        message=str(whole["asked"].get("text") or whole["asked"]["what"]), requested_schema=schema
    )
    return mcp.InputRequiredResult(input_requests={_KEY: mcp.ElicitRequest(params=asked)})


def _field(whole: dict[str, Any]) -> dict[str, Any] | None:
    """The one field of a form that people can fill in; None where it takes more than one."""
    schema, form = whole["schema"], whole["asked"]["form"]
    open_now = [each for each in form.get("options", []) if not each.get("unavailable")]
    if schema.get("enum") and all(isinstance(each, str) for each in schema["enum"]) and "anyOf" not in schema:
        labels = {each["key"]: each["label"] for each in open_now}
        return {
            "type": "string",
            "oneOf": [
                {"const": each, "title": str(marked(labels.get(each, each)))} for each in schema["enum"]
            ],
        }
    return dict(schema) if schema.get("type") in _PLAIN else None


def answer_of(responses: dict[str, Any]) -> Any:
    """What the person answered, or `Refused` if they would not."""
    given = responses.get(_KEY)
    if not isinstance(given, mcp.ElicitResult) or given.action != "accept" or not given.content:
        raise Refused(
            "The person did not answer.",
            accepted="their word, or another question",
            code="assistant.declined",
        )
    return given.content[_KEY]
