"""Questions: what is asked, by which rule, in which words and with which plain answers, as data.

A game has them in its ``questions.toml``, each by its name. A rule only names the question, and says about whom it is
and what the words speak of; so a procedure reads as what happens, and all words for people stand in one place::

    ["return"]
    rule = "QW-29"
    text = "{who}, do you come back?"
    waiting = "{who} may come back."
    options = { yes = "Come back into the contest", no = "Stay away" }
    usual = "no"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET

from agonist.kernel import GM, Answer, Ask, Choice, Form, Option, Procedure
from agonist.kernel.ready import own_data

from .cast import Played
from .words import whose


class Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer with more than a label."""

    label: str
    help: str = ""
    rule: str = ""


class Worded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A question in words. `what` is the game's term for it, if that is not its name; of the `options` the first is
    usual unless another is said to be."""

    rule: str
    text: str
    waiting: str
    what: str = ""
    options: dict[str, str | Plain] = {}
    usual: str = ""

    def form(self, words: Mapping[str, object], then: Mapping[str, Form], usual: str) -> Choice:
        """The plain answers, in words; one of them may ask for more."""
        made = [self._option(key, each, words, then.get(key)) for key, each in self.options.items()]
        return Choice(tuple(made), usual or self.usual or made[0].key)

    def _option(self, key: str, told: str | Plain, words: Mapping[str, object], then: Form | None) -> Option:
        said = Plain(told) if isinstance(told, str) else told
        label, more = said.label.format_map(words), said.help.format_map(words)
        return Option(key, label, help=more, rule=said.rule, then=then)

    @cached_property
    def owned(self) -> bool:
        """Whether it speaks of something of theirs."""
        return "{whose}" in f"{self.text}{self.waiting}{self.options}"

    @cached_property
    def always(self) -> Choice | None:
        """The plain answers, if they are the same whoever is asked."""
        labels = [
            each if isinstance(each, str) else f"{each.label}{each.help}" for each in self.options.values()
        ]
        return None if not labels or any("{" in each for each in labels) else self.form({}, {}, "")


class Questions:
    """All questions of a game, which are read when the first is asked."""

    def __init__(self, module: str) -> None:
        self._module = module

    @cached_property
    def known(self) -> dict[str, Worded]:
        """By their names."""
        return msgspec.convert(own_data(self._module, "questions.toml"), dict[str, Worded])

    def __call__(
        self,
        name: str,
        who: Played | str | None = None,
        form: Form | Callable[[], Form] | None = None,
        /,
        *,
        by: str = "",
        rule: str = "",
        usual: str = "",
        then: Mapping[str, Form] = {},
        assume: Answer = UNSET,
        interrupts: bool = False,
        directed: bool = False,
        **words: Any,
    ) -> Ask:
        """The question to whoever plays the one it is about, or to another seat (`by`); about nobody, it is the game
        master's. With a `form` it has other answers than the plain ones; `then` is what some of these ask for."""
        worded = self.known[name]
        about = who if isinstance(who, str) else who.name if who else ""
        seat = by or (GM if who is None or isinstance(who, str) else who.seat)
        words["who"] = about
        if worded.owned:
            words["whose"] = whose(about)
        if form is None:
            form = None if then or usual else worded.always
            form = form or worded.form(words, then, usual)
        text, waiting = worded.text.format_map(words), worded.waiting.format_map(words)
        what = worded.what or name
        return Ask(seat, what, form, rule or worded.rule, text, waiting, about, assume, interrupts, directed)


def agreed(ask: Ask) -> Procedure[bool]:
    """Whether the answer is yes."""
    return bool((yield ask) == "yes")
