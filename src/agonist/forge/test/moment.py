"""The moment before dice fall: the plan is on the table, and who may do something about it does so now.

A word is a window of somebody. Spoken, it ends the moment; what it changes is changed, and the moment begins anew
without it. When nobody has anything to say the dice fall.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from agonist.kernel import Answer, Ask, Form, Procedure, Roll


class Word(msgspec.Struct, frozen=True):
    """Something that can be said before dice fall: the window, and what comes of saying anything but the assumed."""

    ask: Ask
    then: Callable[[Answer], Procedure[None]]
    on: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.ask.what, self.ask.about, self.on


Words = Callable[[], list[Word]]


def word(
    seat: str,
    what: str,
    form: Form | Callable[[], Form],
    assume: Answer,
    texts: tuple[str, str, str],
    about: str,
    then: Callable[[Answer], Procedure[None]],
    on: str = "",
    *,
    directed: bool = False,
) -> Word:
    """A word with its rule, its question, and what others read; `on` tells apart those about the same one.

    It is `directed` where it is its seat's own right, and nobody else's dice may take it away.
    """
    rule, text, waiting = texts
    ask = Ask(seat, what, form, rule, text, waiting, about, assume, interrupts=True, directed=directed)
    return Word(ask, then, on)


def nothing_more() -> Procedure[None]:
    """What comes of a word beside what it says, where that is nothing."""
    yield from ()


def before_dice(
    words: Words,
    rolls: Callable[[], tuple[Roll, ...]],
    spoken_up: Callable[[], Procedure[None]] = nothing_more,
) -> Procedure[tuple[Any, ...]]:
    """Let everybody speak up, each once, until the dice fall; without dice nobody is waited for.

    After every word `spoken_up` looks at what it has changed.
    """
    spoken: list[tuple[str, str, str]] = []
    while True:
        waiting = words()
        if spoken:
            waiting = [each for each in waiting if each.key not in spoken]
        due = rolls()
        if not due:
            return ()
        if not waiting:
            return tuple((yield due))
        answers = yield (*(each.ask for each in waiting), *due)
        for each, answer in zip(waiting, answers, strict=False):
            if answer != each.ask.assumed():
                spoken.append(each.key)
                yield from each.then(answer)
                yield from spoken_up()
        if all(faces is not None for faces in answers[len(waiting) :]):
            return tuple(answers[len(waiting) :])
