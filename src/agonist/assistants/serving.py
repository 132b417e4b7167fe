"""The server that assistants speak to: tools, resources and prompts of one desk, over any transport of the SDK."""

from __future__ import annotations

import json
from hmac import compare_digest
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import mcp_types as mcp
from mcp.server import Server
from mcp.server.apps import EXTENSION_ID

from agonist.kernel import AgonistError

from .desk import Desk
from .marked import marked
from .people import answer_of, put_to_person
from .texts import INSTRUCTIONS, PROMPTS, STAGE, STAGE_KIND, read, resources, said
from .tools import TOOLS, call

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.types import Receive, Scope, Send

PATH = "/mcp"


def assistant(desk: Desk) -> Server[Any]:
    """A server for one desk."""

    async def list_tools(_: Any, __: Any) -> mcp.ListToolsResult:
        return mcp.ListToolsResult(tools=[_tool(name) for name in TOOLS])

    async def call_tool(
        context: Any, asked: mcp.CallToolRequestParams
    ) -> mcp.CallToolResult | mcp.InputRequiredResult:
        try:
            arguments = dict(asked.arguments or {})
            if asked.name == "answer" and "value" not in arguments:
                if not asked.input_responses:
                    return await put_to_person(desk, context, arguments)
                arguments["value"] = answer_of(asked.input_responses)
            return _told(await call(desk, asked.name, arguments))
        except AgonistError as refused:
            return _told(_refusal(refused), error=True)

    async def list_resources(_: Any, __: Any) -> mcp.ListResourcesResult:
        return mcp.ListResourcesResult(resources=resources())

    async def read_resource(_: Any, asked: mcp.ReadResourceRequestParams) -> mcp.ReadResourceResult:
        text = await _or_error(read(desk, str(asked.uri)))
        kind = STAGE_KIND if str(asked.uri) == STAGE else "text/markdown"
        return mcp.ReadResourceResult(
            contents=[mcp.TextResourceContents(uri=asked.uri, text=text, mime_type=kind)]
        )

    async def list_prompts(_: Any, __: Any) -> mcp.ListPromptsResult:
        scene = mcp.PromptArgument(
            name="scene", description="What it is about, in your words.", required=False
        )
        return mcp.ListPromptsResult(
            prompts=[
                mcp.Prompt(name=name, title=title, description=purpose, arguments=[scene])
                for name, (title, purpose, _) in PROMPTS.items()
            ]
        )

    async def get_prompt(_: Any, asked: mcp.GetPromptRequestParams) -> mcp.GetPromptResult:
        try:
            text = said(asked.name, (asked.arguments or {}).get("scene", ""))
        except AgonistError as refused:
            raise _protocol_error(refused) from refused
        message = mcp.PromptMessage(role="user", content=mcp.TextContent(type="text", text=text))
        return mcp.GetPromptResult(messages=[message])

    server: Server[Any] = Server(
        "agonist",
        version=version("agonist"),
        title="Agonist",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )
    server.extensions = {EXTENSION_ID: {}}
    return server


class Guarded:
    """An application for those who bring a key."""

    def __init__(self, inner: Starlette, key: str) -> None:
        self.inner = inner
        self._due = f"Bearer {key}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not compare_digest(given, self._due):
                await _turn_away(send)
                return
        await self.inner(scope, receive, send)


def over_http(server: Server[Any], key: str, *, host: str = "127.0.0.1") -> Guarded:
    """The same as streamable HTTP at /mcp, without sessions, for who brings the key as a bearer token."""
    inner = server.streamable_http_app(
        streamable_http_path=PATH, json_response=True, stateless_http=True, host=host
    )
    return Guarded(inner, key)


async def _turn_away(send: Send) -> None:
    head = [(b"www-authenticate", b"Bearer"), (b"content-type", b"text/plain")]
    await send({"type": "http.response.start", "status": 401, "headers": head})
    await send(
        {"type": "http.response.body", "body": b"This needs the key that agonist mcp told when it began.\n"}
    )


def _tool(name: str) -> mcp.Tool:
    tool = TOOLS[name]
    hints = mcp.ToolAnnotations(
        read_only_hint=tool.only_looks, destructive_hint=name == "undo", open_world_hint=False
    )
    told = {"name": name, "description": tool.purpose, "inputSchema": tool.schema(), "annotations": hints}
    if tool.staged:
        told["_meta"] = {"ui": {"resourceUri": STAGE}}
    return mcp.Tool.model_validate(told)


def _told(found: dict[str, Any], *, error: bool = False) -> mcp.CallToolResult:
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    content: list[Any] = [mcp.TextContent(type="text", text=text)]
    return mcp.CallToolResult(content=content, structured_content=found, is_error=error)


def _refusal(refused: AgonistError) -> dict[str, Any]:
    told = {"refused": refused.message, "accepted": refused.accepted, "place": refused.place}
    return {"code": refused.code, "changed": "nothing"} | {k: marked(v) for k, v in told.items() if v}


async def _or_error(reading: Any) -> str:
    try:
        return str(await reading)
    except AgonistError as refused:
        raise _protocol_error(refused) from refused


def _protocol_error(refused: AgonistError) -> Exception:
    from mcp.shared.exceptions import MCPError

    return MCPError(code=mcp.INVALID_PARAMS, message=str(refused))
