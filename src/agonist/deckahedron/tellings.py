"""What is for somebody to put into words: a wound, a fall, a cry, how a hit looked. It holds nobody up."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from agonist.kernel import GM, Ask, Contest, Event, Text

from .scene import Character, S, Telling


class Narrated(Event, frozen=True):
    """Phase four."""

    rule = "DK-10"
    who: str
    words: str

    def text(self) -> str:
        return f"{self.who}: {self.words}"


class Voiced(Event, frozen=True):
    """What a character lets out when a wound card shows."""

    rule = "DK-4"
    who: str
    words: str

    def text(self) -> str:
        return f"{self.who}: “{self.words}”"


class WoundTold(Event, frozen=True):
    rule = "DK-16"
    who: str
    words: str

    def text(self) -> str:
        return f"{self.who}'s wound: {self.words}"


class IncapacitationTold(Event, frozen=True):
    rule = "DK-14"
    who: str
    words: str

    def text(self) -> str:
        return f"What it means for {self.who}: {self.words}"


def to_tell(contest: Contest[S], what: str, character: Character, source: str = "") -> None:
    """Something happened that may be told in the next pause; where nobody keeps a log, nobody is told."""
    if contest.bare:
        return
    contest.state.tellings.append(Telling(what, character.name, source))


def left_to_tell(contest: Contest[S], *waited_for: str) -> list[Ask]:
    """Everything that may be told now, as windows; at the end of a contest some of it is waited for.

    How a hit looked is its victim's to tell (DK-10), and at the end all that is left has its time.
    """
    return [
        _ask(
            contest,
            each,
            must=each.what in waited_for,
            directed=bool(waited_for) or each.what == "narration",
        )
        for each in contest.state.tellings
    ]


def tell(contest: Contest[S], words: Sequence[str], *, over: bool = True) -> None:
    """Report what was told; once the pause is over, what was not is not told any more."""
    told = list(zip(contest.state.tellings, words, strict=True))
    for each, said in told:
        if said:
            contest.report(_EVENTS[each.what], each.who, said)
    contest.state.tellings = [] if over else [each for each, said in told if not said]


def _ask(contest: Contest[S], telling: Telling, *, must: bool, directed: bool) -> Ask:
    rule, text, waiting = _QUESTIONS[telling.what]
    who = contest.state.character(telling.who)
    by_player = telling.what in ("narration", "voice")
    return Ask(
        who.seat if by_player else GM,
        telling.what,
        Text(most=600),
        rule,
        text.format(who=who.name, source=telling.source),
        waiting=waiting.format(who=who.name),
        about=who.name,
        assume=UNSET if must else "",
        directed=directed and not must,
    )


_EVENTS = {
    "narration": Narrated,
    "voice": Voiced,
    "wound told": WoundTold,
    "incapacitation": IncapacitationTold,
}
_QUESTIONS = {
    "narration": ("DK-10", "{who}, how did that look?", "{who} may tell how the hit was taken."),
    "voice": ("DK-4", "A wound card! What sound does {who} make?", "{who}'s wound shows."),
    "wound told": (
        "DK-16",
        "{source}: {who} is wounded. How?",
        "The game master may describe {who}'s wound.",
    ),
    "incapacitation": (
        "DK-14",
        "{who} is incapacitated. What does that mean here?",
        "The game master may say what becomes of {who}.",
    ),
}
