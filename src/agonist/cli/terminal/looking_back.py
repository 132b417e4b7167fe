"""After the end: why it went so, in five lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from agonist.kernel import AgonistError, Transcript

from .screen import Screen


def look_back(screen: Screen, transcript: Transcript, here: Sequence[str]) -> None:
    """Show the review in brief; control-C is for who does not want to wait."""
    from agonist.review import review
    from agonist.review.telling import in_brief

    from ..simulate import progress_bar

    try:
        with _keys_let_be(), progress_bar("looking back; control-C skips it") as progress:
            found = review(transcript, progress=progress)
    except KeyboardInterrupt:
        return
    except AgonistError as problem:
        screen.say(f"\n{problem}", "dim")
        return
    screen.say("\nWhy it went so", "bold")
    for line in in_brief(found, here):
        screen.say(line)


@contextmanager
def _keys_let_be() -> Iterator[None]:
    """Keys that are pressed meanwhile neither break the bar nor answer what is asked next."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios

    usual = termios.tcgetattr(sys.stdin.fileno())
    silent = termios.tcgetattr(sys.stdin.fileno())
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, silent)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSAFLUSH, usual)
