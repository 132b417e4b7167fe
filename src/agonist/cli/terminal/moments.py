"""The moment before the dice fall: who is about to roll says so, and who may speak up can."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from agonist.kernel import Ask, Chance, Choice, Pending, Referee, Roll, Viewer
from agonist.kernel.forms import in_a_sentence
from agonist.odds.foresight import End, Foresight, foreseen
from agonist.odds.foretold import foretold
from agonist.odds.situations import situation_at, situation_of

from .screen import Aside
from .story import bullet

if TYPE_CHECKING:
    from .session import Session


def is_must(pending: Pending) -> bool:
    """Whether the contest waits for this, and for more than a word that lets the dice fall."""
    return not pending.window if isinstance(pending.request, Ask) else pending.dice != "tap"


def _does(roll: Pending) -> str:
    """What a person does to let chance have its way."""
    return "Roll" if isinstance(roll.request, Roll) else "Flip"


class Moments:
    """Lets the people at the keyboard roll, and use what they may use before anybody does."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def take(self) -> None:
        """One prompt for the whole moment: Enter rolls, or lets somebody else roll; a number speaks up first."""
        session = self._session
        roll = next(
            (p for p in session.referee.pending if p.seat in session.kept.here and not p.window), None
        )
        windows = self._windows()
        if roll and not windows and roll.seat == session.at_once:
            session.before = ". ".join(before_the_dice(session.referee, roll.seat))
            self._fall(roll)
            return
        session.at_once = ""
        seat = roll.seat if roll else windows[0].seat
        session.hand_over(seat)
        mine = self._windows(seat)
        question = self._question(roll, mine)
        rows = [bullet(Text(self._told(window)), f"{n:>2}") for n, window in enumerate(mine, 2)]
        height = session.screen.rows(question) + sum(session.screen.rows(row) for row in rows)
        below = height + 3 + session.rows_of_notice()
        session.draw(seat, below, [roll] if roll else mine)
        session.screen.show(question)
        if mine:
            session.screen.say(f" 1 {_does(roll) if roll else 'Let it be'}  (Enter)", "bold")
        for row in rows:
            session.screen.show(row)
        session.tell_notice()
        self._read(seat, roll, mine)

    def _read(self, seat: str, roll: Pending | None, mine: list[Pending]) -> None:
        session = self._session
        does = _does(roll).lower() + "s" if roll else "lets it be"
        try:
            line = session.screen.read_offered(
                f"Enter {does}{', a number speaks up first' if mine else ''}> "
            )
        except Aside as aside:
            session.asides.take(aside, roll or mine[0])
            return
        if line.isdecimal() and self.open_up(str(int(line) - 1), seat):
            return
        if line.casefold() not in ("", "1", "roll", "flip", "sealed", '"sealed"'):
            known = f"a number from 1 to {len(mine) + 1}, or Enter" if mine else "just Enter"
            session.notice = f"{line!r} is not known here. Accepted: {known}."
            return
        if roll:
            self._fall(roll)
        else:
            session.story.seen(seat)
            self._let_be(mine)

    def _let_be(self, mine: list[Pending]) -> None:
        """What can be done about dice that lie is a decision, which a review weighs like any other; before they fall
        nothing was decided, and who has passed may be asked again."""
        session = self._session
        if any(not isinstance(each.request, Ask) for each in session.referee.pending):
            session.left_alone.update(window.id for window in mine)
            return
        for window in mine:
            if any(each.id == window.id for each in session.referee.pending):
                assert isinstance(window.request, Ask)
                session.referee.answer(window.id, window.request.assumed(), by=window.seat)

    def _fall(self, roll: Pending) -> None:
        """Let the dice fall."""
        self._session.story.seen(roll.seat)
        self._session.referee.answer(roll.id, "sealed", by=roll.seat)

    def open_up(self, word: str, seat: str) -> bool:
        """Put the question of a window: by its number among a seat's own, or by another seat's name."""
        session = self._session
        own = self._windows(seat)
        if word.isdecimal() and 1 <= int(word) <= len(own):
            session.ask(own[int(word) - 1])
            return True
        if word != seat and (others := self._windows(word)):
            session.ask(others[0])
            return True
        return False

    def beside(self, pending: Pending) -> list[Text]:
        """Beside a question: what else can be done now."""
        own = [window for window in self._windows(pending.seat) if window.id != pending.id]
        return [
            Text(f"You can also, with /{n}: {self._told(window)}", "dim") for n, window in enumerate(own, 1)
        ]

    def _windows(self, seat: str = "") -> list[Pending]:
        session = self._session
        seats = (seat,) if seat else session.kept.here
        return [
            pending
            for pending in session.referee.pending
            if pending.window and pending.seat in seats and pending.seat in session.kept.here
            if pending.id not in session.left_alone
        ]

    def _told(self, window: Pending) -> str:
        text = getattr(window.request, "text", "") or window.request.what
        return f"{text}{comes_to(self._session.referee, window)}"

    def _question(self, roll: Pending | None, mine: list[Pending]) -> Text:
        session = self._session
        if roll:
            who, what = session.referee.seats[roll.seat], roll.request.what
            own = (who, *session.referee.kind.played_by(session.referee.state, roll.seat))
            named = what if what.startswith(own) else f"{who}, {what}"
            words = Text(f"\n{named}: it is your {_does(roll).lower()}.")
        else:
            rolling = [p for p in session.referee.pending if not isinstance(p.request, Ask)]
            who = ", ".join(dict.fromkeys(session.referee.seats[p.seat] for p in rolling)) or "The game"
            words = Text(f"\n{who} {'is about to roll' if rolling else 'goes on'}. Do you speak up?")
        words.stylize("bold yellow")
        rule = (roll or mine[0]).request.rule
        if rule:
            words.append(f"  {rule}", "not bold dim")
        for line in before_the_dice(session.referee, roll.seat if roll else mine[0].seat):
            words.append(f"\n{line}", "not bold")
        others = [p for p in self._windows() if p.seat not in {each.seat for each in (roll, *mine) if each}]
        for seat in dict.fromkeys(p.seat for p in others):
            words.append(f"\n{session.referee.seats[seat]} may speak up: /{seat}", "not bold dim")
        return words


