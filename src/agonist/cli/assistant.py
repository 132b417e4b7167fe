"""A seat for an assistant: `agonist mcp`."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from agonist.kernel import GM, AgonistError

if TYPE_CHECKING:
    from agonist.assistants import Desk

LINK, KEY = "AGONIST_SEAT", "AGONIST_MCP_KEY"


def mcp(
    *words: str,
    seat: str = GM,
    http: Annotated[bool, Parameter(negative="")] = False,
    host: str = "127.0.0.1",
    port: int = 8765,
) -> int:
    """Give an assistant a seat: a server for the Model Context Protocol, through which it plays by the rules.

    It holds one seat of a table: that of the invitation in AGONIST_SEAT, a link such as https://example.org/join/….
    Without one it has a table of its own in this process, gone when it ends. It speaks through its input and output,
    as assistants start it; with --http it listens, for those who bring the key that it tells, or that is in
    AGONIST_MCP_KEY.

    Parameters
    ----------
    words
        A contest to begin with at a table of its own: a game, a kind of contest, a ready one, or several of these.
    seat
        At a table of its own, the seat it plays: gm runs scenes for you, any other plays one, and bots the rest.
    http
        Listen for streamable HTTP at /mcp instead.
    host
        The address to listen at, by default this machine alone.
    port
        The port to listen at.

    Examples
    --------
    agonist mcp
    agonist mcp courtyard --seat ivo
    agonist mcp --http --port 8765
    """
    import anyio

    link = os.environ.get(LINK, "")
    if link and (words or seat != GM):
        raise AgonistError(f"{LINK} names a seat of a table already.", accepted="neither words nor --seat")
    try:
        anyio.run(_serve, link, " ".join(words), seat, f"{host} {port}" if http else "")
    except BaseExceptionGroup as several:
        raise _first(several) from several
    return 0


def _first(problem: BaseException) -> BaseException:
    """What went wrong first, where several things run beside each other."""
    while isinstance(problem, BaseExceptionGroup):
        problem = problem.exceptions[0]
    return problem


async def _serve(link: str, words: str, seat: str, where: str) -> None:
    from mcp.server.stdio import stdio_server

    from agonist.assistants import assistant, over_http

    async with _desk(link, words, seat) as desk:
        server = assistant(desk)
        if not where:
            async with stdio_server() as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())
            return
        import uvicorn

        host, _, port = where.partition(" ")
        key = os.environ.get(KEY, "") or token_urlsafe(24)
        print(
            f"http://{host}:{port}/mcp, with the header Authorization: Bearer {key}",
            file=sys.stderr,
            flush=True,
        )
        config = uvicorn.Config(
            over_http(server, key, host=host), host=host, port=int(port), log_level="warning"
        )
        await uvicorn.Server(config).serve()


@asynccontextmanager
async def _desk(link: str, words: str, seat: str) -> AsyncIterator[Desk]:
    from agonist.assistants import begun, invited, own_house

    if link:
        async with invited(link) as desk:
            yield desk
        return
    async with own_house(seat) as desk:
        if words:
            await begun(desk, words)
        yield desk
