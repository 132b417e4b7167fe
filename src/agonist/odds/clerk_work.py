"""What a clerk does, in a process of its own. Importing this loads all that answers can need."""

from __future__ import annotations

import pickle
import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy  # noqa: F401  loaded once, for all clerks

from agonist.kernel import AgonistError, games

from .answer import Odds
from .declared import asked_games, known, loaded
from .inquiries import question, questions
from .turns import TooLarge

games()
for _game in asked_games():
    known(_game, "advice")
    for _question in questions(_game):
        _question.function  # noqa: B018  loads its module

_PATIENCE = 5
"""After how many more seconds than it was given a clerk ends itself, should nobody be there to do it."""


def serve(line: Connection, most_memory: int, most_bytes: int, nice: int) -> None:
    """Answer what comes in until the line is closed."""
    _be_modest(most_memory, nice)
    line.send("ready")
    with suppress(EOFError, OSError):
        while True:
            seconds, function, arguments = line.recv()
            _set_alarm(int(seconds) + _PATIENCE)
            answer = pickle.dumps(_answer(function, arguments))
            _set_alarm(0)
            if len(answer) > most_bytes:
                answer = pickle.dumps((False, TooLarge("This answer is too large.", accepted="the command")))
            line.send_bytes(answer)


def answer_question(game: str, name: str, values: dict[str, Any]) -> Odds:
    """The answer to one of the questions about a game."""
    return question(game, name).ask(**values)


def _answer(function: str, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, loaded(function)(*arguments)
    except AgonistError as refusal:
        return False, refusal
    except (MemoryError, RecursionError, OverflowError):
        return False, TooLarge(
            "This is too large to answer here.",
            accepted="a smaller question, or the command, which has all the memory it needs",
        )
    except Exception as problem:  # noqa: BLE001  a defect of ours: whoever asked tells it as such
        return False, RuntimeError(f"{type(problem).__name__}: {problem}")


def _be_modest(most_memory: int, nice: int) -> None:
    """Take less of the processor than the server, and not all the memory; end with who asks, not before."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(ImportError, OSError, ValueError):
        import os
        import resource

        os.nice(nice)
        taken = resource.getpagesize() * int(Path("/proc/self/statm").read_text().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (taken + most_memory, taken + most_memory))


def _set_alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)