def _so_far(end: End) -> str:
    """What it comes to as it lies."""
    told = foretold(Foresight((end,)))
    brings = told.stakes[0].brings if told else ""
    return f"{_called(end)}. {brings[:1].upper()}{brings[1:]}".rstrip()


def _called(end: End) -> str:
    """What the rules call an end; beside it their word for it, where nothing is left to lose that would tell."""
    term = f" ({in_a_sentence(end.term)})" if end.term and not end.changes else ""
    return f"{(*end.verdicts, 'nothing more comes of it')[0]}{term}"


def comes_to(referee: Referee[Any], window: Pending) -> str:
    """After the dice: what the first thing that can be done about them would come to."""
    form = window.form()
    dice = [p for p in referee.pending if p.at == window.at and not isinstance(p.request, Ask)]
    if dice or not isinstance(form, Choice):
        return ""
    ways = [
        each for each in form.options if not each.unavailable and each.key != form.default and not each.then
    ]
    found = foreseen(situation_of(referee, window), ways[0].key) if ways else None
    told = foretold(found) if found else None
    if found is None or told is None or len(told.stakes) > 1:
        return ""
    return f" {ways[0].label}: {told.stakes[0].brings or _called(found.ends[0])}."


def before_the_dice(referee: Referee[Any], seat: str) -> list[str]:
    """What the dice that are held have to show, and what may come of them, as far as a seat can know."""
    viewer = Viewer(seat, referee.state)
    held = [p for p in referee.pending if not isinstance(p.request, Ask)]
    if not held and referee.pending and all(p.window for p in referee.pending):
        found = foreseen(situation_at(referee, seat, referee.pending[0].slot, referee.pending[0].at))
        return [f"So far: {_so_far(found.ends[0])}"] if found and len(found.ends) == 1 else []
    held = [p for p in held if p.at == held[0].at]
    rolls = [p.request for p in held if isinstance(p.request, Chance)]
    needs = [(roll.about, roll.needs(viewer)) for roll in rolls if roll.needs is not None]
    lines = [", ".join(f"{who} needs {what or '?'}" for who, what in needs)] if needs else []
    found = foreseen(situation_at(referee, seat, held[0].slot, held[0].at)) if held else None
    told = foretold(found) if found else None
    return [*lines, told.line(odds=True)] if told else lines
