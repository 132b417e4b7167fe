"""A session at the keyboard: the contest goes on until somebody here is asked, and then it waits for them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from agonist.kernel import GM, AgonistError, AnswerRefused, Pending, Policy, Referee, drive, seat_view

from .advice import Beside, advice_for
from .asides import WORDS, Asides
from .asking import Asker
from .board import Board
from .lessons import Lessons
from .looking_back import look_back
from .moments import Moments, is_must
from .saves import Kept, keep
from .screen import Aside, Ended, Screen, Sentence
from .shelf import Label, is_shelved, labelled
from .story import Story, bullet

OVER, STOPPED = 0, 3

BELOW_THE_END = 8
"""Rows for how a contest ended and what can be done then."""
STORY = 2
"""Rows that the story keeps beside what is explained: its last line, and that there are more."""


def waited_for(referee: Referee[Any]) -> frozenset[str]:
    """The seats that may speak up before it goes on, people's and bots': all whose dice do not fall by themselves."""
    return frozenset(seat for seat in referee.seats if referee.dice.mode(seat) != "sealed")


class Session:
    """One contest at one keyboard. `here` are the seats of the people at it; bots play the others."""

    def __init__(
        self,
        screen: Screen,
        referee: Referee[Any],
        kept: Kept,
        bots: dict[str, Policy],
        file: Path | None,
        *,
        shelved: Path | None = None,
        label: Label | None = None,
        about: str = "",
        odds: bool = True,
    ) -> None:
        self.screen = screen
        self.referee = referee
        self.kept = kept
        self.bots = bots
        self.file = file
        self.shelved = shelved
        self.label = label
        self.about = about
        self.odds = odds
        self.looks_back = True
        self.story = Story(referee)
        self.lessons = Lessons(referee, on=screen.alive)
        self.asides = Asides(self)
        self.moments = Moments(self)
        self.left_alone: set[str] = set()
        referee.patient_with = waited_for(referee)
        self.looking = "" if len(kept.here) > 1 else kept.here[0]
        self.notice = ""
        self.at_once = ""
        """Whose dice fall without another word: who has just acted as it was offered."""
        self.before = ""
        """What those dice had to show and what could come of them, to stand above what did."""
        self._drawn: tuple[str, Any] = ("", None)
        screen.words = frozenset(WORDS)

    def play(self) -> int:
        """Play until the contest is over (0) or somebody stops (3)."""
        try:
            with self.screen.redrawn():
                self.introduce()
                self._go_on()
            return OVER
        except (Ended, KeyboardInterrupt):
            with self.screen.undisturbed():
                self._stop()
            return STOPPED

    def _go_on(self) -> None:
        while True:
            drive(self.referee, self.bots, left_alone=self.left_alone)
            self._save_quietly()
            if self.referee.over:
                self._end()
                return
            due = self._due()
            if due is None and self._all_passed():
                self.referee.let_pass()
            elif due is None:
                self.moments.take()
            else:
                self.ask(due)

    def introduce(self) -> None:
        """What this is about, who is who, and how to answer: once, before the first question."""
        screen, kind = self.screen, self.referee.kind
        screen.clear()
        screen.say(f"{self.referee.game.title}: {kind.title}", "bold yellow")
        screen.say(self.about or kind.blurb)
        people = ", ".join(self.referee.seats[seat] for seat in self.kept.here)
        screen.say(f"At this keyboard: {people}.{self._bots()}")
        if screen.alive:
            screen.show()
            self.tell_how_it_goes()
            screen.say("Type an answer's number. Enter takes the one in brackets, = all the rest too.")
            new = " » tells what is new." if self.lessons.on and kind.lessons else ""
            screen.say(f"At any question: ? for help, odds, best, rule, undo, quit.{new}")
            screen.pause("\nEnter begins> ")

    def _bots(self) -> str:
        seats: dict[str, list[str]] = {}
        for seat, bot in self.kept.bots.items():
            seats.setdefault(bot, []).append(self.referee.seats[seat])
        told = "; ".join(f"{', '.join(names)} ({bot})" for bot, names in seats.items())
        return f" Played by bots: {told}." if told else ""

    def tell_how_it_goes(self) -> None:
        """What somebody needs who has never played this."""
        kind = self.referee.kind
        self.screen.say("How it goes" if kind.primer else kind.blurb, "bold")
        for words in kind.primer:
            self.screen.show(bullet(Text(words)))
        self.screen.show()

    def save(self, file: Path | None = None) -> None:
        """Write the contest to the file it is kept in; naming another makes that one the file, and what stands on the
        shelf goes on there too."""
        place = file or self.file
        if place and place != self.shelved:
            keep(self.referee, self.kept, place)
        self.file = place
        if self.shelved:
            keep(self.referee, self.kept, self.shelved)
            if self.label and (result := self.referee.result):
                labelled(self.shelved, replace(self.label, ended=result.summary))

    def _save_quietly(self) -> None:
        """Keep the contest as it goes; where that was nobody's wish, a machine that cannot is no reason to stop."""
        try:
            self.save()
        except AgonistError as problem:
            if not self.shelved:
                raise
            self.file = None if self.file == self.shelved else self.file
            self.shelved = None
            self.notice = f"This contest is not kept. {problem}" if self.file is None else ""

    def draw(self, seat: str, below: int = BELOW_THE_END, asked: Iterable[Pending] = ()) -> bool:
        """The board and the latest of the story, as a seat may see them; for no seat, as everybody may.

        `below` is how many rows are wanted for what comes next, `asked` is what is asked there. What is new in it is
        explained where there is room. Returns whether there is room for an empty row.
        """
        seen = seat_view(self.referee, seat, since=self.referee.log.first)
        drawn = Board(self.referee.kind, seen)
        drawn.tells &= self.screen.height - 1 - self.screen.rows(drawn) - below > 1
        self.screen.clear()
        if self.screen.alive or self._drawn != (seat, seen.state):
            title = " · ".join([self.referee.kind.title, *([self.referee.seats[seat]] if seat else [])])
            self.screen.show(Rule(Text(title, style="bold"), align="left", style="yellow"))
            self.screen.show(drawn)
            self._drawn = (seat, seen.state)
        room = self.screen.height - 1 - self.screen.rows(drawn) - below
        lessons = self.lessons.due(seat or GM, asked, lambda rows: self._height(rows) <= room - STORY)
        room -= self._height(lessons)
        if self.before:
            before = bullet(Text(self.before, "dim"))
            self.screen.show(before)
            room -= self.screen.rows(before)
            self.before = ""
        self.story.show_new(self.screen, seen, room)
        for lesson in lessons:
            self.screen.show(lesson)
        return room > 1

    def _height(self, rows: Iterable[RenderableType]) -> int:
        return sum(map(self.screen.rows, rows))

    def _due(self) -> Pending | None:
        """What a seat here must answer next; who looks at the screen goes on, if anything is asked of them."""
        due = [p for p in self.referee.pending if p.seat in self.kept.here and is_must(p)]
        return next((pending for pending in due if pending.seat == self.looking), due[0] if due else None)

    def _all_passed(self) -> bool:
        """Whether everybody has let be what can be decided, and nothing else holds it up."""
        return all(each.window and each.id in self.left_alone for each in self.referee.pending)

    def ask(self, pending: Pending) -> None:
        """Put one question and take its answer, or a word to the program."""
        self.hand_over(pending.seat)
        beside = advice_for(self.referee, pending) if self.odds else Beside()
        asker = Asker(self.screen, beside, lambda aside: self.asides.looked(aside, pending))
        form = pending.form()
        question, options = self._question(pending), asker.options(form)
        below = self.screen.rows(question) + (self.screen.rows(options) if options else 1)
        windows = self.moments.beside(pending)
        below += self._height(windows)
        none = asker.beside.none
        if asker.beside or none:
            below += self.screen.rows(asker.odds(form))
        roomy = self.draw(pending.seat, below + 1 + self.rows_of_notice(), [pending])
        self.screen.show(question if roomy else question[1:])
        if none:
            self.screen.show(asker.odds(form))
        self.tell_notice()
        for also in windows:
            self.screen.show(also)
        try:
            answer = asker.ask(form)
            self.story.seen(pending.seat)
            self.referee.answer(pending.id, answer, by=pending.seat)
            self.at_once = pending.seat if asker.offered else ""
        except Aside as aside:
            self.asides.take(aside, pending)
        except AnswerRefused as refusal:
            if not self.screen.alive:
                raise
            self.notice = str(refusal)

    def rows_of_notice(self) -> int:
        """How many rows it takes."""
        return self.screen.rows(Sentence(self.notice, "").wrapped(self.screen.width)) if self.notice else 0

    def tell_notice(self) -> None:
        """What there is to say once."""
        if self.notice:
            self.screen.say(self.notice, "italic")
            self.notice = ""

    def _question(self, pending: Pending) -> Text:
        request = pending.request
        asked = getattr(request, "text", "") or request.what or "What now?"
        words = Text(f"\n{asked}", style="bold yellow")
        if request.rule:
            words.append(f"  {request.rule}", "not bold dim")
        return words

    def hand_over(self, seat: str) -> None:
        """Let nobody see another's secrets: the screen is empty while the keyboard goes from one to the other."""
        if seat != self.looking and self.screen.alive:
            self.screen.forget()
            name = self.referee.seats[seat]
            self.screen.say(f"\n\n  {name}, it is your turn.", "bold yellow")
            self.screen.say("  Nobody else should look now.\n")
            self.screen.pause("  Enter shows your side of the table> ")
        self.looking = seat

    def _end(self) -> None:
        result = self.referee.result
        assert result is not None
        seat = self.kept.here[0] if len(self.kept.here) == 1 else ""
        self.draw(seat)
        self.screen.show(Rule(style="yellow"))
        self.screen.say(result.summary, "bold")
        if not self.screen.alive:
            if self.file:
                self.screen.say(f"\nTo check its dice: agonist verify {self.file}", "dim")
            return
        if self.looks_back:
            look_back(self.screen, self.referee.transcript, self.kept.here)
        place = "" if self.file and self.file == self.shelved else f" {self.file}" if self.file else None
        if place is not None:
            self.screen.say(f"All of it: agonist review{place}. Its dice: agonist verify{place}.", "dim")
        self.screen.say("Another contest: agonist play. Those you played: agonist contests.", "dim")

    def _stop(self) -> None:
        self.screen.show()
        if not self.file:
            self.screen.say("Stopped; the contest was not kept.")
            return
        try:
            self.save()
        except AgonistError as problem:
            self.screen.complain(str(problem))
            return
        how = "--last" if is_shelved(self.file) else f"--load {self.file}"
        self.screen.say(f"Stopped. To go on: agonist play {how}")
