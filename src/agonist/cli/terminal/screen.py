"""The screen and the keyboard: lines out, lines in, for a person at a terminal or a script at a pipe."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import TextWrapper
from types import FrameType
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.text import Text

WIDEST = 100
TAKES_MORE = ("save", "rule")
"""Words to the program that may have another behind them."""
REST = "="
"""What is typed to take what is offered, and all the rest too."""


class Ended(Exception):
    """There is nothing more to read."""


class Aside(Exception):
    """Something was typed that is no answer but a word to the program, such as ``/undo``."""

    def __init__(self, word: str, rest: str = "") -> None:
        super().__init__(word)
        self.word = word
        self.rest = rest


class Sentence(NamedTuple):
    """Words to be shown as wide as the screen is then; a path in them stays in one piece, to be copied."""

    words: str
    style: str

    def wrapped(self, width: int) -> Text:
        wrapper = TextWrapper(width, break_long_words=False, break_on_hyphens=False)
        return Text("\n".join(wrapper.fill(line) for line in self.words.splitlines()), style=self.style)


class Screen:
    """Where a contest is shown. `alive` means that a person sits at a terminal and the screen may be cleared."""

    def __init__(self, console: Console | None = None, *, alive: bool | None = None) -> None:
        self.console = console or Console(highlight=False, soft_wrap=False)
        self.alive = sys.stdin.isatty() and self.console.is_terminal if alive is None else alive
        self.words: frozenset[str] = frozenset()
        self._waiting: str | None = None
        self._page: list[RenderableType | Sentence] = []
        self._prompt = ""

    @property
    def width(self) -> int:
        """How many columns there are now, at most as many as read well."""
        columns = get_terminal_size().columns if self.console.is_dumb_terminal else self.console.width
        return max(20, min(columns, WIDEST))

    @property
    def height(self) -> int:
        """How many rows there are now."""
        return get_terminal_size().lines if self.console.is_dumb_terminal else self.console.height

    def rows(self, what: RenderableType) -> int:
        """How many rows something takes."""
        options = self.console.options.update(width=self.width)
        return len(self.console.render_lines(what, options, pad=False))

    def show(self, what: RenderableType | Sentence = "") -> None:
        self._page.append(what)
        self._print(what)

    def say(self, words: str, style: str = "") -> None:
        """Show a sentence that may have come from a person: nothing in it is markup."""
        self.show(Sentence(words, style))

    def _print(self, what: RenderableType | Sentence) -> None:
        if isinstance(what, Sentence):
            self.console.print(what.wrapped(self.width), no_wrap=True, overflow="ignore", crop=False)
        else:
            self.console.print(what, width=self.width)

    def complain(self, words: str) -> None:
        self.say(words, "bold red")

    def clear(self) -> None:
        """Begin a new page."""
        self._page.clear()
        if self.alive:
            self.console.clear()

    def forget(self) -> None:
        """Begin a new page from which nobody can scroll back, nor get at what was typed before."""
        self.clear()
        if self.alive:
            self.console.file.write("\x1b[3J")
            with contextlib.suppress(ImportError):
                import readline

                readline.clear_history()

    def read(self, prompt: str = "> ", *, free: bool = False) -> str:
        """The next line. In free text only words with a slash are words to the program."""
        line = self._line(prompt)
        word, _, rest = line.strip().partition(" ")
        if word == "?":
            raise Aside("help", rest.strip())
        if word.startswith("/") and len(word) > 1:
            raise Aside(word[1:].casefold(), rest.strip())
        low, more = word.casefold(), rest.strip()
        if not free and low in self.words and (not more or (low in TAKES_MORE and len(more.split()) == 1)):
            raise Aside(low, more)
        return line

    def read_offered(self, prompt: str) -> str:
        """The next line where Enter takes what is offered, as = does too."""
        line = self.read(prompt).strip()
        return "" if line == REST else line

    def read_name(self, prompt: str) -> str:
        """The next line as it is: the name of a file may begin with a slash."""
        line = self._line(prompt).strip()
        return "" if line == REST else line

    def _line(self, prompt: str) -> str:
        if self.alive:
            _editable()
            self._prompt = prompt
            try:
                line = input(prompt)
            except EOFError:
                raise Ended from None
            self._page.append(Text(prompt + line))
            return line
        self.console.print(Text(prompt), end="")
        line, self._waiting = self._waiting or sys.stdin.readline(), None
        self.console.print(Text(line.rstrip("\n")))
        if not line:
            raise Ended
        return line.rstrip("\n")

    def pause(self, prompt: str) -> None:
        """Wait until a person has read what stands there."""
        if self.alive:
            try:
                self.read(prompt)
            except Aside as aside:
                if aside.word == "quit":
                    raise Ended from None

    def next_json(self) -> str:
        """The next line of a script if it is a JSON list or object, else nothing."""
        if self.alive:
            return ""
        line = self._waiting or sys.stdin.readline()
        if line.lstrip()[:1] in ("{", "["):
            self._waiting = None
            self.console.print(Text("> " + line.rstrip("\n")))
            return line.strip()
        self._waiting = line
        return ""

    @contextlib.contextmanager
    def meanwhile(self) -> Iterator[None]:
        """Something else is shown for a while; then the page stands there again as it was before the last line."""
        page = self._page[:-1]
        yield
        if self.alive:
            self.console.clear()
            self._page[:] = page
            for what in page:
                self._print(what)

    @contextlib.contextmanager
    def redrawn(self) -> Iterator[None]:
        """Meanwhile, whenever the terminal is resized, draw the page again with what has been typed so far."""
        if not self.alive or not hasattr(signal, "SIGWINCH"):
            yield
            return
        before = signal.signal(signal.SIGWINCH, self._redraw)
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before)

    @contextlib.contextmanager
    def undisturbed(self) -> Iterator[None]:
        """Whoever presses control-C once more does not break what is done in answer to the first; at a terminal this is
        the last thing that is done."""
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread is interrupted
            return
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        yield
        if not self.console.is_terminal:
            signal.signal(signal.SIGINT, before)

    def _redraw(self, _: int, __: FrameType | None) -> None:
        self.console.clear()
        for what in self._page:
            self._print(what)
        self.console.print(Text(self._prompt + _typed()), end="")


def _editable() -> None:
    """Let arrow keys and history work where Python has readline."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401


def _typed() -> str:
    try:
        import readline
    except ImportError:
        return ""
    return readline.get_line_buffer()
