"""The least that any server in Python does for an act, for `benchmarks.evening`: no rules, no views, no rights.

Usage: python -m benchmarks._least_server PORT DATABASE. An act at /acts/N is committed to SQLite, flushed to the disk,
and told to those who follow /streams/N, in as many bytes as the query says.
"""

import asyncio
import sqlite3
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import uvicorn

KEEP_ALIVE = 75
"""For how many seconds a connection that says nothing stays: longer than clients keep theirs, so that none is shut
while somebody's next act is on its way."""

writing = ThreadPoolExecutor(1)
following: dict[str, set[asyncio.Queue[None]]] = defaultdict(set)


def opened(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    for statement in ("journal_mode=WAL", "synchronous=FULL"):
        connection.execute(f"PRAGMA {statement}")
    connection.execute("CREATE TABLE entries (contest TEXT, n INTEGER, entry BLOB)")
    return connection


def stored(connection: sqlite3.Connection, contest: str) -> None:
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", [(contest, n, bytes(200)) for n in (1, 2)])
    connection.execute("COMMIT")


async def answered(send: Any, kind: bytes) -> None:
    headers = [(b"content-type", kind), *([(b"content-length", b"2")] if kind == b"text/plain" else [])]
    await send({"type": "http.response.start", "status": 200, "headers": headers})


async def app(scope: Any, receive: Any, send: Any) -> None:
    _, what, contest = f"{scope['path']}/".split("/")[:3]
    if what == "streams":
        told: asyncio.Queue[None] = asyncio.Queue()
        following[contest].add(told)
        body = b"data: " + b"x" * int(scope["query_string"]) + b"\n\n"
        await answered(send, b"text/event-stream")
        while True:
            await send({"type": "http.response.body", "body": body, "more_body": True})
            await told.get()
    if what == "acts":
        await receive()
        await asyncio.get_running_loop().run_in_executor(writing, stored, connection, contest)
        for each in following[contest]:
            each.put_nowait(None)
    await answered(send, b"text/plain")
    await send({"type": "http.response.body", "body": b"ok"})


if __name__ == "__main__":
    connection = opened(sys.argv[2].removeprefix("sqlite:///"))
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="critical",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
        timeout_keep_alive=KEEP_ALIVE,
    )
