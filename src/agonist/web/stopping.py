"""A clean stop: streams are ended as soon as the server is told to stop, so that everything else can be finished."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def when_stopping(call: Callable[[], None]) -> Iterator[None]:
    """Call this when the process is told to stop, before whoever handles the signal otherwise.

    A server waits for open requests before it ends the application, and a stream would stay open for ever.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}

    def stop(number: int, frame: Any) -> None:
        call()
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    handled = [each for each, handler in before.items() if callable(handler)]
    for each in handled:
        signal.signal(each, stop)
    try:
        yield
    finally:
        for each in handled:
            if signal.getsignal(each) is stop:
                signal.signal(each, before[each])
