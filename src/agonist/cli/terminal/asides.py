"""Words to the program that can be typed at any question: help, rule, odds, log, undo, save, quit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from agonist.kernel import AgonistError, Answered, Pending

from .advice import advice_for, explained
from .screen import Aside, Ended

if TYPE_CHECKING:
    from .session import Session

WORDS = {
    "odds": "chances, and the best answer",
    "best": "take the best answer known",
    "rule": "its rule, or rule NUMBER",
    "log": "the story from the start",
    "undo": "take back your last decision",
    "lessons": "explain what is new, or not",
    "save": "keep it, or save FILE",
    "quit": "stop; play --last goes on",
    "help": "this page; also ?",
}
LOOKS = frozenset({"help", "rule", "odds", "log", "save", "lessons"})
"""After these the question goes on where it was: what was answered of it stays."""
TWO_BESIDE = 72
"""So many columns have room for two words beside each other."""


class Asides:
    """Does what such a word asks for; then the question is put again."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def looked(self, aside: Aside, pending: Pending) -> bool:
        """Do what changes nothing in the midst of a question; False if it is not of that kind."""
        if aside.word not in LOOKS:
            return False
        with self._session.screen.meanwhile():
            self.take(aside, pending)
        self._session.tell_notice()
        return True

    def take(self, aside: Aside, pending: Pending) -> None:
        match aside.word:
            case "help":
                self._help()
            case "rule":
                self._rule(aside.rest or pending.request.rule)
            case "odds":
                self._session.screen.show(explained(self._session.referee, pending))
            case "best":
                self._best(pending)
                return
            case "log":
                self._session.story.show_all(self._session.screen, pending.seat)
            case "undo":
                self._undo()
                return
            case "save":
                self._save(aside.rest)
                return
            case "lessons":
                self._session.notice = self._session.lessons.switch()
                return
            case "quit":
                raise Ended
            case word if self._session.moments.open_up(word, pending.seat):
                return
            case _:
                self._session.notice = f"/{aside.word} is not known; there are {', '.join(WORDS)}."
                return
        self._pause()

    def _best(self, pending: Pending) -> None:
        best = advice_for(self._session.referee, pending, patient=True).best
        if best is None:
            self._session.notice = "No answer is known to be better than others here."
            return
        self._session.story.seen(pending.seat)
        self._session.referee.answer(pending.id, best, by=pending.seat)

    def _help(self) -> None:
        screen = self._session.screen
        screen.clear()
        self._session.tell_how_it_goes()
        screen.say(
            "Type the number of an answer, its name, or how that begins. Enter takes the one in brackets, "
            "= also all that would be asked with it."
        )
        screen.say("At any question (with a / before it where you are asked for words of your own):")
        table = Table.grid(padding=(0, 2))
        told = [cell for word, what in WORDS.items() for cell in (Text(f"  {word}", "yellow"), Text(what))]
        row = 4 if screen.width >= TWO_BESIDE else 2
        for start in range(0, len(told), row):
            table.add_row(*told[start : start + row])
        screen.show(table)

    def _rule(self, number: str) -> None:
        session = self._session
        rules = session.referee.game.rules
        text = rules.get(number.upper(), "")
        if text:
            session.screen.say(f"\n{number.upper()}", "bold")
            session.screen.show(Markdown(text))
        else:
            known = f"{next(iter(rules))} to {next(reversed(list(rules)))}" if rules else "no numbers"
            session.screen.say(f"There is no rule {number!r} here; {session.referee.game.title} has {known}.")

    def _undo(self) -> None:
        """Back to the last decision of somebody here; what bots did after it goes too."""
        session = self._session
        possible = set(session.referee.points())
        ours = [
            entry.at
            for entry in session.referee.transcript.entries
            if isinstance(entry, Answered)
            and not entry.granted
            and entry.seat in session.kept.here
            and entry.at in possible
        ]
        earlier = [at for at in ours if at < session.referee.at]
        if not earlier:
            session.notice = "There is nothing to take back."
            return
        session.referee.undo(max(earlier), reason="at the keyboard")
        session.notice = "Taken back."

    def _save(self, name: str) -> None:
        session = self._session
        if not name and not session.file:
            session.notice = "Say where: save FILE"
            return
        try:
            session.save(Path(name).expanduser() if name else None)
            session.notice = f"Kept in {session.file}. To go on later: agonist play --load {session.file}"
        except AgonistError as problem:
            session.notice = str(problem)

    def _pause(self) -> None:
        self._session.screen.pause("\nEnter goes back to the question> ")
