"""Agonist as `benchmarks.evening` measures it: with the processor time of each step kept, at /steps.

Usage: python -m benchmarks._evening_server PORT DATABASE. What a step is called here and where it is found may be given
as JSON in STEPS, so that earlier versions can be measured in the same manner.
"""

import json
import os
import sys
import time
from collections import defaultdict
from functools import wraps
from importlib import import_module
from threading import local
from typing import Any

import uvicorn
from litestar import get

from agonist.table import Limits
from agonist.web import app as web
from agonist.web.settings import Settings
from benchmarks._least_server import KEEP_ALIVE

STEPS = {
    "a bot chooses": ["agonist.table.stage:bot_answer", "agonist.table.acts:answer_as_bot"],
    "the rules": ["agonist.kernel.referee:Referee.answer"],
    "the store": [
        "agonist.table.database:SqliteDatabase._write",
        "agonist.table.database:SqliteDatabase._read",
    ],
    "views": [
        "agonist.table.contests:contest_view",
        "agonist.table.contests:seat_lines",
    ],
    "drawing": ["agonist.web.pages.parts:draw", "agonist.web.pages.contests:draw"],
    "JSON": ["agonist.web.api.streaming:_encode"],
}
"""Where processor time goes; what is inside another step counts there only."""

totals: dict[str, float] = defaultdict(float)
_here = local()


def timed(name: str, function: Any) -> Any:
    """A function whose own processor time is kept under a name, without that of other steps inside."""

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        stack = vars(_here).setdefault("stack", [])
        begun = time.thread_time()
        stack.append(0.0)
        try:
            return function(*args, **kwargs)
        finally:
            spent = time.thread_time() - begun
            totals[name] += spent - stack.pop()
            if stack:
                stack[-1] += spent

    return wrapper


def watch(steps: dict[str, list[str]]) -> None:
    for name, places in steps.items():
        for place in places:
            module, _, path = place.partition(":")
            try:
                owner: Any = import_module(module)
                *way, last = path.split(".")
                for each in way:
                    owner = getattr(owner, each)
                setattr(owner, last, timed(name, getattr(owner, last)))
            except (ImportError, AttributeError):
                continue


@get("/steps", include_in_schema=False)
async def steps() -> dict[str, float]:
    return dict(totals)


if __name__ == "__main__":
    watch(json.loads(os.environ.get("STEPS", "null")) or STEPS)
    many = (1e9, 1e9)
    known = {
        "acts": many,
        "makes": many,
        "joins": many,
        "reads": many,
        "changes": many,
        "peer_streams": 10_000,
    }
    limits = Limits(**{key: value for key, value in known.items() if key in Limits.__struct_fields__})  # type: ignore[arg-type]
    made = getattr(web, "prepared", lambda app: app)(
        web.create_app(Settings(database=sys.argv[2], limits=limits))
    )
    made.register(steps)
    uvicorn.run(
        made,
        host="127.0.0.1",
        port=int(sys.argv[1]),
        log_level="error",
        access_log=False,
        timeout_keep_alive=KEEP_ALIVE,
    )
